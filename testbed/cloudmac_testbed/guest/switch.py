# SPDX-License-Identifier: Apache-2.0
"""Runs the switches: one ovsdb-server and one ovs-vswitchd per namespace, with the kernel's
datapath."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
from collections.abc import Sequence
from typing import Literal

from .. import calls
from ..topology import CONTROLLER
from . import database as rows
from . import shell

BRIDGE = "br0"
PKI = pathlib.Path("/run/exchange/pki")
AUTHORITY = PKI / "switches-ca.pem"
LEARNING = "priority=0,actions=NORMAL"
"""The flow rule for all frames that match no other rule."""
HANDLERS_AT = 11
"""Open vSwitch up to 3.1 gets no upcall handlers in a system that has been up
for less than ten seconds (lib/ovs-thread.c)."""


def use(prefix):
    """Uses Open vSwitch's programs of the folder ``prefix`` instead of the machine's."""
    os.environ["PATH"] = f"{prefix}/sbin:{prefix}/bin:{os.environ['PATH']}"


def schema():
    """Returns the path of the database schema of the daemons in use."""
    prefix = pathlib.Path(shutil.which("ovs-vswitchd")).parents[1]
    return prefix / "share" / "openvswitch" / "vswitch.ovsschema"


def folder(name):
    """Returns the folder of a switch's database, sockets and process ids."""
    return pathlib.Path(f"/run/ovs-{name}")


def environment(name):
    """Returns the environment variables that select this switch in ovs-vsctl and other tools."""
    return {key: str(folder(name)) for key in ("OVS_RUNDIR", "OVS_DBDIR", "OVS_LOGDIR")}


def tool(name, *argv, **more):
    """Runs one of Open vSwitch's tools on a switch and returns its output."""
    return shell.run(name, *argv, env=environment(name), **more)


def openflow(name, verb, *argv, **more):
    """Runs ovs-ofctl on a switch's bridge and returns its output."""
    return tool(name, "ovs-ofctl", "-O", "OpenFlow13", verb, BRIDGE, *argv, **more)


@calls.declare
def start(name: str, database: pathlib.Path | None = None):
    """Starts a switch's daemons on a copy of ``database`` with repeatable UUIDs (database.py);
    None: on its own database, which is created if there is none."""
    place = folder(name)
    place.mkdir(exist_ok=True)
    if database:
        rows.rename(database, place / "conf.db")
    elif not (place / "conf.db").exists():
        tool(name, "ovsdb-tool", "create", place / "conf.db", schema())
    start_database(name)
    if not database:
        tool(name, "ovs-vsctl", "--no-wait", "init")
    start_daemon(name)


def start_database(name):
    """Starts a switch's ovsdb-server."""
    place = folder(name)
    tool(
        name,
        "ovsdb-server",
        place / "conf.db",
        f"--remote=punix:{place}/db.sock",
        "--remote=db:Open_vSwitch,Open_vSwitch,manager_options",
        "--private-key=db:Open_vSwitch,SSL,private_key",
        "--certificate=db:Open_vSwitch,SSL,certificate",
        "--ca-cert=db:Open_vSwitch,SSL,ca_cert",
        "--pidfile",
        "--detach",
        f"--log-file={place}/ovsdb-server.log",
    )


def start_daemon(name):
    """Starts ovs-vswitchd as soon as it can get upcall handlers."""
    shell.wait_for(
        "uptime for Open vSwitch", lambda: shell.uptime() > HANDLERS_AT, seconds=HANDLERS_AT + 1
    )
    place = folder(name)
    tool(
        name,
        "ovs-vswitchd",
        f"unix:{place}/db.sock",
        "--pidfile",
        "--detach",
        f"--log-file={place}/ovs-vswitchd.log",
    )


@calls.declare
def configure(name: str, index: int, ports: Sequence[str]):
    """Creates a switch's bridge. index: its OpenFlow id; ports: in the order of their OpenFlow
    numbers, from 1."""
    words = [
        "--",
        "add-br",
        BRIDGE,
        "--",
        "set",
        "bridge",
        BRIDGE,
        f"other-config:datapath-id={index:016x}",
        f"other-config:hwaddr=02:43:4d:01:{index:02x}:ff",
        "other-config:disable-in-band=true",
        "protocols=OpenFlow10,OpenFlow13",
        "fail_mode=secure",
    ]
    for number, port in enumerate(ports, 1):
        words += [
            "--",
            "add-port",
            BRIDGE,
            port,
            "--",
            "set",
            "interface",
            port,
            f"ofport_request={number}",
            "mtu_request=1700",
        ]
    tool(name, "ovs-vsctl", *words)


@calls.declare
def connect(name: str, tls: bool = True, certificate: str | None = None):
    """Connects a switch to the controller by OpenFlow and OVSDB.

    tls: by TLS, else by plain TCP; certificate: path without suffix, None: the switch's own.
    The switch verifies the controller's certificate by the lab's authority."""
    certificate = certificate or PKI / f"switch-{name}"
    words = ["del-controller", BRIDGE, "--", "del-manager", "--", "del-ssl"]
    if tls:
        words += ["--", "set-ssl", f"{certificate}.key", f"{certificate}.pem", AUTHORITY]
    scheme = "ssl" if tls else "tcp"
    words += ["--", "set-controller", BRIDGE, f"{scheme}:{CONTROLLER}:6653"]
    words += ["--", "set", "controller", BRIDGE, "max_backoff=1000"]
    words += ["--", "set-manager", f"{scheme}:{CONTROLLER}:6640"]
    tool(name, "ovs-vsctl", *words)


def learn(name):
    """Installs the rule of a learning switch, with the lowest priority."""
    openflow(name, "add-flow", LEARNING)


@calls.declare
def channels(name: str):
    """Returns the state of a switch's channels to the controller: "openflow" and "ovsdb" ->
    ``target``, ``connected``, and the number of ``attempts`` so far."""
    found = {}
    for channel, table, program in (
        ("openflow", "controller", "ovs-vswitchd"),
        ("ovsdb", "manager", "ovsdb-server"),
    ):
        ((target, connected),) = _rows(name, table, "target", "is_connected")
        found[channel] = {
            "target": target,
            "connected": connected,
            "attempts": log(name, program).count(f"{target}: connecting..."),
        }
    return found


@calls.declare
def log(name: str, program: Literal["ovs-vswitchd", "ovsdb-server"]):
    """Returns the log of a switch's ovs-vswitchd or ovsdb-server."""
    return (folder(name) / f"{program}.log").read_text()


@calls.declare
def node_ids(name: str):
    """Returns the controller's node ids of this switch: by OpenFlow, by OVSDB."""
    index = int(
        tool(name, "ovs-vsctl", "get", "bridge", BRIDGE, "datapath-id").strip().strip('"'), 16
    )
    uuid = tool(name, "ovs-vsctl", "get", "Open_vSwitch", ".", "_uuid").strip()
    return f"openflow:{index}", f"ovsdb://uuid/{uuid}"


def stop(name, program):
    """Ends a switch's ovs-vswitchd or ovsdb-server and waits for its end."""
    tool(name, "ovs-appctl", "-t", program, "exit")
    shell.wait_for(
        f"{program} of {name} to end", lambda: not (folder(name) / f"{program}.pid").exists()
    )


@calls.declare
def remove(name: str):
    """Removes a switch with its bridge, daemons and database."""
    tool(name, "ovs-vsctl", "del-br", BRIDGE)
    stop(name, "ovs-vswitchd")
    stop(name, "ovsdb-server")
    shutil.rmtree(folder(name))


@calls.declare
def restart(name: str):
    """Restarts a switch's daemons on the same database, as a reboot does. The flow rules are
    lost until the controller installs them again."""
    stop(name, "ovs-vswitchd")
    stop(name, "ovsdb-server")
    start_database(name)
    start_daemon(name)
    learn(name)


@calls.declare
def freeze(name: str, frozen: bool = True):
    """Stops a switch's ovs-vswitchd, or lets it continue. Meanwhile it answers nothing, but its
    connections and the kernel's datapath stay."""
    _signal_daemon(name, signal.SIGSTOP if frozen else signal.SIGCONT)


def kill_daemon(name):
    """Kills a switch's ovs-vswitchd, as a loss of power would. start_daemon() starts it again."""
    _signal_daemon(name, signal.SIGKILL)


def _signal_daemon(name, number):
    os.kill(int((folder(name) / "ovs-vswitchd.pid").read_text()), number)


@calls.declare
def forget(name: str):
    """Deletes a switch's flow rules and restarts its daemon."""
    openflow(name, "del-flows")
    stop(name, "ovs-vswitchd")
    start_daemon(name)
    learn(name)


@calls.declare
def forget_meters(name: str):
    """Deletes the meters that a switch's rules use. Open vSwitch deletes these rules too. Returns
    the uptime before, in seconds."""
    began = shell.uptime()
    for number in sorted(
        {int(number) for number in re.findall(r"meter:(\d+)", " ".join(flows(name)))}
    ):
        openflow(name, "del-meter", f"meter={number}")
    return began


@calls.declare
def add_foreign_meter(name: str, number: int):
    """Adds a meter as another controller would: 1,000 kb/s."""
    openflow(name, "add-meter", f"meter={number},kbps,band=type=drop,rate=1000")


@calls.declare
def delete_meter(name: str, number: int):
    """Deletes a switch's meter, and with it the rules that use it."""
    openflow(name, "del-meter", f"meter={number}")


@calls.declare
def metered_since(name: str):
    """Returns the uptime in seconds at which each rule with a meter was installed."""
    lines = openflow(name, "dump-flows", "--no-names").splitlines()
    now = shell.uptime()
    return [
        now - float(re.search(r"duration=([\d.]+)s", line)[1]) for line in lines if "meter:" in line
    ]


@calls.declare
def flows(name: str):
    """Returns the switch's OpenFlow 1.3 rules, sorted, without counters, in the syntax of
    add-flows."""
    lines = openflow(name, "dump-flows", "--no-stats", "--no-names").splitlines()
    return sorted(line.strip() for line in lines if "actions=" in line)


def groups(name):
    """Returns the switch's groups, sorted, in the syntax of add-group."""
    lines = openflow(name, "dump-groups").splitlines()
    return sorted(line.strip() for line in lines if "group_id=" in line)


def meters(name):
    """Returns the switch's meters, sorted, in the syntax of add-meter."""
    text = openflow(name, "dump-meters")
    entries = re.split(r"(?=\bmeter=)", text)[1:]
    return sorted(
        re.sub(r"\s*\n\s*", " ", entry).strip().replace("bands= ", "bands=") for entry in entries
    )


@calls.declare
def port_number(name: str, port: str):
    """Returns the OpenFlow number of a switch's port."""
    return int(tool(name, "ovs-vsctl", "get", "Interface", port, "ofport"))


@calls.declare
def port_counters(name: str, port: str):
    """Returns what a port has received and sent: packets, octets, packets, octets."""
    output = openflow(name, "dump-ports", port)
    return [int(count) for count in re.findall(r"(?:pkts|bytes)=(\d+)", output)]


@calls.declare
def state(name: str):
    """Returns the switch's OpenFlow state: flows, groups and meters."""
    return {"flows": flows(name), "groups": groups(name), "meters": meters(name)}


def digest(name):
    """Returns a checksum of the OpenFlow state and of the QoS rows in the database."""
    content = repr(state(name)) + qos_rows(name)
    return hashlib.sha256(content.encode()).hexdigest()


def _rows(name, table, *columns):
    """Returns a table's rows as lists of values in OVSDB's JSON."""
    output = tool(
        name, "ovs-vsctl", "--format=json", f"--columns={','.join(columns)}", "list", table
    )
    return json.loads(output)["data"]


@calls.declare
def qos_rows(name: str):
    """Returns the Port, QoS and Queue rows as text, sorted and without their random UUIDs. Includes
    rows without a reference."""
    text = {}
    for row_id, *values in _rows(name, "Queue", "_uuid", "other_config", "external_ids", "dscp"):
        text[row_id[1]] = f"queue {json.dumps(values)}"
    for row_id, queues, *values in _rows(
        name, "QoS", "_uuid", "queues", "type", "other_config", "external_ids"
    ):
        used = [(number, text[queue[1]]) for number, queue in queues[1]]
        text[row_id[1]] = f"qos {json.dumps(values)} {used}"
    for port, qos in _rows(name, "Port", "name", "qos"):
        text[port] = f"port {port} {text[qos[1]] if qos[0] == 'uuid' else 'none'}"
    return "\n".join(sorted(text.values()))


def snapshot(name, target):
    """Copies a switch's database and OpenFlow state to the folder ``target``."""
    target.mkdir(parents=True, exist_ok=True)
    tool(name, "ovs-appctl", "-t", "ovsdb-server", "ovsdb-server/compact")
    shutil.copy(folder(name) / "conf.db", target / "conf.db")
    for kind, lines in state(name).items():
        (target / kind).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def restore(name, source):
    """Starts a switch on a snapshot of its database and OpenFlow state."""
    start(name, source / "conf.db")
    for line in (source / "meters").read_text().splitlines():
        openflow(name, "add-meter", line)
    for line in (source / "groups").read_text().splitlines():
        openflow(name, "add-group", line)
    openflow(name, "replace-flows", source / "flows")
    for kind, lines in state(name).items():
        if lines != (source / kind).read_text().splitlines():
            raise RuntimeError(f"{name}: {kind} differ from the snapshot after they were restored")
