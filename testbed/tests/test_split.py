# SPDX-License-Identifier: Apache-2.0
"""Measures the time and octets of a frame in each part between a station and its VAP, in
virtual time. Topology: topologies/paper.yaml."""
import json
import signal
import subprocess

import pytest
from cloudmac_testbed import split, topology, virtual
from cloudmac_testbed.guest import frame_path, sniffer
from cloudmac_testbed.errors import LabError

RADIOTAP = bytes([0, 0, 8, 0, 0, 0, 0, 0])
TAGGED = bytes(12) + bytes([0x13, 0x37])


def wireless(to_ds=True, protected=True, kind=0x88):
    flags = (1 if to_ds else 2) | (0x40 if protected else 0)
    return bytes([kind, flags]) + bytes(30)


def echo(kind):
    ip = bytes([0x45]) + bytes(8) + bytes([1]) + bytes(10)
    return bytes(12) + b"\x08\x00" + ip + bytes([kind, 0])


@pytest.mark.parametrize(
    "frame, monitor, wanted",
    [
        (TAGGED + RADIOTAP + wireless(), False, split.UP),
        (TAGGED + RADIOTAP + wireless(to_ds=False), False, split.DOWN),
        (RADIOTAP + wireless(), True, split.UP),
        (echo(8), False, split.UP),
        (echo(0), False, split.DOWN),
        (echo(3), False, None),
        (TAGGED + RADIOTAP + wireless(protected=False), False, None),
        (TAGGED + RADIOTAP + wireless(kind=0xC8), False, None),  # null data
        (TAGGED + RADIOTAP + wireless(kind=0x80), False, None),  # a beacon
        (bytes(12) + b"\x08\x06" + bytes(40), False, None),
    ],
)
def test_echo_is_recognised(frame, monitor, wanted):
    assert split.direction(frame, monitor) == wanted
    for length in range(len(frame)):
        assert split.direction(frame[:length], monitor) in (wanted, None)


def test_transmit_status_is_no_echo():
    """A TX status has the frame's header and comes back on the monitor interface."""
    head = (RADIOTAP + wireless(to_ds=False)).hex()
    seen = [[1000, True, 200, head], [1500, False, 200, head], [2000, True, 60, head]]
    assert split.passages(seen, True, 84)[split.DOWN] == [[1000, 200]]


def test_echo_missing_at_a_point_is_an_error():
    raw = {"points": ["a x", "b y"], "seen": {"a x": [[1, True, 200, echo(8).hex()]]}}
    with pytest.raises(LabError, match=r"echoes up were seen \[1, 0\] times"):
        split.parts_of(raw, 56)


SEND = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
    for number in range(50):
        sock.sendto(bytes(100), ("127.0.0.1", 9))
"""


def test_a_late_sniffer_notes_all_that_came_before_its_end():
    """Runs in its own network namespace, where no other program sends."""
    sniffing = subprocess.Popen(
        ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
        + ["/usr/bin/python3", sniffer.__file__, "lo"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert sniffing.stdout.readline() == "ready\n"
        sniffing.send_signal(signal.SIGSTOP)
        inside = ["nsenter", "-t", str(sniffing.pid), "-n", "/usr/bin/python3", "-c", SEND]
        subprocess.run(inside, check=True)
        sniffing.send_signal(signal.SIGTERM)
        sniffing.send_signal(signal.SIGCONT)
        output, _ = sniffing.communicate(timeout=60)
    finally:
        sniffing.kill()
    outgoing = [one for one in json.loads(output) if one[2] and one[3] == 14 + 20 + 8 + 100]
    assert len(outgoing) == 50


def test_only_wires_and_air_take_virtual_time(radio_parts, nothing_left, scratch):
    network = topology.load("paper")
    raw = virtual.measure(
        scratch / "split",
        radio_parts,
        network,
        frame_path.trace_echoes,
        seed=1,
        name="mn",
        count=20,
        octets=1400,
        interval_s=0.03,
    )
    found = split.summary(raw, 1400)
    for way in (split.UP, split.DOWN):
        us = {part: times["median"] for part, times in found[way]["us"].items()}
        assert found[way]["n"] == 20
        # The delay of 430 us and about 1,500 octets at 100 Mb/s.
        assert 540 < us["link between the switches"] < 580
        assert us["switch A"] == us["switch B"] == us["VAP driver and mac80211"] == 0
        assert us["WTP agent"] < 50
        # The lower bound is the airtime of the frame alone, computed: 1482 octets at 54 Mb/s
        # last 246 us (IEEE 802.11-2020, 17.4.3, and 6 us of signal extension). Medians of
        # seeds 1 to 3, uplink and downlink: 253.7 and 249.7, 249.3 and 248.6, 255.2 and 253.6.
        assert us["station and air"] >= 246
        # The frame has the same length on all wires.
        wires = {octets for name, octets in found[way]["added_octets"].items() if "eth0" in name}
        assert len(wires) == 1 and 60 < wires.pop() < 120
