"""The `croupier` command."""

from croupier.extras import need

need("cli", "The croupier command")
