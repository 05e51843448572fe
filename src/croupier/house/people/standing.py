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
    known = {_run_together(one): one for one in people.accounts}.get(_run_together(name))
    if known is not None:
        decline(
            HouseCode.NAME_TAKEN,
            f"'{patron}' is read as {known}, who is registered; write '{known}'.",
        )
    if not plain.isprintable() or plain != name or ":" in name or _is_mixed(name):
        decline(
            HouseCode.BAD_NAME,
            f"{patron!a} is no name for a patron: it has spaces or signs that nobody sees, "
            "a colon, or letters of several alphabets.",
        )
    if name in RESERVED or is_bot(name) or not name:
        decline(
            HouseCode.BAD_NAME,
            f"'{patron}' is no name for a patron: the house acts under it, or a demonstration "
            "player bears it.",
        )


def _run_together(name: str) -> str:
    """Without what stands between letters and digits."""
    return "".join(letter for letter in name if letter.isalnum()) or name


def _is_mixed(name: str) -> bool:
    """Latin letters beside those of another alphabet, some of which look the same."""
    alphabets = {unicodedata.name(one, "").partition(" ")[0] for one in name if one.isalpha()}
    return "LATIN" in alphabets and len(alphabets) > 1


def _demand_player(account: Account, moved: Movement) -> None:
    if HouseRole.PLAYER not in account.roles:
        decline(
            HouseCode.NO_SUCH_PERSON,
            f"{account.name} is no player: staff neither play nor buy in.",
        )
    if account.guest and moved.live:
        decline(HouseCode.OTHER_MONEY, "Guests play for play money, at practice tables only.")
