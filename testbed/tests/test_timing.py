# SPDX-License-Identifier: Apache-2.0
"""Checks the timing of frames on the air by the medium's trace, in virtual time.

    mn1 ))) 5 m ((( ap                              a plain access point
    mn1 ))) 5 m ((( wtp1 --- swa === swb --- ap     CloudMAC; the switches learn
"""
import bisect
import dataclasses
import itertools
import statistics

import pytest
from cloudmac_testbed import airtrace, topology, virtual
from cloudmac_testbed.guest import numbered, timing

INTERVAL_US = 102_400
DTIM_PERIOD = 3
REKEYS = 12
"""Group rekeyings in a long power save."""
PROBE_LIMIT_US = 10_000
"""MinChannelTime: the shortest time that stations wait for a first response."""
BACKOFF_US = 1000
"""More than the longest backoff of a first try."""
SIDES = ("cloudmac", pytest.param("plain", marks=pytest.mark.full))
"""The full run makes the same checks of a plain access point: they judge the lab's own air."""
MHZ = 2437  # channel 6
STATION = "02:00:00:00:00:00"  # hwsim's first radio


def network(side, delay_us=250, station_at=5, **options):
    """Returns the topology of a side. delay_us: of the wire between the switches;
    station_at: metres from the access point."""
    place = {"standard": "g", "channel": 6, "dtim_period": DTIM_PERIOD, **options}
    document = {
        "stations": {"mn1": {"position": [station_at, 0], "vap": "ap"}},
        "medium": {"exponent": 3},
    }
    if side == "plain":
        document["aps"] = {"ap": {**place, "position": [0, 0]}}
    else:
        document |= {
            "switches": ["swa", "swb"],
            "wtps": {"wtp1": {"at": "swa", "position": [0, 0], "channel": 6}},
            "vaps": {"ap": {"at": "swb", **place}},
            "links": [{"between": ["swa", "swb"], "rate_mbps": 1000, "delay_us": delay_us}],
        }
    return topology.parse(document)


def measure(parts, folder, plan, experiment, **arguments):
    """Returns the experiment's result and the frames on the air."""
    result = virtual.measure(
        folder, parts, plan, experiment, seed=1, trace=True, name="mn1", **arguments
    )
    return result, airtrace.read((folder / "exchange" / "air.pcapng").read_bytes())


def of_kind(frames, *kinds):
    return [frame for frame in frames if frame.kind in kinds]


def spread(values):
    return max(values) - min(values)


def check_beacons(beacons):
    """Fails if a beacon is missing, or off its time. Returns how late each is in us."""
    first = beacons[0].at
    late = [beacon.at - first - n * INTERVAL_US for n, beacon in enumerate(beacons)]
    assert spread(late) < 3000, "jitter in us: the longest frame and a backoff"
    # The slope is the drift.
    drift, _ = statistics.linear_regression(range(len(late)), late)
    assert abs(drift) / INTERVAL_US < 1e-5
    counts = [beacon.tim.count for beacon in beacons]
    assert {beacon.tim.period for beacon in beacons} == {DTIM_PERIOD}
    assert all(after == (before - 1) % DTIM_PERIOD for before, after in itertools.pairwise(counts))
    return late


@pytest.mark.parametrize("side", SIDES)
def test_beacons_are_on_time(radio_parts, scratch, nothing_left, side):
    _, frames = measure(radio_parts, scratch / "run", network(side), timing.quiet, seconds=60)
    beacons = of_kind(frames, airtrace.BEACON)
    assert len(beacons) > 580
    late = check_beacons(beacons)
    mean = (beacons[-1].at - beacons[0].at) / (len(beacons) - 1)
    assert mean == pytest.approx(INTERVAL_US, rel=1e-5)
    print(
        f"{side}: mean {mean:.3f} us, jitter {spread(late):.0f} us, {statistics.pstdev(late):.1f}"
    )


def clock(frames):
    """Returns by how much each timestamp is ahead of the medium's clock, in us."""
    return [frame.timestamp - frame.at for frame in frames]


def unhindered(beacons, frames):
    """Returns the beacons that found the air free. hwsim sets a timestamp when it queues a
    frame. A beacon that found the air busy begins within a backoff of the other's end."""
    ends = sorted(frame.end for frame in frames)
    return [
        beacon
        for beacon in beacons
        if bisect.bisect(ends, beacon.at) == bisect.bisect(ends, beacon.at - BACKOFF_US)
    ]


def responses(frames):
    """Returns the time from the end of each probe request on the access point's channel to
    the first response, in us. None if the station repeats the request first: it collided with
    a beacon."""
    waits, request = [], None
    for frame in frames:
        if frame.kind == airtrace.PROBE_REQUEST and frame.mhz == MHZ:
            waits.append(None)
            request = frame
        elif frame.kind == airtrace.PROBE_RESPONSE and request:
            waits[-1] = frame.at - request.end
            request = None
    return waits


@pytest.mark.parametrize(
    "side, delay_us",
    [
        pytest.param("plain", 0, marks=pytest.mark.full),
        ("cloudmac", 250),
        ("cloudmac", 3000),
    ],
)
def test_probes_are_answered_in_time(radio_parts, scratch, nothing_left, side, delay_us):
    """A wire of 3 ms delays the response by 6 ms. The timestamps of beacons and responses are
    of one clock, the radio's."""
    plan = network(side, delay_us)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.scans, count=30)
    assert result["found"] == 30
    heard = [wait for wait in responses(frames)[-30:] if wait is not None]
    assert len(heard) >= 28
    print(
        f"{side}, {delay_us} us: {min(heard):.0f} {statistics.median(heard):.0f} {max(heard):.0f}"
    )
    assert max(heard) < PROBE_LIMIT_US
    # The agent learns the radio's clock from the first response.
    probes = of_kind(frames, airtrace.PROBE_RESPONSE)[-30:]
    beacons = [frame for frame in of_kind(frames, airtrace.BEACON) if frame.at > probes[0].at]
    free = unhindered(beacons, frames)
    assert len(free) > 0.8 * len(beacons)
    assert spread(clock(free)) < 50
    # The others wait for a response, and some responses wait for a beacon.
    assert spread(clock(beacons)) < 3000
    behind = [abs(ahead - statistics.median(clock(beacons))) for ahead in clock(probes)]
    assert sum(us < 50 for us in behind) >= 25 and max(behind) < 3000


IN_RADIO_US = 1000
"""The radio had a frame already that begins so soon after its station dozes."""


@dataclasses.dataclass
class Sleep:
    """Counts how an access point serves a station that dozes most of the time."""

    naps: int = 0
    missed: int = 0
    """Tries of data frames to the dozing station."""
    in_radio: int = 0
    """Tries of frames that the radio had before the station dozed. mac80211_hwsim cannot
    cancel a frame, and tries it as often as rate control has said."""
    calls: list = dataclasses.field(default_factory=list)
    """Lengths of the series of beacons whose TIM named the station."""

    @classmethod
    def seen(cls, frames, aid):
        sleep, asleep, named, fell, early = cls(), False, 0, 0, False
        for frame in frames:
            if frame.kind == airtrace.BEACON and aid in frame.tim.aids:
                named += 1
            elif frame.kind == airtrace.BEACON:
                sleep.calls += [named] if named else []
                named = 0
            elif frame.transmitter == STATION and frame.is_data and frame.received:
                if not asleep and frame.has(airtrace.POWER_SAVE):
                    sleep.naps += 1
                    fell = frame.at
                asleep = frame.has(airtrace.POWER_SAVE)
            elif frame.receiver == STATION and frame.carries_data and asleep:
                if not frame.has(airtrace.RETRY):
                    early = frame.at - fell < IN_RADIO_US
                sleep.in_radio += early
                sleep.missed += not early
        assert not named, "the last beacon's TIM still names the station"
        return sleep


def check_groups(frames):
    """Fails if a group frame does not follow a DTIM beacon that announces it, or if More Data
    is wrong. Returns the number of group frames."""
    found, announced, more = 0, False, False
    for frame in frames:
        if frame.kind == airtrace.BEACON:
            assert not more, "an announced group frame did not come"
            announced = frame.tim.count == 0 and frame.tim.group
            more = announced
        elif frame.carries_data and frame.is_group and frame.has(airtrace.FROM_DS):
            assert announced, f"no beacon announced the group frame at {frame.at} us"
            assert more, f"the group frame at {frame.at} us follows one without More Data"
            more = frame.has(airtrace.MORE_DATA)
            found += 1
    return found


def asleep_from(frames):
    """Returns the frames since the station first dozed."""
    first = next(
        position
        for position, frame in enumerate(frames)
        if frame.transmitter == STATION and frame.is_data and frame.has(airtrace.POWER_SAVE)
    )
    return frames[first:]


def assert_whole(flows):
    assert {
        way: flow for way, flow in flows.items() if flow["lost"] or flow["twice"] or flow["late"]
    } == {}


FLOWS = {
    "down": {"count": 30, "burst": 6, "gap": 12},
    "up": {"count": 15, "burst": 3, "gap": 11},
    "group": {"count": 12, "gap": 5.3},
}
"""The gaps are longer than Open vSwitch caches flows."""


@pytest.mark.parametrize("side", SIDES)
def test_dozing_station_gets_all_frames(radio_parts, scratch, nothing_left, side):
    """The TIM names the station, and group frames follow the DTIM beacon."""
    plan = network(side)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=FLOWS)
    assert_whole(result["flows"])
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleeping = asleep_from(frames)
    sleep = Sleep.seen(sleeping, result["aid"])
    assert sleep.naps >= 8 and sleep.missed == sleep.in_radio == 0
    # The station wakes at the first such beacon, and has all frames before the next.
    assert len(sleep.calls) >= 3 and set(sleep.calls) == {1}
    assert check_groups(sleeping) >= FLOWS["group"]["count"]
    check_beacons(of_kind(frames, airtrace.BEACON))


def test_frames_in_flight_to_a_station_that_dozes(radio_parts, scratch, nothing_left):
    """The VAP learns 20 ms late that the station dozes. It buffers again what it has sent by
    then, and each such frame gets one try. The datagrams' gap makes them meet the doze."""
    flows = {"down": {"count": 100, "gap": 0.127}}
    plan = network("cloudmac", delay_us=20_000)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=flows)
    assert_whole(result["flows"])
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleep = Sleep.seen(asleep_from(frames), result["aid"])
    assert 10 < sleep.missed <= sleep.naps, "one try for each"
    assert set(sleep.calls) == {1}


BURSTS = {
    "down": {"count": 900, "burst": 60, "gap": 0.93},
    "up": {"count": 60, "burst": 2, "gap": 0.47},
    "group": {"count": 8, "gap": 1.7},
}
"""The bursts are large enough for aggregates, and the station dozes in between."""


GROUP_OCTETS = 24 + 8 + 8 + 20 + 8 + numbered.NUMBER.size + 8
"""Octets of a group datagram on the air: 802.11, CCMP, SNAP, IPv4, UDP, its number, MIC."""
CAUGHT_US = 1000
"""The VAP learns that the station dozes so long after its frame at most: 250 us of wire, the
agent and the radio's queue. Measured: a group frame began 0.5 ms after it."""


def caught(frames, count):
    """Returns the numbers of the group datagrams, of which there are ``count``, that begin within
    CAUGHT_US of the frame by which the station dozes. The VAP cannot know that yet, and sends
    them at once instead of after the next DTIM beacon."""
    dozes, asleep = [], False
    groups = []
    for frame in frames:
        if frame.transmitter == STATION and frame.is_data and frame.received:
            if frame.has(airtrace.POWER_SAVE) and not asleep:
                dozes.append(frame.at)
            asleep = frame.has(airtrace.POWER_SAVE)
        elif frame.is_group and frame.carries_data and len(frame.data) == GROUP_OCTETS:
            groups.append(frame.at)
    assert len(groups) == count, "each datagram is on the air once"
    return {
        number
        for number, at in enumerate(groups)
        if any(0 < at - doze < CAUGHT_US for doze in dozes)
    }


@pytest.mark.parametrize("side", SIDES)
def test_aggregates_and_power_save(radio_parts, scratch, nothing_left, side):
    """The radio's mac80211 has the station, and must release it when it dozes. Nothing is
    lost, duplicated or reordered, except group datagrams in flight when the station dozes."""
    plan = network(side, standard="n")
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=BURSTS)
    flows = result["flows"]
    if side == "cloudmac":
        in_flight = caught(frames, BURSTS["group"]["count"])
        print(f"group datagrams lost: {flows['group']['lost']}, in flight: {in_flight}")
        flows["group"]["lost"] = sorted(set(flows["group"]["lost"]) - in_flight)
    assert_whole(flows)
    sleep = Sleep.seen(
        [frame for frame in asleep_from(frames) if frame.kind != airtrace.ACK], result["aid"]
    )
    assert sleep.naps >= 8
    down = [frame for frame in frames if frame.receiver == STATION and frame.carries_data]
    starts = {frame.at for frame in down}
    assert len(starts) < len(down) / 2, "the frames of an aggregate begin together"


def test_aggregates_in_flight_to_a_station_that_dozes(radio_parts, scratch, nothing_left):
    """The VAP learns 20 ms late that the station dozes. The frames that mac80211 has by then
    go back to the VAP, which buffers them in their order."""
    flows = {"down": {"count": 1200, "burst": 12, "gap": 0.127}}
    plan = network("cloudmac", delay_us=20_000, standard="n")
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=flows)
    assert_whole(result["flows"])
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleep = Sleep.seen(asleep_from(frames), result["aid"])
    assert sleep.naps > 10 and sleep.missed > 10


def test_dozing_amid_aggregates(radio_parts, scratch, nothing_left):
    """The station dozes in the middle of 40 bursts at a slow rate. The radio sends its own
    frames as the station wakes, before those that failed, which CCMP drops then: 15 to 76 of
    1,600, by the seed. If the agent did not return the others to the VAP, twice as many would
    be lost."""
    plan = network("cloudmac", standard="n", station_at=100)
    result, _ = measure(radio_parts, scratch / "run", plan, timing.naps, count=40, burst=40)
    down = result["flows"]["down"]
    assert not down["twice"] and not down["late"]
    assert len(down["lost"]) < 0.06 * down["sent"]


def test_dozing_amid_single_frames(radio_parts, scratch, nothing_left):
    """The same without aggregates: the VAP buffers all frames without an ACK."""
    plan = network("cloudmac", station_at=100)
    result, _ = measure(radio_parts, scratch / "run", plan, timing.naps, count=40, burst=40)
    assert_whole(result["flows"])


@pytest.mark.parametrize("side", SIDES)
def test_station_polls_for_its_frames(radio_parts, scratch, nothing_left, side):
    """Each PS-Poll gets one frame. All but the last have More Data."""
    result, frames = measure(radio_parts, scratch / "run", network(side), timing.polls, count=6)
    assert_whole(result["flows"])
    polled = [
        frame
        for frame in asleep_from(frames)
        if frame.kind == airtrace.PS_POLL
        or (frame.receiver == STATION and frame.carries_data)
        or frame.kind == airtrace.BEACON
    ]
    first = next(n for n, frame in enumerate(polled) if frame.kind == airtrace.PS_POLL)
    last = max(n for n, frame in enumerate(polled) if frame.kind == airtrace.PS_POLL)
    assert result["aid"] in polled[first - 1].tim.aids
    assert result["aid"] not in of_kind(polled[last:], airtrace.BEACON)[0].tim.aids
    exchange = [frame for frame in polled[first : last + 2] if frame.kind != airtrace.BEACON]
    assert [frame.kind == airtrace.PS_POLL for frame in exchange] == [True, False] * 6
    more = [frame.has(airtrace.MORE_DATA) for frame in exchange if frame.kind != airtrace.PS_POLL]
    assert more == [True] * 5 + [False]
    assert all(frame.received for frame in exchange)


@pytest.mark.parametrize("seconds", [360, pytest.param(3600, marks=pytest.mark.full)])
def test_long_power_save_loses_nothing(radio_parts, scratch, nothing_left, seconds):
    """The traffic is sparse in all directions, and the group key changes."""
    flows = {
        "down": {"count": 3 * seconds // 15, "burst": 3, "gap": 15},
        "up": {"count": 2 * seconds // 20, "burst": 2, "gap": 20},
        "group": {"count": seconds // 30, "gap": 30},
    }
    plan = network("cloudmac", group_rekey_s=seconds // REKEYS)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=flows)
    assert_whole(result["flows"])
    assert result["state"] == "COMPLETED" and result["associations"] == 1
    assert REKEYS - 1 <= result["rekeys"] <= REKEYS
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleep = Sleep.seen(asleep_from(frames), result["aid"])
    # Frames in flight when the station dozed. They were sent again.
    assert sleep.naps > seconds / 15 and sleep.missed < 10
    assert len(sleep.calls) > seconds / 30 and set(sleep.calls) == {1}
    assert len(of_kind(frames, airtrace.BEACON)) >= seconds * 1_000_000 / INTERVAL_US
    check_beacons(of_kind(frames, airtrace.BEACON))


def test_truncated_trace_is_refused():
    with pytest.raises(airtrace.BadTrace, match="cut off"):
        airtrace.read(b"\x0a\x0d\x0d\x0a")
    with pytest.raises(airtrace.BadTrace, match="a block of 8 octets"):
        airtrace.read(bytes.fromhex("0a0d0d0a 08000000 00000000"))


@pytest.mark.parametrize(
    "options, says",
    [
        ({"dtim_period": 0}, "dtim_period is 0, not a number from 1 to 255"),
        ({"group_rekey_s": "often"}, "group_rekey_s is 'often', not a number"),
    ],
)
def test_wrong_timing_is_refused(options, says):
    with pytest.raises(topology.TopologyError, match=says):
        network("cloudmac", **options)
