# SPDX-License-Identifier: Apache-2.0
"""The timing of frames on the air, in virtual time, by the medium's trace.

    mn1 ))) 5 m ((( ap                              a plain access point
    mn1 ))) 5 m ((( wtp1 --- swa === swb --- ap     CloudMAC; the switches learn
"""
import bisect
import dataclasses
import itertools
import os
import statistics

import pytest
from cloudmac_testbed import airtrace, topology, virtual
from cloudmac_testbed.guest import timing

INTERVAL_US = 102_400
DTIM_PERIOD = 3
LONG_S = 3600 if os.environ.get("CLOUDMAC_FULL") else 360
"""Of power save: an hour takes minutes of real time (``make check-medium``)."""
REKEYS = 12
PROBE_LIMIT_US = 10_000
"""MinChannelTime: how long the most impatient stations wait for a first response."""
BACKOFF_US = 1000
"""More than the longest backoff of a first try."""
SIDES = ("cloudmac", "plain")
MHZ = 2437  # channel 6
STATION = "02:00:00:00:00:00"  # hwsim's first radio


def network(side, delay_us=250, station_at=5, **options):
    """delay_us: of the wire between the switches. station_at: metres from its access
    point."""
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
    """The experiment's result, and what was on the air."""
    result = virtual.measure(
        folder, parts, plan, experiment, seed=1, trace=True, name="mn1", **arguments
    )
    return result, airtrace.read((folder / "exchange" / "air.pcapng").read_bytes())


def of_kind(frames, *kinds):
    return [frame for frame in frames if frame.kind in kinds]


def spread(values):
    return max(values) - min(values)


def check_beacons(beacons):
    """No beacon is left out, none is far from where it should be."""
    first = beacons[0].at
    late = [beacon.at - first - n * INTERVAL_US for n, beacon in enumerate(beacons)]
    assert spread(late) < 3000, "jitter in us, behind the longest frame and a backoff"
    # The slope of these is the drift.
    drift, _ = statistics.linear_regression(range(len(late)), late)
    assert abs(drift) / INTERVAL_US < 1e-5
    counts = [beacon.tim.count for beacon in beacons]
    assert {beacon.tim.period for beacon in beacons} == {DTIM_PERIOD}
    assert all(after == (before - 1) % DTIM_PERIOD for before, after in itertools.pairwise(counts))
    return late


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_beacons_keep_time(radio_parts, scratch, nothing_left, side):
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
    """By how much the timestamps are ahead of the medium's clock."""
    return [frame.timestamp - frame.at for frame in frames]


def unhindered(beacons, frames):
    """Those that found the air free. hwsim writes a frame's time when it queues it; one that
    finds the air busy begins within a backoff of the other's end."""
    ends = sorted(frame.end for frame in frames)
    return [
        beacon
        for beacon in beacons
        if bisect.bisect(ends, beacon.at) == bisect.bisect(ends, beacon.at - BACKOFF_US)
    ]


def responses(frames):
    """Of each probe request on the access point's channel, for how many microseconds
    after its end the first response begins; None if the station asks again before that:
    the request met with a beacon."""
    waits, request = [], None
    for frame in frames:
        if frame.kind == airtrace.PROBE_REQUEST and frame.mhz == MHZ:
            waits.append(None)
            request = frame
        elif frame.kind == airtrace.PROBE_RESPONSE and request:
            waits[-1] = frame.at - request.end
            request = None
    return waits


@pytest.mark.slow
@pytest.mark.parametrize("side, delay_us", [("plain", 0), ("cloudmac", 250), ("cloudmac", 3000)])
def test_probes_are_answered_in_time(radio_parts, scratch, nothing_left, side, delay_us):
    """With a wire of 3 ms too, of which there and back the response takes 6. Both
    kinds of frame tell the time of one clock, that of the radio."""
    plan = network(side, delay_us)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.scans, count=30)
    assert result["found"] == 30
    heard = [wait for wait in responses(frames)[-30:] if wait is not None]
    assert len(heard) >= 28
    print(
        f"{side}, {delay_us} us: {min(heard):.0f} {statistics.median(heard):.0f} {max(heard):.0f}"
    )
    assert max(heard) < PROBE_LIMIT_US
    # The first response, before which nothing was known of the radio's clock, is over.
    probes = of_kind(frames, airtrace.PROBE_RESPONSE)[-30:]
    told = [frame for frame in of_kind(frames, airtrace.BEACON) if frame.at > probes[0].at]
    free = unhindered(told, frames)
    assert len(free) > 0.8 * len(told)
    assert spread(clock(free)) < 50
    # Others wait for a response, and some responses wait for a beacon.
    assert spread(clock(told)) < 3000
    behind = [abs(ahead - statistics.median(clock(told))) for ahead in clock(probes)]
    assert sum(us < 50 for us in behind) >= 25 and max(behind) < 3000


IN_RADIO_US = 1000
"""A frame that begins so soon after its station fell asleep was with the radio before."""


@dataclasses.dataclass
class Sleep:
    """What an access point did about a station that sleeps most of the time."""

    naps: int = 0
    missed: int = 0
    """Tries of data frames that were sent to it while it slept."""
    in_radio: int = 0
    """Tries of those that the radio had already when it fell asleep: nobody takes a frame
    back from mac80211_hwsim, which tries as often as rate control has said."""
    calls: list = dataclasses.field(default_factory=list)
    """How many beacons in a row told it of kept frames, until one did not."""

    @classmethod
    def seen(cls, frames, aid):
        sleep, asleep, told, fell, early = cls(), False, 0, 0, False
        for frame in frames:
            if frame.kind == airtrace.BEACON and aid in frame.tim.aids:
                told += 1
            elif frame.kind == airtrace.BEACON:
                sleep.calls += [told] if told else []
                told = 0
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
        assert not told, "the last beacon still says that there is something for it"
        return sleep


def check_groups(frames):
    """Group frames for sleeping stations follow a DTIM beacon that says so; all of them
    but the last say that there are more. Returns their number."""
    found, announced, more = 0, False, False
    for frame in frames:
        if frame.kind == airtrace.BEACON:
            assert not more, "a group frame that was promised did not come"
            announced = frame.tim.count == 0 and frame.tim.group
            more = announced
        elif frame.carries_data and frame.is_group and frame.has(airtrace.FROM_DS):
            assert announced, f"a group frame at {frame.at} us that no beacon announced"
            assert more, f"a group frame at {frame.at} us after the last one"
            more = frame.has(airtrace.MORE_DATA)
            found += 1
    return found


def asleep_from(frames):
    """The frames since the station's first nap."""
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
"""The gaps are longer than Open vSwitch remembers flows."""


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_a_sleeping_station_gets_everything(radio_parts, scratch, nothing_left, side):
    """Told by the TIM, woken by a null frame, and group frames after the DTIM."""
    plan = network(side)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=FLOWS)
    assert_whole(result["flows"])
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleeping = asleep_from(frames)
    sleep = Sleep.seen(sleeping, result["aid"])
    assert sleep.naps >= 8 and sleep.missed == sleep.in_radio == 0
    # It wakes at the first beacon that calls it, and has everything before the next.
    assert len(sleep.calls) >= 3 and set(sleep.calls) == {1}
    assert check_groups(sleeping) >= FLOWS["group"]["count"]
    check_beacons(of_kind(frames, airtrace.BEACON))


@pytest.mark.slow
def test_frames_under_way_to_a_station_that_falls_asleep(radio_parts, scratch, nothing_left):
    """The VAP learns of it 20 ms late: what it has sent by then is kept after all, and
    does not waste the air. A gap after which the station is just about to sleep."""
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
"""Enough at a time for aggregates, and time to sleep in between."""


QOS_NULL = 0xC8


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_aggregates_and_power_save(radio_parts, scratch, nothing_left, side):
    """Nothing is lost, comes twice or out of order where the radio's own mac80211 has
    the station, and has to let go of it whenever it sleeps. But for what is sent to a group
    within a millisecond of the station's word that it sleeps: it was on its way already."""
    plan = network(side, standard="n")
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=BURSTS)
    flows = result["flows"]
    said = [frame.at for frame in frames if frame.radio == "mn1" and frame.kind == QOS_NULL]
    groups = [frame.at for frame in frames if frame.is_group and frame.carries_data]
    caught = [at for at in groups if any(0 < at - word < 1000 for word in said)]
    if side == "cloudmac" and len(flows["group"]["lost"]) <= len(caught):
        flows["group"]["lost"] = []
    assert_whole(flows)
    sleep = Sleep.seen(
        [frame for frame in asleep_from(frames) if frame.kind != airtrace.ACK], result["aid"]
    )
    assert sleep.naps >= 8
    down = [frame for frame in frames if frame.receiver == STATION and frame.carries_data]
    starts = {frame.at for frame in down}
    assert len(starts) < len(down) / 2, "those of an aggregate begin together"


@pytest.mark.slow
def test_aggregates_under_way_to_a_station_that_falls_asleep(radio_parts, scratch, nothing_left):
    """The VAP learns of it 20 ms late. What mac80211 has of it by then goes back to the
    VAP, which keeps it after all, in its order."""
    flows = {"down": {"count": 1200, "burst": 12, "gap": 0.127}}
    plan = network("cloudmac", delay_us=20_000, standard="n")
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=flows)
    assert_whole(result["flows"])
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleep = Sleep.seen(asleep_from(frames), result["aid"])
    assert sleep.naps > 10 and sleep.missed > 10


@pytest.mark.slow
def test_falling_asleep_in_the_middle_of_aggregates(radio_parts, scratch, nothing_left):
    """At a slow rate, 40 times. What the radio itself still had is sent as the station
    wakes, before what it had tried in vain, which is too late then: 15 to 76 of 1,600, by
    the seed. Without what hands the rest back to the VAP it is twice as much."""
    plan = network("cloudmac", standard="n", station_at=100)
    result, _ = measure(radio_parts, scratch / "run", plan, timing.naps, count=40, burst=40)
    down = result["flows"]["down"]
    assert not down["twice"] and not down["late"]
    assert len(down["lost"]) < 0.06 * down["sent"]


@pytest.mark.slow
def test_falling_asleep_in_the_middle(radio_parts, scratch, nothing_left):
    """The same without aggregates: the VAP keeps all that had no acknowledgement."""
    plan = network("cloudmac", station_at=100)
    result, _ = measure(radio_parts, scratch / "run", plan, timing.naps, count=40, burst=40)
    assert_whole(result["flows"])


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_a_station_polls_for_its_frames(radio_parts, scratch, nothing_left, side):
    """One by one; each but the last says that there are more."""
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


@pytest.mark.slow
def test_a_long_power_save_loses_nothing(radio_parts, scratch, nothing_left):
    """Sparse traffic all ways, and now and then a new group key."""
    flows = {
        "down": {"count": 3 * LONG_S // 15, "burst": 3, "gap": 15},
        "up": {"count": 2 * LONG_S // 20, "burst": 2, "gap": 20},
        "group": {"count": LONG_S // 30, "gap": 30},
    }
    plan = network("cloudmac", group_rekey_s=LONG_S // REKEYS)
    result, frames = measure(radio_parts, scratch / "run", plan, timing.power_save, flows=flows)
    assert_whole(result["flows"])
    assert result["state"] == "COMPLETED" and result["associations"] == 1
    assert REKEYS - 1 <= result["rekeys"] <= REKEYS
    frames = [frame for frame in frames if frame.kind != airtrace.ACK]
    sleep = Sleep.seen(asleep_from(frames), result["aid"])
    # Those that were under way when it fell asleep; they were sent again.
    assert sleep.naps > LONG_S / 15 and sleep.missed < 10
    assert len(sleep.calls) > LONG_S / 30 and set(sleep.calls) == {1}
    assert len(of_kind(frames, airtrace.BEACON)) >= LONG_S * 1_000_000 / INTERVAL_US
    check_beacons(of_kind(frames, airtrace.BEACON))


def test_a_trace_that_is_cut_off_is_refused():
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
