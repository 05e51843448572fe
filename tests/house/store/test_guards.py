"""PostgreSQL's guards and bounds, hollowed out by whoever owns the database: all of it is found."""

import pytest
from sqlalchemy import text

from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store.connecting import connect
from tests.house.houses import KEY, keeping, register_table

HOLLOW = """
    CREATE OR REPLACE FUNCTION croupier_never_changed() RETURNS trigger LANGUAGE plpgsql AS
    'begin return null;
     /* RAISE EXCEPTION ''% is never changed, only added to'', TG_TABLE_NAME */ end'
"""
GUARD = "CREATE TRIGGER records_never_changed BEFORE {when} ON records {rest}"
AGAIN = "FOR EACH STATEMENT EXECUTE FUNCTION croupier_never_changed()"
OFF = "DROP TRIGGER records_never_changed ON records"
GONE = "what keeps records from being changed is not in force"
UNKNOWN = "this program knows nothing of it"


@pytest.mark.parametrize(
    ("done", "where", "words"),
    [
        ([HOLLOW], "trigger records_never_changed", GONE),
        (
            [OFF, GUARD.format(when="UPDATE OF events OR DELETE OR TRUNCATE", rest=AGAIN)],
            *("trigger records_never_changed", GONE),
        ),
        (
            ["ALTER FUNCTION croupier_never_changed() SET search_path = elsewhere"],
            *("trigger records_never_changed", GONE),
        ),
        (["ALTER TABLE records DISABLE TRIGGER USER"], "trigger records_never_changed", GONE),
        (
            ["ALTER TABLE balances DROP CONSTRAINT balances_amount_check"],
            *("constraint of balances", "it is missing: CHECK"),
        ),
        (
            ["ALTER TABLE postings ADD CONSTRAINT more CHECK (amount > 0)"],
            *("constraint of postings", UNKNOWN),
        ),
        (["ALTER TABLE answers DROP CONSTRAINT answers_pkey"], "constraint of answers", "missing"),
        (
            ["ALTER TABLE balances ALTER COLUMN amount SET DEFAULT 5"],
            *("default balances.amount", UNKNOWN),
        ),
        (
            ["CREATE RULE quiet AS ON UPDATE TO attempts DO INSTEAD NOTHING"],
            *("rule quiet", UNKNOWN),
        ),
        (
            ["ALTER TABLE significant ENABLE ROW LEVEL SECURITY"],
            *("row security of significant", UNKNOWN),
        ),
        (["CREATE POLICY few ON records USING (seq < 3)"], "policy few", UNKNOWN),
        (["ALTER TABLE attempts SET UNLOGGED"], "crash in attempts", UNKNOWN),
        (
            ["CREATE SCHEMA aside", "CREATE TABLE aside.more () INHERITS (records)"],
            "heir of records",
            UNKNOWN,
        ),
    ],
    ids=lambda given: given[-1][:40] if isinstance(given, list) else "",
)
async def test_what_was_done_to_a_guard_is_found(
    postgres_url: str, done: list[str], where: str, words: str
) -> None:
    async with keeping(postgres_url) as handler:
        await register_table(handler, jackpot=None)
        assert (await handler.store.check(whole=True)).clean
        engine = connect(postgres_url)
        try:
            with engine.begin() as connection:
                for statement in done:
                    connection.execute(text(statement))
        finally:
            engine.dispose()
        found = (await handler.store.check(remember=False)).findings
        assert any(where in one.where and words in one.problem for one in found), found
        assert (await verify(handler.store, keys=Keyring((KEY,)))).wrong is not None
