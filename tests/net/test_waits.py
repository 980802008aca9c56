"""How long someone is kept waiting, in words."""

from __future__ import annotations

import pytest

from net.waits import try_again


@pytest.mark.parametrize(
    ("seconds", "said"), [(60, "60 seconds"), (1.2, "2 seconds"), (1, "1 second"), (0.2, "1 second")]
)
def test_it_is_told_in_whole_seconds(seconds: float, said: str) -> None:
    assert try_again(seconds) == f"Try again in {said}."
