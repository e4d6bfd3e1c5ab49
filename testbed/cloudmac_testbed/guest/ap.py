# SPDX-License-Identifier: Apache-2.0
"""Plain access points: stock hostapd on a stock mac80211_hwsim radio, with the
same LAN behind it as a VAP's. What CloudMAC is compared with."""
from . import vap

INTERFACE = "wlan0"


def start(host):
    """Bring an access point up on the radio that its host has been given."""
    vap.serve(host, INTERFACE)
