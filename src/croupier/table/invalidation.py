"""Taking a hand, or one player's part of a box, out of the round."""

from croupier.table import events as e
from croupier.table import linkage
from croupier.table.claiming import price_again
from croupier.table.evolve import Draft
from croupier.table.state import Betting, Choice, Idle


def invalidate(draft: Draft, number: int, clauses: tuple[str, ...]) -> None:
    """The hand is out; its wagers are returned, and their contributions are undone.

    While bets are open there is no hand yet: the wagers are returned, and the box is free (X31).
    """
    current = draft.table.round
    assert not isinstance(current, Idle)
    if isinstance(current, Betting):
        for share in current.boxes[number].shares:
            if share.in_play:
                draft.emit(e.ShareReturned(number, share.player, clauses))
        return
    draft.emit(e.HandInvalidated(number, clauses))
    linkage.take_back_contributions(draft, [number])
    drop_empty_options(draft)
    price_again(draft)


def drop_empty_options(draft: Draft) -> None:
    """A player with nothing left on the boxes of an option no longer has that option."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    for option in current.options:
        held = [
            share
            for number in option.boxes
            if (box := current.boxes.get(number)) is not None and box.out is None
            if (share := box.share_of(option.player)) is not None and share.in_play
        ]
        if not held:
            draft.emit(e.OptionTaken(option.boxes, withdraw=True, player=option.player))


def return_share(
    draft: Draft, number: int, player: str, clauses: tuple[str, ...], *, by_option: bool = False
) -> None:
    """One player's wagers on a box are returned; the others of a shared box play on."""
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
    draft.emit(e.ShareReturned(number, player, clauses, by_option))
    price_again(draft)


def return_what_exists(draft: Draft, number: int, player: str, clauses: tuple[str, ...]) -> None:
    """As `return_share`, but an ante already folded stays lost (MEGA 5.9, M32)."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    box = current.boxes[number]
    if box.choice is not Choice.FOLDED:
        return_share(draft, number, player, clauses)
        return
    share = box.share_of(player)
    if share is not None and share.jackpots_on:
        linkage.take_back_contributions(draft, [number])
        draft.emit(e.JackpotWagerInvalidated(number, player, clauses))
        price_again(draft)
