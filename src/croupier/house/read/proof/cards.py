"""Sealed cards and shuffles: what was opened is what was committed to, and what was settled."""

from collections.abc import Mapping

from croupier.cards import card_names
from croupier.house.log.stream import BrokenStream
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.records import Record, table_stream
from croupier.house.model.table import shuffle
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.findings import Wrong
from croupier.house.sealing import commitment, read_sealed
from croupier.table import commands as c
from croupier.table.dealing import deal_from_shoe
from croupier.table.state import Betting, Deal, Settled, Voided


def prove_sealing(table: HouseTable | None, record: Record, event: h.LogEvent | None) -> None:
    """Before a record of a table is folded; `event` is none if it is still sealed."""
    if table is None:
        return
    if record.sealed is not None:
        _prove_sealed(table, record.sealed)
    match event:
        case h.CommandGiven():
            demand_published(table)
        case h.CardsSealed():
            current = table.game.round
            if not isinstance(current, Betting) or current.number != event.round:
                raise BrokenStream("cards are sealed from the opening call of their round on")
        case h.CardsOpened():
            _prove_opened(table, event)
        case _:
            pass


def _prove_sealed(table: HouseTable, sealed: bytes) -> None:
    kept, found = table.sealing, read_sealed(sealed)
    if kept is None or (kept.under, kept.nonce, kept.key) != (found.under, found.nonce, None):
        raise BrokenStream("it is not sealed under the key of its round")


def _prove_opened(table: HouseTable, event: h.CardsOpened) -> None:
    kept = table.sealing
    if not _is_over(table):
        raise BrokenStream("the key of the cards was published while the round was running")
    if kept is None or (kept.round, kept.nonce, kept.key) != (event.round, event.nonce, None):
        raise BrokenStream("the cards that it opens were not sealed")
    if commitment(bytes.fromhex(event.key)) != kept.commitment:
        raise BrokenStream("the key of the cards is not the one that was committed to")


def demand_published(table: HouseTable) -> None:
    """Once a round is over, everybody has the key of its cards."""
    kept = table.sealing
    if kept is not None and kept.key is None and _is_over(table):
        raise BrokenStream(f"the key of the cards of round {kept.round} was not published")


def demand_all_published(tables: Mapping[str, HouseTable]) -> None:
    for table in tables.values():
        try:
            demand_published(table)
        except BrokenStream as broken:
            raise Wrong(table_stream(table.name), str(broken)) from None


def _is_over(table: HouseTable) -> bool:
    return isinstance(table.game.round, Settled | Voided)


class Shuffles:
    """What was dealt and drawn in the running round of each table."""

    def __init__(self) -> None:
        self.opened = 0
        self.dealt: dict[str, tuple[str | None, c.Draw | None]] = {}

    def note(self, table: str, command: hc.AnyCommand) -> None:
        shoe, draw = self.dealt.get(table, (None, None))
        match command:
            case c.OpenBets():
                self.dealt[table] = (None, None)
            case c.Deal():
                self.dealt[table] = (command.shoe, draw)
            case c.Draw():
                self.dealt[table] = (shoe, command)

    def prove(self, table: HouseTable, event: h.ShuffleOpened) -> None:
        """The seed is the one committed to, and produced the cards and draws of the round."""
        kept = table.shuffle
        seed = bytes.fromhex(event.seed)
        if kept is None or shuffle.commitment(table.name, event.round, seed) != kept.commitment:
            raise BrokenStream("the seed is not the one that was committed to")
        shoe, draw = self.dealt.get(table.name, (None, None))
        seed = shuffle.joint(seed, kept.added)
        if shoe is not None and shoe != card_names(shuffle.shuffled(seed)):
            raise BrokenStream("the cards dealt are not those of the committed shuffle")
        if draw is not None:
            dealing = table.dealing
            drawn = shuffle.drawn(
                seed, table.game.settings.boxes, dealing.magic_every, dealing.lucky_every
            )
            if (drawn.magic_card, drawn.lucky_box, drawn.lucky_dealer) != (
                draw.magic_card,
                draw.lucky_box,
                draw.lucky_dealer,
            ):
                raise BrokenStream("the draws are not those of the committed seed")
        self.opened += 1
        self.prove_hands(table, seed)

    def prove_settled(self, table: HouseTable) -> None:
        """A round that is settled again after its seed was opened."""
        kept = table.shuffle
        if kept is not None and kept.seed is not None and kept.round == table.game.round.number:
            self.prove_hands(table, shuffle.joint(bytes.fromhex(kept.seed), kept.added))

    def prove_hands(self, table: HouseTable, seed: bytes) -> None:
        """The hands on which wagers were settled are those of the committed shuffle."""
        deal: Deal | None = getattr(table.game.round, "deal", None)
        if deal is None:
            return
        order = shuffle.shuffled(seed)
        hands, dealer, _ = deal_from_shoe(table.game, order, sorted(deal.boxes))
        if (dict(deal.hands), deal.dealer) != (hands, dealer):
            raise BrokenStream("the hands settled are not those of the committed shuffle")
