# SPDX-License-Identifier: Apache-2.0
"""The verbs of ``./cloudmac lab`` that start, inspect and change a live lab.

Each verb has a function that runs it. ``add_to()`` declares their options."""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

from . import arrival, client, controller, description, live, parts, topology
from .errors import LabError
from .guest import medium_client
from .settings import DISSECTOR, RESTCONF_PORT, RUNTIME

RESTCONF_URL = f"http://127.0.0.1:{RESTCONF_PORT}/rests"
OPENAPI_URL = f"http://127.0.0.1:{RESTCONF_PORT}/openapi/explorer/index.html"
WHERE_MOBILITY = f"""\
Mobility is on: the controller hands stations over by their signals. See its decisions:
./cloudmac lab console cloudmac:log
{RESTCONF_URL}/data/cloudmac-state:cloudmac-state/steering"""
HELP_WORDS = (["-h"], ["--help"])
PASSED_ON = (
    "exit status: 1 no lab is up; 2 arguments are wrong; 130 interrupted; others as the program "
    "in the lab exits"
)
"""Exit status of the verbs that run a program in the lab."""


def say(text):
    """Prints a line of progress."""
    print(f"lab: {text}", file=sys.stderr, flush=True)


def check_up(arguments):
    """Raises LabError or TopologyError if this lab cannot be brought up."""
    topology.load(arguments.topology)
    client.check_free()


def up(arguments):
    """Brings the lab up and leaves it running."""
    plan = topology.load(arguments.topology)
    client.check_free()
    built = parts.gather(radios=plan.has_radios(), controller=arguments.controller)
    with client.Lab(plan, built, controller=arguments.controller, progress=say) as lab:
        mobile = arguments.controller and live.enable_mobility(plan)
        missing = arrival.await_all(plan, say, arguments.controller)
        lab.keep()
    for line in told(plan, missing):
        say(line)
    if arguments.controller:
        user, password = controller.credentials(RUNTIME)
        print(
            f"RESTCONF  {RESTCONF_URL}\n"
            f"OpenAPI   {OPENAPI_URL}\n"
            f"          user {user}, password {password}"
        )
    if mobile:
        print(WHERE_MOBILITY)
    print(
        "./cloudmac lab status        the lab's state, RESTCONF's user and password\n"
        "./cloudmac lab shell HOST    a shell in a host\n"
        "./cloudmac lab console       the controller's console\n"
        "./cloudmac lab down          ends the lab"
    )


def told(plan, missing):
    """Returns the lines on a lab that is up. missing: name -> reason, of arrival.await_all()."""
    there = ", ".join(name for name in plan.hosts if name not in missing)
    if not missing:
        return [f"up: {there}"]
    lines = [f"{name} is missing: {reason}" for name, reason in missing.items()]
    lines += [
        f'"./cloudmac lab shell {name} wpa_cli status" shows the state of {name}'
        for name in missing
        if plan.hosts[name].kind in ("station", "vsta")
    ][:1]
    return [*lines, f"up without {', '.join(missing)}: {there}"]


def down(_):
    """Ends the lab."""
    client.down()


def check(arguments):
    """Prints what a topology would build, or raises TopologyError."""
    plan = topology.load(arguments.file)
    print("\n".join(description.lines(plan)))


def status(arguments):
    """Prints the lab's state, and how to log in to RESTCONF, as JSON; or the password alone."""
    state = client.status()
    if arguments.password:
        if not state["controller"]:
            raise LabError("this lab has no controller, and so no password")
        print(controller.credentials(RUNTIME)[1])
        return
    if state["controller"]:
        user, password = controller.credentials(RUNTIME)
        state["restconf"] = {"url": RESTCONF_URL, "user": user, "password": password}
    print(json.dumps(state, indent=1))


def shell(arguments):
    """Runs a shell, or one command, in a host."""
    if arguments.command in HELP_WORDS:
        arguments.parser.print_help()
        return
    host = None if arguments.host == "guest" else arguments.host
    sys.exit(client.terminal(host, arguments.command or ["/bin/bash"]))


def capture(arguments):
    """Runs tshark in the host. With -w runs dumpcap there and writes its frames here."""
    more = [word for word in arguments.options if word != "--"]
    if not arguments.write:
        argv = ["tshark", "-l", "-i", arguments.interface, "-X", f"lua_script:{DISSECTOR}", *more]
        sys.exit(client.terminal(arguments.host, argv))
    # Before the file is emptied.
    client.check_up()
    # Standard error would end up in the middle of the file.
    quiet = ["sh", "-c", 'exec "$@" 2>/dev/null', "sh"]
    argv = [*quiet, "dumpcap", "-q", "-i", arguments.interface, "-w", "-", *more]
    try:
        output = open(arguments.write, "wb")  # pylint: disable=consider-using-with
    except OSError as error:
        raise LabError(f"{arguments.write}: {error.strerror}") from None
    with output:
        sys.exit(client.terminal(arguments.host, argv, output))


def console(arguments):
    """Opens the Karaf console, or runs one command in it."""
    state = client.status()
    if not state["controller_alive"]:
        raise LabError(
            "no controller runs in this lab; ./cloudmac lab down, then ./cloudmac lab up "
            "without --no-controller"
        )
    command = controller.console_command(RUNTIME)
    enter = ["nsenter", "-t", str(client.inside()), "-n", "-m", "-p"]
    words = [*enter, *java_home(), *command, *one_word(arguments.command)]
    sys.exit(console_answer(words) if arguments.command else subprocess.call(words))


def java_home():
    """Returns words that set JAVA_HOME for a command. Without it the Karaf client complains."""
    java = shutil.which("java")
    return ["env", f"JAVA_HOME={pathlib.Path(java).resolve().parents[1]}"] if java else []


def one_word(command):
    """Returns a console command as one word: the Karaf client reads each word that begins with
    "-" as an option of its own. Leaves alone what begins with such an option."""
    return command if not command or command[0].startswith("-") else [" ".join(command)]


NOISE = ("SLF4J(W): ", "Logging in as ")
"""Lines that the Karaf client prints with each command."""


def console_answer(words):
    """Runs the Karaf client for one command, without its noise. Returns its exit status. Its
    standard input stays open: at the end of input the client drops the answer."""
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        for line in process.stderr:
            if not line.startswith(NOISE):
                print(line, end="", file=sys.stderr, flush=True)
        return process.wait()


def move(arguments):
    """Moves a radio. The medium checks the position."""
    words = ["move", arguments.radio, *(["then"] if arguments.then else [])]
    words += [f"{number:g}" for number in arguments.position]
    if arguments.speed is not None:
        words += ["speed", f"{arguments.speed:g}"]
    client.call(medium_client.ask, line=" ".join(words))


def link(arguments):
    """Changes the loss between two radios."""
    client.call(
        medium_client.ask, line=f"link {arguments.radio} {arguments.other} {arguments.loss}"
    )


def air(arguments):
    """Prints the medium's state as JSON."""
    question = medium_client.airtime if arguments.airtime else medium_client.status
    print(json.dumps(client.call(question), indent=1))


def add_topology(parser, default):
    """Declares --topology. default: the topology's name, for the help text."""
    parser.add_argument(
        "--topology",
        metavar="FILE",
        help=f"a YAML file, or one of: {', '.join(topology.known())} (default: {default})",
    )


def add_to(verbs):
    """Declares the verbs. verbs: the subparsers of ``lab``."""
    _add_lifecycle(verbs)
    _add_access(verbs)
    _add_air(verbs)


def _add_lifecycle(verbs):
    parser = verbs.add_parser(
        "up",
        help="bring the lab up and leave it running",
        description="Brings the lab up and leaves it running. Before it says that the lab is up, it "
        "waits at most 90 s for all by name: the sessions of WTPs, VAPs at the controller, "
        "associations of stations and virtual stations. It names those that are missing, with the "
        "reason.",
    )
    add_topology(parser, "default")
    parser.add_argument(
        "--no-controller",
        dest="controller",
        action="store_false",
        help="start no controller; the switches learn",
    )
    parser.set_defaults(run=up, check=check_up)
    verbs.add_parser("down", help="end the lab").set_defaults(run=down)
    parser = verbs.add_parser(
        "status", help="print the lab's state and RESTCONF's password as JSON (needs root)"
    )
    parser.add_argument(
        "--password",
        action="store_true",
        help=f"print RESTCONF's password alone; its user is {controller.USER}",
    )
    parser.set_defaults(run=status)
    parser = verbs.add_parser(
        "check",
        help="check a topology and print what it would build",
        description="Reads a topology as `lab up --topology` does, and prints what it would "
        "build, or the place and reason of the first error. Needs neither root nor a lab.",
    )
    parser.add_argument(
        "file", metavar="FILE", help=f"a YAML file, or one of: {', '.join(topology.known())}"
    )
    parser.set_defaults(run=check)


def _add_access(verbs):
    parser = verbs.add_parser(
        "shell",
        help="run a shell, or one command, in a host",
        description="The tools of the host's kind need neither a path nor options to find its "
        "daemons: ovs-vsctl, ovs-ofctl and ovs-appctl in a switch, cloudmac-wtp in a WTP, "
        "cloudmac-vap and hostapd_cli in a VAP, wpa_cli in a station.",
        epilog=PASSED_ON,
    )
    parser.add_argument("host", help="name of the host; guest: the lab kernel's own namespace")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="default: /bin/bash")
    parser.set_defaults(run=shell, parser=parser)
    parser = verbs.add_parser(
        "console", help="open the controller's Karaf console", epilog=PASSED_ON
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, help="run this instead, and return")
    parser.set_defaults(run=console)
    parser = verbs.add_parser(
        "capture",
        help="watch an interface with tshark and the dissector of CloudMAC frames",
        description="Further options go to tshark, or with -w to dumpcap.",
        epilog=PASSED_ON,
    )
    parser.add_argument("host", help="name of the host")
    parser.add_argument("interface", help="as `lab shell HOST ip link` lists them")
    parser.add_argument("-w", dest="write", metavar="FILE", help="write the frames to a file")
    parser.set_defaults(run=capture, takes_more=True)


def _add_air(verbs):
    parser = verbs.add_parser("move", help="move a radio, at once or at a speed")
    parser.add_argument("radio", help="name of a station, WTP or access point")
    parser.add_argument("position", type=float, nargs="+", metavar="METRES", help="x y, or x y z")
    parser.add_argument("--speed", type=float, metavar="M/S", help="walk there (default: jump)")
    parser.add_argument("--then", action="store_true", help="after the walk in progress")
    parser.set_defaults(run=move)
    parser = verbs.add_parser("link", help="change the loss between two radios")
    parser.add_argument("radio", help="name of a station, WTP or access point")
    parser.add_argument("other", help="the radio at the other end")
    parser.add_argument("loss", help="additional loss in dB, or: cut, clear")
    parser.set_defaults(run=link)
    parser = verbs.add_parser(
        "air", help="print positions, signals and counters of all radios as JSON"
    )
    parser.add_argument("--airtime", action="store_true", help="print airtime by address instead")
    parser.set_defaults(run=air)
