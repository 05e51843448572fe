"""Viewers: each is told once, and a slow one holds up nobody."""

from croupier.house.app.subscriptions import BYTES_WAITING_MAX, Hub, Mailbox
from croupier.table.views import PUBLIC


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
