# SPDX-License-Identifier: Apache-2.0
"""``lab run``: experiments by name, each a live lab with the controller, then
virtual time on a snapshot of it; a result file each in results/."""
import statistics

from . import demo, parts, results, split, topology, virtual
from .guest import experiments
from .airtime import run as airtime
from .chaos import run as chaos
from .handover import run as handover
from .hybrid import search
from .live import live_snapshot
from .settings import RESULTS, LabError
from .sizing import cost
from .sizing import run as sizing

ATTEMPTS = 200
SECURITIES = ("wpa2", "wpa3")


def association(arguments):
    """A station associates 200 times with each of WPA2 and WPA3 (20: --quick)."""
    attempts = 20 if arguments.quick else ATTEMPTS
    built = parts.gather()
    outcome = {}
    for security in SECURITIES:
        plan = topology.load(arguments.topology)
        for vap in plan.of_kind("vap"):
            vap.options["security"] = security
        with virtual.scratch() as scratch:
            snapshot = live_snapshot(plan, built, scratch / "snapshot")
            measured = virtual.measure(
                scratch / "run",
                built,
                plan,
                experiments.associations,
                seed=arguments.seed,
                snapshot=snapshot,
                name=demo.STATION,
                attempts=attempts,
            )
        seconds = measured["seconds"]
        outcome[security] = {
            "attempts": attempts,
            "successes": len(seconds),
            "key_mgmt": measured["key_mgmt"],
            "sae_handshakes": measured["sae_handshakes"],
            "median_s": statistics.median(seconds) if seconds else None,
            "seconds": seconds,
            "errors": measured["errors"],
            "clock": virtual.CLOCK,
            "seed": arguments.seed,
        }
        print(
            f"{security}: {len(seconds)} of {attempts} associations, median "
            f"{outcome[security]['median_s']} s ({measured['key_mgmt']})",
            flush=True,
        )
    RESULTS.mkdir(parents=True, exist_ok=True)
    results.write_json(RESULTS / "association.json", outcome)
    if any(entry["successes"] < entry["attempts"] for entry in outcome.values()):
        raise LabError(f"not all attempts succeeded, see {RESULTS / 'association.json'}")


EXPERIMENTS = {
    "air": airtime.main,
    "association": association,
    "chaos": chaos.main,
    "cost": cost.main,
    "demo": demo.main,
    "handover": handover.main,
    "hybrid": search.main,
    "sizing": sizing.main,
    "split": split.main,
}


def check(arguments):
    """Whether these arguments go together. Raises LabError, TopologyError."""
    topology.load(arguments.topology)
    for option, known in (
        ("policies", ("hybrid",)),
        ("series", ("air", "handover", "sizing")),
        ("faults", ("chaos",)),
        ("fault_every", ("chaos",)),
    ):
        if getattr(arguments, option) and arguments.experiment not in known:
            name = option.replace("_", "-")
            wanted = ", ".join(known)
            raise LabError(f"--{name} is for {wanted}, not for {arguments.experiment}")


def main(arguments):
    """``lab run`` on the command line."""
    check(arguments)
    EXPERIMENTS[arguments.experiment](arguments)
