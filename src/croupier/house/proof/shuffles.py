"""Seeds that were opened are those committed to, and gave the cards dealt and settled."""

from croupier.cards import card_names
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.streams.stream import BrokenStream
from croupier.house.table import shuffle
from croupier.house.table.state import HouseTable
from croupier.table import commands as c
from croupier.table.dealing import deal_from_shoe
from croupier.table.state import Deal


class Shuffles:
    """What was dealt and drawn in the running round of each table."""

    def __init__(self) -> None:
        self.opened = 0
        self._dealt: dict[str, tuple[str | None, c.Draw | None]] = {}

    def note(self, table: str, command: hc.AnyCommand) -> None:
        shoe, draw = self._dealt.get(table, (None, None))
        match command:
            case c.OpenBets():
                self._dealt[table] = (None, None)
            case c.Deal():
                self._dealt[table] = (command.shoe, draw)
            case c.Draw():
                self._dealt[table] = (shoe, command)

    def prove(self, table: HouseTable, event: h.ShuffleOpened) -> None:
        """The seed is the one committed to, and gave the cards and draws of the round."""
        kept = table.shuffle
        seed = bytes.fromhex(event.seed)
        if kept is None or shuffle.commitment(table.name, event.round, seed) != kept.commitment:
            raise BrokenStream("the seed is not the one that was committed to")
        shoe, draw = self._dealt.get(table.name, (None, None))
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
        """A round that is settled anew once its seed is open."""
        kept = table.shuffle
        if kept is not None and kept.seed is not None and kept.round == table.game.round.number:
            self.prove_hands(table, bytes.fromhex(kept.seed))

    def prove_hands(self, table: HouseTable, seed: bytes) -> None:
        """The hands that wagers were settled on are those of the committed shuffle."""
        deal: Deal | None = getattr(table.game.round, "deal", None)
        if deal is None:
            return
        order = shuffle.shuffled(seed)
        hands, dealer, _ = deal_from_shoe(table.game, order, sorted(deal.boxes))
        if (dict(deal.hands), deal.dealer) != (hands, dealer):
            raise BrokenStream("the hands settled are not those of the committed shuffle")
