from __future__ import annotations

import pytest

from net.updates import Closed
from unokart_tui.coming_back import Guest
from unokart_tui.guests.ends import last_words

SEATED = Guest(code="k7m2p", seated=True)
BACK = "The same ssh command leads back to your seat, with the rejoin code k7m2p."
LATER = "Once the room is open again, the same ssh command leads back to your seat, with the rejoin code k7m2p."


@pytest.mark.parametrize("code", ["host_closing", "saved", "deserted", "closed"])
def test_what_is_closed_in_good_order_ends_well_and_with_the_way_back(code: str) -> None:
    assert last_words(Closed(code, "It is over."), SEATED) == (f"It is over. {LATER}", 0)


@pytest.mark.parametrize("code", ["kicked", "banned", "full", "version", "code"])
def test_to_where_one_is_not_wanted_nothing_leads_back(code: str) -> None:
    assert last_words(Closed(code, "It is over."), SEATED) == ("It is over.", 1)


@pytest.mark.parametrize("code", ["crash", "protocol", "flood"])
def test_a_fault_is_told_by_the_status_too(code: str) -> None:
    assert last_words(Closed(code, "It is over."), SEATED) == (f"It is over. {BACK}", 1)


def test_who_goes_on_elsewhere_need_not_be_told_how_to_come_back() -> None:
    assert last_words(Closed("superseded", "You play elsewhere."), SEATED) == ("You play elsewhere.", 0)


def test_who_watches_has_no_seat_to_come_back_to() -> None:
    words, _ = last_words(Closed("host_closing", "It is over."), Guest())
    assert words == "It is over. Once the room is open again, the same ssh command leads into it."
