# SPDX-License-Identifier: Apache-2.0
"""Waits until all that a topology has is there: WTPs, VAPs and packet nodes at the controller,
stations and virtual stations at their access points. Tells of each by its name."""
import concurrent.futures
import time

from . import client, restconf
from .errors import LabError
from .guest import basics, station

JOINING = 8
"""Stations that are waited for at the same time."""
POLL_S = 1
REMIND_S = 15
"""Seconds between two lines on those that are not there yet."""
NOT_HEARD = "the controller has not heard its announcements"
NOT_FOUND = "the controller has not found it by its beacons"


def wtp_state(wtp):
    """Returns (there, text) of a WTP: its entry in cloudmac-state, None if it has none."""
    if wtp is None:
        return False, NOT_HEARD
    session = wtp.get("session", {})
    if wtp.get("up") and session.get("state") == "open":
        return True, "its session is open"
    problem = wtp.get("admission", {}).get("problem") or session.get("error")
    return False, problem or "the controller has no session with its agent"


def vap_state(vap):
    """Returns (there, text) of a VAP: its entry in cloudmac-state, None if it has none. A VAP with
    a problem is not there, also if its beacons come."""
    if vap is None:
        return False, NOT_FOUND
    if vap.get("problem"):
        return False, "; ".join(vap["problem"])
    if not vap.get("up"):
        return False, "the controller has lost its beacons"
    channel = f"channel {vap['channel']}" if "channel" in vap else f"{vap['frequency']} MHz"
    return True, f"found, {vap['bssid']} on {channel}"


def node_state(node, is_switch_there):
    """Returns (there, text) of a packet node: its entry in nfv-state, None if it has none.
    is_switch_there: whether its switch is connected."""
    if node is None or node.get("session") != "open":
        return False, (node or {}).get("reason") or "the controller has no session with it"
    if not is_switch_there:
        return False, "its switch is not connected to the controller"
    return True, "its session is open, its switch is connected"


def packet_nodes(plan):
    """Returns name -> (there, text) of all packet nodes, as the controller says."""
    hosts = plan.of_kind("packet-node")
    if not hosts:
        return {}
    nodes, switches = restconf.packet_nodes(), restconf.openflow_switches()
    return {
        host.name: node_state(nodes.get(host.name), f"openflow:{host.datapath}" in switches)
        for host in hosts
    }


def of_controller(plan, state):
    """Returns name -> (there, text) of all WTPs and VAPs. state: cloudmac-state."""
    wtps = {one["id"]: one for one in state.get("wtps", {}).get("wtp", [])}
    vaps = {one["bssid"]: one for one in state.get("vaps", {}).get("vap", [])}
    return {
        **{host.name: wtp_state(wtps.get(host.wired)) for host in plan.of_kind("wtp")},
        **{host.name: vap_state(vaps.get(host.options["bssid"])) for host in plan.of_kind("vap")},
    }


def await_all(plan, progress, controller=True, seconds=90):
    """Waits at most ``seconds`` until all are there, and gets each station an address if its
    network has DHCP. Calls progress with a line for each. Returns name -> reason of those that are
    missing, in the order of the topology. Raises LabError if the lab ends.

    plan: the running lab's topology; controller: whether it has one."""
    return _Arrival(plan, progress, time.monotonic() + seconds).wait(controller)


class _Arrival:
    """Those that are not there yet: name -> why, as far as it is known."""

    def __init__(self, plan, progress, deadline):
        self.plan = plan
        self.progress = progress
        self.deadline = deadline
        self.missing = {}

    def wait(self, controller):
        """See await_all()."""
        if controller:
            self.missing |= {
                host.name: ""
                for kind in ("wtp", "vap", "packet-node")
                for host in self.plan.of_kind(kind)
            }
        watched = set(self.missing)
        stations = [*self.plan.of_kind("station"), *self.plan.of_kind("vsta")]
        self.missing |= {host.name: "" for host in stations}
        reminder = time.monotonic() + REMIND_S
        pool = concurrent.futures.ThreadPoolExecutor(JOINING)
        try:
            joining = {pool.submit(self._connected, host): host.name for host in stations}
            while True:
                done, _ = concurrent.futures.wait(
                    joining, POLL_S, return_when=concurrent.futures.FIRST_COMPLETED
                )
                for future in done:
                    self._joined(joining.pop(future), future)
                if watched & set(self.missing):
                    self._ask_controller()
                if not joining and not (watched & set(self.missing) and self._has_time()):
                    return {
                        name: self.missing[name] for name in self.plan.hosts if name in self.missing
                    }
                if time.monotonic() > reminder:
                    reminder += REMIND_S
                    self.progress(f"waits for {', '.join(self.missing)}")
                if not joining:
                    time.sleep(POLL_S)
        finally:
            # An interrupt ends the lab, and that ends the calls of these threads.
            pool.shutdown(wait=False, cancel_futures=True)

    def _has_time(self):
        return time.monotonic() < self.deadline

    def _arrived(self, name, text):
        del self.missing[name]
        self.progress(f"{name}: {text}")

    def _joined(self, name, future):
        try:
            self._arrived(name, future.result())
        except LabError as error:
            client.check_up()
            self.missing[name] = str(error).splitlines()[0]

    def _ask_controller(self):
        try:
            seen = of_controller(self.plan, restconf.state()) | packet_nodes(self.plan)
        except LabError:
            client.check_up()
            return
        for name in [name for name in self.missing if name in seen]:
            there, text = seen[name]
            if there:
                self._arrived(name, text)
            else:
                self.missing[name] = text

    def _connected(self, host):
        """Waits for one station. Returns in words how it is connected."""
        seconds = max(1.0, self.deadline - time.monotonic())
        access_point = self.plan.hosts[host.options["vap"]]
        served = any(other.options["dhcp"] for other in self.plan.of_kind("host"))
        if access_point.address or served:
            joined = client.call(basics.join, name=host.name, seconds=seconds)
            address = f", address {joined['address']}"
        else:
            joined = client.call(station.wait_associated, name=host.name, seconds=seconds)
            address = ""
        return f"associated with {access_point.name}, {joined['bssid']}{address}"
