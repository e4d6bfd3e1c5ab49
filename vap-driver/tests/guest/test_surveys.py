# SPDX-License-Identifier: Apache-2.0
"""Survey reports that a WTP sends to a VAP, and what the VAP's radio reports of them.

hostapd, wlan0 === va ------ vb: the test is the WTP
"""

import contextlib
import json
import os
import re
import struct
import time
from pathlib import Path

import pytest
from lab import run, wait_for
from test_neighbours import BSSID, OTHER_BSSID, RADIO, access_point, is_beacon
from wire import mac, uplink

OTHER_RADIO = "02:cc:00:00:00:02"
KIND = 1 << 5 | 2  # with the priority
BSS_LOAD = 11
NOISE, TIME, BUSY, TX, RX = 0x01, 0x02, 0x04, 0x08, 0x10
ALL = NOISE | TIME | BUSY | TX | RX
CHANNEL_6, CHANNEL_1 = 2437, 2412
FIRST = (60000, 7500, 1200, 5800)
LINES = {
    "noise": "noise",
    "channel active time": "time",
    "channel busy time": "busy",
    "channel transmit time": "tx",
    "channel receive time": "rx",
}
IN_USE = {"channel": CHANNEL_6, "in use": True}
SILENT_S = 5.0
"""After this time without a report, a WTP's radio is silent."""


def report(
    times=FIRST,
    radio: str = RADIO,
    flags: int = ALL,
    mhz: int = CHANNEL_6,
    noise: int = -95,
    vap: str = BSSID,
    number: int | None = None,
    more: bytes = b"",
) -> bytes:
    """Returns a report as a WTP sends it. 'number' is another VAP id than that of 'vap'."""
    head = struct.pack("<BBH", 0xE0, 0, 0) + mac(vap) + mac(radio) + mac(vap) + bytes(2)
    body = struct.pack("<B3sBBHb3x4Q", 127, b"\x12\x13\x37", 1, flags, mhz, noise, *times)
    number = int(vap.replace(":", "")[-4:], 16) if number is None else number
    return uplink(radio, number, head + body + more, kind=KIND, signal=-128, rate=0)


def survey(radio) -> dict:
    """Returns what iw shows of the only channel."""
    text = run("iw", "dev", radio.ifname, "survey", "dump").stdout
    found = {}
    for line in text.splitlines():
        name, _, value = line.strip().partition(":")
        if name == "frequency":
            assert not found, f"two channels: {text}"
            found["channel"] = int(value.split()[0])
            found["in use"] = "[in use]" in value
        elif name in LINES:
            found[LINES[name]] = int(re.match(r"\s*(-?\d+)", value)[1])
    return found


def values(times, noise: int = -95) -> dict:
    """Returns what iw shows for the sums of four times."""
    return IN_USE | {"noise": noise} | dict(zip(("time", "busy", "tx", "rx"), times, strict=True))


def await_silence(radio):
    """Waits until the radio has no values any more."""
    wait_for(lambda: survey(radio) == IN_USE, "the end of the values")


def accept(radio, wire, *octets: bytes):
    """Sends reports and waits until the radio has counted them."""
    before = radio.stats()["rx_surveys"]
    for each in octets:
        wire.send(each)
    wait_for(lambda: radio.stats()["rx_surveys"] == before + len(octets), "the reports")


def test_no_values_without_a_report(module):
    with access_point() as (radio, _):
        assert survey(radio) == IN_USE


def test_a_report(module):
    """iw shows its values, and no frame reaches mac80211."""
    with access_point() as (radio, wire):
        frames = radio.stats()["rx_frames"]
        accept(radio, wire, report())
        assert survey(radio) == values(FIRST)
        later = (61000, 7625, 1210, 5900)
        accept(radio, wire, report(later, noise=-90))
        assert survey(radio) == values(later, noise=-90)
        assert radio.stats()["rx_frames"] == frames


@pytest.mark.parametrize(
    "flags, names",
    [
        (NOISE, {"noise"}),
        (TIME | BUSY, {"time", "busy"}),
        (TIME | TX, {"time", "tx"}),
        (RX, {"rx"}),
    ],
)
def test_values_that_the_radio_knows(module, flags, names):
    with access_point() as (radio, wire):
        accept(radio, wire, report(flags=flags))
        shown = {name: value for name, value in values(FIRST).items() if name in names}
        assert survey(radio) == IN_USE | shown


def test_what_a_vap_refuses(module):
    """Reports for others, malformed ones, and of another channel."""
    with access_point() as (radio, wire):
        before = radio.stats()
        whole = report()
        short = whole[:-1]
        refused = [
            report(vap=OTHER_BSSID),
            report(vap="02:ab:00:00:12:34"),
            report(number=0xFFFF),
            report(number=0x1235),
            short,
            report(more=b"\0"),
            report(flags=0),
            report(mhz=0),
        ]
        for at, octet in ((22, 0xD0), (23, 0x08), (46, 126), (49, 0x38), (50, 2)):
            refused.append(whole[:at] + bytes([octet]) + whole[at + 1 :])
        # Address 2 is not the source, address 3 not the VAP, address 1 everybody.
        refused.append(whole[:6] + mac(OTHER_RADIO) + whole[12:])
        refused.append(whole[:38] + mac(OTHER_BSSID) + whole[44:])
        refused.append(whole[:26] + b"\xff" * 6 + whole[32:])
        for octets in refused:
            wire.send(octets)
        wire.send(report(mhz=CHANNEL_1))
        wire.send(report(mhz=1))
        wait_for(
            lambda: radio.stats()["rx_drop_channel"] == before["rx_drop_channel"] + 2,
            "the last ones",
        )
        after = radio.stats()
        assert after["rx_drop_unknown_vap"] == before["rx_drop_unknown_vap"] + len(refused)
        assert (after["rx_surveys"], after["rx_drop_survey"]) == (0, 0)
        assert after["rx_frames"] == before["rx_frames"]
        assert survey(radio) == IN_USE


def test_vectors(module):
    """The reports among the vectors of the wire format, and the frames of kind 2 that are none."""
    vectors = json.loads((Path(os.environ["VAP_VECTORS"]) / "uplink.json").read_text())
    with access_point() as (radio, wire):
        for vector in vectors:
            if not vector["name"].startswith("uplink-survey-") or vector["expect"]["vlan"]:
                continue
            octets, vap = bytearray.fromhex(vector["hex"]), vector["expect"]["vap"]
            # The vectors are for another VAP: 'vap' stays wrong where it was.
            wanted = b"\x12\x34" if vap == 0xA001 else b"\x12\x35"
            octets[4:6] = wanted
            for at in (26, 38):
                if octets[at : at + 6] == mac("02:c1:0d:00:a0:01"):
                    octets[at : at + 6] = mac(BSSID)
            is_report = vector["expect"]["survey"] is not None
            before = radio.stats()
            wire.send(bytes(octets))
            if is_report:
                of_channel = vector["expect"]["survey"]["frequency"] == CHANNEL_6
                counter = "rx_surveys" if of_channel else "rx_drop_channel"
            else:
                counter = "rx_drop_unknown_vap"
            wait_for(lambda c=counter, b=before: radio.stats()[c] == b[c] + 1, vector["name"])


def test_values_of_a_silent_wtp_end(module):
    """They are shown for 5 s at least: what was read within 5 s from before the report has them."""
    with access_point() as (radio, wire):
        begin = time.monotonic()
        accept(radio, wire, report())
        shown = survey(radio)
        while time.monotonic() - begin < SILENT_S:
            assert shown == values(FIRST)
            time.sleep(0.5)
            shown = survey(radio)
        await_silence(radio)


def test_one_wtp_at_a_time(module):
    """The reports of a second WTP count once the first is silent. Times only grow."""
    with access_point() as (radio, wire):
        accept(radio, wire, report())
        for second in range(1, 4):
            wire.send(report((5, 4, 3, 2), OTHER_RADIO))
            accept(radio, wire, report((60000 + 1000 * second, 7500, 1200, 5800)))
            assert survey(radio) == values((60000 + 1000 * second, 7500, 1200, 5800))
            time.sleep(SILENT_S / 2 - 0.5)  # in all longer than SILENT_S
        wait_for(lambda: radio.stats()["rx_drop_survey"] == 3, "those of the second")
        await_silence(radio)
        # The second one counts from a start of its own.
        accept(radio, wire, report((5000, 900, 300, 400), OTHER_RADIO))
        assert survey(radio) == values((63000, 7500, 1200, 5800))
        accept(radio, wire, report((6000, 1000, 350, 420), OTHER_RADIO))
        assert survey(radio) == values((64000, 7600, 1250, 5820))
        wire.send(report())
        wait_for(lambda: radio.stats()["rx_drop_survey"] == 4, "that of the first")


@pytest.mark.parametrize(
    "times",
    [
        (100, 50, 20, 10),
        (61000, 7400, 1200, 5800),
        (70001, 7500, 1200, 5800),
        (60000, 7500, 1200, 2**64 - 1),
    ],
    ids=["restart", "busy-less", "time-jump", "rx-jump"],
)
def test_a_radio_that_begins_anew(module, times):
    """Its sums begin anew, those of the VAP stay and go on."""
    with access_point() as (radio, wire):
        accept(radio, wire, report())
        accept(radio, wire, report(times))
        assert survey(radio) == values(FIRST)
        if times[3] < 2**63:
            accept(radio, wire, report((times[0] + 1000, *times[1:])))
            assert survey(radio) == values((61000, *FIRST[1:]))


def utilization_of(frame) -> int | None:
    """Returns the channel utilization of a beacon's element BSS Load, in 1/255."""
    load = frame.element(BSS_LOAD) if is_beacon(frame) else None
    return load[2] if load else None


def latest_utilization(wire) -> int:
    """Returns that of the last beacon that has arrived."""
    found = None
    wire.socket.settimeout(0.01)
    with contextlib.suppress(TimeoutError):
        while True:
            value = utilization_of(wire.receive())
            found = found if value is None else value
    return found


def test_hostapd_computes_the_utilization(module):
    """Of the differences: the channel is busy for 40 % of the time. A second WTP takes over, whose
    channel is busy for 80 %, and counts from 0."""
    with access_point(bss_load_update_period=10) as (radio, wire):
        for source, begin, share in ((RADIO, 500000, 40), (OTHER_RADIO, 0, 80)):
            seen = []
            for second in range(6):
                busy = begin * share // 100 + 10 * share * second
                accept(radio, wire, report((begin + 1000 * second, busy, 0, 0), source))
                time.sleep(1)
                seen.append(latest_utilization(wire))
            # The first report of the second WTP has no difference.
            assert all(abs(each - 255 * share / 100) <= 2 for each in seen[2:]), seen
            assert max(seen) <= 255 * share / 100 + 2, seen
            await_silence(radio)


def test_another_channel(module):
    """After a channel switch there are no values until a report of the new channel. Times go on."""
    with access_point() as (radio, wire):
        accept(radio, wire, report())
        control = ("hostapd_cli", "-p", "/run/hostapd-neighbours", "-i", radio.ifname)
        run(*control, "chan_switch", "1", str(CHANNEL_1))
        wait_for(lambda: survey(radio)["channel"] == CHANNEL_1, "the switch")
        on_1 = IN_USE | {"channel": CHANNEL_1}
        assert survey(radio) == on_1
        dropped = radio.stats()["rx_drop_channel"]
        wire.send(report((60500, 7500, 1200, 5800)))
        wait_for(lambda: radio.stats()["rx_drop_channel"] == dropped + 1, "of the old channel")
        # The WTP's radio counts each channel for itself. It could seem to go on.
        accept(radio, wire, report((60200, 7600, 1200, 5800), mhz=CHANNEL_1))
        assert survey(radio) == values(FIRST) | on_1
        accept(radio, wire, report((61200, 7650, 1200, 5800), mhz=CHANNEL_1))
        assert survey(radio) == values((61000, 7550, 1200, 5800)) | on_1
