"""Taking a hand, or one player's part of a box, out of the round."""

from croupier.table import events as e
from croupier.table import linkage
from croupier.table.claiming import enter_group
from croupier.table.draft import Draft
from croupier.table.state import Betting, Idle


def invalidate(draft: Draft, number: int, clauses: tuple[str, ...]) -> None:
    """The hand is out; its wagers go back and take their contributions along."""
    draft.emit(e.HandInvalidated(number, clauses))
    linkage.take_back_contributions(draft, [number])
    _close_options(draft, number)
    enter_group(draft, only_if_entered=True)


def return_share(draft: Draft, number: int, player: str, clauses: tuple[str, ...]) -> None:
    """One player's wagers on a box go back; the others of a shared box play on."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    box = current.boxes[number]
    others = any(share.on for share in box.shares if share.player != player)
    if not others and not isinstance(current, Betting):
        invalidate(draft, number, clauses)
        return
    share = box.share_of(player)
    if share is not None and share.jackpots_on:
        linkage.take_back_contributions(draft, [number])
    draft.emit(e.ShareReturned(number, player, clauses))
    enter_group(draft, only_if_entered=True)


def _close_options(draft: Draft, number: int) -> None:
    current = draft.table.round
    assert not isinstance(current, Idle)
    for option in current.options:
        if option.boxes == (number,):
            draft.emit(e.OptionTaken((number,), withdraw=True))
