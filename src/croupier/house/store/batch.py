"""What one transaction stores: every waiting command that fits the streams as they are."""

from collections.abc import Mapping, Sequence

from croupier.house.log import Append, Conflict, Head
from croupier.house.store.rows import record_row
from croupier.house.store.statements import Row


class Batch:
    """Appends admitted one after another, each seeing those before it."""

    def __init__(self, heads: Mapping[str, Head], answered: frozenset[str]) -> None:
        self._heads = dict(heads)
        self._answered = set(answered)
        self.moved: dict[str, Head] = {}
        self.records: list[Row] = []
        self.postings: list[Row] = []
        self.answers: list[Row] = []
        self._balances: dict[str, int] = {}

    def admit(self, append: Append) -> Conflict | None:
        """Take it in, or say why it cannot be: nothing of it is then stored."""
        for stream, expected in append.expected.items():
            if (found := self._heads.get(stream, _NEW)) != expected:
                return Conflict(
                    f"{stream} is at version {found.version}, not at {expected.version} "
                    "as expected."
                )
        answer = append.answer
        if answer is not None:
            if answer.command in self._answered:
                return Conflict(f"Command {answer.command} has been answered.")
            self._answered.add(answer.command)
            self.answers.append((answer.command, answer.stream, answer.reply.decode()))
        for record in append.records:
            self.records.append(record_row(record))
            self._heads[record.stream] = self.moved[record.stream] = Head(
                record.version, record.hash
            )
        self._post(append)
        return None

    def _post(self, append: Append) -> None:
        balances = self._balances
        before: tuple[str, int] | None = None
        line = 0
        for posting in append.postings:
            place = (posting.stream, posting.version)
            line = line + 1 if place == before else 1
            before = place
            self.postings.append(
                (*place, line, posting.debit, posting.credit, posting.amount, posting.memo)
            )
            balances[posting.debit] = balances.get(posting.debit, 0) - posting.amount
            balances[posting.credit] = balances.get(posting.credit, 0) + posting.amount

    @property
    def heads(self) -> list[Row]:
        return [
            (stream, head.version, head.hash.hex()) for stream, head in sorted(self.moved.items())
        ]

    @property
    def balances(self) -> list[Row]:
        """What to add to each account, in the order of their names: no two writers deadlock."""
        return [(account, amount) for account, amount in sorted(self._balances.items()) if amount]


_NEW = Head()


def demand_sound(append: Append) -> None:
    """Raise `ValueError` for what no state of the store could make right."""
    heads = dict(append.expected)
    for record in append.records:
        head = heads.get(record.stream)
        if head is None:
            raise ValueError(f"{record.stream} is written to, but no head of it is expected")
        if (record.version, record.previous) != (head.version + 1, head.hash):
            raise ValueError(
                f"version {record.version} of {record.stream} does not follow {head.version}"
            )
        heads[record.stream] = Head(record.version, record.hash)
    written = {(record.stream, record.version) for record in append.records}
    for posting in append.postings:
        if (posting.stream, posting.version) not in written:
            raise ValueError("a posting belongs to no record of its command")
        if posting.amount <= 0 or posting.debit == posting.credit:
            raise ValueError("a posting moves a positive amount between two accounts")


def streams_of(appends: Sequence[Append]) -> list[Row]:
    return [(name,) for name in sorted({name for one in appends for name in one.expected})]


def commands_of(appends: Sequence[Append]) -> list[Row]:
    return [(one.answer.command,) for one in appends if one.answer is not None]
