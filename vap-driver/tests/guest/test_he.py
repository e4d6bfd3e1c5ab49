# SPDX-License-Identifier: Apache-2.0
"""802.11ax (HE): what radios advertise, and the rates of received frames."""

import os
import re
import struct

import pytest
from lab import DriverRadio, Veth, run, wait_for
from test_wire import BSSID, STATION, associated_station
from wire import mac, uplink

HE = 1 << 23
MCS_KNOWN, DCM_KNOWN, BANDWIDTH_KNOWN = 0x0020, 0x0040, 0x4000  # of the first word
GI_KNOWN = 0x0002  # of the second word


def data_frame(sequence: int, words) -> bytes:
    """Returns a data frame whose radiotap header has the HE field's six words."""
    frame = bytes([0x08, 0x01, 0, 0])
    frame += mac(BSSID) + mac(STATION) + mac(BSSID) + struct.pack("<H", sequence << 4)
    frame += bytes.fromhex("aaaa03 000000 88b5") + bytes(20)
    radiotap = struct.pack("<BBHI6H", 0, 0, 20, HE, *words)
    return uplink(STATION, 0x1234, frame, radiotap=radiotap, rate=0)


def he_words(mcs, nss, known=MCS_KNOWN, bandwidth=0, gi=0, dcm=False):
    """Returns the words of the HE field. bandwidth, gi: radiotap's numbers."""
    data3 = mcs << 8 | dcm << 12
    return known, GI_KNOWN, data3, 0, bandwidth | gi << 4, nss


EVERYTHING = MCS_KNOWN | DCM_KNOWN | BANDWIDTH_KNOWN


@pytest.mark.parametrize(
    "words,expected",
    [
        (he_words(9, 2, EVERYTHING, 2, 1), "80MHz HE-MCS 9 HE-NSS 2 HE-GI 1 HE-DCM 0"),
        (he_words(1, 1, EVERYTHING, 0, 2, True), " HE-MCS 1 HE-NSS 1 HE-GI 2 HE-DCM 1"),
        (he_words(3, 1, EVERYTHING, 6), "HE-MCS 3 HE-NSS 1 HE-GI 0 HE-DCM 0 HE-RU-ALLOC 2"),
        # Nothing but the MCS is known.
        (he_words(11, 8, MCS_KNOWN, 3, 3, True), " HE-MCS 11 HE-NSS 8 HE-GI 0 HE-DCM 0"),
        # A bandwidth and a guard interval that do not exist.
        (he_words(5, 1, EVERYTHING, 15, 3), " HE-MCS 5 HE-NSS 1 HE-GI 0 HE-DCM 0"),
    ],
    ids=["wide", "robust", "resource-unit", "little-known", "reserved"],
)
def test_rates_of_received_frames(module, words, expected):
    with associated_station() as (radio, wire):
        wire.send(data_frame(100, words))

        def received() -> str:
            dump = run("iw", "dev", radio.ifname, "station", "dump").stdout
            lines = [line for line in dump.splitlines() if "rx bitrate" in line]
            return lines[0] if lines and "HE-MCS" in lines[0] else ""

        line = wait_for(received, "an HE rate of the station")
        assert expected in line


@pytest.mark.parametrize(
    "words",
    [he_words(12, 1), he_words(7, 0), he_words(7, 9), he_words(7, 1, known=0)],
    ids=["mcs", "no-stream", "streams", "unknown"],
)
def test_impossible_rates_say_nothing(module, words):
    """The driver ignores rates that do not exist, which mac80211 would warn about."""
    with associated_station() as (radio, wire):
        before = radio.stats()["rx_frames"]
        wire.send(data_frame(100, words))
        wait_for(lambda: radio.stats()["rx_frames"] > before, "the frame")
        dump = run("iw", "dev", radio.ifname, "station", "dump").stdout
        assert "HE-MCS" not in dump


def eht_numbers(phy: str) -> list[str]:
    """Returns iw's numbers of EHT capabilities. iw prints zeros for a band with HE alone."""
    info = run("iw", "phy", phy, "info").stdout
    assert "HE Iftypes" in info
    lines = [line for line in info.splitlines() if "EHT MAC" in line or "EHT PHY" in line]
    return [re.search(r"\(0x([0-9a-f]*)\)", line)[1].strip("0") for line in lines]


def test_radios_advertise_no_eht(module):
    """The wire has no EHT rates."""
    with Veth() as veth, DriverRadio(veth.a) as radio:
        assert not any(eht_numbers(radio.phy))


@pytest.mark.skipif(not os.environ.get("VAP_STOCK"), reason="no stock module was given")
def test_radios_of_the_kernels_module_advertise_eht(clean_log):
    """So the test above can fail."""
    before = set(os.listdir("/sys/class/ieee80211"))
    run("insmod", os.environ["VAP_STOCK"], "radios=1")
    try:
        (stock,) = set(os.listdir("/sys/class/ieee80211")) - before
        assert any(eht_numbers(stock))
    finally:
        run("rmmod", "mac80211_hwsim")
