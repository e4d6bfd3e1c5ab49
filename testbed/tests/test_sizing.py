# SPDX-License-Identifier: Apache-2.0
"""Tests ``lab run sizing`` and ``lab run cost``: keys and frames of simulated stations, the
figures, and short measurements of each part. In the lab kernel one part runs alone, between
wires to the machine."""
import random
import subprocess
import sys

import pytest
from cloudmac_testbed.sizing import cost, figures, plan, processor, report, run
from cloudmac_testbed.wires import addresses, crowd, dot11, keys, relay
from cloudmac_wire import Direction, Frame
from cryptography.exceptions import InvalidTag

STATION, BSSID = dot11.mac("02:57:00:00:00:01"), dot11.mac("02:c1:0d:51:00:00")


def downlink(kind, body, flags=2, to=STATION):
    """Returns a frame of the VAP, as it is on the wire."""
    header = bytes([kind, flags, 0, 0]) + to + BSSID + BSSID + b"\x10\0"
    header += b"\0\0" if kind == dot11.QOS_DATA else b""
    tag = b"\x12\x80\x00\xe0" + BSSID[4:]
    return to + tag + b"\x13\x37" + dot11.ORDINARY_RADIOTAP + header + body


def test_master_key():
    """Uses the example of IEEE 802.11-2020, J.4.2."""
    wanted = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert keys.pmk("password", "IEEE").hex() == wanted


def test_both_ends_have_the_same_keys():
    nonces = bytes([1] * 32), bytes([2] * 32)
    kck, kek, temporal = keys.ptk(bytes(32), BSSID, STATION, *nonces)
    assert (kck, kek, temporal) == keys.ptk(bytes(32), STATION, BSSID, *reversed(nonces))
    assert len({kck, kek, temporal}) == 3


def test_key_frames():
    frame = keys.key_frame(keys.PAIRWISE | keys.MIC, 7, bytes([3] * 32), keys.RSN, bytes(16))
    assert keys.parse_key_frame(frame) == (keys.PAIRWISE | keys.MIC | 2, 7, bytes([3] * 32))
    assert keys.mic_is_good(frame, bytes(16))
    assert not keys.mic_is_good(frame, bytes([1] * 16))
    assert not keys.mic_is_good(frame[:-1] + b"x", bytes(16))
    for length in range(keys.KEY_FRAME.size):
        assert keys.parse_key_frame(frame[:length]) is None


def test_ccmp_protects_the_header():
    """CCMP protects the receiver's address, and not the duration."""
    header = dot11.data_header(STATION, BSSID, BSSID, 5, True)
    cipher = keys.Ccmp(bytes(range(16)))
    body = cipher.encrypt(header, 1, b"something")
    assert len(body) == keys.HEADER_LEN + len(b"something") + 8
    assert cipher.decrypt(header, body) == b"something"
    assert cipher.decrypt(header[:2] + b"\x30\0" + header[4:], body) == b"something"
    with pytest.raises(InvalidTag):
        cipher.decrypt(header[:4] + bytes(6) + header[10:], body)


def test_invalid_frame_of_a_vap_is_ignored():
    whole = downlink(dot11.AUTHENTICATION, bytes(6))
    assert dot11.parse(whole).body == bytes(6)
    for length in range(14 + 8 + 26):
        assert dot11.parse(whole[:length]) is None
    assert dot11.parse(whole[:12] + b"\x08\0" + whole[14:]) is None
    assert dot11.parse(whole[:16] + b"\xff\xff" + whole[18:]) is None


def test_tx_status_has_only_the_header():
    down = dot11.parse(downlink(dot11.QOS_DATA, bytes(100), flags=2 | dot11.PROTECTED))
    status = down.status()
    assert status[:6] == b"\x12\x80\x00\x01" + BSSID[4:] and status[6:12] == STATION
    assert status[14 + 11 :] == down.frame[:26]


def test_addresses_are_unique():
    for series in plan.SERIES:
        vaps, each = series.steps[-1]
        members = [(vap, number) for vap in range(vaps) for number in range(each)]
        assert len({addresses.station(*one) for one in members}) == len(members)
        assert len({addresses.ip(*one) for one in members}) == len(members)
        assert len({addresses.bssid(vap) for vap in range(vaps)}) == vaps


def test_refused_association_is_an_error():
    station = crowd.Station(0, 1, "open", random.Random(1))
    answer = downlink(dot11.ASSOCIATED, b"\x21\x04\x11\x00\x00\x00")
    with pytest.raises(crowd.Failed, match="refused: 17"):
        station.react(dot11.parse(answer))


def test_earlier_response_does_not_serve_a_new_association():
    station = crowd.Station(0, 1, "wpa2", random.Random(1))
    late = dot11.parse(downlink(dot11.QOS_DATA, bytes(60), flags=2 | dot11.PROTECTED))
    station.react(late)
    assert not station.served
    station.ready = True
    station.react(late)
    assert station.served


def test_message_of_another_handshake_is_ignored():
    station = crowd.Station(0, 1, "wpa2", random.Random(1))
    information = keys.PAIRWISE | keys.ACK | keys.MIC | keys.SECURE
    third = keys.key_frame(information, 2, bytes(32), b"", bytes(16))
    body = dot11.SNAP + dot11.EAPOL + third
    assert station.react(dot11.parse(downlink(dot11.QOS_DATA, body))) is None
    assert not station.ready


def part(count, seconds, kernel_ns, programs_ns=0):
    return {
        "count": count,
        "seconds": seconds,
        "kernel_ns": kernel_ns,
        "programs_ns": programs_ns,
        "beacons": 10,
    }


def step(vaps, free_kb, full_kb):
    return {
        "vaps": vaps,
        "each": 2,
        "memory": {"available_kb": free_kb, "slab_kb": 1, "hostapd_kb": 1024 * vaps},
        "memory_full": {"available_kb": full_kb, "slab_kb": 1, "hostapd_kb": 1024 * vaps},
        "idle": part(0, 1.0, 10_000_000, 10_000_000),
        "associate": {**part(8, 1.0, 50_000_000, 50_000_000), "anew": 0},
        **{
            f"{load}_{octets}": part(1000, 0.5, 15_000_000, 5_000_000)
            for load in figures.LOADS
            for octets in plan.OCTETS
        },
    }


def test_idle_cost_is_not_a_frames_cost(tmp_path):
    raw = {"steps": [step(1, 100_000, 99_000), step(3, 94_904, 94_000)]}
    first, second = figures.summary(raw)
    assert first["idle_processor_percent"] == 2.0
    assert first["up_100"]["us"] == 10.0 and first["up_100"]["kernel_us"] == 10.0
    assert first["association"]["us"] == 10_000.0 and first["association"]["anew"] == 0
    # 1000 kB for two stations, then 904 for four more; and where more was free afterwards, or
    # there are no more, nothing is known.
    assert (first["memory_kb_per_station"], second["memory_kb_per_station"]) == (500.0, 226.0)
    assert figures.step(raw["steps"][0], raw["steps"][0])["memory_kb_per_station"] is None
    assert figures.step(step(1, 99_000, 100_000))["memory_kb_per_station"] is None
    assert (first["memory_mb_per_vap"], second["memory_mb_per_vap"]) == (None, 2.0)
    data = {"series": {"vaps": [first, second]}}
    assert "| vaps | 3 | 6 | 2.00 | 1.00 |" in report.markdown(data)
    report.print_table(data)
    report.plot(data, tmp_path / "sizing.png")
    assert (tmp_path / "sizing.png").stat().st_size > 1000


def test_processor_time_of_a_kernel_that_is_not_there():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert processor.used_ns(child.pid) == (0, 0)


def test_cost_of_a_part_is_the_median_of_its_boots():
    rounds = [{"switch": {"up_100": part(1000, 1.0, 5_000_000 * n, n)}} for n in (1, 2, 30)]
    assert cost.summary(rounds)["switch"]["up_100"]["kernel_us"] == 10.0
    table = cost.markdown({"parts": {name: cost.summary(rounds)["switch"] for name in cost.PARTS}})
    assert "| a switch | up | 100 | 10.0 | 0.0 | 10.0 | 5.0 |" in table


def test_frames_of_both_directions_are_valid():
    """The project's own parser reads them."""
    up = Frame.parse(relay.uplink(5, 100), Direction.UPLINK)
    down = Frame.parse(relay.downlink(5, 100), Direction.DOWNLINK)
    assert (up.station, up.tag.vap) == (down.station, down.tag.vap)
    assert len(up.frame) == len(down.frame) == 26 + 8 + 100 + 16


def test_each_part_forwards_all_frames(radio_parts, real_time, nothing_left, tmp_path):
    """Runs a bridge, a switch, a station, its WTP and VAPs alone. Frames are lost only where
    this process did not read the other end of the wire in time."""
    experiment = cost.CostExperiment(quick=True, folder=tmp_path)
    experiment.built = radio_parts
    found = experiment.measure_one()
    assert set(found) == set(cost.PARTS)
    for name, loads in found.items():
        assert {load.split("_")[1] for load in loads} == {"100", "1400"}
        for load, measured in loads.items():
            assert measured["count"] == cost.QUICK_FRAMES, (name, load)
            assert measured.get("lost", 0) == measured.get("wire_full", 0), (name, load)
            assert figures.costs(measured)["us"] > 0, (name, load)


@pytest.mark.parametrize("name", ["vaps", "vaps-apart"])
def test_vaps_serve_simulated_stations(radio_parts, real_time, nothing_left, name, tmp_path):
    """Simulated stations associate with real hostapds. All their frames arrive."""
    experiment = run.SizingExperiment(quick=True, names=[name], folder=tmp_path)
    experiment.built = radio_parts
    (entry,) = experiment.chosen
    raw = experiment.measure_one(entry)
    assert [(step["vaps"], step["each"]) for step in raw["steps"]] == list(entry.steps)
    for step in raw["steps"]:
        assert step["associate"]["anew"] == step["up_1400"]["lost"] == 0
        assert step["associate"]["count"] >= plan.QUICK_ASSOCIATIONS
        assert step["up_1400"]["count"] == plan.QUICK_FRAMES
        assert step["idle"]["beacons"] >= 3 * step["vaps"]
    counters = raw["steps"][-1]["counters"]
    assert not {name: value for name, value in counters.items() if "drop" in name and value}
    assert counters["status_timeout"] == counters["status_unmatched"] == 0
    for found in figures.summary(raw):
        assert found["up_1400"]["us"] > 0 and found["association"]["us"] > 0
