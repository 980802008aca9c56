"""The list of what is found: what brings a row, what keeps it, what takes it away."""

from __future__ import annotations

from msgspec.structs import replace

from net.discovery.kinds import RoomInfo
from net.discovery.rows import PROBE_EVERY, ROWS_AT_MOST, Found, Probe, Recent, Rows

KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 1, 4, 0, True, fingerprint="K" * 22)
ATTIC = RoomInfo("Attic", "Bob", "4567cdef", "play", 4, 4, 2, False, fingerprint="A" * 22)
PORT = 24783
HERE = ("10.0.0.5",)


class List:
    """Rows with a clock, and hosts that answer or don't."""

    def __init__(self, recent: tuple[Recent, ...] = (), own: tuple[tuple[str, int], ...] = ()) -> None:
        self.now = 100.0
        self.rows: Rows[RoomInfo] = Rows(own, recent, self.now)
        self.there: dict[tuple[str, int], RoomInfo] = {}
        """What answers at which address and port."""
        self.probes: list[float] = []

    def see(
        self, info: RoomInfo, name: str = "kitchen", rev: int = 1, port: int = PORT, at: tuple[str, ...] = HERE
    ) -> None:
        self.rows.sighted(name, info, at, port, (rev, port, at), self.now)

    def probe(self) -> None:
        """Carry out what is due."""
        for probe in self.rows.due(self.now):
            self.probes.append(self.now)
            self.rows.answer(probe, *self.ask(probe), self.now)

    def ask(self, probe: Probe) -> tuple[str | None, RoomInfo | None]:
        for address in probe.addresses:
            info = self.there.get((address, probe.port))
            if info is not None and info.owner == probe.owner:
                return address, info
        return None, None

    def wait(self, seconds: float) -> None:
        """Let time pass, and probe whenever it is due."""
        until = self.now + seconds
        while (wake := self.rows.wake) is not None and wake <= until:
            self.now = max(self.now, wake)
            self.probe()
        self.now = until

    @property
    def shown(self) -> tuple[Found[RoomInfo], ...]:
        return self.rows.shown

    @property
    def named(self) -> list[str]:
        return [found.info.room for found in self.shown]


def test_a_room_is_listed_when_it_is_sighted_and_lives_by_its_answers() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    assert rooms.shown == (Found(1, KITCHEN, HERE, PORT, live=True, answered=False),)
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.wait(60)
    assert rooms.shown == (Found(1, KITCHEN, HERE, PORT, live=True, answered=True),)
    assert rooms.probes == [100.0 + PROBE_EVERY * n for n in range(21)]


def test_one_that_answers_no_more_is_grey_after_two_probes_and_dropped_after_four() -> None:
    rooms = List()
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.see(KITCHEN)
    rooms.wait(1)
    rooms.there.clear()  # killed
    seen: dict[int, list[bool]] = {}
    for second in range(1, 16):
        rooms.wait(1)
        seen[second] = [row.live for row in rooms.shown]
    assert [second for second, live in seen.items() if live == [True]] == [1, 2, 3, 4]
    assert [second for second, live in seen.items() if live == [False]] == [5, 6, 7, 8, 9, 10]
    assert seen[11] == []


def test_one_that_was_dropped_comes_back_under_its_number_when_it_answers() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    rooms.wait(30)
    assert rooms.named == []
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.wait(PROBE_EVERY)
    assert [(found.id, found.live) for found in rooms.shown] == [(1, True)]


def test_a_record_that_outlives_its_host_brings_no_row_back() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    rooms.wait(30)
    rooms.see(KITCHEN)  # still in a cache
    assert rooms.shown == ()
    rooms.see(KITCHEN, rev=2)  # the host has spoken
    assert rooms.named == ["Kitchen"]


def test_a_host_that_says_good_bye_is_gone_at_once_and_for_good() -> None:
    rooms = List()
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.see(KITCHEN)
    rooms.wait(1)
    rooms.rows.lost("kitchen", rooms.now)
    assert rooms.shown == ()
    rooms.wait(0.5)
    rooms.there.clear()
    rooms.wait(60)
    assert rooms.shown == ()
    assert rooms.rows.wake is None


def test_a_forged_good_bye_hides_a_room_for_a_moment_only() -> None:
    rooms = List()
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.see(KITCHEN)
    rooms.wait(1)
    rooms.rows.lost("kitchen", rooms.now)
    rooms.wait(2)
    assert [(found.id, found.live) for found in rooms.shown] == [(1, True)]
    rooms.there.clear()  # it really goes, and nobody says so
    rooms.wait(15)
    assert rooms.shown == ()
    assert rooms.rows.wake is None


def test_an_answer_from_before_the_good_bye_does_not_count() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    (probe,) = rooms.rows.due(rooms.now)
    rooms.rows.lost("kitchen", rooms.now)
    rooms.rows.answer(probe, HERE[0], KITCHEN, rooms.now)
    assert rooms.shown == ()


def test_an_answer_older_than_the_announcement_does_not_count() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    (probe,) = rooms.rows.due(rooms.now)
    fuller = replace(KITCHEN, taken=2)
    rooms.see(fuller, rev=2)
    rooms.rows.answer(probe, HERE[0], KITCHEN, rooms.now)
    assert rooms.shown[0].info == fuller
    rooms.there[HERE[0], PORT] = fuller
    rooms.probe()
    assert rooms.shown[0].answered


def test_what_was_said_last_is_shown_whether_announced_or_answered() -> None:
    rooms = List()
    rooms.there[HERE[0], PORT] = replace(KITCHEN, taken=3)
    rooms.see(KITCHEN)
    rooms.wait(1)
    assert rooms.shown[0].info.taken == 3
    rooms.see(replace(KITCHEN, taken=4), rev=2)
    assert rooms.shown[0].info.taken == 4


def test_announcements_alone_do_not_keep_a_row_alive() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    for rev in range(2, 9):
        rooms.wait(1)
        rooms.see(KITCHEN, rev=rev)
    assert [found.live for found in rooms.shown] == [False]


def test_a_host_that_comes_back_at_another_port_is_asked_there_at_once() -> None:
    rooms = List()
    rooms.see(KITCHEN)
    rooms.wait(5)
    assert not rooms.shown[0].live
    rooms.there["10.0.0.6", 4000] = KITCHEN
    rooms.see(KITCHEN, rev=2, port=4000, at=("10.0.0.6",))
    rooms.probe()
    assert rooms.shown == (Found(1, KITCHEN, ("10.0.0.6",), 4000, live=True, answered=True),)


def test_a_host_that_comes_back_under_another_name_takes_the_row_that_it_had() -> None:
    for silence in (1, 8, 30):  # still live, grey, dropped
        rooms = List()
        rooms.there[HERE[0], PORT] = KITCHEN
        rooms.see(KITCHEN, "before")
        rooms.see(ATTIC, "other", at=("10.0.0.6",))
        rooms.wait(1)
        rooms.there.clear()
        rooms.wait(silence)
        rooms.there[HERE[0], PORT] = KITCHEN
        rooms.see(KITCHEN, "after")
        rooms.probe()
        assert [(row.id, row.live) for row in rooms.shown if row.info == KITCHEN] == [(1, True)]


def test_the_address_that_answered_is_the_first_from_then_on() -> None:
    rooms = List()
    rooms.there["10.0.0.7", PORT] = KITCHEN
    rooms.see(KITCHEN, at=("10.0.0.5", "10.0.0.6", "10.0.0.7"))
    rooms.probe()
    assert rooms.shown[0].addresses == ("10.0.0.7", "10.0.0.5", "10.0.0.6")
    rooms.see(KITCHEN, at=("10.0.0.5", "10.0.0.6", "10.0.0.7"))
    assert rooms.shown[0].addresses == ("10.0.0.7", "10.0.0.5", "10.0.0.6")


def test_two_rooms_of_one_name_are_two_rows() -> None:
    rooms = List()
    rooms.see(KITCHEN, "a")
    rooms.see(replace(ATTIC, room="Kitchen"), "b", at=("10.0.0.6",))
    rooms.see(replace(KITCHEN, taken=4), "c", port=PORT + 1)  # of the first host, too
    assert rooms.named == ["Kitchen"] * 3
    assert [found.id for found in rooms.shown] == [1, 2, 3]


def test_a_recent_host_is_listed_once_it_answers_and_only_if_it_is_the_same_host() -> None:
    rooms = List((Recent(KITCHEN.host_id, "10.0.0.5", PORT), Recent(ATTIC.host_id, "10.0.0.6", PORT)))
    rooms.there["10.0.0.6", PORT] = KITCHEN  # where the attic was
    rooms.wait(60)
    assert rooms.named == []
    rooms.there["10.0.0.5", PORT] = KITCHEN
    rooms.wait(PROBE_EVERY)
    assert rooms.shown == (Found(1, KITCHEN, ("10.0.0.5",), PORT, live=True, answered=True),)


def test_a_room_that_is_known_in_two_ways_is_one_row_that_keeps_its_number() -> None:
    rooms = List((Recent(KITCHEN.host_id, "10.9.0.5", PORT),))
    rooms.there[HERE[0], PORT] = rooms.there["10.9.0.5", PORT] = KITCHEN
    rooms.see(KITCHEN)
    rooms.wait(1)
    assert [(found.id, set(found.addresses)) for found in rooms.shown] == [(1, {"10.0.0.5", "10.9.0.5"})]
    rooms.rows.lost("kitchen", rooms.now)
    assert [found.addresses for found in rooms.shown] == [("10.9.0.5",)]


def test_one_that_claims_to_be_another_never_stands_in_its_place() -> None:
    rooms = List()
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.see(replace(KITCHEN, room="Trap"), "trap", at=("10.0.0.66", *HERE))
    rooms.see(replace(KITCHEN, room="Far trap"), "far trap", at=("10.0.0.67",))
    rooms.see(KITCHEN)
    rooms.probe()
    assert rooms.named == ["Kitchen", "Far trap"]
    assert rooms.shown[0].addresses == ("10.0.0.5", "10.0.0.66")
    assert [found.answered for found in rooms.shown] == [True, False]


def test_rooms_of_one_host_on_two_computers_are_two_rows() -> None:
    rooms = List()
    rooms.there["10.0.0.5", PORT] = rooms.there["10.0.0.6", PORT] = KITCHEN
    rooms.see(KITCHEN, "a", at=("10.0.0.5",))
    rooms.see(KITCHEN, "b", at=("10.0.0.6",))
    rooms.probe()
    assert [found.addresses for found in rooms.shown] == [("10.0.0.5",), ("10.0.0.6",)]


def test_our_own_room_is_left_out_but_not_another_of_ours() -> None:
    rooms = List((Recent(KITCHEN.host_id, HERE[0], PORT),), own=((KITCHEN.host_id, PORT),))
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.see(KITCHEN)
    rooms.see(KITCHEN, "other", port=PORT + 1)
    rooms.wait(1)
    assert [found.port for found in rooms.shown] == [PORT + 1]


def test_what_can_not_be_reached_at_all_is_no_row() -> None:
    rooms = List()
    rooms.see(KITCHEN, at=())
    rooms.see(KITCHEN, port=0)
    assert rooms.shown == ()
    rooms.see(KITCHEN)
    rooms.see(KITCHEN, rev=2, at=())
    assert rooms.shown == ()


def test_a_flood_of_rooms_drives_out_neither_those_that_answer_nor_recent_ones() -> None:
    rooms = List((Recent(ATTIC.host_id, "10.0.0.6", PORT),))
    rooms.there[HERE[0], PORT] = KITCHEN
    rooms.see(KITCHEN)
    rooms.probe()
    for number in range(3 * ROWS_AT_MOST):
        rooms.see(replace(KITCHEN, host_id=f"{number:08x}", fingerprint=""), f"flood {number}", at=("10.0.0.66",))
    assert len(rooms.shown) == ROWS_AT_MOST - 1
    rooms.there["10.0.0.6", PORT] = ATTIC
    rooms.there["10.0.0.9", PORT] = late = replace(KITCHEN, host_id="99999999", room="Late", fingerprint="L" * 22)
    rooms.see(late, "late", at=("10.0.0.9",))
    rooms.wait(PROBE_EVERY)
    assert {"Kitchen", "Attic", "Late"} <= {found.info.room for found in rooms.shown if found.answered}


def test_when_all_rows_answer_no_further_one_is_taken() -> None:
    rooms = List()
    for number in range(ROWS_AT_MOST + 1):
        info = replace(KITCHEN, host_id=f"{number:08x}", fingerprint="")
        rooms.there[f"10.0.1.{number}", PORT] = info
        rooms.see(info, f"room {number}", at=(f"10.0.1.{number}",))
        rooms.probe()
    assert len(rooms.shown) == ROWS_AT_MOST
