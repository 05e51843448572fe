"""Builds the site into a folder: that of the house, which serves it at `/docs`, or another one."""

import os
import sys
import tempfile
from pathlib import Path

from croupier.house.http.pages.documentation import FOLDER
from tools.site.building import assemble, build


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # an advertisement of its successor
    with tempfile.TemporaryDirectory() as pages:
        assemble(Path(pages))
        build(Path(pages), out.resolve())
    print(f"The site is in {out}.")


if __name__ == "__main__":
    main()
