# SPDX-License-Identifier: Apache-2.0
"""Measures how soon a VAP is on the air after its hostapd has started."""
from .. import calls
from . import shell, station, wifi

CHANNEL_1_MHZ = 2412


@calls.declare
def restart_vap(lab, name: str, listener: str):
    """Starts the hostapd of a VAP on channel 1 again. Returns the seconds until a station that
    scans passively has found it, from the moment when hostapd reports that the VAP is up."""
    bssid = lab.topology.hosts[name].options["bssid"]
    wifi.restart_vap(lab, name)
    started = shell.uptime()
    station.await_beacon(listener, bssid, CHANNEL_1_MHZ)
    return shell.uptime() - started
