"""Whether a guest's terminal shows more than ASCII, as far as its locale tells."""

from __future__ import annotations

from collections.abc import Mapping


def speaks_unicode(environment: Mapping[str, str]) -> bool:
    """Judge by what was sent of LC_ALL, LC_CTYPE and LANG, the first of them that is set.

    Without any there is no telling, and terminals of today show Unicode.
    """
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(name))), "")
    if environment.get("LC_ALL") in ("C", "POSIX"):
        return False
    charset = locale.partition(".")[2].partition("@")[0]
    return not charset or charset.lower().replace("-", "") == "utf8"
