# SPDX-License-Identifier: Apache-2.0
"""Runs a simulated WLAN whose controllers are the members of a cluster: real switches without the kernel's datapath in
the hub, and WTPs, VAP hosts and stations that speak the control protocol."""
import contextlib
import dataclasses
import json
import pathlib
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "testbed"))
# pylint: disable=wrong-import-position
from cloudmac_testbed.controller_bench import certificates, frames, plan as plans  # noqa: E402
from cloudmac_testbed.controller_bench.air import Air  # noqa: E402
from cloudmac_testbed.controller_bench.peers import Peers  # noqa: E402
from cloudmac_testbed.controller_bench.switches import Switches  # noqa: E402
from cloudmac_testbed.controller_bench.watch import LogReader  # noqa: E402
from nodes import ASSEMBLY, Background, run, wait_for  # noqa: E402

PREFIX = 10
"""Agents and VAP hosts have addresses in 10.1.0.0/16 and 10.2.0.0/16, which lead to the hub."""
HUB = "10.77.0.254"
UP_SECONDS = 240
STATE = "/rests/data/cloudmac-state:cloudmac-state"
LEARNED = "/rests/data/cloudmac-learned:cloudmac-learned?content=config"
ARRIVAL_SECONDS = 5
RETRY_S = 0.2
"""A station without an answer sends its first frame again after this time."""
ETHERNET, NUMBER = struct.Struct("!6s6s"), struct.Struct("!I")


def admit(nodes, folder):
    """Give the members the controller's certificate, and a way to the hub's addresses. Before their start."""
    for node in nodes:
        file = node.home / "etc" / "io.cloudmac.cfg"
        lines = file.read_text().splitlines() if file.exists() else []
        names = {"ca": "ca.pem", "cert": "controller.pem", "key": "controller.key"}
        kept = [line for line in lines if line.split("=")[0].strip() not in names]
        kept += [f"{key} = {folder / name}" for key, name in names.items()]
        file.write_text("\n".join(kept) + "\n")
        run("ip", "-n", node.space, "route", "add", "default", "via", HUB)
    for net in ("10.1.0.0/16", "10.2.0.0/16"):
        run("ip", "route", "add", "local", net, "dev", "lo")


@dataclasses.dataclass
class Wlan:
    """A running WLAN. Use running() to make one."""

    plan: plans.Plan
    nodes: list
    switches: Switches
    peers: Peers
    logs: list
    folder: pathlib.Path
    arrived: int = 0
    captures: int = 0
    starting: object = None
    """The member that starts again and does not serve yet."""

    def any_node(self):
        """Return a member that serves and is connected to the others. RuntimeError if there is none."""
        for node in reversed(self.nodes):
            if node.running() and not node.is_cut and node is not self.starting:
                return node
        raise RuntimeError("no member of the cluster runs")

    def confirmed(self, station):
        """Return when the controller had the rules of a station confirmed, in seconds since the epoch, or None."""
        times = [log.times[station.address] for log in self.logs if station.address in log.times]
        return min(times) if times else None

    def arrive(self, count, seconds=60):
        """Have further stations arrive, each sending again until its rules are confirmed."""
        some = [self.plan.station(number) for number in range(self.arrived, self.arrived + count)]
        self.arrived += count
        missing = list(some)

        def all_confirmed():
            missing[:] = [station for station in missing if not self.confirmed(station)]
            for station in missing:
                self.send(station)
            return not missing

        wait_for("the rules of new stations", all_confirmed, seconds, RETRY_S)
        return some

    def send(self, station, payload=b""):
        """Have the WTP that hears a station first forward a frame of it, which ends with ``payload``."""
        port = self.plan.wtps[station.wtp].port
        self.switches.inject(port, frames.first_frame(station) + payload)

    def hand_over(self, station, wtp, node=None, seconds=10):
        """Move a station to the WTP with a number. Return true if the controller says that it has moved."""
        body = {
            "input": {
                "bssid": station.vap.bssid,
                "station": station.address,
                "wtp": self.plan.wtps[wtp].id,
            }
        }
        path = "/rests/operations/cloudmac:hand-over"
        return (node or self.any_node()).request("POST", path, body, seconds)[0] == 200

    def bindings(self):
        """Return the WTP of each station that the controller has stored."""
        status, text = self.any_node().request("GET", LEARNED, seconds=30)
        assert status == 200, text
        stations = json.loads(text)["cloudmac-learned:cloudmac-learned"].get("station", [])
        return {entry["station"]: entry["wtp"] for entry in stations}

    def rules(self):
        """Return the rules of all switches."""
        found = set()
        for number in range(self.plan.step.switches):
            found.update(f"{number} {line}" for line in self.switches.flows(number))
        return found

    def strangers(self):
        """Return the stations that rules of the switches name and that are not bound."""
        return set().union(*map(_stations, self.rules())) - set(self.bindings())

    def unleased(self):
        """Return the pairs of WTP and VAP that need a lease for a bound station and have none."""
        leases = self.peers.leases()
        vaps = {}
        for number in range(self.arrived):
            station = self.plan.station(number)
            vaps[station.address] = station.vap.bssid
        return {
            (wtp, vaps[station])
            for station, wtp in self.bindings().items()
            if vaps[station] not in leases[wtp]
        }


def _stations(line):
    """Return the stations that a rule names: their addresses begin with 02:5a."""
    return {
        field.split("=")[1]
        for field in line.replace(" ", ",").split(",")
        if field.startswith(("dl_src=02:5a", "dl_dst=02:5a")) and "/" not in field
    }


class Traffic(Background):
    """Sends frames of stations to their VAPs inside the context, each with a number, and counts those that arrive."""

    def __init__(self, wlan, stations, per_s=200):
        super().__init__()
        self.wlan, self.stations, self.per_s = wlan, stations, per_s
        self.sent = 0
        self.files = {}
        wlan.captures += 1
        for port in {station.vap.port for station in stations}:
            self.files[port] = wlan.folder / f"{port.name}-{wlan.captures}.pcap"
            wlan.switches.capture(port, self.files[port])

    def run(self):
        start = time.monotonic()
        while not self.ended.wait(max(0, start + self.sent / self.per_s - time.monotonic())):
            self.wlan.send(self.stations[self.sent % len(self.stations)], NUMBER.pack(self.sent))
            self.sent += 1

    def count(self):
        """Return how many frames were sent, and how many were lost or came twice at the ports of the VAPs. The last
        ones may take ARRIVAL_SECONDS."""
        numbers = []

        def all_arrived():
            numbers[:] = self._arrived()
            return set(range(self.sent)) <= set(numbers)

        with contextlib.suppress(TimeoutError):
            wait_for("the last frames", all_arrived, ARRIVAL_SECONDS)
        lost = set(range(self.sent)) - set(numbers)
        doubled = len(numbers) - len(set(numbers))
        return {"frames_sent": self.sent, "frames_lost": len(lost), "frames_doubled": doubled}

    def _arrived(self):
        senders = {bytes.fromhex(each.address.replace(":", "")) for each in self.stations}
        return [
            NUMBER.unpack(packet[-NUMBER.size :])[0]
            for file in self.files.values()
            for packet in packets(file.read_bytes())
            if ETHERNET.unpack_from(packet)[1] in senders
        ]


def packets(capture):
    """Yield the packets of a capture in the format of pcap that Open vSwitch writes on this machine."""
    position = 24
    while position + 16 <= len(capture):
        length = struct.unpack_from("=I", capture, position + 8)[0]
        packet = capture[position + 16 : position + 16 + length]
        if len(packet) < length:
            return
        yield packet
        position += 16 + length


@contextlib.contextmanager
def running(place, nodes, step, ovs, start):
    """Yield a Wlan of ``step`` (WTPs, stations, switches), all of it up. ``nodes`` must be off; ``start`` starts them.
    ``ovs`` is the folder of a built Open vSwitch."""
    plan = plans.make(step, PREFIX)
    pki = place / "wlan-pki"
    certificates.make(ASSEMBLY / "bin" / "cloudmac-pki", pki, plan)
    admit(nodes, pki)
    targets = [f"tcp:{node.address}:6653" for node in nodes]
    with contextlib.ExitStack() as stack:
        peers = stack.enter_context(Peers(plan, pki))
        switches = stack.enter_context(Switches(plan, ovs, place / "ovs", *targets))
        switches.connect()
        start()

        def authorize(address):
            peers.authorize(plan.station(int(address.replace(":", "")[4:], 16) - 1))

        logs = [
            stack.enter_context(LogReader(node.home / "data" / "log" / "karaf.log", authorize))
            for node in nodes
        ]
        stack.enter_context(Air(plan, switches))
        wlan = Wlan(plan, nodes, switches, peers, logs, place)
        configure(wlan)
        wait_for("all WTPs and VAPs", lambda: up(wlan), UP_SECONDS, 1)
        yield wlan


def configure(wlan):
    """Configure the VAP hosts. A contact does not wait for copies of its frame, because only one WTP hears it."""
    node = wlan.any_node()
    most = max(1024, wlan.plan.step.stations)
    hosts = [{"name": name, "address": address} for name, address in wlan.plan.hosts.items()]
    for path, body in (
        ("settings", {"cloudmac:settings": {"contact-window": 0, "maximum-stations": most}}),
        ("vap-hosts", {"cloudmac:vap-hosts": {"vap-host": hosts}}),
    ):
        status, text = node.request("PUT", f"/rests/data/cloudmac:cloudmac/{path}", body, 30)
        assert status in (200, 201, 204), text


def up(wlan):
    """Return true if all WTPs have a session and all VAPs are up."""
    node = wlan.any_node()
    wtps, vaps = (_list(node, name) for name in ("wtps", "vaps"))
    sessions = [wtp for wtp in wtps if wtp.get("session", {}).get("state") == "open"]
    ready = [vap for vap in vaps if vap.get("up") and len(vap.get("wtp", [])) == len(wtps)]
    return len(sessions) == len(wlan.plan.wtps) and len(ready) == len(wlan.plan.vaps)


def _list(node, name):
    status, text = node.request("GET", f"{STATE}/{name}?content=nonconfig", seconds=30)
    if status != 200:
        return []
    return json.loads(text).get(f"cloudmac-state:{name}", {}).get(name[:-1], [])
