# SPDX-License-Identifier: Apache-2.0
"""Plain access points: stock hostapd on a stock mac80211_hwsim radio. What CloudMAC
is compared with. One of its own has the same LAN behind it as a VAP; one at a
switch bridges, so that a station can roam between several."""
from . import shell, vap

INTERFACE = "wlan0"
UPLINK = "eth0"


def start(host):
    """Bring an access point up on the radio that its host has been given."""
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
