"""Viewers: each is told once, and a slow one holds up nobody."""

import pytest

from croupier.house.hub import BYTES_WAITING_MAX, Hub, Mailbox
from croupier.house.identity import UnknownPerson, person
from croupier.rulebooks.roles import Actor, Role
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer


async def test_what_waits_goes_out_as_one_frame() -> None:
    mailbox = Mailbox(PUBLIC)
    mailbox.put(b'{"a":1}')
    mailbox.put(b'{"b":2}')
    assert await mailbox.take() == b'[{"a":1},{"b":2}]'


async def test_a_viewer_that_falls_behind_has_to_come_back() -> None:
    mailbox = Mailbox(PUBLIC)
    for _ in range(3):
        mailbox.put(b"x" * (BYTES_WAITING_MAX // 2))
    assert mailbox.fell_behind
    assert await mailbox.take() is None


async def test_whoever_leaves_follows_nothing() -> None:
    hub = Hub()
    mailbox = Mailbox(PUBLIC)
    hub.follow("table:T1", mailbox)
    hub.follow("table:T2", mailbox)
    hub.unfollow("table:T2", mailbox)
    assert hub.followed("table:T1")
    assert not hub.followed("table:T2")
    hub.leave(mailbox)
    assert not hub.followed("table:T1")


def test_people_as_they_name_themselves() -> None:
    assert person({}).viewer == PUBLIC
    assert person({"as": "ann"}).actor == Actor("ann")
    assert person({"as": "ann"}).viewer == Viewer.of_player("ann")
    assert person({"as": "dan", "role": "dealer"}).actor == Actor("dan", Role.DEALER)
    assert person({"as": "dan", "role": "dealer"}).viewer == STAFF
    assert person({"as": "ivy", "role": "auditor"}).viewer == AUDITOR
    assert person({"as": "ivy", "role": "auditor"}).actor is None
    for claims in ({"as": "eve", "role": "owner"}, {"as": "house", "role": "dealer"}):
        with pytest.raises(UnknownPerson):
            person(claims)
