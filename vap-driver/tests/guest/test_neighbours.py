# SPDX-License-Identifier: Apache-2.0
"""Beacons of other access points that a WTP passes to a VAP, and what hostapd makes of them.

hostapd, wlan0 === va ------ vb: the test is the WTP
"""

import contextlib
import struct
from pathlib import Path

import pytest
from lab import DriverRadio, Veth, hostapd, run, wait_for
from wire import PacketSocket, mac, management, uplink

BSSID, OTHER_BSSID = "02:aa:00:00:12:34", "02:aa:00:00:12:35"
RADIO = "02:cc:00:00:00:01"
NEIGHBOUR = "02:dd:00:00:00:01"
EVERYBODY = "ff:ff:ff:ff:ff:ff"
BEACON, NEIGHBOUR_KIND = 8, 2
ERP = 42
HT = bytes([45, 26]) + bytes(26) + bytes([61, 22, 6]) + bytes(21)
RATES_B, RATES_G = b"\x01\x04\x82\x84\x8b\x96", b"\x01\x08\x82\x84\x8b\x96\x0c\x12\x18\x24"
CONTROL = "/run/hostapd-neighbours"


def elements(rates: bytes, erp: int | None = None, channel: int = 6) -> bytes:
    """Returns the body of a beacon."""
    body = bytes(8) + struct.pack("<HH", 100, 0x0421) + b"\x00\x05other" + rates
    body += bytes([3, 1, channel])
    return body + (b"" if erp is None else bytes([42, 1, erp]))


def beacon(body: bytes, vap: int = 0x1234, bssid: str = NEIGHBOUR, subtype: int = BEACON) -> bytes:
    """Returns a neighbour's beacon for a VAP, as a WTP sends it. 'subtype' makes it another
    frame."""
    frame = management(subtype, EVERYBODY, bssid, bssid, body)
    return uplink(RADIO, vap, frame, kind=1 << 5 | NEIGHBOUR_KIND)


@contextlib.contextmanager
def access_point(**settings):
    """Runs an access point on channel 6. Yields its radio and the other end of its wire."""
    with Veth() as veth, PacketSocket(veth.b) as wire, DriverRadio(
        veth.a, "--address", BSSID
    ) as radio:
        with hostapd(radio, ctrl_interface=CONTROL, **settings):
            yield radio, wire


def status(radio) -> dict[str, str]:
    """Returns hostapd's status."""
    text = run("hostapd_cli", "-p", CONTROL, "-i", radio.ifname, "status").stdout
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def is_beacon(frame) -> bool:
    return frame.type == BEACON << 4


@pytest.mark.parametrize(
    "body",
    [elements(RATES_B), elements(RATES_G, erp=0x01)],
    ids=["802.11b", "non-erp-present"],
)
def test_a_neighbour_without_erp_sets_olbc(module, body):
    """hostapd protects its frames, and says so in its beacons."""
    with access_point() as (radio, wire):
        assert status(radio)["olbc"] == "0"
        wire.until(
            lambda f: is_beacon(f) and not f.element(ERP)[0] & 0x02, "a beacon without protection"
        )
        wire.send(beacon(body))
        wait_for(lambda: status(radio)["olbc"] == "1", "olbc=1")
        wire.until(lambda f: is_beacon(f) and f.element(ERP)[0] & 0x02, "a beacon with protection")
        assert radio.stats()["rx_neighbours"] == 1


def test_a_neighbour_without_802_11n_sets_olbc_ht(module):
    """A neighbour with ERP and 802.11n before sets neither."""
    with access_point() as (radio, wire):
        wire.send(beacon(elements(RATES_G, erp=0) + HT, bssid="02:dd:00:00:00:02"))
        wait_for(lambda: radio.stats()["rx_neighbours"] == 1, "the first beacon")
        wire.send(beacon(elements(RATES_G, erp=0)))
        wait_for(lambda: status(radio)["olbc_ht"] == "1", "olbc_ht=1")
        assert status(radio)["olbc"] == "0"


def test_what_a_vap_refuses(module):
    """Beacons for another VAP, its own, other frames of this kind, and another channel."""
    with access_point() as (radio, wire):
        before = radio.stats()
        body = elements(RATES_B)
        refused = [
            beacon(body, vap=0x1235, bssid=OTHER_BSSID),
            beacon(body, vap=0xFFFF),
            beacon(body, bssid=BSSID),
            beacon(body, bssid="03:dd:00:00:00:01"),
            beacon(body, bssid="00:00:00:00:00:00"),
            *(beacon(body, subtype=subtype) for subtype in (0, 4, 5, 11, 12, 13)),
            uplink(RADIO, 0x1234, management(8, BSSID, NEIGHBOUR, NEIGHBOUR, body), kind=2),
            uplink(RADIO, 0x1234, management(8, EVERYBODY, NEIGHBOUR, BSSID, body), kind=2),
        ]
        for octets in refused:
            wire.send(octets)
        channel_1 = struct.pack("<BBHIHH", 0, 0, 12, 1 << 3, 2412, 0x00A0)
        frame = management(BEACON, EVERYBODY, NEIGHBOUR, NEIGHBOUR, body)
        wire.send(uplink(RADIO, 0x1234, frame, kind=2, radiotap=channel_1))
        wait_for(
            lambda: radio.stats()["rx_drop_channel"] == before["rx_drop_channel"] + 1,
            "the last one",
        )
        after = radio.stats()
        assert after["rx_drop_unknown_vap"] == before["rx_drop_unknown_vap"] + len(refused)
        assert after["rx_frames"] == before["rx_frames"] and after["rx_neighbours"] == 0
        assert status(radio)["olbc"] == "0"


def test_the_radio_of_a_wtp_may_look_like_a_tag(module):
    """Its address begins with 0x12, so both addresses could be the tag."""
    with access_point() as (radio, wire):
        octets = beacon(elements(RATES_B))
        wire.send(octets[:6] + mac("12:cc:00:00:00:01") + octets[12:])
        wait_for(lambda: status(radio)["olbc"] == "1", "olbc=1")


def test_beacons_request_neighbours(module):
    """Unless the module's parameter says no. Other frames have no request."""
    parameter = Path("/sys/module/cloudmac_hwsim/parameters/neighbours")
    with access_point() as (_, wire):
        assert wire.until(is_beacon, "a beacon").request
        parameter.write_text("N")
        try:
            wire.until(lambda f: is_beacon(f) and not f.request, "a beacon without a request")
        finally:
            parameter.write_text("Y")
