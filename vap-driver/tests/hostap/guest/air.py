# SPDX-License-Identifier: Apache-2.0
"""The radios of the tests. Both kinds have the same stations.

stock:  hostapd  wlan3, wlan4                                   ))) wlan0..wlan2  wpa_supplicant
vap:    hostapd  wlan3, wlan4 === veth === cloudmac-wtp, phy    ))) wlan0..wlan2  wpa_supplicant

Of the kind "vap", each access point has a WTP of its own, in a network namespace. The test is
its controller.
"""

import contextlib
import os
import socket
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TREE / "daemon/tests/component"))

from connection import ControllerConnection  # noqa: E402
from daemon import until  # noqa: E402
from pki import PKI, Pki  # noqa: E402

MODULE, TOOL, STOCK = (os.environ[f"VAP_{name}"] for name in ("MODULE", "TOOL", "STOCK"))
COUNTRY = "US"
STATIONS = ("wlan0", "wlan1", "wlan2")
ACCESS_POINTS = ("wlan3", "wlan4")
LEASE_MS = 3600_000
IDLE_CHANNEL = 2412
"""MHz. A WTP is on it until the first access point starts."""

WTP_CONFIG = """
[wtp]
name = {name}
wired = wired
id = {wtp}
country = {country}
[radio]
phy = {phy}
frequency = {frequency}
max-leases = 16
[control]
address = {address}
ca = {pki}/ca.pem
cert = {pki}/wtp-{dashed}.pem
key = {pki}/wtp-{dashed}.key
"""


def run(*command: str, netns: str | None = None) -> str:
    """Runs a program, in a network namespace if given. Returns its output."""
    prefix = ["ip", "netns", "exec", netns] if netns else []
    done = subprocess.run([*prefix, *command], capture_output=True, text=True, check=False)
    assert not done.returncode, f"{' '.join(command)}: {done.stdout}{done.stderr}"
    return done.stdout


def address_of(ifname: str) -> str:
    """Returns the MAC address of an interface."""
    return Path(f"/sys/class/net/{ifname}/address").read_text().strip()


def phy_of(ifname: str) -> str:
    """Returns the name of the wiphy of an interface."""
    return Path(f"/sys/class/net/{ifname}/phy80211/name").read_text().strip()


class StockRadio:
    """A radio of mac80211_hwsim for hostapd."""

    def __init__(self, ifname: str):
        self.ifname = ifname
        self.address = address_of(ifname)

    @contextlib.contextmanager
    def serve(self, bssids: list[str], frequency: int):
        """Nothing: the radio is on the air."""
        yield

    def follow(self, frequency: int):
        """Nothing: the radio itself changes the channel."""


class VapRadio:
    """A radio of cloudmac_hwsim for hostapd, and the session with its WTP."""

    def __init__(self, ifname: str, host: str, pki: Pki):
        self.ifname = ifname
        self.address = address_of(ifname)
        self.host, self.pki = host, pki

    @contextlib.contextmanager
    def serve(self, bssids: list[str], frequency: int):
        """Moves the WTP to a channel in MHz and grants it the leases of the BSSIDs."""
        with self._session() as session:
            session.call("radio.set", radio=0, frequency=frequency)
            for bssid in bssids:
                session.call("ack.lease", bssid=bssid, radio=0, ttl_ms=LEASE_MS)
        try:
            yield
        finally:
            with self._session() as session:
                for bssid in bssids:
                    session.call("ack.release", bssid=bssid, radio=0)

    def follow(self, frequency: int):
        """Moves the WTP to the channel in MHz that the access point switches to."""
        with self._session() as session:
            session.call("radio.set", radio=0, frequency=frequency)

    def statistics(self) -> dict:
        """Returns the counters of the agent."""
        with self._session() as session:
            return session.call("stats")

    def _session(self):
        # A session of its own for each use, because idle ones end.
        return ControllerConnection(self.pki, host=self.host)


class Air:
    """All radios, from the load of the modules on.

    kind: "stock" or "vap"; agent: path of cloudmac-wtp, for "vap"."""

    def __init__(self, kind: str, agent: str, folder: Path):
        self.kind, self.agent, self.folder = kind, agent, folder
        self.agents = []

    def __enter__(self):
        run("insmod", STOCK, f"radios={len(STATIONS) + len(ACCESS_POINTS)}")
        # A daemon drops an event if the socket of its client has a full queue.
        Path("/proc/sys/net/unix/max_dgram_qlen").write_text("512")
        run("iw", "reg", "set", COUNTRY)
        until("the regulatory domain", lambda: f"country {COUNTRY}" in run("iw", "reg", "get"))
        if self.kind == "stock":
            self.access_points = [StockRadio(name) for name in ACCESS_POINTS]
            return self
        phys = [phy_of(ifname) for ifname in ACCESS_POINTS]
        pki = self._certificates(len(phys))
        run("insmod", MODULE)
        self.access_points = [
            self._vap(number, phy, ifname, pki)
            for number, (phy, ifname) in enumerate(zip(phys, ACCESS_POINTS))
        ]
        return self

    def _certificates(self, number):
        folder = self.folder / "good"
        commands = [("init",), ("controller",), *(("wtp", _wtp(i)) for i in range(number))]
        for command, *more in commands:
            run(str(PKI), command, str(folder), *more)
        return Pki.of(folder)

    def _vap(self, number, phy, ifname, pki):
        """Starts a WTP with the radio ``phy``, and adds the VAP radio that it is for."""
        netns, lower, subnet = f"wtp{number}", f"lower{number}", f"10.0.{number}"
        run("ip", "netns", "add", netns)
        run("iw", "phy", phy, "set", "netns", "name", netns)
        wired = ("peer", "name", "wired", "mtu", "1700", "netns", netns)
        run("ip", "link", "add", lower, "mtu", "1700", "type", "veth", *wired)
        for name, host, where in ((lower, 1, None), ("wired", 2, netns)):
            run("sysctl", "-qw", f"net.ipv6.conf.{name}.disable_ipv6=1", netns=where)
            run("ip", "address", "add", f"{subnet}.{host}/24", "dev", name, netns=where)
            run("ip", "link", "set", name, "up", netns=where)
        self._start_agent(number, netns, phy, f"{subnet}.2", pki)
        address = f"02:00:00:00:{0x13 + number:02x}:00"
        run(TOOL, "add", "--lower", lower, "--address", address)
        until(f"the interface {ifname}", lambda: ifname in os.listdir("/sys/class/net"))
        return VapRadio(ifname, f"{subnet}.2", pki)

    def wtp(self, radio: VapRadio) -> tuple[str, str]:
        """Returns the network namespace of a VAP's WTP, and the name of its wiphy."""
        netns = f"wtp{self.access_points.index(radio)}"
        return netns, run("sh", "-c", "ls /sys/class/ieee80211", netns=netns).strip()

    def send_to_wtp(self, radio: VapRadio, frame: bytes):
        """Sends an Ethernet frame to a VAP's WTP, as the VAP does."""
        with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0) as wire:
            wire.bind((f"lower{self.access_points.index(radio)}", 0))
            wire.send(frame)

    def _start_agent(self, number, netns, phy, address, pki):
        wtp = _wtp(number)
        config = self.folder / f"{netns}.conf"
        config.write_text(
            WTP_CONFIG.format(
                name=netns,
                wtp=wtp,
                dashed=wtp.replace(":", "-"),
                country=COUNTRY,
                phy=phy,
                frequency=IDLE_CHANNEL,
                address=address,
                pki=pki.path("good", ""),
            )
        )
        with open(self.folder / f"{netns}.log", "w", encoding="utf-8") as log:
            command = ["ip", "netns", "exec", netns, self.agent, "--foreground", "--config"]
            process = subprocess.Popen([*command, str(config)], stdout=log, stderr=log)
        self.agents.append(process)
        status = Path(f"/proc/{process.pid}/status")
        until("the agent runs unprivileged", lambda: "NoNewPrivs:\t1" in status.read_text())

    def __exit__(self, *_):
        for process in self.agents:
            process.terminate()
            process.wait(10)


def _wtp(number):
    return f"02:00:00:00:00:{0x90 + number:02x}"
