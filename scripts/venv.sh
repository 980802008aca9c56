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
    # Tried in a subshell, because a failing exec would end the shell before it could say why.
    (: >"$root/.venv.lock") 2>/dev/null || fail "nothing can be installed here, because $root cannot be written to."
    exec 9>"$root/.venv.lock"
    # The kernel drops this lock when the last process holding it ends, however it ends. macOS has no flock command.
    if ! lock 'LOCK_EX | fcntl.LOCK_NB'; then
        say "another run is installing here; waiting for it."
        lock LOCK_EX || fail "$root/.venv.lock cannot be locked."
    fi
    installed "$1" || install "$1"
    exec 9>&-
}

lock() { "$python" -c "import fcntl; fcntl.flock(9, fcntl.$1)" 2>/dev/null; }

# Whether .venv can be installed into: its first installation was not cut off, and its Python and pip still run.
sound() { [ ! -e "$venv/unfinished" ] && new_enough "$venv/bin/python" && "$venv/bin/python" -c 'import pip' 2>/dev/null; }

# Asked by running it: a name on PATH may be an old Python, or a stand-in for one that is not installed.
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    without_venv=
    for name in ${UNOKART_PYTHON:+"$UNOKART_PYTHON"} python3.13 python3.12 python3.11 python3.14 python3 python; do
        if python=$(command -v "$name") && new_enough "$python"; then
            "$python" -c 'import ensurepip, venv' 2>/dev/null && return
            without_venv=${without_venv:-$python}
        fi
        [ -z "${UNOKART_PYTHON:-}" ] || break
    done
    [ -z "$without_venv" ] ||
        fail "$without_venv lacks the venv module; install it (on Debian and Ubuntu: apt install python3-venv)."
    [ -z "${UNOKART_PYTHON:-}" ] ||
        fail "UNOKART_PYTHON says $UNOKART_PYTHON, and that is no Python 3.11 or newer that runs."
    fail "no Python 3.11 or newer was found; install one, or say where it is in UNOKART_PYTHON."
}

install() {
    # Looked at again: the run that was waited for may have changed it.
    sound || make_venv
    rm -f "$venv"/stamp-*
    case $1 in
        play) wanted=. words="the game and its libraries" ;;
        dev) wanted='.[dev]' words="the game, its libraries and what checks it" ;;
    esac
    say "installing $words; the first time takes about a minute."
    backend=$(build_requirements 2>/dev/null) || fail "$root/pyproject.toml cannot be read."
    # shellcheck disable=SC2086 # one word a requirement
    pip_install $backend
    # Without build isolation, because that would fetch the build's requirements again and so always need the network.
    pip_install --no-build-isolation --editable "$wanted"
    stamp >"$venv/stamp-play"
    [ "$1" = play ] || stamp >"$venv/stamp-$1"
    rm -f "$venv/unfinished"
    say "installed."
}

make_venv() {
    find_python
    if [ -e "$venv" ] || [ -h "$venv" ]; then
        say "removing a .venv that was not finished or no longer works."
        rm -rf "$venv" || fail "$venv cannot be removed."
    fi
    say "making .venv with $("$python" -V) ($python)."
    mkdir "$venv" 2>/dev/null || fail "$venv cannot be made."
    : >"$venv/unfinished"
    "$python" -m venv "$venv" >"$log" 2>&1 || fail "$python could not make .venv: $(tail -n 1 "$log")"
}

build_requirements() {
    "$venv/bin/python" -c '
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    print(*tomllib.load(file)["build-system"]["requires"])' "$root/pyproject.toml"
}

# PYTHONPATH and PIP_USER are a user's own settings: what they show or choose is not what the game will find in .venv.
pip_install() {
    (
        cd "$root"
        export PYTHONPATH='' PIP_USER=0
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --retries 2 "$@"
    ) >"$log" 2>&1 && return
    if grep -q -e 'from versions: none' -e 'Failed to establish a new connection' -e 'Max retries exceeded' \
        -e 'Read timed out' "$log"; then
        fail "no network, and not every library is here yet; try again with a network (pip's own words are in $log)."
    fi
    fail "pip could not install: $(grep -i '^error' "$log" | tail -n 1) (all its words are in $log)"
}
