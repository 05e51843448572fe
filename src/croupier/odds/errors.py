"""Why a question about odds has no answer."""


class CannotPrice(ValueError):
    """A question that makes no sense for this rulebook, said in one sentence."""
