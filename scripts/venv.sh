# Makes .venv ready. Sourced by scripts/play and scripts/test, which set $root (the checkout) and $self (their own name).
#
#   ready play    the game and the libraries it needs
#   ready dev     the same, and what checking it needs
#
# When all is there, `ready` says nothing and loads no Python module. Otherwise it says on stderr what it does; when it
# cannot, it says why in one sentence and ends the script with status 2. UNOKART_PYTHON names the Python to make .venv with.

venv=$root/.venv
log=$venv/install.log

say() { printf '%s: %s\n' "$self" "$*" >&2; }

fail() {
    say "$@"
    exit 2
}

ready() { installed "$1" || install_locked "$1"; }

# The stamp is written last. It holds all that an installation depends on, so that another pyproject.toml, another Python
# behind the same name, or a checkout that was moved (.venv/bin/unokart holds its path) lead to a new installation.
stamp() { cksum <"$root/pyproject.toml" && "$venv/bin/python" -V 2>/dev/null && printf '%s\n' "$root"; }

installed() {
    [ -f "$venv/stamp-$1" ] && [ -x "$venv/bin/unokart" ] && [ "$(stamp)" = "$(cat "$venv/stamp-$1")" ]
}

install_locked() {
    case $(uname -s) in
        Linux | Darwin) ;;
        *) fail "UNO Kart runs on Linux and macOS, not on $(uname -s)." ;;
    esac
    if sound; then python=$venv/bin/python; else find_python; fi
    # A failing exec would end the shell before it could say why.
    (: >"$root/.venv.lock") 2>/dev/null || fail "cannot install here, because $root cannot be written to."
    exec 9>"$root/.venv.lock"
    # The kernel drops this lock when the last process holding it ends, however it ends. macOS has no flock command.
    if ! flock_9 LOCK_NB; then
        say "another run is installing here; waiting for it."
        flock_9 LOCK_EX || fail "cannot lock $root/.venv.lock."
    fi
    installed "$1" || install "$1"
    exec 9>&-
}

flock_9() { "$python" -c "import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.$1)" 2>/dev/null; }

# Whether .venv can be installed into: its first installation was not cut off, and its Python and pip still run.
sound() {
    [ ! -e "$venv/unfinished" ] && "$venv/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    without_venv=
    for name in ${UNOKART_PYTHON:+"$UNOKART_PYTHON"} python3.13 python3.12 python3.11 python3.14 python3 python; do
        if python=$(command -v "$name") && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            "$python" -c 'import ensurepip, venv' 2>/dev/null && return
            without_venv=${without_venv:-$python}
        fi
        [ -z "${UNOKART_PYTHON:-}" ] || break
    done
    [ -z "$without_venv" ] ||
        fail "$without_venv lacks the venv module; install it (on Debian and Ubuntu: apt install python3-venv)."
    [ -z "${UNOKART_PYTHON:-}" ] || fail "UNOKART_PYTHON is $UNOKART_PYTHON, which is no Python 3.11 or newer that runs."
    fail "needs Python 3.11 or newer and found none; install one, or name it in UNOKART_PYTHON."
}

install() {
    sound || make_venv
    rm -f "$venv"/stamp-*
    case $1 in
        play) what=$root say_what="the game and its libraries" ;;
        dev) what="$root[dev]" say_what="the game, its libraries and what checks it" ;;
    esac
    say "installing $say_what (the first time: about a minute)."
    # Without build isolation a changed pyproject.toml can be installed anew without the network.
    backend=$("$venv/bin/python" -c 'if True:
        import sys, tomllib
        print(*tomllib.load(open(sys.argv[1], "rb"))["build-system"]["requires"])' "$root/pyproject.toml" 2>>"$log") ||
        fail "cannot read $root/pyproject.toml: $(tail -n 1 "$log")"
    # shellcheck disable=SC2086 # one word a requirement
    pip_install $backend
    pip_install --no-build-isolation --editable "$what"
    stamp >"$venv/stamp-play"
    [ "$1" = play ] || stamp >"$venv/stamp-$1"
    rm -f "$venv/unfinished"
    say "ready."
}

make_venv() {
    # What was sound before the lock was waited for may not be any more.
    find_python
    if [ -e "$venv" ] || [ -h "$venv" ]; then
        say "removing a .venv that is unfinished or no longer works."
        rm -rf "$venv" || fail "cannot remove $venv."
    fi
    say "making .venv with $("$python" -V 2>&1) ($python)."
    mkdir "$venv" || fail "cannot make $venv."
    : >"$venv/unfinished"
    "$python" -m venv "$venv" >"$log" 2>&1 || fail "$python could not make $venv: $(tail -n 1 "$log")"
}

pip_install() {
    # What a user's own settings aim elsewhere must land here; what PYTHONPATH shows is not there when the game runs.
    PYTHONPATH='' PIP_USER=0 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --retries 2 \
        "$@" >"$log" 2>&1 && return
    if grep -q -e 'from versions: none' -e 'Failed to establish a new connection' -e 'Max retries exceeded' \
        -e 'Read timed out' "$log"; then
        fail "no network: the libraries still missing cannot be fetched (pip's own words are in $log)."
    fi
    fail "pip could not install: $(grep -i '^error' "$log" | tail -n 1) (all its words are in $log)"
}
