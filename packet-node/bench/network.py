# SPDX-License-Identifier: Apache-2.0
"""Makes what frames pass in the benchmark: a veth pair, a bridge, LVNFs, and a switch.

    wire      IN == OUT
    bridge    IN == [bridge] == OUT
    LVNF      lv1p0 == g0 -> gate -> image -> redirect -> g0 == lv1p0
    switch    IN == [Open vSwitch] == OUT, with or without the port of an LVNF on the way

An LVNF of the paper's scripts has one port, where frames enter and leave. So a frame crosses two veth
pairs on its way through a bridge, and one pair twice on its way through an LVNF.
"""

import base64
import contextlib
import os
import pathlib
import subprocess

from connection import PACKET_NODE_PORT, ControllerConnection
from cpp_component import IMAGES, PART, Cpp
from cpp_component import prepare as prepare_node
from daemon import until
from openvswitch import PLACE, OpenVSwitch, appctl, vsctl
from pki import PACKET_NODE, PKI, Pki
from programs import run

LVNF = pathlib.Path(os.environ["LVNF"])
HANDLER = "dupes_table"
PINS = pathlib.Path("/sys/fs/bpf/cloudmac")


def prepare():
    """Gives this process file systems of its own. Call it once, in new namespaces."""
    run("mount", "-t", "sysfs", "sysfs", "/sys")  # this namespace's interfaces
    prepare_node()
    PLACE.mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", str(PLACE))


def start(ifname):
    """Sets an interface up, without IPv6, which would send frames of its own."""
    pathlib.Path(f"/proc/sys/net/ipv6/conf/{ifname}/disable_ipv6").write_text("1")
    run("ip", "link", "set", ifname, "up")


def add_pair(one, other):
    run("ip", "link", "add", one, "type", "veth", "peer", "name", other)
    for name in (one, other):
        start(name)


class Sinks:
    """Drops frames that interfaces receive. Else the kernel would look at some of them for longer
    than at others."""

    def __init__(self, folder):
        self.program = pathlib.Path(folder) / "sink.bpf.o"
        source = pathlib.Path(__file__).with_name("sink.bpf.c")
        multiarch = subprocess.check_output(["gcc", "-print-multiarch"], text=True).strip()
        run(
            *("clang", "-target", "bpf", "-O2", "-idirafter", f"/usr/include/{multiarch}"),
            *("-c", str(source), "-o", str(self.program)),
        )

    def add(self, ifname):
        words = ("bpf", "direct-action", "object-file", str(self.program), "section", "tc")
        run("tc", "qdisc", "add", "dev", ifname, "clsact")
        run("tc", "filter", "add", "dev", ifname, "ingress", *words)

    @staticmethod
    def remove(ifname):
        run("tc", "qdisc", "delete", "dev", ifname, "clsact")


def wire():
    add_pair("wire0", "wire1")
    return ("wire0", "wire1")


def bridge():
    """Makes a bridge that has learned where the frames go."""
    run("ip", "link", "add", "bridge0", "type", "bridge", "mcast_snooping", "0")
    for number in range(2):
        add_pair(f"side{number}", f"port{number}")
        run("ip", "link", "set", f"port{number}", "master", "bridge0")
    start("bridge0")
    destination = "02:00:00:00:0c:01"
    run("bridge", "fdb", "add", destination, "dev", "port1", "master", "static")
    return ("side0", "side1")


class Switch(OpenVSwitch):
    """Open vSwitch with its datapath in user space, where this process may run."""

    def __init__(self):
        super().__init__("netdev")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def add(port):
        """Adds the port of an LVNF, and lets the switch keep its plug, as the daemon does."""
        quality = ("--", "--id=@q", "create", "qos", "type=linux-noop")
        vsctl("add-port", "br0", port, "--", "set", "port", port, "qos=@q", *quality)

    @staticmethod
    def lead(port=None):
        """Makes a way from in0 to out0, through the port of an LVNF if there is one."""
        run("ovs-ofctl", "del-flows", "br0")
        for one, other in (("in1", port), (port, "out1")) if port else (("in1", "out1"),):
            run("ovs-ofctl", "add-flow", "br0", f"in_port={one},actions=output:{other}")
        # Or the datapath would follow later.
        appctl("revalidator/purge")

    @staticmethod
    def process():
        return int((PLACE / "ovs-vswitchd.pid").read_text())

    @staticmethod
    def version():
        words = ["ovs-vswitchd", "--version"]
        return subprocess.check_output(words, text=True).splitlines()[0]


class Node:
    """cloudmac-cpp with images, and the connection of a controller to it."""

    def __init__(self, folder, stations):
        self.folder, self.stations = pathlib.Path(folder), stations
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            pki = self._certificates()
            stack.enter_context(Cpp(pki, self.folder / "images"))
            self.controller = stack.enter_context(self._connect(pki))
            self._add_image("null", IMAGES / "scripts" / "null.bpf.o")
            self._add_image("filter", IMAGES / "scripts" / "dupe.bpf.o")
            self._add_image("filter-large", self._compile())
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        return self.stack.__exit__(*error)

    def _certificates(self):
        """Creates those of the node and of its controller."""
        folder = self.folder / "good"
        for words in (("init",), ("controller",), ("packet-node", PACKET_NODE)):
            run(str(PKI), words[0], str(folder), *words[1:])
        return Pki.of(folder)

    @staticmethod
    def _connect(pki):
        def connect():
            with contextlib.suppress(ConnectionRefusedError):
                return ControllerConnection(pki, port=PACKET_NODE_PORT)
            return None

        return until("the daemon to accept connections", connect)

    def _compile(self):
        """Compiles the paper's script with a table for so many stations."""
        script, image = self.folder / "filter.click", self.folder / "filter.bpf.o"
        text = (LVNF / "images" / "scripts" / "dupe.click").read_text()
        script.write_text(text.replace("WifiDupeFilter()", f"WifiDupeFilter({self.stations})"))
        handler = f"{HANDLER}=dupe.{HANDLER}"
        run(
            str(LVNF / "cloudmac-lvnf"),
            "compile",
            str(script),
            "-o",
            str(image),
            "--handler",
            handler,
        )
        return image

    def _add_image(self, name, path):
        data = path.read_bytes()
        for offset in range(0, len(data), PART):
            part = base64.b64encode(data[offset : offset + PART]).decode()
            self.controller.call(
                "image.add", image=name, ports=1, size=len(data), offset=offset, data=part
            )

    def add(self, name, image):
        """Adds an LVNF. Returns the interface of its port."""
        added = self.controller.call("lvnf.add", lvnf=name, image=image)
        return added["ports"][0]["interface"]

    def counts(self, name):
        """Returns how many frames have entered the LVNF, and how many have left it."""
        (port,) = self.controller.call("lvnf.stats", lvnf=name)["ports"]
        return port["in"]["packets"], port["out"]["packets"]

    def has_plug(self, name):
        """Returns whether the kernel has sch_plug, which is then on the way too."""
        (port,) = self.controller.call("lvnf.stats", lvnf=name)["ports"]
        return "waiting" in port

    @staticmethod
    def table(name):
        """Returns the path of the LVNF's table of stations."""
        return PINS / name / "handlers" / HANDLER
