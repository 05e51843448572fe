"""Why something cannot be simulated."""


class CannotSimulate(ValueError):
    """Parameters that make no sense for this rulebook, as one sentence."""
