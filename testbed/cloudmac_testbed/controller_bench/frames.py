# SPDX-License-Identifier: Apache-2.0
"""Builds the frames that the simulated hosts send: announcements of WTPs, beacons of VAPs and
first frames of stations."""
from cloudmac_wire import Announcement, Control, Direction, Frame, Kind, Radio, RadioTag, vap_id

from .plan import AGENT_PORT, FREQUENCY

RADIOTAP = bytes([0, 0, 8, 0, 0, 0, 0, 0])
"""A radiotap header without fields."""
BROADCAST = "ff:ff:ff:ff:ff:ff"
MAX_LEASES = 64
_POWER_DBM = 20
_ACTIVE_MONITOR = 0x01
_WIDTH_20_MHZ = 2 << 4
_BAND_2_4_GHZ = 1
_BEACON, _AUTHENTICATION = 0x80, 0xB0
_BEACON_INTERVAL = 100
"""Time units."""


def _octets(address):
    return bytes.fromhex(address.replace(":", ""))


def _management(subtype, receiver, transmitter, bssid, body):
    addresses = _octets(receiver) + _octets(transmitter) + _octets(bssid)
    return bytes([subtype, 0, 0, 0]) + addresses + bytes(2) + body


def announcement(wtp, interval_ms):
    """Returns the octets of a WTP's announcement."""
    radio = Radio(
        index=0,
        address=wtp.radio,
        frequency=FREQUENCY,
        max_power_dbm=_POWER_DBM,
        power_dbm=_POWER_DBM,
        flags=_ACTIVE_MONITOR | _WIDTH_20_MHZ,
        max_leases=MAX_LEASES,
        bands=_BAND_2_4_GHZ,
    )
    control = Control(wtp.address, AGENT_PORT)
    return Announcement(wtp.id, wtp.id, interval_ms, wtp.name, (radio,), ipv4=control).build()


def beacon(vap):
    """Returns the octets of a VAP's beacon on channel 1, as the VAP's driver sends it."""
    name = vap.ssid.encode()
    fixed = bytes(8) + _BEACON_INTERVAL.to_bytes(2, "little") + (1).to_bytes(2, "little")
    elements = bytes([0, len(name)]) + name + bytes([1, 1, 0x82]) + bytes([3, 1, 1])
    frame = _management(_BEACON, BROADCAST, vap.bssid, vap.bssid, fixed + elements)
    tag = RadioTag(priority=7, vap=vap_id(vap.bssid))
    return Frame(Direction.DOWNLINK, BROADCAST, tag, RADIOTAP, frame).build()


def first_frame(station, level_dbm=-50):
    """Returns the octets of a station's authentication request, as its WTP forwards it."""
    bssid = station.vap.bssid
    body = (0).to_bytes(2, "little") + (1).to_bytes(2, "little") + bytes(2)
    frame = _management(_AUTHENTICATION, bssid, station.address, bssid, body)
    tag = RadioTag(level=level_dbm, priority=7, kind=Kind.FRAME, vap=vap_id(bssid))
    return Frame(Direction.UPLINK, station.address, tag, RADIOTAP, frame).build()
