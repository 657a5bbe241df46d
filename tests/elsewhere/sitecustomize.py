"""Python runs this at its start where the folder is on PYTHONPATH: it simulates another system, if asked."""

import os

if os.environ.get("SIMULATED_SYSTEM"):
    import simulated_system

    simulated_system.simulate(os.environ["SIMULATED_SYSTEM"])
