"""The one writer of a process: all waiting commands are stored in one transaction."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from queue import SimpleQueue
from time import monotonic, sleep

from msgspec import Struct
from sqlalchemy import Connection, Engine, Transaction
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from croupier.house.log.chain import OtherKey
from croupier.house.log.event_store import (
    Append,
    Conflict,
    Fence,
    OutcomeUnknown,
    StoreUnavailable,
    TooLarge,
)
from croupier.house.sealing import Keyring
from croupier.house.store.batch import (
    Batch,
    Ready,
    commands_of,
    groups_of,
    in_their_places,
    losses_of,
    made_ready,
    take_turns,
)
from croupier.house.store.changes import notify
from croupier.house.store.failures import (
    LOST,
    REPLACED,
    STOPPED,
    UNSYNCED,
    has_unsynced_commit,
    is_of_the_disk,
    is_retryable,
    is_too_large,
    unavailable,
    was_stored,
)
from croupier.house.store.session import Known, Replaced, Session
from croupier.house.store.statements import statements_for
from croupier.house.store.write_ahead_log import move_pages

APPENDS_MAX = 2_000
"""The most commands in one transaction."""
BUSY_APPENDS, BATCH_SECONDS = 4, 0.015
"""Once this many commands are waiting, a batch begins no sooner than this long after the previous
one began: few large batches cost less than many small ones, and leave the processor free to decide
the next commands."""
ATTEMPTS = 5

Outcome = Exception | None


Work = Callable[[Connection], object]


class Waiting(Struct, frozen=True, eq=False):
    """A command on its way to the disk, and who is waiting for it."""

    ready: Ready
    loop: asyncio.AbstractEventLoop
    told: "asyncio.Future[None]"


class WriteJob(Struct, frozen=True, eq=False):
    """Something else to write, in a transaction of its own."""

    work: Work
    loop: asyncio.AbstractEventLoop
    told: "asyncio.Future[None]"


class Writer:
    """A thread with a queue. Whatever queues up during one write goes together in the next."""

    def __init__(self, engine: Engine, stored: Callable[[dict[str, int]], None]) -> None:
        self._engine = engine
        self._session = Session(engine)
        self._statements = statements_for(engine.dialect)
        self._stored = stored
        self.keys = Keyring()
        """The keys that chain the log."""
        self.committed: Callable[[int], None] | None = None
        """Called with the number of commands that went to disk together."""
        self.stopped: Callable[[str], object] | None = None
        """Called once, with a sentence, when the disk has failed or the files were replaced: from
        then on nothing is written."""
        self._stopped_by: str | None = None
        self._queue: deque[Waiting] = deque()
        self._jobs: deque[WriteJob] = deque()
        self._calls: SimpleQueue[None] = SimpleQueue()
        self._is_called = False
        """Whether the thread is about to look for work: it need not be called twice."""
        self._log_is_long = False
        self._loop: tuple[int, asyncio.AbstractEventLoop | None] = (0, None)
        self._closing = self._is_over = False
        self._thread = threading.Thread(target=self._run, name="croupier-store", daemon=True)
        self._thread.start()

    def submit(self, append: Append) -> "asyncio.Future[None]":
        """Queue it, from the event loop; the future is done once it is on disk."""
        ready = made_ready(append)
        loop, told = self._promise()
        self._queue.append(Waiting(ready, loop, told))
        self._call()
        return told

    def send(self, work: Work) -> "asyncio.Future[None]":
        """Have something else written between two batches."""
        loop, told = self._promise()
        self._jobs.append(WriteJob(work, loop, told))
        self._call()
        return told

    def _call(self) -> None:
        """After something was queued. A queue wakes a thread for a tenth of what an event costs."""
        if not self._is_called:
            self._is_called = True
            self._calls.put(None)
        if self._is_over:  # since it was asked: nobody will look for it
            self._refuse_late()

    def end_log(self) -> None:
        """Start SQLite's log again once nearly all of it has been moved."""
        self._log_is_long = True

    def _stop(self, why: str) -> None:
        """The disk did not keep what was written: what the files contain is no longer known."""
        self._stopped_by = why
        if self.stopped is not None:
            self.stopped(why)

    def _promise(self) -> tuple[asyncio.AbstractEventLoop, "asyncio.Future[None]"]:
        if self._closing:
            raise StoreUnavailable("The store is closed.")
        loop = self._running_loop()
        return loop, loop.create_future()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        """Cached, as a thread runs one loop at a time: in Python 3.11 asking is a system call."""
        thread, loop = self._loop
        if thread != threading.get_ident() or loop is None or not loop.is_running():
            loop = asyncio.get_running_loop()
            self._loop = threading.get_ident(), loop
        return loop

    def close(self) -> None:
        """Store what is still waiting, then stop; later commands are refused."""
        self._closing = True
        self._calls.put(None)
        self._thread.join()
        self._session.end()
        self._is_over = True
        self._refuse_late()

    def _refuse_late(self) -> None:
        late: list[Waiting | WriteJob] = []
        for queue in (self._queue, self._jobs):
            with suppress(IndexError):
                while True:
                    late.append(queue.popleft())
        _wake(late, [StoreUnavailable("The store is closed.")] * len(late))

    def _run(self) -> None:
        while True:
            self._calls.get()
            self._is_called = False  # before the queues are looked at
            while self._queue or self._jobs:
                began = monotonic()
                self._next_batch()
                if self._jobs:
                    job = self._jobs.popleft()
                    _wake([job], [self._do(job.work)])
                if self._log_is_long:
                    self._end_log()
                if len(self._queue) >= BUSY_APPENDS and not self._closing:
                    sleep(max(0.0, began + BATCH_SECONDS - monotonic()))
            if self._closing and not (self._queue or self._jobs):
                return

    def _next_batch(self) -> None:
        size = min(len(self._queue), APPENDS_MAX)
        waiting = [self._queue.popleft() for _ in range(size)]
        if waiting:
            _wake(waiting, self.store([each.ready for each in waiting]))

    def _end_log(self) -> None:
        self._log_is_long = False
        with suppress(Exception), closing(self._engine.raw_connection()) as connection:
            move_pages(connection)  # if it fails, the next time will do

    def _do(self, work: Work) -> Outcome:
        if self._stopped_by is not None:
            return StoreUnavailable(self._stopped_by)
        try:
            self._session.demand_in_place()
            # The connection is best for this too, and what is known may change.
            self._session.close()
            with self._engine.connect() as plain:
                connection = plain.execution_options(writes=True)
                transaction = connection.begin()
                try:
                    work(connection)
                except BaseException:
                    _roll_back(transaction)
                    raise
                if self._commit(transaction) is not None:
                    return OutcomeUnknown(LOST)
            self._session.demand_in_place()
        except Replaced:
            self._stop(REPLACED)
            return OutcomeUnknown(REPLACED)
        except DBAPIError as error:
            return unavailable(error)
        except StoreUnavailable as error:
            return error
        except Exception as error:
            return StoreUnavailable(f"The store failed: {error}.")
        return None

    def store(self, appends: Sequence[Ready], *, sure: bool = False) -> list[Outcome]:
        """Store them together; returns the outcome of each. `sure`: see `_admit`."""
        if self._stopped_by is not None:
            return [StoreUnavailable(self._stopped_by)] * len(appends)
        trouble = StoreUnavailable("Other processes kept getting in the way.")
        for _ in range(ATTEMPTS):
            try:
                return self._transaction(appends, sure)
            except DBAPIError as error:
                if isinstance(error, IntegrityError) and not sure:
                    sure = True  # most likely a command was given twice: find out which
                    continue
                if isinstance(error, IntegrityError | DataError) and len(appends) > 1:
                    return self._one_by_one(appends)
                if is_too_large(error):
                    return [TooLarge("an account")]
                if not isinstance(error, IntegrityError):
                    trouble = unavailable(error)
                    # A connection that was lost before the commit stored nothing.
                    if not (is_retryable(error) or error.connection_invalidated):
                        break
            except StoreUnavailable as error:
                return [error] * len(appends)
            except Replaced:
                self._stop(REPLACED)
                return [StoreUnavailable(REPLACED)] * len(appends)
            except Exception as error:
                return [StoreUnavailable(f"The store failed: {error}.")] * len(appends)
        return [trouble] * len(appends)

    def _one_by_one(self, appends: Sequence[Ready]) -> list[Outcome]:
        """What one of them asks for is impossible; the others must not suffer for it."""
        return [outcome for each in appends for outcome in self.store([each], sure=True)]

    def _transaction(self, appends: Sequence[Ready], sure: bool) -> list[Outcome]:
        session = self._session
        connection = session.begin()
        try:
            known = session.known
            batch, outcomes = self._admit(connection, known, appends, sure)
            self._write(connection, batch)
        except OtherKey as error:
            session.rollback()
            raise StoreUnavailable(str(error)) from error
        except BaseException:
            session.rollback()
            raise
        doubt = self._commit(session)
        if doubt is not None and not was_stored(self._engine, batch):
            raise unavailable(doubt) from doubt
        known.take(batch)
        if batch.moved:
            self._stored({stream: head.version for stream, head in batch.moved.items()})
            if self.committed is not None:
                self.committed(len(appends))
        return outcomes

    def _admit(
        self, connection: Connection, known: Known, waiting: Sequence[Ready], sure: bool
    ) -> tuple[Batch, list[Outcome]]:
        """Whether a command was answered before is asked only where `sure`, or where one would be
        refused for another reason: else the key of `answers` sees to it that none is twice."""
        statements = self._statements
        appends = [one.append for one in waiting]
        take_turns(connection)
        fences: list[Fence] = []
        if groups := groups_of(appends):
            fences = [Fence(*row) for row in statements.lock_leases.on(connection, groups)]
        known.look_up(connection, statements, waiting)
        won: dict[tuple[str, str, str], int] = {}
        if limited := losses_of(appends):
            found = statements.find_results.on(connection, limited)
            won = {(row[0], row[1], row[2]): int(row[3]) for row in found}

        def admitted(answered: frozenset[str]) -> tuple[Batch, list[Outcome]]:
            batch = Batch(known.heads, answered, known.held, won, fences)
            batch.end = known.end
            return batch, [batch.admit(one) for one in waiting]

        if not sure:
            batch, outcomes = admitted(frozenset())
            if all(one is None or isinstance(one, Conflict) for one in outcomes):
                return batch, outcomes
        found = statements.find_answers.on(connection, commands_of(appends))
        return admitted(frozenset(row[0] for row in found))

    def _write(self, connection: Connection, batch: Batch) -> None:
        statements = self._statements
        if batch.answers:  # before anything that may fail: what was answered before is a conflict
            statements.add_answers.on(connection, batch.answers)
        if not batch.moved:
            return
        placed, batch.end = in_their_places(connection, self.keys, batch.runs, batch.end)
        moved = statements.add_rest.on(
            connection,
            (
                placed,
                batch.postings,
                batch.significant,
                batch.balances,
                batch.results,
                batch.heads,
            ),
        )
        if moved != len(batch.moved):
            raise StoreUnavailable("A stream moved under its lock; nothing was stored.")
        if self._engine.dialect.name == "postgresql":
            notify(connection, {name: head.version for name, head in batch.moved.items()})

    def _commit(self, transaction: Transaction | Session) -> DBAPIError | None:
        """Commit; returns the error if the commit may have been made and can be looked up."""
        try:
            transaction.commit()
        except Replaced as error:
            self._stop(REPLACED)
            raise OutcomeUnknown(REPLACED) from error
        except DBAPIError as error:
            if error.connection_invalidated:
                return error
            _roll_back(transaction)
            if is_of_the_disk(error.orig) and has_unsynced_commit(self._engine):
                self._stop(STOPPED)
                raise OutcomeUnknown(UNSYNCED) from error
            raise
        return None


def _roll_back(transaction: Transaction | Session) -> None:
    with suppress(DBAPIError):
        transaction.rollback()


def _wake(waiting: Sequence[Waiting | WriteJob], outcomes: Sequence[Outcome]) -> None:
    """Wake those waiting, once per event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], Outcome]]] = {}
    for each, outcome in zip(waiting, outcomes, strict=True):
        loops.setdefault(each.loop, []).append((each.told, outcome))
    for loop, told in loops.items():
        with suppress(RuntimeError):  # the loop is gone, and everybody who waited with it
            loop.call_soon_threadsafe(_resolve, told)


def _resolve(told: list[tuple["asyncio.Future[None]", Outcome]]) -> None:
    for future, outcome in told:
        if future.done():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(type(outcome)(*outcome.args))
