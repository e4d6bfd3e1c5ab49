# SPDX-License-Identifier: Apache-2.0
"""Tests the frames of ``lab run hostile`` and their schedule. No lab runs."""
import collections
import json
import subprocess

import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.guest import attack_frames, attackers
from cloudmac_testbed.hostile import attacks
from cloudmac_wire import Direction, Frame, Kind, WireError, header_length, vap_id

STATIONS = ["02:00:00:00:00:01", "02:00:00:00:00:02", "02:00:00:00:00:03"]
TARGETS = attack_frames.Targets("02:43:4d:a0:00:01", "02:43:4d:a0:00:02", STATIONS, STATIONS[:2], 1)
NUMBERS = range(600)
AIR = attacks.of_origin(attacks.AIR)
WIRE = attacks.of_origin(attacks.WTP) | attacks.of_origin(attacks.VAP)


def made(name, numbers=NUMBERS):
    return [attack_frames.FRAMES[name](number, TARGETS) for number in numbers]


def bare(name, numbers=NUMBERS):
    """Returns the 802.11 frames of an attack on the air."""
    return [frame[attack_frames.RADIOTAP.size :] for frame in made(name, numbers)]


def job(**changed):
    targets = {
        "bssid": TARGETS.bssid,
        "other": TARGETS.other,
        "stations": STATIONS,
        "served": STATIONS[:2],
        "seed": 1,
    }
    return {"per_s": {}, "targets": targets, "harmless": False, "wires": None} | changed


def test_each_attack_has_frames():
    assert [attack.name for attack in attacks.ATTACKS] == list(attack_frames.FRAMES)
    assert set(AIR) | set(WIRE) == set(attack_frames.FRAMES)


@pytest.mark.parametrize("name", AIR)
def test_frames_on_the_air_have_a_whole_header(name):
    """mac80211 injects no others."""
    for frame in made(name):
        version, _, length, _, rate, flags = attack_frames.RADIOTAP.unpack_from(frame)
        assert (version, length) == (0, attack_frames.RADIOTAP.size)
        assert rate in (2 * attack_frames.MANAGEMENT_MBPS, 2 * attack_frames.DATA_MBPS)
        assert flags == attack_frames.NO_ACK | attack_frames.NO_SEQUENCE
        assert header_length(frame[length:]) is not None


@pytest.mark.parametrize("name", attack_frames.FRAMES)
def test_harmless_frames_are_as_long_and_name_none_of_the_network(name):
    names = [attack_frames.octets(one) for one in (TARGETS.bssid, TARGETS.other, *STATIONS)]
    wires = None if name in AIR else ("02:43:4d:02:01:00", "02:43:4d:03:02:00")
    for number in NUMBERS:
        frame = attackers.frame_of(job(), TARGETS, name, number)
        harmless = attackers.frame_of(job(harmless=True, wires=wires), TARGETS, name, number)
        assert len(harmless) == len(frame)
        assert not any(one in harmless for one in names)
        if wires:
            assert harmless[12:14] == attack_frames.EXPERIMENTAL.to_bytes(2, "big")
        else:
            # The same rate and TX flags, so that it takes the same time on the air.
            assert harmless[: attack_frames.RADIOTAP.size] == frame[: attack_frames.RADIOTAP.size]
            assert header_length(harmless[attack_frames.RADIOTAP.size :]) == 24


@pytest.mark.parametrize("name", ["auth_forged", "deauth_up", "sequence", "oversize", "truncated"])
def test_forged_frames_name_each_station(name):
    named = collections.Counter(frame[10:16].hex(":") for frame in bare(name))
    assert set(named) == set(STATIONS)
    assert {frame[4:10].hex(":") for frame in bare(name)} == {TARGETS.bssid}


@pytest.mark.parametrize("name", ["deauth_up", "deauth_down"])
def test_both_farewells_name_each_station(name):
    pairs = {(frame[0], frame[4:16]) for frame in bare(name)}
    assert len(pairs) == 2 * len(STATIONS)


def test_deauthentication_of_the_vap_goes_to_stations():
    for frame in bare("deauth_down"):
        assert frame[4:10].hex(":") in STATIONS
        assert frame[10:16].hex(":") == frame[16:22].hex(":") == TARGETS.bssid


def test_all_sequence_numbers_come():
    numbers = {int.from_bytes(f[22:24], "little") for f in bare("sequence", range(4096))}
    assert numbers == {number << 4 for number in range(4096)}


def test_packet_numbers_are_old_and_far_ahead():
    """CCMP drops the old ones as replays before it checks their content."""
    found = set()
    for frame in bare("sequence"):
        ccmp = frame[26:34]
        assert ccmp[2:4] == b"\0\x20"
        found.add(int.from_bytes(ccmp[:2] + ccmp[4:], "little") < 16)
    assert found == {True, False}


@pytest.mark.parametrize("name", ["probes_random", "auth_random"])
def test_random_addresses_are_more_than_any_table_holds(name):
    addresses = {f[10:16] for f in bare(name, range(2 * attack_frames.POOL))}
    assert len(addresses) == attack_frames.POOL > 2007
    assert all(address[0] & 3 == 2 for address in addresses)


def test_another_seed_has_other_addresses():
    assert not {attack_frames.random_address(n, 1, 1) for n in NUMBERS} & {
        attack_frames.random_address(n, 1, 2) for n in NUMBERS
    }


def test_oversize_frames_exceed_the_mtu_but_not_the_air():
    for frame in made("oversize"):
        assert 1700 < len(frame) - attack_frames.RADIOTAP.size <= 2346
        assert len(frame) <= attackers.LONGEST


def test_truncated_bodies_end_early():
    shortest = {0xB0: 6, 0x00: 4, 0xD0: 6, 0x88: 2 + 8}
    for frame in bare("truncated"):
        assert len(frame) - 24 < shortest[frame[0]]


def test_statuses_and_frames_with_foreign_tags_are_well_formed():
    vaps = set()
    for frame in made("tag_up"):
        parsed = Frame.parse(frame, Direction.UPLINK)
        assert parsed.station in STATIONS[:2]
        vaps.add((parsed.tag.kind, parsed.tag.vap))
    assert vaps == {
        (Kind.FRAME, vap_id(TARGETS.other)),
        (Kind.FRAME, attack_frames.UNKNOWN_VAP),
        (Kind.TX_STATUS, vap_id(TARGETS.other)),
    }
    for frame in made("status_stale"):
        parsed = Frame.parse(frame, Direction.UPLINK)
        assert parsed.tag.kind is Kind.TX_STATUS and parsed.token is None
        assert parsed.frame[4:10].hex(":") == parsed.station in STATIONS[:2]
    for frame in made("tag_down"):
        parsed = Frame.parse(frame, Direction.DOWNLINK)
        assert parsed.frame[10:16].hex(":") == TARGETS.bssid


@pytest.mark.parametrize("name, way", [("malformed_up", "uplink"), ("malformed_down", "downlink")])
def test_malformed_frames_have_several_reasons(name, way):
    reasons = collections.Counter()
    for frame in made(name):
        with pytest.raises(WireError) as error:
            Frame.parse(frame, way)
        reasons[error.value.reason.value] += 1
    assert set(reasons) == {"radiotap", "80211"}


def test_wires_carry_the_frames_of_the_wire():
    for name in WIRE:
        assert all(22 <= len(frame) <= 1714 for frame in made(name))


def test_schedule_has_the_rates_and_is_in_order():
    due = list(attackers.schedule({"a": 10, "b": 50, "c": 2.5}, 4))
    assert collections.Counter(name for _, name, _ in due) == {"a": 40, "b": 200, "c": 10}
    assert due == sorted(due, key=lambda one: one[0])
    assert [number for _, name, number in due if name == "a"] == list(range(40))
    assert list(attackers.schedule({}, 4)) == []


def test_topology_has_the_attacked_network_and_the_attackers():
    plan = topology.load("hostile")
    assert plan.hosts["vap1"].options["security"] == "wpa3"
    assert len(plan.of_kind("wtp")) == 2
    assert all(host.options["vap"] == "vap1" for host in plan.of_kind("station"))
    assert plan.hosts["stranger"].options["ssid"] not in ("staff", "guests")
    assert plan.hosts["stranger"].options["channel"] == plan.hosts["wtp1"].options["channel"]


def test_announcements_suit_a_slow_lab():
    """The controller takes a WTP for lost after three intervals of its own time, while the lab's time
    runs at a tenth of it or less."""
    wtps = topology.load("hostile").of_kind("wtp")
    assert all(host.options["announce_ms"] == 20_000 for host in wtps)


RECEIVE = """
import socket, subprocess, sys
with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)) as sock:
    sock.bind(("far", 0))
    sock.settimeout(20)
    argv = [sys.executable, "-m", "cloudmac_testbed.guest.attackers", "near", "0.2"]
    done = subprocess.run(argv, input=sys.stdin.read(), capture_output=True, text=True, check=True)
    seen = 0
    while seen < 20:
        seen += sock.recv(4096)[12:14] == b"\\x13\\x37"
    print(done.stdout)
"""


def test_program_sends_what_it_reports():
    """Runs in its own network namespace, between the ends of a veth pair."""
    inside = "ip link add near type veth peer name far && ip link set near up && ip link set far up"
    done = subprocess.run(
        ["unshare", "--net", "sh", "-c", f'{inside} && exec "$@"', "sh"]
        + ["/usr/bin/python3", "-c", RECEIVE],
        input=json.dumps(job(per_s={"status_stale": 50, "tag_up": 50})),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=str(topology.FOLDER.parents[1]),
    )
    assert json.loads(done.stdout) == {"status_stale": 10, "tag_up": 10}
