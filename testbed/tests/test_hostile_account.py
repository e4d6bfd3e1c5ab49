# SPDX-License-Identifier: Apache-2.0
"""Tests the verdict of ``lab run hostile``: losses, restarts, memory, attacks that do not arrive. No
lab runs."""
import copy
import json

import pytest
from cloudmac_testbed import results, topology
from cloudmac_testbed.guest import inspection, neighbourhood
from cloudmac_testbed.hostile import account, attacks, run
from cloudmac_testbed.errors import LabError


@pytest.mark.parametrize(
    "lost, other, share, wanted",
    [(0, 5, 0.5, 1.0), (3, 0, 0.5, 0.125), (1, 1, 0.5, 0.75), (2, 1, 0.25, 10 / 64)],
)
def test_chance_is_the_binomial_tail(lost, other, share, wanted):
    assert account.chance(lost, other, share) == pytest.approx(wanted)


def at_risk(sent, lost, radio_us, seconds=10):
    """Returns a phase with one stream."""
    streams = {"mn1": {"ping": {"sent": sent, "lost": lost}}}
    return {"stations": streams, "seconds": seconds, "air": {"radio_us": radio_us}}


@pytest.mark.parametrize(
    "control_lost, control_sent, sent, wanted",
    [
        (0, 1000, 1000, 6),  # 0.5 ** 7 is below 1 %
        (100, 1000, 1000, 136),
        (100, 1000, 500, 72),
        (10_000, 240_000, 240_000, 10_332),
    ],
)
def test_explained_losses(control_lost, control_sent, sent, wanted):
    control = at_risk(control_sent, control_lost, 2_000_000)
    found = account.explained(control, at_risk(sent, 0, 2_000_000))
    assert found == wanted
    share = sent / (sent + control_sent)
    assert account.chance(found, control_lost, share) >= account.SIGNIFICANCE
    assert account.chance(found + 1, control_lost, share) < account.SIGNIFICANCE


def test_less_airtime_explains_fewer_losses():
    control = at_risk(1000, 100, 2_000_000)
    half = account.explained(control, at_risk(1000, 0, 1_000_000))
    assert half == account.explained(control, at_risk(500, 0, 2_000_000)) == 72
    # As much in twice the time is half the share.
    assert account.explained(control, at_risk(1000, 0, 2_000_000, seconds=20)) == half


def test_losses_of_the_control_phase_explain_no_more_than_the_share_of_the_air():
    """They may have another cause."""
    control = at_risk(3600, 112, 200_000)
    assert account.explained(control, at_risk(3600, 0, 200_000)) == 72


@pytest.mark.parametrize("control_us, attack_us", [(0, 200_000), (200_000, 0)])
def test_frames_without_airtime_are_no_account(control_us, attack_us):
    with pytest.raises(ValueError, match="no airtime"):
        account.explained(at_risk(1000, 0, control_us), at_risk(1000, 0, attack_us))


def one(start=100, rss_kb=1000):
    return {"start": start, "rss_kb": rss_kb}


def test_restarts():
    before = {"hostapd 5": one(), "hostapd 6": one(), "ovs-vswitchd 7": one()}
    assert account.restarts(before, copy.deepcopy(before)) == []
    # The kernel gives a number anew.
    assert account.restarts(before, before | {"hostapd 5": one(start=200)}) == ["hostapd 5"]
    after = {"hostapd 5": one(), "ovs-vswitchd 7": one(), "hostapd 9": one()}
    assert account.restarts(before, after) == ["hostapd 6", "hostapd 9"]


def test_growth_is_that_of_the_process_that_grew_most():
    before = {"hostapd 5": one(), "hostapd 6": one(), "java 8": one()}
    after = {"hostapd 5": one(rss_kb=1300), "hostapd 6": one(rss_kb=900), "java 8": one(rss_kb=10)}
    assert account.growth(before, after) == {"hostapd": 300, "java": -990}


@pytest.mark.parametrize("program", account.LIMITS_KB)
def test_limits_of_growth(program):
    limit = account.LIMITS_KB[program]
    assert account.above_limits({program: limit}) == []
    assert account.above_limits({program: limit + 1}) == [program]


@pytest.mark.parametrize(
    "text, wanted",
    [
        (" garbage-first heap   total 262144K, used 54321K [0x1, 0x2)\n  region size 1024K", 54321),
        (
            " def new generation   total 9216K, used 100K [0x1)\n  eden space 8192K\n"
            " tenured generation   total 10240K, used 7000K [0x1)\n"
            " Metaspace       used 90000K, committed 91000K, reserved 1100000K\n",
            7100,
        ),
    ],
)
def test_heap_of_each_collector(text, wanted):
    assert account.heap_kb(f"4711:\n{text}") == wanted


def test_unknown_heap_is_an_error():
    with pytest.raises(ValueError, match="no heap"):
        account.heap_kb("AttachNotSupportedException")


FLOWS = """OFPST_FLOW reply (OF1.3) (xid=0x2):
 cookie=0x43, duration=7.1s, table=0, n_packets=12, n_bytes=99, send_flow_rem priority=1,dl_type=0x1337 actions=drop
 cookie=0x43, table=0, n_packets=5, n_bytes=99, priority=60,dl_src=02:00:00:00:00:01,dl_type=0x1337 actions=drop
 cookie=0x0, duration=9.9s, table=0, n_packets=7, n_bytes=99, priority=0 actions=NORMAL
"""


def test_frames_without_a_rule(monkeypatch):
    monkeypatch.setattr(inspection.switch, "openflow", lambda *_: FLOWS)
    rules = inspection.rule_counts("swa")
    assert [count for _, count in rules] == [12, 5, 7]
    assert account.unmatched(rules) == 12


HOSTAPD = """wlan0: STA 02:00:00:00:00:01 IEEE 802.11: authenticated
handle_auth - too short payload (len=26)
wlan0: STA 0a:02:00:00:00:09 IEEE 802.11: authenticated
wlan0: STA 0a:02:00:00:00:08 IEEE 802.11: deauthenticated due to local deauth request
"""
COUNTERS = {
    "agents": {"wtp1": {"mtu": 3, "foreign": 1}, "wtp2": {"mtu": 4, "foreign": 0}},
    "driver": {"rx_drop_radiotap": 9},
    "owned_driver": {"status_unmatched": 6, "rx_drop_radiotap": 5},
    "switches": {"swa": [["priority=1,dl_type=0x1337 actions=drop", 12]], "swb": []},
    "vap_dropped": 30,
    "vap_replays": 10,
    "stations_dropped": 2,
}


def test_readings():
    refused = [{"reason": "late-first-contact", "frames": "8"}]
    found = account.readings(COUNTERS, refused, HOSTAPD, {"02:00:00:00:00:01"}, "swa")
    assert found == {
        "hostapd_authentications": 1,
        "hostapd_strangers": 1,
        "hostapd_short": 1,
        "switch_unmatched": 12,
        "vap_unprotected": 20,
        "vap_replays": 10,
        "stations_dropped": 2,
        "owned_status_unmatched": 6,
        "agent_mtu": 7,
        "agent_foreign": 1,
        "controller_late-first-contact": 8,
        "driver_rx_drop_radiotap": 9,
    }


def test_each_counter_of_an_attack_is_its_own():
    """A counter of two attacks would hide that one of them does not arrive."""
    names = [name for attack in attacks.ATTACKS for name in attack.counters]
    assert len(names) == len(set(names))


QUIETLY = {name: 0 for attack in attacks.ATTACKS for name in attack.counters}
LOUDLY = dict.fromkeys(QUIETLY, 50)
(RANDOM,) = (attack for attack in attacks.ATTACKS if attack.name == "auth_random")


def arrived(after, sent=True):
    count = {attack.name: 10 for attack in attacks.ATTACKS} if sent else {}
    return account.arrived(attacks.ATTACKS, count, QUIETLY, after)


def test_an_attack_that_does_not_arrive_is_silent():
    quiet = arrived(QUIETLY, sent=False)
    assert account.silent(arrived(LOUDLY), quiet, 10) == []
    assert account.silent(arrived(LOUDLY | {"driver_rx_segments": 0}), quiet, 10) == ["oversize"]
    one_of_two = LOUDLY | {"driver_status_bad_token": 0}
    assert account.silent(arrived(one_of_two), quiet, 10) == []


def test_the_result_names_who_counted_each_attack():
    """Another version of the attacks may be counted elsewhere."""
    found = run.summary(raw(), [])["attacks"]
    assert {name: one["counted_by"] for name, one in found.items()} == {
        attack.name: attack.counted for attack in attacks.ATTACKS
    }


def test_first_frames_that_the_controller_drops_have_arrived():
    """The controller lists a reason once it has occurred."""
    quiet = arrived(QUIETLY, sent=False)
    unseen = LOUDLY | {name: 0 for name in LOUDLY if name in RANDOM.counters}
    assert account.silent(arrived(unseen), quiet, 10) == ["auth_random"]
    late = {name: count for name, count in unseen.items() if not name.startswith("controller_")}
    before = {name: 0 for name in late}
    late["controller_late-first-contact"] = 58
    sent = {attack.name: 10 for attack in attacks.ATTACKS}
    found = account.arrived(attacks.ATTACKS, sent, before, late)
    assert found["auth_random"]["counted"] == 58
    assert account.changes(before, late)["controller_late-first-contact"] == 58


def test_an_attack_that_sends_nothing_is_silent():
    quiet = arrived(QUIETLY, sent=False)
    everything = sorted(attack.name for attack in attacks.ATTACKS)
    assert account.silent(arrived(LOUDLY, sent=False), quiet, 10) == everything


def test_a_counter_that_grows_without_attackers_shows_nothing():
    quiet = arrived(QUIETLY | {"stations_dropped": 5}, sent=False)
    assert account.silent(arrived(LOUDLY), quiet, 9) == []
    assert account.silent(arrived(LOUDLY), quiet, 10) == ["deauth_down"]


def test_losses_name_the_first_numbers():
    assert neighbourhood.losses(4, {0, 2, 3}) == {"sent": 4, "lost": 1, "missing": [1]}
    found = neighbourhood.losses(100, set())
    assert found == {"sent": 100, "lost": 100, "missing": list(range(neighbourhood.MISSING))}


def test_air_adds_up():
    accounts = [
        {"tx_us": 100.4, "response_us": 40, "tries": 2},
        {"tx_us": 60, "response_us": 0, "tries": 1},
    ]
    assert neighbourhood.air(accounts) == {"us": 200, "tries": 3}


def test_air_of_the_attackers_is_that_of_their_radio():
    """Their frames name others as transmitters, so the medium's accounts do not show it."""
    status = {"radios": [{"name": "wtp1", "air_us": 7.0}, {"name": "stranger", "air_us": 5.5}]}
    assert neighbourhood.radio_us(status, "stranger") == 5.5


def test_wtps_that_the_controller_took_for_lost():
    log = """
2026-11-26T01:05:04,361 INFO  WtpDiscovery [cloudmac]: WTP 02:43:4d:02:02:00 (wtp2) is lost: no sign of life
2026-11-26T01:05:08,442 INFO  AgentSession [cloudmac-wtp-0]: WTP 02:43:4d:02:02:00 (wtp2, agent 0.2.0): session up
"""
    assert account.LOST_WTP.findall(log) == ["02:43:4d:02:02:00"]


# --- the experiment ------------------------------------------------------------------------------


def look(rss_kb=1000):
    processes = {
        f"{program} {number}": one(rss_kb=rss_kb)
        for number, program in enumerate((*account.PROGRAMS, "wpa_supplicant", "java"))
    }
    joined = {"mn1": 1, "mn2": 1, "mn3": 1}
    return {
        **{"processes": processes, "heap_kb": 9000, "slab_kb": 5000, "joined": joined},
        "wtps_lost": ["02:43:4d:02:01:00"],
    }


def phase(seconds, lost, counters, sent=None):
    traffic = {"sent": 1000, "lost": lost}
    idle = {"sent": 1000, "lost": 0}
    return {
        "seconds": seconds,
        "speed": 0.5,
        "stations": {"mn1": {"ping": traffic, "up": idle, "down": idle}},
        "sent": sent or {},
        "air": {"us": seconds * 250_000, "tries": 10, "radio_us": seconds * 30_000},
        "before": look(),
        "after": look(),
        "counters": [QUIETLY, counters],
    }


def raw():
    sent = {attack.name: 10 for attack in attacks.ATTACKS}
    return {
        "quiet": phase(5, 0, QUIETLY),
        "control": phase(15, 2, QUIETLY, sent),
        "attack": phase(15, 4, LOUDLY, sent),
    }


def test_good_run_has_no_fault():
    data = run.summary(raw(), [])
    assert run.faults(data) == []
    assert (data["lost"], data["sent"], data["restarts"], data["rss_growth_kb"]) == (4, 3000, 0, 0)
    assert data["explained"] == 11
    assert data["phases"]["attack"]["air_percent"] == 25
    assert data["phases"]["attack"]["attackers_air_percent"] == 3
    assert data["phases"]["quiet"]["counters"] == {}
    assert data["wtps_lost"] == []
    json.dumps(data)


def spoil(key):
    """Returns the result of a run with one fault, and what the verdict says of it."""
    found, complaints = raw(), []
    attack = found["attack"]
    if key == "lost":
        attack["stations"]["mn1"]["up"] = {"sent": 1000, "lost": 9}
        words = "13 of 3000 lost, 11 explained"
    elif key == "restart":
        del attack["after"]["processes"]["hostapd 1"]
        words = "ended or started: hostapd 1"
    elif key == "memory":
        attack["after"]["processes"]["cloudmac-wtp 0"]["rss_kb"] = 1001 + 4096
        words = "grew above the limit: cloudmac-wtp"
    elif key == "heap":
        attack["after"]["heap_kb"] = 9001 + 65536
        words = "grew above the limit: controller heap"
    elif key == "silent":
        attack["counters"][1] = LOUDLY | {"agent_vap_id": 0}
        words = "attacks that did not arrive: tag_down"
    elif key == "wtp":
        attack["after"]["wtps_lost"].append("02:43:4d:02:02:00")
        words = "the controller took a WTP for lost: 02:43:4d:02:02:00"
    elif key == "reassociation":
        attack["after"]["joined"]["mn2"] = 2
        words = "stations associated anew: {'mn2': 1}"
    else:
        complaints.append("BUG: oops")
        words = "the lab kernel complained: BUG: oops"
    return run.summary(found, complaints), words


@pytest.mark.parametrize(
    "key", ["lost", "restart", "memory", "heap", "silent", "wtp", "reassociation", "complaint"]
)
def test_each_fault_fails_the_experiment(key):
    data, words = spoil(key)
    assert run.faults(data) == [words]


def experiment(tmp_path, **settings):
    return run.HostileExperiment(network=topology.load("hostile"), folder=tmp_path, **settings)


@pytest.mark.parametrize(
    "settings, seconds", [({}, 600), ({"quick": True}, 10), ({"quick": True, "minutes": 2}, 120)]
)
def test_length_of_the_attack(tmp_path, settings, seconds):
    assert experiment(tmp_path, **settings).seconds == seconds


def test_needs_the_attackers_hosts(tmp_path):
    with pytest.raises(topology.TopologyError, match="this needs a vap named vap1"):
        run.HostileExperiment(network=topology.load("default"), folder=tmp_path)


def test_result_file_is_written_before_the_verdict(tmp_path, monkeypatch):
    made = experiment(tmp_path, quick=True)
    monkeypatch.setattr(results, "versions", lambda built: {})
    for entry in made.measurements():
        made.keep(entry, raw()[entry.name])
    made.complaints = ["BUG: oops"]
    with pytest.raises(LabError, match="BUG: oops"):
        made.report()
    data = json.loads((tmp_path / "hostile.json").read_text(encoding="utf-8"))
    assert data["complaints"] == ["BUG: oops"]
    assert {"lost", "explained", "restarts", "rss_growth_kb"} <= set(data)
    assert {"clock", "command", "seed", "commit", "machine", "versions"} <= set(data)
