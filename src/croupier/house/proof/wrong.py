"""What a proof says when something does not follow."""


class Wrong(Exception):
    """The first thing found wrong: where, and what."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")

    @classmethod
    def at(cls, stream: str, version: int, problem: str) -> "Wrong":
        """In one record of a stream."""
        return cls(f"{stream} version {version}", problem)
