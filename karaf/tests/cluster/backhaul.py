# SPDX-License-Identifier: Apache-2.0
"""Runs a real Open vSwitch with the userspace datapath, which needs no kernel module.

Host a pings host b. Its packets leave by port p2, whose HTB qdisc is the kernel's:

    [ host a 10.78.0.1 ]--p1 [ br0 ] p2 (HTB)--[ host b 10.78.0.2 ]
"""
import contextlib
import json
import os
import pathlib
import re
import subprocess

from nodes import run, wait_for

SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema"
PING_INTERVAL = 0.02


class BackhaulSwitch:
    """Runs the switch with files in folder ``place`` in this process's namespace."""

    def __init__(self, place, hosts):
        self.place, self.hosts = pathlib.Path(place), hosts
        self.daemons, self.ping = [], None

    def start(self):
        self.place.mkdir(parents=True)
        run("ovsdb-tool", "create", self.place / "db", SCHEMA)
        self._daemon(
            "ovsdb-server",
            self.place / "db",
            f"--remote=punix:{self.place}/sock",
            "--remote=db:Open_vSwitch,Open_vSwitch,manager_options",
            f"--unixctl={self.place}/db.ctl",
        )
        wait_for("ovsdb-server", (self.place / "sock").exists, 20)
        self.vsctl("--no-wait", "init")
        self._daemon(
            "ovs-vswitchd",
            "--disable-system",
            f"--unixctl={self.place}/vs.ctl",
            f"unix:{self.place}/sock",
        )
        for port, host, address in zip(("p1", "p2"), self.hosts, ("10.78.0.1", "10.78.0.2")):
            run("ip", "netns", "add", host)
            run(*f"ip link add {port} type veth peer eth0 netns {host}".split())
            run("ip", "link", "set", port, "up")
            run("ip", "-n", host, "addr", "add", f"{address}/24", "dev", "eth0")
            run("ip", "-n", host, "link", "set", "eth0", "up")
        self.vsctl("add-br", "br0", "--", "set", "bridge", "br0", "datapath_type=netdev")
        self.vsctl("add-port", "br0", "p1", "--", "add-port", "br0", "p2")

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.kill()
            daemon.wait()
        for host in self.hosts:
            subprocess.run(["ip", "netns", "del", host], check=False, capture_output=True)

    def connect_to(self, addresses):
        """Connect it to these controllers, with at most one second between attempts."""
        self.vsctl("set-manager", *(f"tcp:{address}:6640" for address in addresses))
        for manager in self.vsctl("--bare", "--columns=_uuid", "list", "Manager").split():
            self.vsctl("set", "Manager", manager, "max_backoff=1000", "inactivity_probe=5000")

    def connections(self):
        return (
            self.vsctl("--bare", "--columns=is_connected", "list", "Manager").split().count("true")
        )

    def uuid(self):
        return self.vsctl("get", "Open_vSwitch", ".", "_uuid").strip()

    def vsctl(self, *words):
        return run("ovs-vsctl", f"--db=unix:{self.place}/sock", "--timeout=20", *words)

    def queues(self):
        """Return (row UUID, min-rate) by queue id, for the queues that CloudMAC created."""
        found = {}
        for row in self._select("Queue", "external_ids", "other_config"):
            ids, config = (dict(row[column][1]) for column in ("external_ids", "other_config"))
            if "opendaylight-queue-id" in ids:
                found[ids["opendaylight-queue-id"]] = (row["_uuid"][1], config.get("min-rate"))
        return found

    def qos(self):
        """Return the UUIDs of all QoS rows, and the QoS of each port."""
        ports = {row["name"]: row["qos"] for row in self._select("Port", "name", "qos")}
        return {row["_uuid"][1] for row in self._select("QoS")}, ports

    def _select(self, table, *columns):
        operation = {"op": "select", "table": table, "where": [], "columns": ["_uuid", *columns]}
        request = json.dumps(["Open_vSwitch", operation])
        return json.loads(run("ovsdb-client", "transact", f"unix:{self.place}/sock", request))[0][
            "rows"
        ]

    def qdisc(self):
        """Return the handle of p2's HTB qdisc and its number of sent packets, or None."""
        text = run("tc", "-s", "qdisc", "show", "dev", "p2")
        found = re.search(r"qdisc htb (\w+:) root.*?Sent \d+ bytes (\d+) pkt", text, re.DOTALL)
        return (found[1], int(found[2])) if found else None

    @contextlib.contextmanager
    def traffic(self):
        """Ping across the switch inside the context. Yields a list that gets (sent, received) at the end.

        Packets of the last second can be under way when ping ends: those after the last answer do not count.
        """
        result = []
        with open(self.place / "ping.log", "w+", encoding="utf-8") as output:
            ping = subprocess.Popen(
                ["ip", "netns", "exec", self.hosts[0]]
                + ["ping", "-n", "-i", str(PING_INTERVAL), "-s", "200", "10.78.0.2"],
                stdout=output,
                stderr=output,
            )
            try:
                yield result
            finally:
                ping.send_signal(2)
                ping.wait()
            output.seek(0)
            text = output.read()
        answered = {int(number) for number in re.findall(r"icmp_seq=(\d+) ttl", text)}
        sent = int(re.search(r"(\d+) packets transmitted", text)[1])
        unanswered = sent - max(answered, default=0)
        under_way = unanswered if unanswered < 1 / PING_INTERVAL else 0
        result.append((sent - under_way, len(answered)))

    def _daemon(self, name, *arguments):
        with open(self.place / f"{name}.log", "ab") as output:
            program = next(
                path for path in (f"/usr/sbin/{name}", f"/usr/bin/{name}") if os.path.exists(path)
            )
            self.daemons.append(
                subprocess.Popen([program, *arguments], stdout=output, stderr=output)
            )


@contextlib.contextmanager
def switch(place):
    """Yield the running switch with two hosts."""
    ovs = BackhaulSwitch(place, [f"cmcl{os.getpid()}-{side}" for side in "ab"])
    try:
        ovs.start()
        yield ovs
    finally:
        ovs.stop()
