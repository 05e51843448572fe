"""Why a question about odds has no answer."""


class CannotPrice(ValueError):
    """A question that makes no sense for this rulebook, as one sentence."""
