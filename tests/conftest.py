"""How the property tests of this suite run."""

import os

from hypothesis import settings

# A busy machine is not a bug, so no example has a deadline. Where tests gate a
# change the examples are always the same; at a desk they differ from run to run.
settings.register_profile("desk", deadline=None)
settings.register_profile("gate", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("gate" if os.environ.get("CI") else "desk")
