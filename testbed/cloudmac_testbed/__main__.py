# SPDX-License-Identifier: Apache-2.0
"""Runs the lab and the experiments of CloudMAC."""
import argparse
import contextlib
import os
import select
import signal
import sys

from . import lab_commands, measure
from .air_goodput.run import AirExperiment
from .airtime.run import AirtimeExperiment
from .association import AssociationExperiment
from .chaos.run import ChaosExperiment
from .demo import Demo
from .errors import LabError, TopologyError
from .first_contact import FirstContactExperiment
from .handover.run import HandoverExperiment
from .hostile.run import HostileExperiment
from .hybrid.run import HybridExperiment
from .nfv.run import NfvExperiment
from .paper.run import Reproduction
from .several_radios import SeveralRadiosExperiment
from .sizing.cost import CostExperiment
from .sizing.run import SizingExperiment
from .split import SplitExperiment
from .virtual_wifi.run import VirtualWifiExperiment

EXPERIMENTS = (
    AirExperiment,
    AirtimeExperiment,
    AssociationExperiment,
    ChaosExperiment,
    CostExperiment,
    Demo,
    FirstContactExperiment,
    HandoverExperiment,
    HostileExperiment,
    HybridExperiment,
    NfvExperiment,
    SeveralRadiosExperiment,
    SizingExperiment,
    SplitExperiment,
    VirtualWifiExperiment,
)
"""The subcommands of ``lab run``."""


def parser():
    """Returns the parser of the whole command line."""
    top = argparse.ArgumentParser(prog="cloudmac", description=__doc__)
    # ./cloudmac checks the arguments with this option before it builds anything.
    top.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    lab = verbs.add_parser(
        "lab",
        help="bring the lab up, look around, take it down",
        epilog="exit status: 0 done; 1 failed, the message says why; 2 arguments are wrong; "
        "129 SIGHUP; 130 interrupted; 141 the reader of the output has ended; 143 SIGTERM",
    )
    lab_verbs = lab.add_subparsers(dest="action", required=True, metavar="VERB")
    lab_commands.add_to(lab_verbs)
    run = lab_verbs.add_parser("run", help="run an experiment")
    experiments = run.add_subparsers(dest="experiment", required=True, metavar="EXPERIMENT")
    for experiment in EXPERIMENTS:
        experiment.declare(experiments)
    Demo.declare(verbs)
    Reproduction.declare(verbs)
    measure.declare(verbs)
    return top


def _end(number, _):
    """Ends the program by a signal. Raises SystemExit, so that all clean-up runs as after Ctrl-C."""
    # The terminal may have gone, as its end is what SIGHUP tells.
    with contextlib.suppress(OSError):
        os.write(2, f"cloudmac: ended by {signal.Signals(number).name}\n".encode())
    sys.exit(143 if number == signal.SIGTERM else 129)


def _reader_has_ended():
    """Returns true if standard output or errors are a pipe that nobody reads any more."""
    ends = select.poll()
    for descriptor in (1, 2):
        ends.register(descriptor, 0)
    return any(found & select.POLLERR for _, found in ends.poll(0))


def main():
    top = parser()
    arguments, arguments.options = top.parse_known_args()
    if arguments.options and not getattr(arguments, "takes_more", False):
        top.error(f"unrecognized arguments: {' '.join(arguments.options)}")
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGHUP, _end)
    try:
        if not arguments.only_check:
            arguments.run(arguments)
        elif hasattr(arguments, "check"):
            arguments.check(arguments)
    except (LabError, TopologyError) as error:
        print(f"cloudmac: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        if not _reader_has_ended():
            raise
        os._exit(141)
    except KeyboardInterrupt:
        print("\ncloudmac: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
