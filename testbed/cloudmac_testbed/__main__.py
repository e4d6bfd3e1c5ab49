# SPDX-License-Identifier: Apache-2.0
"""The command line behind ``./cloudmac lab`` and ``./cloudmac demo``."""
import argparse
import json
import os
import signal
import subprocess
import sys

from . import client, controller, demo, parts, run, topology
from .guest import medium_client
from .chaos import run as chaos
from .paper import run as paper
from .settings import DISSECTOR, RESTCONF_PORT, RUNTIME, LabError


def _positive(text):
    """A whole number of at least one, on the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 1")
    return int(text)


def check_topology(arguments):
    """Whether there is such a topology; raises TopologyError."""
    topology.load(arguments.topology)


def lab_up(arguments):
    """Bring the lab up and leave it running."""
    plan = topology.load(arguments.topology)
    built = parts.gather(radios=plan.has_radios(), controller=arguments.controller)
    with client.Lab(plan, built, controller=arguments.controller, progress=_say) as lab:
        lab.keep()
    _say(f"up: {', '.join(plan.hosts)}")
    if arguments.controller:
        user, password = controller.credentials(RUNTIME)
        print(
            f"RESTCONF  http://127.0.0.1:{RESTCONF_PORT}/rests\n"
            f"OpenAPI   http://127.0.0.1:{RESTCONF_PORT}/openapi/explorer/index.html\n"
            f"          user {user}, password {password}"
        )
    print(
        "./cloudmac lab shell HOST    a shell in a host\n"
        "./cloudmac lab console       the controller's console\n"
        "./cloudmac lab down          the end"
    )


def lab_down(_):
    client.down()


def lab_status(_):
    print(json.dumps(client.status(), indent=1))


def lab_shell(arguments):
    sys.exit(
        client.terminal(
            None if arguments.host == "guest" else arguments.host,
            arguments.command or ["/bin/bash"],
        )
    )


def lab_capture(arguments):
    """tshark runs in the host, and with -w dumpcap, whose file is written here."""
    more = [word for word in arguments.options if word != "--"]
    if not arguments.write:
        sys.exit(
            client.terminal(
                arguments.host,
                ["tshark", "-l", "-i", arguments.interface, "-X", f"lua_script:{DISSECTOR}", *more],
            )
        )
    # Standard error would end up in the middle of the file.
    argv = [
        "sh",
        "-c",
        'exec "$@" 2>/dev/null',
        "sh",
        "dumpcap",
        "-q",
        "-i",
        arguments.interface,
        "-w",
        "-",
        *more,
    ]
    with open(arguments.write, "wb") as output:
        sys.exit(client.terminal(arguments.host, argv, output))


def lab_console(arguments):
    status = client.status()
    if not status["controller_alive"]:
        raise LabError("the controller is not running in this lab")
    command = controller.console_command(RUNTIME)
    sys.exit(
        subprocess.call(
            ["nsenter", "-t", str(client.inside()), "-n", "-m", "-p", *command, *arguments.command]
        )
    )


def lab_move(arguments):
    """Positions are checked by the medium, which knows what it understands."""
    words = ["move", arguments.radio, *(["then"] if arguments.then else [])]
    words += [f"{number:g}" for number in arguments.position]
    if arguments.speed is not None:
        words += ["speed", f"{arguments.speed:g}"]
    client.call(medium_client.ask, line=" ".join(words))


def lab_link(arguments):
    client.call(
        medium_client.ask, line=f"link {arguments.radio} {arguments.other} {arguments.loss}"
    )


def lab_air(arguments):
    question = medium_client.airtime if arguments.airtime else medium_client.status
    print(json.dumps(client.call(question), indent=1))


def _say(text):
    print(f"lab: {text}", file=sys.stderr, flush=True)


def parser():
    top = argparse.ArgumentParser(prog="cloudmac", description=__doc__)
    # For ./cloudmac: what is asked for is refused before everything is built for it.
    top.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    verbs = top.add_subparsers(dest="verb", required=True)
    lab = verbs.add_parser("lab", help="bring the lab up, look around, take it down")
    actions = lab.add_subparsers(dest="action", required=True)
    up = actions.add_parser("up", help="bring the lab up and leave it running")
    up.add_argument(
        "--topology",
        metavar="FILE",
        help="a YAML file, or the name of one that comes " "with the lab (default: the paper's)",
    )
    up.add_argument(
        "--no-controller",
        dest="controller",
        action="store_false",
        help="switches learn, no controller runs",
    )
    up.set_defaults(run=lab_up, check=check_topology)
    down = actions.add_parser("down", help="end the lab")
    down.set_defaults(run=lab_down)
    status = actions.add_parser("status", help="print the lab's state as JSON")
    status.set_defaults(run=lab_status)
    shell = actions.add_parser("shell", help="a shell, or one command, in a host")
    shell.add_argument("host", help="its name; guest: the lab kernel's own namespace")
    shell.add_argument("command", nargs=argparse.REMAINDER)
    shell.set_defaults(run=lab_shell)
    console = actions.add_parser("console", help="the controller's Karaf console")
    console.add_argument("command", nargs=argparse.REMAINDER)
    console.set_defaults(run=lab_console)
    _air_verbs(actions)
    _measuring_verbs(verbs, actions)
    return top


def _air_verbs(actions):
    move = actions.add_parser("move", help="move a radio, at once or at a walk")
    move.add_argument("radio", help="a station's, WTP's or access point's name")
    move.add_argument("position", type=float, nargs="+", metavar="X Y [Z]", help="metres")
    move.add_argument("--speed", type=float, metavar="M/S", help="walk there (default: jump)")
    move.add_argument("--then", action="store_true", help="after the walk that it is on")
    move.set_defaults(run=lab_move)
    link = actions.add_parser("link", help="change what two radios hear of each other")
    link.add_argument("radio")
    link.add_argument("other")
    link.add_argument("loss", help="more loss in dB, or: cut, clear")
    link.set_defaults(run=lab_link)
    air = actions.add_parser("air", help="print places, signals and counters of all radios as JSON")
    air.add_argument("--airtime", action="store_true", help="time on the air by addresses instead")
    air.set_defaults(run=lab_air)


def _measuring_verbs(verbs, actions):
    show = verbs.add_parser("demo", help="the main job: live, then measured under each strategy")
    show.add_argument("--topology", metavar="FILE")
    show.add_argument("--seed", type=int, default=1, help="of the measurements (default 1)")
    show.add_argument("--quick", action="store_true", help="a tenth of the samples")
    show.add_argument("--keep", action="store_true", help="leave the lab running")
    show.set_defaults(run=demo.main, check=check_topology)
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
    capture = actions.add_parser(
        "capture",
        help="watch an interface with tshark, CloudMAC "
        "dissected; all further options are tshark's",
    )
    capture.add_argument("host")
    capture.add_argument("interface", help="as `lab shell HOST ip link` lists them")
    capture.add_argument("-w", dest="write", metavar="FILE", help="write the frames to a file")
    capture.set_defaults(run=lab_capture, takes_more=True)


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
