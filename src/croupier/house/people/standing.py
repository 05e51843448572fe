"""Whether somebody may have money moved: the register and exclusions, asked in this one place.

The keeper asks before anything is stored, whatever the command was; whoever proves the log
asks again for what came in and went out.

| | registered player | suspended | excluded | staff | in no register |
| --- | --- | --- | --- | --- | --- |
| buy-in, at the cage or a table | yes | no | no | no | no, but for chips in a pocket |
| new wager | yes | no | no | no | no, but for chips in a pocket |
| cash-out, jackpot payment | yes | yes | yes | yes | no, but for chips in a pocket |
"""

from datetime import datetime

from croupier.house.ledger.persons import Movement, Way
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
        return
    if moved.way in (Way.OUT, Way.PAID):
        return  # what is theirs is theirs: excluded people too may always have it
    _demand_player(account, moved)
    if account.is_excluded(now):
        decline(HouseCode.EXCLUDED, f"{account.name} is excluded from play for now.")
    if not account.is_open(now):
        decline(HouseCode.SUSPENDED, f"The account of {account.name} is not open.")


def _demand_player(account: Account, moved: Movement) -> None:
    if HouseRole.PLAYER not in account.roles:
        decline(
            HouseCode.NO_SUCH_PERSON,
            f"{account.name} is no player: staff neither play nor buy in.",
        )
    if account.guest and moved.live:
        decline(HouseCode.OTHER_MONEY, "Guests play for play money, at practice tables only.")
