# SPDX-License-Identifier: Apache-2.0
"""Runs the stations: wpa_supplicant on a stock mac80211_hwsim radio, and DHCP."""
import pathlib
import re

from .. import calls, rates
from . import shell
from .wtp import frequency

INTERFACE = "wlan0"
ASSOCIATION_REQUEST = 13
"""wpa_supplicant's number of the frame (VENDOR_ELEM_ASSOC_REQ)."""
BUSY = "Device or resource busy"
"""iw's message if another scan of the interface is running (EBUSY)."""
_supplicants = {}


def folder(name):
    """Returns the folder of a station's configuration and control socket."""
    return pathlib.Path(f"/run/station-{name}")


def band(vap):
    """Returns the frequencies in MHz that a station scans: the common ones of the VAP's band. A
    scan of all bands takes many seconds and finds no more."""
    if vap["channel"] <= 14:
        return range(2412, 2463, 5)
    return [5000 + 5 * channel for channel in (36, 40, 44, 48, 149, 153, 157, 161, 165)]


def profile(vap, bgscan=None, limited=None):
    """Returns wpa_supplicant's network block for a VAP.

    limited: the station's rates, if it has not all; the network is disabled then.
    bgscan: wpa_supplicant's parameter for the search of a better access point. All access
    points of the network are on one channel then, so the station scans only that one."""
    lines = [f'ssid="{vap["ssid"]}"', "scan_ssid=1"]
    if limited:
        lines += ["disabled=1", *rates.supplicant_lines(limited)]
    if bgscan:
        channel = frequency(vap["channel"])
        lines += [f"scan_freq={channel}", f"freq_list={channel}", f'bgscan="{bgscan}"']
    else:
        lines.append(f"scan_freq={' '.join(map(str, band(vap)))}")
    if vap["security"] == "open":
        lines.append("key_mgmt=NONE")
    elif vap["security"] == "wpa2":
        fast = vap.get("mobility_domain")
        lines += [
            f"key_mgmt={'FT-PSK' if fast else 'WPA-PSK'}",
            "proto=RSN",
            "pairwise=CCMP",
            f'psk="{vap["passphrase"]}"',
        ]
    else:
        lines += [
            "key_mgmt=SAE",
            "pairwise=CCMP",
            "ieee80211w=2",
            f'sae_password="{vap["passphrase"]}"',
        ]
    return "network={\n" + "".join(f"\t{line}\n" for line in lines) + "}\n"


def start(name, vap, bgscan=None, limited=None):
    """Starts a station's supplicant, which looks for its VAP. bgscan, limited: as in profile()."""
    place = folder(name)
    place.mkdir(exist_ok=True)
    (place / "wpa.conf").write_text(
        f"ctrl_interface={place}/control\nupdate_config=0\nsae_pwe=2\n"
        + profile(vap, bgscan, limited)
    )
    _supplicants[name] = shell.start(
        name,
        f"wpa_supplicant-{name}",
        "wpa_supplicant",
        "-t",
        "-i",
        INTERFACE,
        "-D",
        "nl80211",
        "-c",
        place / "wpa.conf",
    )
    shell.wait_for(f"wpa_supplicant of {name}", (place / "control" / INTERFACE).exists)
    if limited:
        _limit(name, vap, limited)


def _limit(name, vap, limited):
    """Limits the rates of a station that has not connected yet, and lets it connect.

    mac80211 limits what the station sends. It lists all rates of the network in association
    requests. Later elements override its list in hostapd, so that the access point sends only
    at the station's rates too."""
    shell.run(
        name, "iw", "dev", INTERFACE, "set", "bitrates", *rates.iw_words(limited, vap["channel"])
    )
    for words in (
        ("vendor_elem_add", ASSOCIATION_REQUEST, rates.elements(limited)),
        ("enable_network", 0),
    ):
        _must(name, *words)


def _must(name, *words):
    answer = control(name, *words)
    if answer.splitlines()[-1:] != ["OK"]:
        raise shell.CommandFailed(f"{name}: wpa_cli {' '.join(map(str, words))}: {answer!r}")


def control(name, *words):
    """Runs a command of wpa_cli and returns its output."""
    return shell.run(
        name, "wpa_cli", "-p", folder(name) / "control", "-i", INTERFACE, *words
    ).strip()


@calls.declare
def status(name: str):
    """Returns wpa_supplicant's status as a mapping: wpa_state, bssid, key_mgmt, ..."""
    return dict(line.split("=", 1) for line in control(name, "status").splitlines() if "=" in line)


@calls.declare
def wait_associated(name: str, seconds: float = 30):
    """Waits until the station has completed all handshakes. Returns its status."""

    def done():
        now = status(name)
        return now if now.get("wpa_state") == "COMPLETED" else None

    return shell.wait_for(f"{name} to associate", done, seconds)


@calls.declare
def disconnect(name: str, seconds: float = 30):
    """Ends a station's association, and keeps it from a new one."""
    control(name, "disconnect")
    shell.wait_for(
        f"{name} to disconnect", lambda: status(name).get("wpa_state") == "DISCONNECTED", seconds
    )


@calls.declare
def reassociate(name: str, seconds: float = 30):
    """Associates a station again, with a new scan and all handshakes. Returns the seconds from
    the scan to the last handshake."""
    disconnect(name, seconds)
    control(name, "bss_flush", "0")
    control(name, "pmksa_flush")  # a cached PMK would skip the SAE handshake
    began = shell.uptime()
    control(name, "reconnect")
    wait_associated(name, seconds)
    return round(shell.uptime() - began, 3)


@calls.declare
def roam(name: str, bssid: str, seconds: float = 30):
    """Roams to another access point of the station's network, and gets an address there. Returns
    the station's status."""
    _must(name, "roam", bssid)

    def done():
        now = status(name)
        return now if (now.get("bssid"), now.get("wpa_state")) == (bssid, "COMPLETED") else None

    found = shell.wait_for(f"{name} to roam to {bssid}", done, seconds)
    lease(name)
    return found


@calls.declare
def await_beacon(name: str, bssid: str, mhz: int, seconds: float = 30):
    """Waits until passive scans of the station find a BSSID on a channel, in MHz.

    iw scans, and wpa_supplicant also receives the results. mac80211 listens for 110 ms in a passive
    scan, longer than the beacon interval of 102.4 ms. With scan_ssid=1, wpa_supplicant itself scans
    actively and listens for only 76 ms, so scans every 205 ms, two intervals, can miss all beacons.
    """

    def heard():
        try:
            shell.run(name, "iw", "dev", INTERFACE, "scan", "freq", mhz, "flush", "passive")
        except shell.CommandFailed as failed:
            if BUSY not in str(failed):
                raise
        found = (line.split("\t") for line in control(name, "scan_results").splitlines())
        return any(one[:2] == [bssid, str(mhz)] for one in found)

    control(name, "bss_flush", "0")
    shell.wait_for(f"{name} to hear {bssid} on {mhz} MHz", heard, seconds)


def sae_handshakes(name):
    """Returns the number of SAE handshakes of a station since its start."""
    log = shell.LOGS / f"wpa_supplicant-{name}.log"
    return log.read_text(encoding="utf-8").count("PMKSA-CACHE-ADDED")


@calls.declare
def address(name: str):
    """Returns the station's MAC address."""
    return shell.run(name, "cat", f"/sys/class/net/{INTERFACE}/address").strip()


def ip_address(name):
    """Returns the station's IPv4 address. Raises CommandFailed if it has none."""
    output = shell.run(name, "ip", "-4", "-o", "addr", "show", "dev", INTERFACE)
    match = re.search(r"inet ([\d.]+)", output)
    if not match:
        raise shell.CommandFailed(f"{name}: no address: {output!r}")
    return match[1]


def lease(name, seconds=20):
    """Gets an address by DHCP and returns it."""
    shell.run(
        name,
        "udhcpc",
        "-i",
        INTERFACE,
        "-f",
        "-q",
        "-n",
        "-t",
        seconds,
        "-T",
        "1",
        timeout=seconds + 10,
    )
    return ip_address(name)


def stop(name):
    """Ends the station's supplicant."""
    control(name, "terminate")
    shell.wait_for(
        f"wpa_supplicant of {name} to end",
        lambda: not (folder(name) / "control" / INTERFACE).exists(),
    )


@calls.declare
def kill(name: str):
    """Ends the station's supplicant by SIGKILL, like a crash."""
    process = _supplicants.pop(name)
    process.kill()
    process.wait(10)
    (folder(name) / "control" / INTERFACE).unlink(missing_ok=True)
