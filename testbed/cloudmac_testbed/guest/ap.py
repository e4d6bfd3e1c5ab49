# SPDX-License-Identifier: Apache-2.0
"""Plain access points, for comparison: stock hostapd on a stock mac80211_hwsim radio.

An access point at a switch bridges, so that a station can roam between several. Any
other has a LAN of its own, as a VAP has."""
from . import shell, vap

INTERFACE = "wlan0"
UPLINK = "eth0"


def start(host):
    """Starts an access point on the radio of its host."""
    if not host.at:
        vap.serve(host, INTERFACE)
        return
    vap.folder(host.name).mkdir(exist_ok=True)
    for line in (
        f"link add {vap.BRIDGE} type bridge",
        f"link set {UPLINK} master {vap.BRIDGE}",
        f"link set {vap.BRIDGE} up",
    ):
        shell.run(host.name, "ip", *line.split())
    vap.start_hostapd(host, INTERFACE)
