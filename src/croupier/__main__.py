"""`python -m croupier`, and what the `croupier` script runs: the command line."""

import sys

from croupier.extras import MissingExtra


def main() -> None:
    try:
        from croupier.cli.main import main as run
    except MissingExtra as error:
        sys.exit(f"croupier: {error}")
    run()


if __name__ == "__main__":
    main()
