# SPDX-License-Identifier: Apache-2.0
"""Starts the medium's process and sends it commands."""
import contextlib
import json
import pathlib
import re
import socket

from .. import air, calls
from . import shell

FOLDER = pathlib.Path("/run/medium")
CONTROL = FOLDER / "control"
EXCHANGE = pathlib.Path("/run/exchange")
RADIOS = pathlib.Path("/sys/class/ieee80211")


class CommandRefused(ValueError):
    """The medium refused a command; the message is its answer."""


def hardware(phy):
    """Returns the address that mac80211_hwsim uses for a radio: its second one."""
    return (RADIOS / phy / "addresses").read_text().split()[1]


def start(lab, radios):
    """Starts the medium. radios: (host, phy, hardware address) of each. The log has its
    commands and answers; it writes a trace if the plan asks for one."""
    FOLDER.mkdir(exist_ok=True)
    lines = [air.model_command(lab.topology.medium)] if lab.topology.medium else []
    names = {}
    for host, phy, address in radios:
        number = names[host.name] = names.get(host.name, 0) + 1
        name = host.name if number == 1 else f"{host.name}.{number}"
        lines.append(air.radio_command(name, address, int(re.sub(r"\D", "", phy)), host))
        lines += air.edca_commands(name, host, lab.topology.hosts)
    config = FOLDER / "medium.conf"
    config.write_text("\n".join(lines) + "\n")
    argv = [lab.plan["parts"]["medium"], "--config", config, "--control", CONTROL]
    argv += ["--seed", lab.plan.get("seed") or 1]
    if lab.plan.get("trace"):
        argv += ["--trace", EXCHANGE / "air.pcapng"]
    process = shell.start(None, "medium", *argv)

    def ready():
        if process.poll() is not None:
            raise shell.ended("the medium", "medium")
        return CONTROL.exists()

    shell.wait_for("the medium", ready)


@calls.declare
def ask(line: str):
    """Sends the medium a command and returns its answer. Raises CommandRefused."""
    if not CONTROL.exists():
        raise CommandRefused("this lab has no medium: its topology does not ask for one")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(10)
        sock.connect(str(CONTROL))
        sock.sendall(line.encode() + b"\n")
        with sock.makefile(encoding="utf-8") as lines:
            answer = lines.readline().rstrip("\n")
    if answer.startswith("error: "):
        raise CommandRefused(answer.removeprefix("error: "))
    return answer


@calls.declare
def status():
    """Returns the medium's state: radios with position, queue, counters and signals."""
    return json.loads(ask("status"))


@calls.declare
def airtime(reset: bool = False):
    """Returns the time on the air by transmitter and receiver address."""
    return json.loads(ask("airtime reset" if reset else "airtime"))


@contextlib.contextmanager
def traced(name):
    """Has the medium write all transmissions to NAME.pcapng in the exchange folder."""
    ask(f"trace {EXCHANGE}/{name}.pcapng")
    try:
        yield
    finally:
        ask("trace off")


def set_out(lab):
    """Starts the walks of the stations."""
    for host in lab.topology.of_kind("station"):
        for line in air.motion_commands(host):
            ask(line)


def finish():
    """Writes the medium's state to the logs and completes its trace."""
    if CONTROL.exists():
        (shell.LOGS / "medium.json").write_text(ask("status") + "\n", encoding="utf-8")
        ask("trace off")
