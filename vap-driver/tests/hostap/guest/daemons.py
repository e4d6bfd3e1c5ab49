# SPDX-License-Identifier: Apache-2.0
"""hostapd and wpa_supplicant, each test with processes of its own."""

import contextlib
import itertools
import re
import subprocess
from pathlib import Path

from air import COUNTRY, STATIONS, Air, address_of
from control import ControlSocket
from daemon import until

SSID = "hostap test"
PASSPHRASE = "correct horse"
START_S = 90.0
"""Time for an access point to start: on a radar channel it listens for 60 s."""

AUTHORIZED = re.compile(r"authorized:\s+yes")

SILENT_CHANNEL = 2417
"""MHz. No test uses it."""

QUOTED = {
    *("ssid", "psk", "sae_password", "sae_password_id", "identity", "anonymous_identity"),
    *(
        "password",
        "phase1",
        "phase2",
        "ca_cert",
        "client_cert",
        "private_key",
        "wep_key0",
        "openssl_ciphers",
    ),
}
"""Network variables of wpa_supplicant whose values are strings."""

_numbers = itertools.count()


def station_entry(ifname: str, peer: str) -> str:
    """Returns the kernel's entry of a peer as text; empty if there is none."""
    command = ["iw", "dev", ifname, "station", "get", peer]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def frequency_of(options: dict) -> int:
    """Returns the frequency in MHz of the primary channel that hostapd's options choose."""
    channel = int(options["channel"])
    if options["hw_mode"] == "a":
        return 5000 + 5 * channel
    return 2407 + 5 * channel


def quoted(name: str, value) -> str:
    """Returns the value of a network variable as wpa_supplicant expects it."""
    return f'"{value}"' if name in QUOTED else str(value)


class Process:
    """A daemon whose output goes to a file in ``folder``."""

    def __init__(self, folder: Path, *command: str):
        self.log = folder / f"{next(_numbers):04d}-{command[0]}.log"
        with self.log.open("w") as sink:
            self.process = subprocess.Popen(command, stdout=sink, stderr=subprocess.STDOUT)

    def connect(self, path: str) -> ControlSocket:
        """Waits for a control socket and returns a connection to it."""
        until(f"{path}; see {self.log}", lambda: self._is_up(path), seconds=START_S)
        return ControlSocket(path)

    def _is_up(self, path):
        text = self.log.read_text(errors="replace")[-2000:]
        assert self.process.poll() is None, f"the daemon has ended:\n{text}"
        return Path(path).exists()

    def stop(self):
        """Terminates the daemon and waits for its end."""
        self.process.terminate()
        self.process.wait(30)


class Bss:
    """One BSS of a running hostapd."""

    def __init__(self, radio, options: dict, control: ControlSocket):
        self.radio, self.options, self.control = radio, options, control
        self.ifname = options.get("interface") or options["bss"]
        self.ssid = options["ssid"]
        self.frequency = frequency_of(options)
        self.bssid = address_of(self.ifname)

    def stations(self) -> list[str]:
        """Returns the addresses of the associated stations."""
        found, request = [], "STA-FIRST"
        while answer := self.control.ask(request):
            if answer.startswith("FAIL"):
                break
            found.append(answer.splitlines()[0])
            request = f"STA-NEXT {found[-1]}"
        return found

    def wait_for(self, station: "Supplicant"):
        """Waits until a station is associated, and authorized in the kernels of both ends. The
        daemons report it earlier, and a frame in between is lost."""
        self.control.event(f"AP-STA-CONNECTED {station.address}")
        for ifname, peer in ((self.ifname, station.address), (station.ifname, self.bssid)):
            until(
                f"{ifname} to authorize {peer}",
                lambda ifname=ifname, peer=peer: AUTHORIZED.search(station_entry(ifname, peer)),
            )

    def switch(self, frequency: int, options: str = ""):
        """Announces a channel switch by five beacons and waits until it has happened."""
        self.control.do(f"CHAN_SWITCH 5 {frequency} {options}".strip())
        self.control.event("CTRL-EVENT-STARTED-CHANNEL-SWITCH")
        self.control.event("AP-CSA-FINISHED", "CTRL-EVENT-CHANNEL-SWITCH")
        self.radio.follow(frequency)
        self.frequency = frequency


class Supplicant:
    """A running wpa_supplicant with one interface."""

    def __init__(self, ifname: str, control: ControlSocket):
        self.ifname, self.control = ifname, control
        self.address = address_of(ifname)

    def add_network(self, **variables) -> str:
        """Adds a network. Returns its number."""
        number = self.control.do("ADD_NETWORK")
        for name, value in variables.items():
            self.control.do(f"SET_NETWORK {number} {name} {quoted(name, value)}")
        return number

    def select(self, bss: Bss, **variables) -> str:
        """Starts to connect to a BSS by its SSID. Returns the number of the network."""
        base = {"ssid": bss.ssid, "scan_freq": bss.frequency}
        number = self.add_network(**{**base, **variables})
        self.control.do(f"SELECT_NETWORK {number}")
        return number

    def connect(self, bss: Bss, seconds: float = 20, **variables) -> str:
        """Connects to a BSS. Returns the number of the network."""
        number = self.select(bss, **variables)
        self.wait_connected(seconds)
        bss.wait_for(self)
        return number

    def wait_connected(self, seconds: float = 20):
        """Waits until the station is connected."""
        refusals = ("CTRL-EVENT-SSID-TEMP-DISABLED", "CTRL-EVENT-NETWORK-NOT-FOUND")
        event = self.control.event("CTRL-EVENT-CONNECTED", refusals[0], seconds=seconds)
        assert event.startswith("CTRL-EVENT-CONNECTED"), event

    def roam(self, bss: Bss):
        """Reassociates with another BSS of the same network."""
        self.scan_for(bss)
        self.control.do(f"ROAM {bss.bssid}")
        self.wait_connected()
        bss.wait_for(self)
        assert self.control.status()["bssid"] == bss.bssid

    def forget_networks(self):
        """Empties the kernel's and wpa_supplicant's lists of networks, which outlast a test."""
        self.control.do(f"SCAN only_new=1 passive=1 freq={SILENT_CHANNEL}")
        self.control.event("CTRL-EVENT-SCAN-RESULTS")
        self.control.do("BSS_FLUSH 0")

    def scan_for(self, bss: Bss, **options):
        """Scans the channel of a BSS until its BSSID is among the results."""
        words = " ".join(f"{name}={value}" for name, value in options.items())
        for _ in range(5):
            self.control.do(f"SCAN freq={bss.frequency} {words}".strip())
            self.control.event("CTRL-EVENT-SCAN-RESULTS", "CTRL-EVENT-SCAN-FAILED")
            if self.control.ask(f"BSS {bss.bssid}"):
                return
        raise AssertionError(f"no beacon of {bss.bssid} at {bss.frequency} MHz")


class Cell:
    """Starts access points and stations, and ends them with the test."""

    def __init__(self, air: Air, folder: Path):
        self.air, self.folder = air, folder
        self.stack = contextlib.ExitStack()
        self.free = list(STATIONS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()

    def access_point(self, *more: dict, **options) -> Bss:
        """Starts hostapd with one BSS. more: options of further BSSs of the same radio."""
        return self.access_points([options, *more])[0]

    def multi_bss(self, *bsses: dict) -> list[Bss]:
        """Starts hostapd with several BSSs on one radio."""
        return self.access_points(list(bsses))

    def access_points(self, *radios: list[dict]) -> list[Bss]:
        """Starts one hostapd with a radio for each list of BSSs. Returns all BSSs in order."""
        plans = [
            (radio, self._bsses(radio, bsses))
            for radio, bsses in zip(self.air.access_points, radios)
        ]
        files = []
        for radio, bsses in plans:
            bssids = [bss.get("bssid", radio.address) for bss in bsses]
            self.stack.enter_context(radio.serve(bssids, frequency_of(bsses[0])))
            files.append(self.folder / f"{radio.ifname}.conf")
            files[-1].write_text("\n".join(_lines(bsses)) + "\n")
        daemon = Process(self.folder, "hostapd", "-d", "-t", *map(str, files))
        self.stack.callback(daemon.stop)
        return [self._started(daemon, radio, bss) for radio, bsses in plans for bss in bsses]

    def _bsses(self, radio, bsses):
        """Returns all options of the BSSs of a radio."""
        first = {
            **{"interface": radio.ifname, "driver": "nl80211", "country_code": COUNTRY},
            **{"hw_mode": "g", "channel": "1", "ieee80211n": "1", "wmm_enabled": "1"},
            **{"ctrl_interface": "/run/hostapd", "ssid": SSID},
            **bsses[0],
        }
        common = {name: first[name] for name in ("ctrl_interface", "hw_mode", "channel")}
        start = radio.address[:-2]
        others = [
            {
                **{"bss": f"{radio.ifname}-{number}", "bssid": f"{start}{number:02x}"},
                **{"wmm_enabled": "1", **common, **bss},
            }
            for number, bss in enumerate(bsses[1:], 1)
        ]
        return [first, *others]

    def _started(self, daemon, radio, options):
        name = options.get("interface") or options["bss"]
        control = daemon.connect(f"/run/hostapd/{name}")
        self.stack.callback(control.close)
        until(
            f"{name} is enabled; see {daemon.log}",
            lambda: control.status().get("state") == "ENABLED",
            seconds=START_S,
        )
        return Bss(radio, options, control)

    def station(self, *lines: str) -> Supplicant:
        """Starts wpa_supplicant on a free radio. lines: of its configuration file."""
        ifname = self.free.pop(0)
        config = self.folder / f"{ifname}.conf"
        config.write_text("\n".join(("ctrl_interface=/run/wpa_supplicant", *lines)) + "\n")
        options = ["-D", "nl80211", "-i", ifname, "-c", str(config), "-d", "-t"]
        daemon = Process(self.folder, "wpa_supplicant", *options)
        self.stack.callback(daemon.stop)
        control = daemon.connect(f"/run/wpa_supplicant/{ifname}")
        self.stack.callback(control.close)
        station = Supplicant(ifname, control)
        station.forget_networks()
        return station


def _lines(bsses):
    """Returns the lines of hostapd's configuration file of one radio."""
    for number, bss in enumerate(bsses):
        # "bss" has to begin a BSS; channel and mode belong to the radio.
        names = [name for name in bss if not number or name not in ("hw_mode", "channel")]
        for name in names:
            values = bss[name] if isinstance(bss[name], list) else [bss[name]]
            yield from (f"{name}={value}" for value in values)
