"""The house: durable tables, a ledger, linked progressives and the service in front of them.

It is built in rings. Each imports only those above it in this list, which a contract in
`pyproject.toml` holds:

    model     commands, events, states and what is decided; pure, so that a proof decides it again
    log       records in hash-chained streams, snapshots, and the store as the house asks for it
    store     that store on SQLite and PostgreSQL, its schema and migrations
    app       the command handler and what it stands on: stream cache, idempotency, log-ins,
              the automatic dealer, subscriptions
    read      rounds, audit, reports, the proof, exports; nothing here takes a command
    operate   the program over the years: settings, keys, backups, archives, the supervisor
    http      routes, the streaming connection, limits, pages

A bet on its way from a browser to another player's screen:

    http.socket           reads the message; `http.security` has found out whose it is
    app.house             asks `model.people.powers` whether this person may give the command
    app.command_handler   answers a repeated key alike (`app.idempotency`), else
        load              takes table and jackpot from `app.stream_cache`
        decide            `app.table_service` asks `model.table.decide`, which asks the game's
                          own rules (`croupier.table`)
        append            `app.recording` makes records, postings and significant events of it;
                          `store.writer` commits them together with whatever else waits
        publish           the cache tells those who listen: `app.subscriptions`, the dealer
    http.push             sends each viewer the newest view that they may see

Where something new goes:

    a command             its type in `model/…/commands.py`, its event in `…/events.py`, what
                          becomes of it in `…/decide.py` and `…/state.py`, who may give it in
                          `model/people/powers.py`
    a question            a module in `read`, a route in `http`
    a column or a table   `store/schema.py` and a step in `store/migrations/versions`
    a setting             `operate/config.py`
"""
