"""Whether somebody may have money moved: the register and exclusions, asked in this one place.

The keeper asks before anything is stored, whatever the command was; whoever proves the log
asks again for what came in and went out.

| | registered player | suspended | excluded | staff | in no register |
| --- | --- | --- | --- | --- | --- |
| buy-in, at the cage or a table | yes | no | no | no | no, but for chips in a pocket |
| new wager | yes | no | no | no | no, but for chips in a pocket |
| cash-out, jackpot payment | yes | yes | yes | yes | no, but for chips in a pocket |
"""

import unicodedata
from datetime import datetime

from croupier.house.ledger.persons import Movement, Way
from croupier.house.ledger.wallets import is_bot
from croupier.house.people.decide import RESERVED
from croupier.house.people.roles import HouseRole
from croupier.house.people.state import Account, People
from croupier.house.refusals import HouseCode, decline


def demand_standing(people: People, moved: Movement, now: datetime) -> None:
    """Raise `HouseRefused` where this person's money may not move that way."""
    account = people.accounts.get(moved.name)
    if account is None:
        if not moved.pocket:
            decline(
                HouseCode.NO_SUCH_PERSON,
                f"No player is called '{moved.name}'; register them first.",
            )
        if moved.way in (Way.IN, Way.STAKE):
            _demand_distinct(people, moved.name)
        return
    if moved.way in (Way.OUT, Way.PAID):
        return  # what is theirs is theirs: excluded people too may always have it
    _demand_player(account, moved)
    if account.is_excluded(now):
        decline(HouseCode.EXCLUDED, f"{account.name} is excluded from play for now.")
    if not account.is_open(now):
        decline(HouseCode.SUSPENDED, f"The account of {account.name} is not open.")


def _demand_distinct(people: People, patron: str) -> None:
    """A patron in no register bears no name that is read as another's, or as the house's own."""
    plain = unicodedata.normalize("NFKC", patron).casefold()
    name = " ".join(plain.split())
    if name in people.accounts:
        decline(
            HouseCode.NAME_TAKEN,
            f"'{patron}' is read as {name}, who is registered; write '{name}'.",
        )
    if name in RESERVED or is_bot(name) or not name or plain != name:
        decline(
            HouseCode.BAD_NAME,
            f"'{patron}' is no name for a patron: the house acts under it, a demonstration player "
            "bears it, or it has spaces that nobody sees.",
        )


def _demand_player(account: Account, moved: Movement) -> None:
    if HouseRole.PLAYER not in account.roles:
        decline(
            HouseCode.NO_SUCH_PERSON,
            f"{account.name} is no player: staff neither play nor buy in.",
        )
    if account.guest and moved.live:
        decline(HouseCode.OTHER_MONEY, "Guests play for play money, at practice tables only.")
