"""The house: durable tables, a ledger, linked progressives and the service in front of them.

It is built in rings. Each imports only those above it in this list; a contract in `pyproject.toml`
enforces this:

    model     commands, events, states and decisions; pure, so that a proof can repeat them
    log       records in hash-chained streams, snapshots, and the store as a protocol
    store     that store on SQLite and PostgreSQL, its schema and migrations
    app       the command handler and what it relies on: stream cache, idempotency, log-ins,
              the automatic dealer, subscriptions
    read      rounds, audit, reports, the proof, exports; nothing here takes a command
    operate   running the program over the years: settings, keys, backups, archives, supervisor
    http      routes, the streaming connection, limits, pages

A bet on its way from a browser to another player's screen:

    http.socket           reads the message (`http.frames`); `http.security` has identified the
                          sender
    app.house             asks `model.people.powers` whether this person may give the command
    app.command_handler   gives a repeated key the same answer (`app.idempotency`), otherwise
        load              takes table and jackpot from `app.stream_cache`
        decide            `app.table_service` asks `model.table.decide`, which asks the game's
                          own rules (`croupier.table`)
        append            `app.written` turns it into records (`log.stream`) and postings
                          (`model.ledger`); `store.writer` commits them together with whatever
                          else is waiting
        publish           the cache notifies those whom the change concerns: `app.subscriptions`,
                          and at unattended tables the dealer
    http.push             sends each viewer the newest view they may see

`tests/house/http/test_way_of_a_bet.py` follows one and counts the files: there are forty-seven.

Where something new goes:

    a command             by the steps under "Adding a command" in `docs/architecture.md`
    a question            a module in `read`, a route in `http`; a section of the pages and who may
                          open it in `model/people/powers.py`
    a column or a table   `store/schema.py` and a step in `store/migrations/versions`
    a setting             `operate/config.py`
"""

from croupier.extras import need

need("house", "croupier.house")
