# SPDX-License-Identifier: Apache-2.0
"""Measures, in the lab kernel, the TCP throughput of one flow through one switch, for
each type of QoS, with unpatched and patched daemons in turn.

    ns a --- p0 (br0) p1 --- ns b
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

PLACE = pathlib.Path("/run/bench")
# The same options for both, where their defaults differ.
TYPES = {
    "none": None,
    "linux-htb": ["other_config:max-rate=10000000000"],
    "linux-hfsc": ["other_config:max-rate=10000000000"],
    "linux-sfq": ["other_config:quantum=1514"],
    "linux-codel": [],
    "linux-fq_codel": ["other_config:interval=100000", "other_config:quantum=1514"],
    "linux-netem": [],
    "linux-pie": [],
    "linux-fq_pie": [],
    "linux-cake": [],
    "linux-prio": [],
}
STOCK = (
    "none",
    "linux-htb",
    "linux-hfsc",
    "linux-sfq",
    "linux-codel",
    "linux-fq_codel",
    "linux-netem",
)


def run(*argv):
    """Run a program to its end and return its output."""
    done = subprocess.run(
        [str(word) for word in argv], capture_output=True, text=True, check=False, timeout=60
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, argv))}: {done.stderr or done.stdout}")
    return done.stdout


def wait_for(what, condition, seconds=20):
    """Wait until ``condition()`` is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"waited {seconds} s for {what}")
        time.sleep(0.05)


class Switch:
    """Runs the daemons of one build. All builds use the same database."""

    def __init__(self, prefix):
        self.prefix = prefix

    def tool(self, name, *argv):
        """Run one of the build's tools."""
        return run(self.prefix / "bin" / name, *argv)

    def start(self):
        """Start ovs-vswitchd and wait until it has configured the bridge."""
        run(self.prefix / "sbin/ovs-vswitchd", "--detach", "--pidfile", f"unix:{PLACE}/db.sock")
        self.tool("ovs-vsctl", "--timeout=20", "set", "bridge", "br0", "external-ids:any=1")

    def stop(self):
        """End ovs-vswitchd after it has cleared the qdiscs, so that the other build starts without any."""
        self.set_type("none")
        self.tool("ovs-appctl", "-t", "ovs-vswitchd", "exit")
        wait_for("ovs-vswitchd to end", lambda: not (PLACE / "ovs-vswitchd.pid").exists())

    def set_type(self, name):
        """Set the type of QoS of the port towards the receiver."""
        words = ["--", "--if-exists", "clear", "port", "p1", "qos"]
        words += ["--", "--all", "destroy", "qos"]
        self.tool("ovs-vsctl", *words)
        if TYPES[name] is not None:
            words = ["--id=@q", "create", "qos", f"type={name}", *TYPES[name]]
            self.tool("ovs-vsctl", *words, "--", "set", "port", "p1", "qos=@q")
            shown = run("tc", "qdisc", "show", "dev", "p1", "root")
            if name.removeprefix("linux-") not in shown:
                sys.exit(f"{self.prefix.name} did not install {name}: {shown}")


def settings():
    """Return the kernel's qdiscs and classes of the port, as tc prints them."""
    text = run("tc", "-d", "qdisc", "show", "dev", "p1")
    text += run("tc", "-d", "class", "show", "dev", "p1")
    return "\n".join(sorted(re.sub(r"\b[0-9a-f]{4}:", "8000:", text).splitlines()))


def throughput(seconds):
    """Return the Mb/s of one TCP flow from a to b, without its slow start."""
    report = run(
        *("ip", "netns", "exec", "a", "iperf3", "-J", "-c", "10.0.0.2"),
        *("-t", seconds, "-O", "0.5"),
    )
    return json.loads(report)["end"]["sum_received"]["bits_per_second"] / 1e6


def network():
    """Create two hosts in namespaces, and their switch's ports."""
    for number, host in enumerate("ab"):
        run("ip", "netns", "add", host)
        run("ip", "link", "add", f"p{number}", "type", "veth", "peer", "name", "eth", "netns", host)
        run("ip", "link", "set", f"p{number}", "up")
        run("ip", "-n", host, "addr", "add", f"10.0.0.{number + 1}/24", "dev", "eth")
        run("ip", "-n", host, "link", "set", "eth", "up")


def main(plain, patched, seconds, rounds, target):
    """Measure builds and types in turn and write all samples."""
    os.environ |= {key: str(PLACE) for key in ("OVS_RUNDIR", "OVS_DBDIR", "OVS_LOGDIR")}
    PLACE.mkdir()
    switches = {"plain": Switch(pathlib.Path(plain)), "patched": Switch(pathlib.Path(patched))}
    network()
    prefix = switches["patched"].prefix
    schema = prefix / "share/openvswitch/vswitch.ovsschema"
    run(prefix / "bin/ovsdb-tool", "create", PLACE / "conf.db", schema)
    server = [prefix / "sbin/ovsdb-server", PLACE / "conf.db", "--detach", "--pidfile"]
    run(*server, f"--remote=punix:{PLACE}/db.sock")
    ports = ["--", "add-br", "br0", "--", "add-port", "br0", "p0", "--", "add-port", "br0", "p1"]
    switches["patched"].tool("ovs-vsctl", "--no-wait", "init", *ports)
    with subprocess.Popen(
        ["ip", "netns", "exec", "b", "iperf3", "-s"], stdout=subprocess.DEVNULL
    ) as receiver:
        wait_for("iperf3", lambda: ":5201" in run("ip", "netns", "exec", "b", "ss", "-ltn"))
        samples = {name: {"plain": [], "patched": []} for name in TYPES}
        installed = {name: {} for name in TYPES}
        for number in range(int(rounds)):
            order = ["plain", "patched"] if number % 2 else ["patched", "plain"]
            for build in order:
                switches[build].start()
                for name in TYPES if build == "patched" else STOCK:
                    switches[build].set_type(name)
                    installed[name][build] = settings()
                    samples[name][build].append(throughput(seconds))
                switches[build].stop()
            print(f"round {number + 1} of {rounds}", flush=True)
        receiver.terminate()
    run(prefix / "bin/ovs-appctl", "-t", "ovsdb-server", "exit")
    pathlib.Path(target).write_text(json.dumps({"samples": samples, "settings": installed}))


main(*sys.argv[1:])
