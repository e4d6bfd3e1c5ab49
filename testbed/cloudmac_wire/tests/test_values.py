# SPDX-License-Identifier: Apache-2.0
"""Tests that constructors refuse values that the wire format cannot carry."""

import dataclasses

import pytest

from cloudmac_wire import (
    Announcement,
    Control,
    Frame,
    Hello,
    Radio,
    RadioTag,
    Reason,
    Scan,
    ScanDone,
    Stage,
    Survey,
    WireError,
    build_chain,
    vap_id,
)

RADIO = Radio(0, "02:00:00:00:00:01", 2412, 20, 20, 0, 1, 1)
CONTROL = Control("192.0.2.1", 4919)
ANNOUNCEMENT = Announcement(
    "02:00:00:00:00:02", "02:00:00:00:00:03", 1000, "wtp", (RADIO,), CONTROL
)
FRAME = Frame(
    "uplink",
    "02:00:00:00:00:04",
    RadioTag(),
    bytes.fromhex("0000080000000000"),
    bytes.fromhex("c4000000020000000001"),
)


@pytest.mark.parametrize(
    "valid, field, value",
    [
        (RadioTag(), "level", 128),
        (RadioTag(), "rate", 256),
        (RadioTag(), "rate", 5.5),
        (RadioTag(), "priority", 8),
        (RadioTag(), "kind", 4),
        (RadioTag(), "vap", -1),
        (FRAME, "direction", "sideways"),
        (FRAME, "station", "02:00:00:00:00:0G"),
        (FRAME, "station", "02-00-00-00-00-01"),
        (FRAME, "vlan", 4096),
        (CONTROL, "address", "224.0.0.1"),
        (CONTROL, "address", "::"),
        (CONTROL, "port", 0),
        (RADIO, "address", "01:00:00:00:00:01"),
        (RADIO, "index", 256),
        (RADIO, "power_dbm", -129),
        (ANNOUNCEMENT, "wtp", "00:00:00:00:00:00"),
        (ANNOUNCEMENT, "interval_ms", 99),
        (ANNOUNCEMENT, "name", ""),
        (ANNOUNCEMENT, "name", "ü" * 32),
        (ANNOUNCEMENT, "name", "tab\t"),
        (ANNOUNCEMENT, "radios", ()),
        (ANNOUNCEMENT, "radios", (RADIO, RADIO)),
        (ANNOUNCEMENT, "ipv4", None),
        (ANNOUNCEMENT, "ipv6", CONTROL),
        (Stage("legacy", 2), "rate", 0),
        (Stage("legacy", 2), "mcs", 1),
        (Stage("ht", mcs=7), "mcs", 77),
        (Stage("ht", mcs=7), "width", 80),
        (Stage("ht", mcs=7), "nss", 1),
        (Stage("vht", mcs=7, nss=1), "nss", 0),
        (Stage("vht", mcs=7, nss=1), "mcs", 12),
        (Stage("vht", mcs=7, nss=1), "width", 30),
        (Stage("none"), "tries", 256),
        (Stage("none"), "kind", "he"),
        (Survey(2437, noise_dbm=-95), "frequency", 0),
        (Survey(2437, noise_dbm=-95), "noise_dbm", None),
        (Survey(2437, noise_dbm=-95), "noise_dbm", 128),
        (Survey(2437, time_ms=1), "time_ms", -1),
        (Survey(2437, rx_ms=1), "rx_ms", 2**64),
        (Hello(), "frequency", 65536),
        (Hello(), "bssid", "ff:ff:ff:ff:ff:ff"),
        (Hello(), "ssid", bytes(33)),
        (Scan(1, (2412,)), "id", 0),
        (Scan(1, (2412,)), "frequencies", ()),
        (Scan(1, (2412,)), "frequencies", (0,)),
        (Scan(1, (2412,)), "frequencies", (2412, 2412)),
        (Scan(1, (2412,)), "frequencies", range(1, 62)),
        (Scan(1, (2412,)), "ssids", (b"",) * 5),
        (Scan(1, (2412,)), "ssids", (bytes(33),)),
        (ScanDone(1), "id", 65536),
        (ScanDone(1), "status", "late"),
        (ScanDone(1), "visited", 256),
        (ScanDone(1), "remembered", -1),
    ],
)
def test_refused(valid, field, value):
    """The constructor raises ValueError."""
    with pytest.raises(ValueError):
        dataclasses.replace(valid, **{field: value})


@pytest.mark.parametrize(
    "field, value, reason",
    [
        ("station", "ff:ff:ff:ff:ff:ff", Reason.ADDRESS),
        ("radiotap", bytes.fromhex("0000090000000000"), Reason.RADIOTAP),
        ("radiotap", b"", Reason.SHORT),
        ("frame", b"\x08" + bytes(22), Reason.IEEE80211),
    ],
)
def test_not_built(field, value, reason):
    """build() refuses a frame that its receiver would drop."""
    with pytest.raises(WireError) as caught:
        dataclasses.replace(FRAME, **{field: value}).build()
    assert caught.value.reason is reason


def test_chain_lengths():
    """A chain has one to four stages."""
    for stages in ((), (Stage("none"),) * 5):
        with pytest.raises(ValueError):
            build_chain(stages)


def test_vap_id():
    """The VAP id is the last two octets, big-endian."""
    assert vap_id("02:c1:0d:00:a0:01") == 0xA001
