"""What happens to the people of a house: names and meanings are a public format.

No secret is in the log: hashes of passwords and second factors are kept beside it. A session
and an API token stand in it as an HMAC of 256 random bits under the house's key, which nobody
can turn back, and nobody without the key can make up; `seal` ties them to what is said of them.

Where an event gives somebody a power, or a way in that its giver knows too, `by` says who did
it: whoever had an account in hand is not a second person beside it (`hands.py`).
"""

from datetime import datetime

from msgspec import Struct

from croupier.house.model.people.roles import HouseRole, TokenPower


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and signature are on the record that carries it."""


# Accounts


class PersonRegistered(_Event, frozen=True, tag="person_registered"):
    """Somebody has an account from now on; a guest until a given time."""

    person: str
    name: str
    roles: tuple[HouseRole, ...]
    guest: bool = False
    until: datetime | None = None
    by: str | None = None
    mark: str = ""
    """Of the password's hash that is meant; it is sealed with the hash."""
    address: str | None = None
    """Where a guest comes from: an address, or a network of IPv6."""


class PersonRenamed(_Event, frozen=True, tag="person_renamed"):
    person: str
    name: str


class LanguageChosen(_Event, frozen=True, tag="language_chosen"):
    """By themself, on a page: they find it wherever they log in."""

    person: str
    language: str
    """Its tag: `zh-Hans`."""


class GuestMadeWay(_Event, frozen=True, tag="guest_made_way"):
    """The house was full of guests, and this one, who never took play money, was the oldest."""

    person: str


class RolesGiven(_Event, frozen=True, tag="roles_given"):
    person: str
    roles: tuple[HouseRole, ...]
    by: str | None = None


class RolesTaken(_Event, frozen=True, tag="roles_taken"):
    person: str
    roles: tuple[HouseRole, ...]


class ActingRoleGiven(_Event, frozen=True, tag="acting_role_given"):
    """A further role for a time."""

    person: str
    role: HouseRole
    until: datetime
    reason: str
    by: str | None = None


class ActingRoleEnded(_Event, frozen=True, tag="acting_role_ended"):
    """Ended before its time."""

    person: str
    role: HouseRole


class PersonSuspended(_Event, frozen=True, tag="person_suspended"):
    """May not log in; all sessions and tokens end."""

    person: str
    reason: str


class PersonRestored(_Event, frozen=True, tag="person_restored"):
    person: str
    reason: str


class PersonExcluded(_Event, frozen=True, tag="person_excluded"):
    """Places no wager until a given time, or until the exclusion is lifted."""

    person: str
    until: datetime | None
    reason: str


class ExclusionLifted(_Event, frozen=True, tag="exclusion_lifted"):
    person: str
    reason: str


# Secrets: only that they changed


class PasswordChanged(_Event, frozen=True, tag="password_changed"):
    """By its owner; all other sessions end."""

    person: str
    session: str | None = None
    """The session that goes on."""
    mark: str = ""


class PasswordReset(_Event, frozen=True, tag="password_reset"):
    """To one that may be used once; all sessions end."""

    person: str
    by: str | None = None
    mark: str = ""


class SecondFactorSet(_Event, frozen=True, tag="second_factor_set"):
    person: str
    step: int
    """The half minute whose code was used; no code of it or before it is taken again."""


class SecondFactorRemoved(_Event, frozen=True, tag="second_factor_removed"):
    """By its owner, or by an administrator for somebody who lost it."""

    person: str
    by: str | None = None


class PasskeyAdded(_Event, frozen=True, tag="passkey_added"):
    """What it signs is taken for its owner from now on (WebAuthn)."""

    person: str
    passkey: str
    """The credential's identity, in base64url."""
    name: str
    key: str
    """The public key with what the authenticator says of itself, in base64url."""
    site: str
    """The name under which browsers knew the house; they use it there and nowhere else."""
    seal: str = ""
    challenge: str | None = None
    """What it was made for; nothing that was signed is taken twice."""


class PasskeyCountedBack(_Event, frozen=True, tag="passkey_counted_back"):
    """Its authenticator had counted further before: there may be a copy of it (WebAuthn 6.1.1)."""

    person: str
    passkey: str
    before: int
    counted: int


class PasskeyRemoved(_Event, frozen=True, tag="passkey_removed"):
    person: str
    passkey: str
    by: str | None = None


# Coming and going


class LoggedIn(_Event, frozen=True, tag="logged_in"):
    person: str
    session: str
    until: datetime
    address: str
    step: int | None = None
    """The half minute of the second factor's code."""
    passkey: str | None = None
    """The one that was used, if one was."""
    challenge: str | None = None
    """What it signed; nothing that was signed is taken twice."""
    seal: str = ""
    counted: int | None = None
    """How often the passkey's authenticator says that it has signed; many do not count."""


class ProvedAgain(_Event, frozen=True, tag="proved_again"):
    """Somebody who is in has shown once more that it is them."""

    person: str
    session: str
    step: int | None = None
    passkey: str | None = None
    challenge: str | None = None
    counted: int | None = None


class LogInFailed(_Event, frozen=True, tag="log_in_failed"):
    """A wrong password or code; a name that nobody bears is not written down."""

    person: str | None
    address: str
    second_factor: bool = False
    """The password was right."""
    anew: bool = False
    """In logs of version 0.1, which counted failures themselves: the first after a day."""


class LogInThrottled(_Event, frozen=True, tag="log_in_throttled"):
    """Further attempts are not looked at until then; said once."""

    person: str | None
    address: str
    until: datetime


class LoggedOut(_Event, frozen=True, tag="logged_out"):
    person: str
    session: str


class LoggedOutEverywhere(_Event, frozen=True, tag="logged_out_everywhere"):
    person: str


# API tokens


class ShoeAdmitted(_Event, frozen=True, tag="shoe_admitted"):
    """Two people agreed to a shoe at a table: whoever proposed it may make its token, once."""

    proposal: str
    owner: str
    """Who proposed it."""
    name: str
    place: str
    """The table."""
    until: datetime | None = None
    by: str | None = None
    """Who approved it."""


class ShoeWithdrawn(_Event, frozen=True, tag="shoe_withdrawn"):
    """One of the two was suspended, was reset or lost the role before the token was made."""

    proposal: str


class TokenMade(_Event, frozen=True, tag="token_made"):
    """A device, or a program of its owner, may come in with a token."""

    token: str
    """Its identity in the log."""
    name: str
    owner: str
    power: TokenPower
    place: str | None
    """The table of a shoe, the jackpot of a sign."""
    hash: str
    until: datetime | None = None
    seal: str = ""
    proposal: str | None = None
    """What two people agreed to, where it is a shoe's."""


class TokenDoubted(_Event, frozen=True, tag="token_doubted"):
    """Somebody who answers for a device's token is suspended, was reset or no longer has the role.

    It ends then, unless somebody else vouches for it: a table may run on it meanwhile.
    """

    token: str
    until: datetime


class TokenVouched(_Event, frozen=True, tag="token_vouched"):
    """Somebody else answers for the token from now on."""

    token: str
    by: str | None = None


class TokenRevoked(_Event, frozen=True, tag="token_revoked"):
    token: str


PeopleEvent = (
    PersonRegistered
    | PersonRenamed
    | LanguageChosen
    | GuestMadeWay
    | RolesGiven
    | RolesTaken
    | ActingRoleGiven
    | ActingRoleEnded
    | PersonSuspended
    | PersonRestored
    | PersonExcluded
    | ExclusionLifted
    | PasswordChanged
    | PasswordReset
    | SecondFactorSet
    | SecondFactorRemoved
    | PasskeyAdded
    | PasskeyCountedBack
    | PasskeyRemoved
    | LoggedIn
    | ProvedAgain
    | LogInFailed
    | LogInThrottled
    | LoggedOut
    | LoggedOutEverywhere
    | ShoeAdmitted
    | ShoeWithdrawn
    | TokenMade
    | TokenDoubted
    | TokenVouched
    | TokenRevoked
)
