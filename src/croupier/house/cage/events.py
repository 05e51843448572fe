"""What happens to money outside the rounds: names and meanings are a public format."""

from msgspec import Struct

from croupier.money import Cents


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and signature are on the record that carries it."""


class BoughtIn(_Event, frozen=True, tag="bought_in"):
    """Cash for chips: the wallet of a player grows."""

    player: str
    amount: Cents


CageEvent = BoughtIn
