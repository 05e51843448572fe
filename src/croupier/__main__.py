"""`python -m croupier`: the command line."""

from croupier.cli.main import main

if __name__ == "__main__":
    main()
