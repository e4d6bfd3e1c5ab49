# SPDX-License-Identifier: Apache-2.0
"""An Open vSwitch, a bridge, and a station's and a server's side:

    Wire -- in0 == in1 -- br0 -- out1 == out0 -- Wire
"""

import pathlib
import subprocess

from daemon import until
from programs import run

HANDLERS_AT = 11  # s
PLACE = pathlib.Path("/run/openvswitch")
SCHEMA = "/usr/share/openvswitch/vswitch.ovsschema"


def vsctl(*words):
    done = subprocess.run(
        ["ovs-vsctl", "--timeout=20", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"ovs-vsctl {' '.join(words)}: {done.stderr}"
    return done.stdout.strip()


def appctl(*words):
    return subprocess.check_output(["ovs-appctl", *words], text=True)


def uptime():
    return float(pathlib.Path("/proc/uptime").read_text().split()[0])


def qdisc(ifname):
    """Returns the root qdisc of an interface, as tc shows it."""
    return subprocess.check_output(["tc", "qdisc", "show", "dev", ifname, "root"], text=True)


class OpenVSwitch:
    """datapath: "system", of the kernel, or "netdev", which needs no module of the kernel.
    fail_mode: "secure", or "standalone", which floods until a controller has told otherwise."""

    def __init__(self, datapath="system", fail_mode="secure"):
        PLACE.mkdir(exist_ok=True)
        run("ovsdb-tool", "create", str(PLACE / "conf.db"), SCHEMA)
        run(
            *("ovsdb-server", str(PLACE / "conf.db"), "--detach", "--pidfile", "--no-chdir"),
            *(f"--remote=punix:{PLACE}/db.sock", f"--log-file={PLACE}/ovsdb.log"),
        )
        vsctl("--no-wait", "init")
        self.start()
        self.add_bridge("br0", datapath, fail_mode)
        for one, other in (("in0", "in1"), ("out0", "out1")):
            run("ip", "link", "add", one, "type", "veth", "peer", "name", other)
            for name in (one, other):
                pathlib.Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").write_text("1")
                run("ip", "link", "set", name, "up")
            vsctl("add-port", "br0", other)

    @staticmethod
    def add_bridge(name, datapath, fail_mode):
        vsctl("add-br", name, "--", "set", "bridge", name, f"datapath_type={datapath}")
        vsctl("set-fail-mode", name, fail_mode)

    @staticmethod
    def start():
        # Open vSwitch up to 3.1 gets no thread for upcalls in a system that has been up for less
        # than ten seconds (lib/ovs-thread.c).
        until("uptime for Open vSwitch", lambda: uptime() > HANDLERS_AT, HANDLERS_AT + 1)
        run(
            *("ovs-vswitchd", f"unix:{PLACE}/db.sock", "--detach", "--pidfile", "--no-chdir"),
            f"--log-file={PLACE}/vswitchd.log",
        )

    @staticmethod
    def kill(program):
        """Ends one of its programs as a crash would."""
        pid = int((PLACE / f"{program}.pid").read_text())
        run("kill", "-9", str(pid))
        until("the switch to end", lambda: not pathlib.Path(f"/proc/{pid}").exists())

    def close(self):
        self.kill("ovs-vswitchd")
        self.kill("ovsdb-server")

    def restart(self):
        """Ends the switch as a crash would, and starts it again."""
        self.kill("ovs-vswitchd")
        self.start()
        vsctl("set", "bridge", "br0", "external_ids:again=yes")

    @staticmethod
    def chain(first, last):
        """Leads all frames from in1 through the ports of an LVNF to out1, and back."""
        run("ovs-ofctl", "del-flows", "br0")
        for one, other in (("in1", first), (last, "out1"), ("out1", last), (first, "in1")):
            run("ovs-ofctl", "add-flow", "br0", f"in_port={one},actions=output:{other}")
