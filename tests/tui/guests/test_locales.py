from __future__ import annotations

import pytest

from unokart_tui.guests.locales import speaks_unicode


@pytest.mark.parametrize(
    ("sent", "speaks"),
    [
        ({}, True),
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "de_DE.utf8@euro"}, True),
        ({"LANG": "C"}, True),
        ({"LC_ALL": "C"}, False),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, False),
        ({"LANG": "en_US.ISO-8859-1"}, False),
        ({"LANG": "en_US.ISO-8859-1", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "C.UTF-8", "LC_ALL": "ja_JP.eucJP"}, False),
        ({"LC_ALL": "", "LANG": "C.UTF-8"}, True),
    ],
)
def test_the_first_that_is_set_tells(sent: dict[str, str], speaks: bool) -> None:
    assert speaks_unicode(sent) is speaks
