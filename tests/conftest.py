"""How the property tests of this suite run."""

import os

from hypothesis import HealthCheck, settings

# A busy machine is not a bug, so no example has a deadline and none is drawn too slowly. Where
# tests gate a change the examples are always the same; at a desk they differ from run to run.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("desk", PATIENT)
settings.register_profile("gate", PATIENT, derandomize=True, print_blob=True)
settings.load_profile("gate" if os.environ.get("CI") else "desk")
