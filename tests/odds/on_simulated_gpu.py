"""Draws deals on numba's simulator of a GPU, and compares with the processor.

Run as a program of its own, since numba decides at its import whether CUDA is simulated. The
simulator runs the Python of a kernel, so that what takes arrays of the GPU has to be Python too.
"""

import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np

from croupier.books import find_rulebook
from croupier.odds import cuda_deals, drawn_deals
from croupier.odds.other_boxes import Drawing, Sums
from croupier.odds.strategy import statement

FIRST, DEALS = 7, 40


def on_gpu(drawing: Drawing, boxes: int) -> Sums:
    def add_up(first: np.uint64, deals: int, *given: object) -> None:
        cuda_deals.add_up[2, 3](first, np.uint64(deals), *given)

    return drawing.summed(boxes, FIRST, DEALS, add_up)


def main() -> None:
    drawings = []
    for slug, boxes in (("casino-stud", 6), ("three-card-poker", 6)):
        rulebook = find_rulebook(slug)
        drawing = Drawing(rulebook, statement(rulebook.hands.size))
        drawings.append((drawing, boxes, drawing.summed(boxes, FIRST, DEALS, drawn_deals.add_up)))
    for name in ("kind_of", "against_up_card", "against_three", "regret"):
        setattr(drawn_deals, name, getattr(drawn_deals, name).py_func)
    setattr(cuda_deals, "regret", drawn_deals.regret)  # noqa: B010 - it is not its own
    with np.errstate(over="ignore"):
        for drawing, boxes, expected in drawings:
            assert sum(row[0] for row in expected), "no decision was wrong"
            print("equal" if on_gpu(drawing, boxes) == expected else "different")


if __name__ == "__main__":
    main()
