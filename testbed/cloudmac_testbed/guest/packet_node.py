# SPDX-License-Identifier: Apache-2.0
"""Runs the packet nodes: an Open vSwitch and cloudmac-cpp."""
import pathlib
import re

from .. import calls
from . import network, shell, switch, wtp

PORT = 4921
ROOT = "/tmp/root"
"""The lab's root folder in the mounts of the guest's first process (guest/init)."""
# LVNFs outlast their daemon because its pins and its namespaces do, and both are mounts. In the
# lab, where all packet nodes have one file system, each has mounts of its own. Programs run in user
# namespaces, which the kernel makes only where the root folder is the root of its mounts.
MOUNTS = """
cd "$0" && mount -t cgroup2 cgroup2 sys/fs/cgroup && mount -t bpf bpf sys/fs/bpf &&
mount -t tmpfs tmpfs run/netns && pivot_root . mnt && exec chroot . sleep infinity
"""
IDLE_MS = 3_600_000
LVNF_PORT = re.compile(r"lv\d+p\d+")
_mounts, _daemons = {}, {}


def folder(name):
    """Returns the folder of a packet node's configuration and images."""
    return pathlib.Path(f"/run/cpp-{name}")


def keep_flows(name):
    """Has the datapath of a packet node's switch keep the flows that no frame uses for a while, also
    after a change of rules on a busy machine: frames that have waited in an LVNF would be reordered
    if their flow had gone."""
    keys = {"max-idle": IDLE_MS, "min-revalidate-pps": 0}
    words = [f"other_config:{key}={value}" for key, value in keys.items()]
    switch.tool(name, "ovs-vsctl", "set", "Open_vSwitch", ".", *words)


def configuration(host):
    """Returns the daemon's configuration file."""
    certificate = wtp.PKI / f"packet-node-{host.name}"
    lines = [
        "[packet-node]",
        f"name = {host.name}",
        f"bridge = {switch.BRIDGE}",
        f"database = {switch.folder(host.name)}/db.sock",
        f"images = {folder(host.name)}/images",
        # An LVNF takes the longest frame of the wires: no switch says that one was too long.
        f"mtu = {network.WIRED_MTU}",
        "",
        "[control]",
        f"address = {host.management}",
        f"port = {PORT}",
        f"ca = {wtp.PKI}/ca.pem",
        f"cert = {certificate}.pem",
        f"key = {certificate}.key",
    ]
    return "\n".join(lines) + "\n"


def _enter(name):
    """Returns the command that runs a program with a packet node's network and mounts."""
    if name not in _mounts:
        words = ["nsenter", "--mount=/proc/self/ns/mnt", "sh", "-c", MOUNTS, ROOT]
        process = _mounts[name] = shell.start(name, f"mounts-{name}", *words)
        command = pathlib.Path(f"/proc/{process.pid}/comm")
        shell.wait_for(f"the mounts of {name}", lambda: command.read_text() == "sleep\n")
    return ["nsenter", "--target", _mounts[name].pid, "--mount", "--net", "--root"]


@calls.declare
def start(lab, name: str):
    """Starts a packet node's daemon and waits until its port is open."""
    place = folder(name)
    (place / "images").mkdir(parents=True, exist_ok=True)
    file = place / "cpp.conf"
    file.write_text(configuration(lab.topology.hosts[name]), encoding="utf-8")
    words = [lab.plan["parts"]["cpp"], "--config", file, "--foreground"]
    _daemons[name] = shell.start(None, f"cpp-{name}", *_enter(name), *words)

    def listening():
        if _daemons[name].poll() is not None:
            raise shell.ended(f"{name}: cloudmac-cpp", f"cpp-{name}")
        return f":{PORT} " in shell.run(name, "ss", "-Hltn")

    shell.wait_for(f"cloudmac-cpp of {name}", listening)


@calls.declare
def kill(name: str):
    """Kills a packet node's daemon, as a crash would. start() starts it again."""
    process = _daemons.pop(name)
    process.kill()
    process.wait(10)


@calls.declare
def lvnf_ports(name: str) -> list:
    """Returns the ports of LVNFs that a packet node's switch has."""
    listed = switch.tool(name, "ovs-vsctl", "list-ports", switch.BRIDGE).split()
    return [port for port in listed if LVNF_PORT.fullmatch(port)]


def _wires(name):
    """Returns the ports of a packet node's switch that are ends of wires."""
    listed = switch.tool(name, "ovs-vsctl", "--no-wait", "list-ports", switch.BRIDGE).split()
    return [port for port in listed if not LVNF_PORT.fullmatch(port)]


@calls.declare
def lose(name: str):
    """Has a packet node lose its power: its wires go down, its daemon and its switch are killed."""
    for port in _wires(name):
        shell.run(name, "ip", "link", "set", port, "down")
    kill(name)
    switch.kill_daemon(name)


@calls.declare
def recover(lab, name: str):
    """Gives a packet node its power back."""
    switch.start_daemon(name)
    for port in _wires(name):
        shell.run(name, "ip", "link", "set", port, "up")
    start(lab, name)
