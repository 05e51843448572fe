"""The units in which rulebooks are written, with the bounds of each."""

from typing import Annotated

from msgspec import Meta

from croupier.money import MOST_CENTS, Cents

Money = Annotated[Cents, Meta(ge=0, le=MOST_CENTS, extra={"written": "money"})]
Odds = Annotated[int, Meta(ge=0, le=1_000_000, extra={"written": "odds"})]
"""What 1 wins, "to 1"."""
Percent = Annotated[int, Meta(ge=0, le=100)]
Rank = Annotated[int, Meta(ge=0, le=12, extra={"written": "rank"})]
Boxes = Annotated[int, Meta(ge=1, le=50)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
"""What is spoken or shown."""
