# SPDX-License-Identifier: Apache-2.0
"""The command line behind ``./cloudmac lab`` and ``./cloudmac demo``."""
import argparse
import os
import signal
import sys

from . import client, demo, lab_commands, run, topology
from .chaos import run as chaos
from .paper import run as paper
from .settings import LabError


def _positive(text):
    """A whole number of at least one, on the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 1")
    return int(text)


def check_demo(arguments):
    """Raises LabError or TopologyError if the demo cannot start."""
    topology.load(arguments.topology)
    client.check_free()


def parser():
    top = argparse.ArgumentParser(prog="cloudmac", description=__doc__)
    # For ./cloudmac: what is asked for is refused before everything is built for it.
    top.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    verbs = top.add_subparsers(dest="verb", required=True)
    lab = verbs.add_parser("lab", help="bring the lab up, look around, take it down")
    actions = lab.add_subparsers(dest="action", required=True)
    lab_commands.add_to(actions)
    _measuring_verbs(verbs, actions)
    return top


def _measuring_verbs(verbs, actions):
    show = verbs.add_parser("demo", help="the main job: live, then measured under each strategy")
    show.add_argument("--topology", metavar="FILE")
    show.add_argument("--seed", type=int, default=1, help="of the measurements (default 1)")
    show.add_argument("--quick", action="store_true", help="a tenth of the samples")
    show.add_argument("--keep", action="store_true", help="leave the lab running")
    show.set_defaults(run=demo.main, check=check_demo)
    experiment = actions.add_parser("run", help="run an experiment by name")
    experiment.add_argument("experiment", choices=sorted(run.EXPERIMENTS))
    experiment.add_argument("--topology", metavar="FILE")
    experiment.add_argument("--seed", type=int, default=1)
    experiment.add_argument("--quick", action="store_true", help="a tenth of the samples")
    experiment.add_argument(
        "--policies", nargs="+", metavar="NAME", help="hybrid: only these candidates"
    )
    experiment.add_argument(
        "--series",
        nargs="+",
        metavar="NAME",
        help="air, handover, sizing: only these, as g-rates-plain, or 'two-*-cloudmac'",
    )
    experiment.add_argument(
        "--faults",
        nargs="+",
        choices=sorted(chaos.FAULTS),
        help="chaos: only these are killed (default: all three)",
    )
    experiment.add_argument(
        "--fault-every",
        type=_positive,
        metavar="N",
        help=f"chaos: handovers from one fault to the next, in the mean (default "
        f"{chaos.FAULT_EVERY})",
    )
    experiment.set_defaults(run=run.main, check=run.check, keep=False)
    again = verbs.add_parser("reproduce", help="figures of the paper beside the paper's numbers")
    again.add_argument(
        "figures", nargs="*", metavar="FIGURE", help="fig3 to fig10, or all, which is the default"
    )
    again.add_argument("--seed", type=int, default=1)
    again.add_argument(
        "--quick", action="store_true", help="one short repetition of the main lines"
    )
    again.add_argument(
        "--repetitions", type=_positive, metavar="N", help="instead of 15 (with --quick: 1)"
    )
    again.add_argument(
        "--lines",
        type=lambda text: text.split(","),
        metavar="LINE,...",
        help="only these lines of the figures, as their results name them: htb,cloudmac",
    )
    again.add_argument(
        "--document", action="store_true", help="write the report into docs/results.md too"
    )
    again.add_argument(
        "--causes",
        action="store_true",
        help="only what differences from the paper are suspected of: each such line as it is, and "
        "with one thing changed",
    )
    again.set_defaults(run=paper.main, check=paper.planned)


def main():
    top = parser()
    arguments, arguments.options = top.parse_known_args()
    if arguments.options and not getattr(arguments, "takes_more", False):
        top.error(f"unrecognized arguments: {' '.join(arguments.options)}")
    # So that all clean-up runs, as after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    try:
        if not arguments.only_check:
            arguments.run(arguments)
        elif hasattr(arguments, "check"):
            arguments.check(arguments)
    except (LabError, topology.TopologyError) as error:
        print(f"cloudmac: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        os._exit(141)
    except KeyboardInterrupt:
        print("\ncloudmac: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
