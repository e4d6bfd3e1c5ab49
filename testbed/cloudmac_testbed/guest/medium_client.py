# SPDX-License-Identifier: Apache-2.0
"""The air: the medium's process, and commands to it while it runs."""
import json
import pathlib
import re
import socket

from .. import air, calls
from . import shell

FOLDER = pathlib.Path("/run/medium")
CONTROL = FOLDER / "control"
RADIOS = pathlib.Path("/sys/class/ieee80211")


class Refused(ValueError):
    """The medium did not understand a command; the message is its answer."""


def hardware(phy):
    """The address by which mac80211_hwsim itself calls a radio: its second one."""
    return (RADIOS / phy / "addresses").read_text().split()[1]


def start(lab, radios):
    """Start the medium with ``radios``: (host, phy, hardware address) of each. Its
    commands and answers are in the log; a trace where the plan asks for one."""
    FOLDER.mkdir(exist_ok=True)
    lines = [air.model_command(lab.topology.medium)] if lab.topology.medium else []
    names = {}
    for host, phy, address in radios:
        number = names[host.name] = names.get(host.name, 0) + 1
        name = host.name if number == 1 else f"{host.name}.{number}"
        lines.append(air.radio_command(name, address, int(re.sub(r"\D", "", phy)), host))
    config = FOLDER / "medium.conf"
    config.write_text("\n".join(lines) + "\n")
    argv = [lab.plan["parts"]["medium"], "--config", config, "--control", CONTROL]
    argv += ["--seed", lab.plan.get("seed") or 1]
    if lab.plan.get("trace"):
        argv += ["--trace", "/run/exchange/air.pcapng"]
    process = shell.start(None, "medium", *argv)

    def ready():
        if process.poll() is not None:
            raise shell.CommandFailed("the medium ended, see log/medium.log")
        return CONTROL.exists()

    shell.wait_for("the medium", ready)


@calls.declare
def ask(line: str):
    """Give the medium one command and return its answer. Raises Refused."""
    if not CONTROL.exists():
        raise Refused("this lab has no medium: its topology does not ask for one")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(10)
        sock.connect(str(CONTROL))
        sock.sendall(line.encode() + b"\n")
        with sock.makefile(encoding="utf-8") as lines:
            answer = lines.readline().rstrip("\n")
    if answer.startswith("error: "):
        raise Refused(answer.removeprefix("error: "))
    return answer


@calls.declare
def status():
    """The medium's state: radios with place, queue, counters and signals."""
    return json.loads(ask("status"))


@calls.declare
def airtime(reset: bool = False):
    """The time on the air by transmitter and receiver address."""
    return json.loads(ask("airtime reset" if reset else "airtime"))


def set_out(lab):
    """Let the hosts that have a walk begin it now."""
    for host in lab.topology.of_kind("station"):
        for line in air.motion_commands(host):
            ask(line)


def finish():
    """Leave the medium's last state among the logs, and its trace whole."""
    if CONTROL.exists():
        (shell.LOGS / "medium.json").write_text(ask("status") + "\n", encoding="utf-8")
        ask("trace off")
