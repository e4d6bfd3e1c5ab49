# SPDX-License-Identifier: Apache-2.0
"""Frames, figures and verdicts of ``lab run nfv``, without a lab."""
import pathlib
import re
import time

import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.guest import captures, packet_node, raw_frames, repeating
from cloudmac_testbed.nfv import (
    chains,
    connections,
    failures,
    handlers,
    maps,
    modes,
    moves,
    programs,
    raw_chains,
    repetitions,
    report,
    run,
    sdk,
    state,
    statements,
    tcp_moves,
    tenants,
    verdicts,
)
from test_nfv_moves import kill, tcp

TOP = pathlib.Path(__file__).resolve().parents[2]
STATION = "02:00:00:00:0a:01"
DATA = {
    "N1": {
        "runs": 5,
        "null_as_described": 5,
        "filter_as_described": 5,
        "calls": 90,
        "slowest_ms": 3.2,
        "is_timed": True,
        "slowest": "lvnf.cpp = cpp",
        "slowest_on_busy_machine_ms": 12.5,
    },
    "N2": {
        "runs": 5,
        "pairs": 10_000,
        "written": 10_000,
        "equal": 10_000,
        "different": 0,
        "failed": 0,
        "frames": 7000,
        "lost": 0,
        "counted": 7000,
        "in_order": True,
    },
    "N10": {
        "runs": 5,
        "single_error": 0,
        "period_error": 0.001,
        "rate_error": 0.002,
        "count_error": 0,
        "is_timed": True,
        "reports": 200,
    },
    "N11": {
        "runs": 5,
        "crossings": 1000,
        "frames": 1000,
        "events": 1000,
        "quiet_events": 1000,
        "idle_events": 0,
        "told_twice": 0,
        "reconnects": 100,
    },
    "N12": {
        "runs": 5,
        "stations": {"pairs": 15, "missing": 0, "error_db": 0.6},
        "neighbours": {"pairs": 30, "missing": 0, "error_db": 0.5},
        "silent": 0,
        "links": {"missing": 0, "error": 0.001, "rate_error": 0.004},
        "is_timed": True,
    },
    "N13": {"runs": 5, "as_wanted": 5},
    "N14": {
        "runs": 5,
        "requests": 1000,
        "statuses": {"403": 900, "429": 100},
        "accepted": [],
        "seen": [],
        "changed": 0,
        "flood": [9000, 8000],
        "allowed": 8100,
        "goodput": 0.99,
        "is_timed": True,
    },
    "N15": {
        "runs": 5,
        "rate": 100,
        "one": 101,
        "two": 199,
        "second": 98,
        "gain": 1.9,
        "is_timed": True,
    },
    "N16": {
        "runs": 5,
        "asked": 500,
        "unanswered": 0,
        "before_ms": 9.5,
        "with_ms": 1.1,
        "meanwhile_ms": 4.0,
        "sent": 1_000_000,
        "per_s": 10_001,
        "answered": 600_000,
        "backhaul": 0,
        "backhaul_before": 150,
        "is_timed": True,
    },
}


def phase(name):
    """Returns what a phase finds if all is well."""
    mode, then, _ = modes.PHASES[name]
    waits = mode == "stopped"
    passed = 1000 if waits else 1001
    return {
        "mode": mode,
        "passed_at_once": 0 if waits else 1001,
        "waited": 1000 if waits else 0,
        "dropped": int(waits),
        "passed": passed,
        "in_order": True,
        "processed": passed if then == "running" else 0,
    }


def chain(**changed):
    """Returns what a run of N9 finds if all is well."""
    return {
        "packets": 287,
        "on_path": 287,
        "dropped": 20,
        "translated": 80,
        "answers": 80,
        "others": 100,
        "touched": 0,
        "counted": [[100, 80], [100, 80], [80, 80]],
        "handlers": {"there": 100, "back": 80, "dropped": 20, "passed": 80, "bindings": 7},
        "later": 7,
        "chain_rules": 40,
        "rules_added": 40,
        "vlans_as_told": True,
        "plain_rules_changed": 0,
        "raw": {
            "handovers": 20,
            "sent": 900,
            "heard": 900,
            "on_path": 900,
            "lost": 0,
            "skipped": 0,
            "answered": 50,
            "counted": {"there": 990, "back": 60},
        },
    } | changed


def move(**changed):
    """Returns what a move of N7 reports if all is well."""
    return {"state": "moved", "hold_ms": 30, "late": 0, "dropped": 0, "problem": ""} | changed


def stream(**changed):
    """Returns what a run of N7 finds if all is well."""
    return {
        **moves.order(list(range(900)), 900),
        "moves": [move()] * 10,
        "counted": 900,
        "duplicates": 0,
    } | changed


def talk(address=connections.NAT_ADDRESS, **changed):
    """Returns what has become of a connection of N18 if all is well."""
    return {
        "sent": 200,
        "answered": 200,
        "longest_ms": 700,
        "seen_as": [address],
        "broken": "",
        "moves": [move(hold_ms=600)] * 4,
    } | changed


def talks(**changed):
    """Returns what a run of N18 finds if all is well."""
    return {
        "nat": talk(),
        "firewall": talk("10.20.0.1") | {"doors": [True, False, True, False]},
        "both": talk(),
        "names": [connections.ANSWER, "", ""],
        "protocols": {"DNS": 12},
    } | changed


def states(**change):
    """Returns the raw result of moves with a small and a large state; change: of the large one."""
    one = {"equal": True, "lost": 0, "frames": 100, "state": "moved", "hold_ms": 30}
    large = {"entries": 1000, "octets": 350_000, **one, "hold_ms": 50}
    return [{"entries": 1, "octets": 350, **one}, large | change]


def with_tcp(rounds):
    """Returns N7 of a result file whose rounds have TCP too."""
    rounds = [one | tcp() for one in rounds]
    return moves.summary(rounds) | tcp_moves.summary(rounds) | {"is_timed": True}


def repeated(**changed):
    """Returns what a run of N17 finds if all is well."""
    found = {"packets": 150, "sent": 150, "repeated": 37, "made": 37, "dropped": 37}
    return found | {"lost": 0, "duplicates": 0} | changed


def data(**changed):
    """Returns a result file in which all goals are met, but for some parts."""
    rounds = [{name: phase(name) for name in modes.PHASES}] * 5
    nine = chains.summary([chain()] * 5)
    seven = with_tcp([stream()] * 5)
    last = connections.summary([talks()] * 5)
    eight = state.summary([states()] * 5) | {"is_timed": True}
    own = {"N3": modes.summary(rounds), "N7": seven, "N8": eight, "N9": nine, "N18": last}
    own["N17"] = repetitions.summary([repeated()] * 5)
    own["N19"] = failures.summary([[kill(victim) for victim in failures.VICTIMS]] * 5)
    return DATA | own | changed


def test_all_goals_are_met(capsys):
    found = verdicts.of(data())
    assert {one.part: one.word for one in found} == dict.fromkeys(run.PARTS, "met")
    assert found[2].reached == "30 of 30 phases"
    assert found[5].reached.startswith("1435 of 1435 packets on their path, 0 of 500 others")
    report.print_tables(data())
    printed = capsys.readouterr().out
    assert "N3, killed, bypass:   5 of 5 as wanted; the first: 0 waited" in printed
    assert "N7, TCP with the paper's moves: 0.08 Mb/s, 0.0% less" in printed
    assert "N19, controller: ended 5 times (settle 5), 5 as wanted, 3500 frames lost" in printed


@pytest.mark.parametrize(
    "part, change",
    [
        ("N1", {"slowest_ms": 10.1}),
        ("N1", {"filter_as_described": 4}),
        ("N2", {"different": 1}),
        ("N2", {"failed": 1}),
        ("N2", {"lost": 1}),
        ("N2", {"in_order": False}),
        ("N2", {"counted": 6999}),
        ("N10", {"single_error": 0.01}),
        ("N10", {"rate_error": 0.02}),
        ("N11", {"events": 1001}),
        ("N11", {"events": 999}),
        ("N11", {"frames": 1001}),
        ("N11", {"told_twice": 1}),
        ("N11", {"idle_events": 1}),
        ("N12", {"stations": {"pairs": 15, "missing": 1, "error_db": 0.6}}),
        ("N12", {"neighbours": {"pairs": 30, "missing": 0, "error_db": 1.1}}),
        ("N12", {"links": {"missing": 0, "error": 0.011, "rate_error": 0}}),
        ("N12", {"links": {"missing": 0, "error": 0, "rate_error": 0.01}}),
        ("N12", {"links": {"missing": 1, "error": 0, "rate_error": 0}}),
        ("N12", {"silent": 1}),
        ("N13", {"as_wanted": 4}),
        ("N14", {"accepted": ["GET x"]}),
        ("N14", {"seen": ["GET x"]}),
        ("N14", {"changed": 1}),
        ("N14", {"goodput": 0.97}),
        ("N14", {"flood": [9000, 0]}),
        ("N14", {"flood": [9000, 8101]}),
        ("N14", {"flood": [8000, 8000]}),
        ("N15", {"gain": 1.7}),
        ("N15", {"second": 0, "is_timed": False}),
        ("N16", {"backhaul": 1}),
        ("N16", {"backhaul_before": 0}),
        ("N16", {"before_ms": None}),
        ("N16", {"with_ms": None}),
        ("N16", {"answered": 0}),
        ("N16", {"unanswered": 1}),
        ("N16", {"with_ms": 10.6}),
        ("N16", {"per_s": 9000}),
    ],
)
def test_a_goal_that_is_missed(part, change):
    wrong = [one.part for one in verdicts.of(data(**{part: DATA[part] | change})) if not one.holds]
    assert wrong == [part]


def test_what_becomes_of_frames_on_a_move():
    found = moves.order([0, 2, 1, 1, 4], 5)
    assert found == {"frames": 5, "lost": 1, "twice": 1, "reordered": 1}


@pytest.mark.parametrize(
    "change",
    [
        moves.order([0, 1, 3], 4),
        moves.order([0, 1, 1], 2),
        moves.order([1, 0], 2),
        {"counted": 899},
        {"duplicates": 1},
        {"moves": [move(state="stayed")] * 10},
        {"moves": [move(hold_ms=50)] * 10},
    ],
)
def test_a_move_that_goes_wrong(change):
    seven = with_tcp([stream(**change)])
    wrong = [one.part for one in verdicts.of(data(N7=seven)) if not one.holds]
    assert wrong == ["N7"]
    if change == {"moves": [move(hold_ms=50)] * 10}:
        assert all(one.holds for one in verdicts.of(data(N7=seven | {"is_timed": False})))


@pytest.mark.parametrize(
    "change", [{"equal": False}, {"lost": 1}, {"state": "stayed"}, {"hold_ms": 51}]
)
def test_a_state_that_moves_wrong(change):
    eight = state.summary([states(**change)])
    assert not verdicts.n8(data(N8=eight | {"is_timed": True})).holds
    assert verdicts.n8(data(N8=eight | {"is_timed": False})).holds == ("hold_ms" in change)
    assert eight["sizes"][1]["longer_ms"] == change.get("hold_ms", 50) - 30


def test_a_small_run_asks_for_no_order_after_a_move():
    seven = with_tcp([stream(reordered=1)])
    assert not verdicts.n7(data(N7=seven | {"is_timed": True})).holds
    assert verdicts.n7(data(N7=seven | {"is_timed": False})).holds


def test_a_small_run_is_not_timed():
    late = DATA["N10"] | {"rate_error": 0.02, "period_error": 0.02, "is_timed": False}
    assert verdicts.n10(data(N10=late)).holds
    assert not verdicts.n10(data(N10=late | {"count_error": 0.01})).holds
    slow = DATA["N1"] | {"slowest_ms": 20.1, "is_timed": False}
    less = DATA["N14"] | {"goodput": 0.9, "is_timed": False}
    weak = DATA["N15"] | {"gain": 1.1, "is_timed": False}
    assert all(one.holds for one in verdicts.of(data(N1=slow, N14=less, N15=weak)))


@pytest.mark.parametrize("name", modes.PHASES)
@pytest.mark.parametrize("member", phase("flush"))
def test_a_phase_that_goes_wrong(name, member):
    found = phase(name)
    assert modes.is_as_wanted(name, found)
    other = {"mode": "other", "in_order": False}.get(member, 7)
    assert not modes.is_as_wanted(name, found | {member: other})
    rounds = [{one: phase(one) for one in modes.PHASES} | {name: found | {member: other}}]
    found = verdicts.of(data(N3=modes.summary(rounds)))
    (verdict,) = [one for one in found if one.part == "N3"]
    assert verdict.reached == f"5 of 6 phases, not {name}"


@pytest.mark.parametrize(
    "change",
    [
        {"on_path": 286},
        {"dropped": 21},
        {"translated": 79},
        {"answers": 79},
        {"touched": 1},
        {"counted": [[100, 80], [100, 80], [80, 81]]},
        {"handlers": {}},
        {"later": 6},
        {"rules_added": 41},
        {"chain_rules": 0, "rules_added": 0},
        {"vlans_as_told": False},
        {"plain_rules_changed": 1},
    ],
)
def test_a_chain_that_goes_wrong(change):
    assert chains.is_as_wanted(chain())
    found = chains.summary([chain(), chain(**change)])
    assert (found["as_wanted"], verdicts.n9(data(N9=found)).holds) == (1, False)


def test_a_map_is_compared_with_the_truth():
    truth = {("a", "b"): -50.25, ("b", "a"): -60.0}
    found = maps.errors({("a", "b"): -51.0, ("c", "b"): 0}, truth, truth)
    assert found == {"a b": -0.75, "b a": None}
    one = {"stations": found, "neighbours": {"a b": 0.5}, "silent": [], "links": [0.001, -0.002]}
    more = {"rate": -0.02, "known_links": 6, "wanted_links": maps.links_of(topology.load("graph"))}
    twelve = maps.summary([one | more] * 2)
    assert twelve["stations"] == {"pairs": 4, "missing": 2, "error_db": 0.75}
    assert (twelve["neighbours"]["error_db"], twelve["links"]) == (
        0.5,
        {"missing": 0, "error": 0.002, "rate_error": 0.02},
    )
    assert not verdicts.n12(data(N12=twelve | {"is_timed": False})).holds
    right = twelve | {name: DATA["N12"][name] for name in maps.MAPS}
    assert verdicts.n12(data(N12=right | {"is_timed": False})).holds
    assert not verdicts.n12(data(N12=right | {"is_timed": True})).holds


@pytest.mark.parametrize(
    "change",
    [
        {"nat": talk(answered=199)},
        {"nat": talk(sent=0, answered=0)},
        {"nat": talk(broken="Connection reset by peer")},
        {"nat": talk(moves=[move(state="stayed")])},
        {"nat": talk("10.20.0.1")},
        {"nat": talk(seen_as=[connections.NAT_ADDRESS] * 2)},
        {"both": talk("10.20.0.1")},
        {"firewall": talk() | {"doors": [True, False, False, False]}},
        {"firewall": talk() | {"doors": [True, False, True, True]}},
        {"names": [connections.ANSWER, "", None]},
        {"names": [connections.ANSWER, connections.ANSWER, ""]},
        {"protocols": {"TCP": 7}},
    ],
)
def test_a_program_that_goes_wrong(change):
    found = connections.summary([talks(), talks(**change)])
    verdict = verdicts.n18(data(N18=found))
    assert (found["as_wanted"], verdict.holds) == (1, False)


def test_a_small_run_has_one_connection():
    found = connections.summary([{"nat": talk(moves=[move()])}])
    assert verdicts.n18(data(N18=found)).holds and found["connections"] == found["moves"] == 1


def test_images_have_the_hosts_addresses():
    if not (connections.PROGRAMS / "stateful-firewall.json").exists():
        pytest.skip("the images are not built")
    images = connections.images("10.20.0.4")
    assert images["nat"].program["address"] == "10.20.0.200/24"
    assert "server=10.20.0.4\n" in images["dns"].program["files"]["dnsmasq.conf"]
    assert images["dns"].program["probe"]["limit-ms"] == connections.SLOW_MS
    printed = "\n\tIP packets:     18   of 18\nx\n\tDNS    packets: 5   bytes: 360\n"
    assert connections.PROTOCOL.findall(printed) == [("DNS", "5")]


def test_the_way_of_a_request_and_of_its_answer():
    hops = [("pn1", "a0", "a1"), ("pn2", "b0", "b1"), ("pn1", "c0", "c1")]
    found = chains.way(chains.CLIENT, hops)
    assert found[:5] == [
        ("swa", "ct3", "in", False),
        ("swa", "pn1", "out", True),
        ("pn1", "swa", "in", True),
        ("pn1", "a0", "out", False),
        ("pn1", "a1", "in", False),
    ]
    assert found[5:9] == [
        ("pn1", "swa", "out", True),
        ("swa", "pn1", "in", True),
        ("swa", "pn2", "out", True),
        ("pn2", "swa", "in", True),
    ]
    assert found[-5:] == [
        ("pn1", "swa", "out", True),
        ("swa", "pn1", "in", True),
        ("swa", "pn2", "out", False),
        ("pn2", "swa", "in", False),
        ("pn2", "ct4", "out", False),
    ]
    assert chains.way(chains.CLIENT, hops, until=hops[1]) == found[:10]
    back = chains.way(chains.SERVER, [("pn1", "c1", "c0")])
    assert back[0] == ("pn2", "ct4", "in", False) and back[-1] == ("swa", "ct3", "out", False)
    assert chains.way(chains.SERVER, []) == [
        ("pn2", "ct4", "in", False),
        ("pn2", "swa", "out", False),
        ("swa", "pn2", "in", False),
        ("swa", "ct3", "out", False),
    ]


def test_a_packet_is_read_as_it_was_made():
    request = chains.requests()[4]
    frame = request.octets()
    assert captures.read(frame) == request and request.note == "bad!"
    assert frame[62:66] == b"bad!"
    reply = chains.answer(captures.read(frame), 7)
    assert captures.read(reply.octets()).ports == (5000, 40003)
    assert captures.read(raw_frames.ethernet(1)) is None
    with pytest.raises(ValueError, match="a checksum is wrong"):
        captures.read(frame[:30] + b"\1" + frame[31:])


def test_ways_are_read_from_captures():
    frame = chains.requests()[0].octets().hex()
    seen = [["swa", "ct3", "in", 0, frame], ["swa", "pn1", "out", 3500, frame]]
    way = [("swa", "ct3", "in", False), ("swa", "pn1", "out", True)]
    assert chains.ways(seen) == ({1000: way}, {3500})


def test_each_statement_is_timed():
    def function(seconds):
        first = seconds
        time.sleep(first)
        return first

    result, spent = statements.timed(function, 0.05)
    assert result == 0.05
    assert [text for text, *_ in spent] == ["first = seconds", "time.sleep(first)", "return first"]
    assert spent[1][1] >= 50 and all(0 <= alone <= passed for _, passed, alone in spent)


def test_a_wrapped_frame_is_the_papers():
    """The ethertype of octets 12 and 13, then an 802.11 frame to the distribution system."""
    frame = raw_frames.wrapped(7, STATION, 0x123, is_retry=True)
    assert frame[12:16] == bytes.fromhex("bbbb8809")
    assert frame[14 + 10 : 14 + 16] == raw_frames.mac(STATION)
    assert frame[14 + 22 : 14 + 26] == bytes.fromhex("30120000")
    inner = frame[14 + 26 :]
    assert inner[:6] == raw_frames.SNAP
    plain = raw_frames.ethernet(7, sender=STATION)
    assert plain == raw_frames.mac(raw_frames.RECEIVER) + raw_frames.mac(STATION) + inner[6:]
    assert raw_frames.number_of(plain) == 7 and len(plain) == 60


def test_expected_table_of_the_duplicate_filter():
    sent, plain, known = programs._air()
    assert known == {programs.STATIONS[0]: [20, 120, 99], programs.STATIONS[1]: [50, 150, 99]}
    assert len(sent) == 120 + 150 + 100 and len(plain) == 200


class Future:
    """What a call of the SDK returns."""

    def __init__(self, value):
        self.value = value

    def result(self, _):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


@pytest.mark.parametrize(
    "change", [{"lost": 1}, {"duplicates": 1}, {"packets": 149}, {"repeated": 0}, {"dropped": 36}]
)
def test_a_filter_that_goes_wrong(change):
    found = repetitions.summary([repeated(), repeated(**change)])
    assert (found["as_wanted"], verdicts.n17(data(N17=found)).holds) == (1, False)


def test_what_enters_and_leaves_a_filter():
    frames = [packet.octets().hex() for packet in chains.requests()[:3]]
    into, out = ("pn1", "a0"), ("pn1", "a1")
    seen = [[*into, "out", 0, frames[number]] for number in (0, 1, 1, 1, 2)]
    seen += [[*out, "in", 0, frames[number]] for number in (0, 0, 1)]
    seen += [[*into, "in", 0, frames[0]], ["swa", "vap", "out", 0, frames[0]]]
    found = repetitions.judge(seen, [into, out])
    assert found == {"packets": 3, "repeated": 2, "lost": 1, "duplicates": 1}


def test_which_frames_a_station_repeats():
    wifi = raw_frames.wrapped(7, STATION, 1)[14:]
    again = raw_frames.wrapped(7, STATION, 1, is_retry=True)[14:]
    radiotap = bytes.fromhex("0000080000000000")
    head = bytes.fromhex("1280000b0b55") + raw_frames.mac(STATION)
    tag = bytes.fromhex("128000000b55") + raw_frames.mac(STATION)
    assert repeating.control_at(tag + b"\x13\x37" + radiotap + wifi) == 22
    for other in (
        tag + b"\x13\x37" + radiotap + again,
        head + b"\x13\x37" + radiotap + wifi,
        tag + b"\x88\xb5" + radiotap + wifi,
        tag + b"\x13\x37" + radiotap + b"\x80" + wifi[1:],
        tag + b"\x13\x37" + radiotap,
    ):
        assert repeating.control_at(other) is None


def test_pairs_that_are_equal_different_and_failed():
    key = sdk.load().StructKey
    table = {key(transmitter="a"): 1, key(transmitter=handlers.STATION): 5}
    outcome = handlers._Outcome()
    outcome.take(Future(1), Future(table), {"a": 1})
    outcome.take(Future(1), Future(table), {"a": 2})
    outcome.take(Future(1), Future(ValueError("no such LVNF")), {"a": 1})
    assert outcome.counts == {"written": 3, "equal": 1, "different": 1, "failed": 1}
    assert outcome.failure == "ValueError: no such LVNF"


def test_frames_of_a_station_that_is_handed_over():
    ports = [("pn1", "c0"), ("pn1", "c1")]

    def way(number, *points):
        payload = captures.MARK + number.to_bytes(4, "big")
        return [[*point, 0, (bytes(61) + payload).hex()] for point in points]

    heard = {name: (at, name, "in") for name, at in raw_chains.WTPS.items()}
    passed = [(*ports[0], "out"), (*ports[1], "in")]
    to_vap = (*raw_chains.AT_VAP, "out")
    by_both = [heard["wtp1"], heard["wtp2"], *passed, *passed, to_vap, to_vap]
    seen = way(0, heard["wtp1"], *passed, to_vap) + way(1, *by_both)
    # The copy of a WTP that does not serve the station.
    seen += way(2, heard["wtp1"], heard["wtp2"], *passed, to_vap)
    good = {"sent": 3, "heard": 3, "lost": 0, "skipped": 0, "on_path": 3}
    assert raw_chains.judge(seen, 3, ports) == good
    seen += way(3, heard["wtp1"], to_vap) + way(4, heard["wtp2"], *passed)
    found = raw_chains.judge(seen, 6, ports)
    assert found == {"sent": 6, "heard": 5, "lost": 1, "skipped": 1, "on_path": 3}
    lost = raw_chains.ways_of_lost(seen, 6)
    assert set(lost) == {4, 5} and not lost[5]
    assert +lost[4] == dict.fromkeys([heard["wtp2"], *passed], 1)
    counts = {"answered": 2, "counted": {"there": 5, "back": 2}}
    assert raw_chains.is_as_wanted(good | counts)
    assert not raw_chains.is_as_wanted(found | counts)
    assert not raw_chains.is_as_wanted(good | counts | {"counted": {"there": 5, "back": 1}})


def test_a_packet_node_is_a_switch_of_its_own():
    plan = topology.load("nfv")
    node, other = plan.of_kind("packet-node")
    assert [host.datapath for host in plan.switches()] == [1, 201, 202] and other.name == "pn2"
    assert plan.port_id("swa", "ct3") == "openflow:1:4"
    assert plan.port_id("pn2", "ct4") == "openflow:202:3"
    assert plan.links[0].ends == ["swa", "pn1"] and plan.hosts["ct4"].at == "pn2"
    lines = packet_node.configuration(node).splitlines()
    assert "name = pn1" in lines and "mtu = 1700" in lines
    assert f"address = {node.management}" in lines
    assert "cert = /run/exchange/pki/packet-node-pn1.pem" in lines
    with pytest.raises(topology.TopologyError, match="packet_nodes: pn2: unknown key at"):
        topology.parse({"switches": ["sw"], "packet_nodes": {"pn2": {"at": "sw"}}})


def test_a_topology_without_a_packet_node_is_refused():
    with pytest.raises(topology.TopologyError, match="needs a packet-node named pn1"):
        run.NfvExperiment(network=topology.load("default"))


def test_the_page_has_the_requests_of_a_tenants_whole_work():
    """What run() sends is what docs/develop/restconf.md shows."""
    text = (TOP / "docs/develop/restconf.md").read_text(encoding="utf-8")
    shown = text.partition("## A tenant's whole work")[2].partition("\n## ")[0]
    sent = (TOP / "testbed/cloudmac_testbed/nfv/tenants.py").read_text(encoding="utf-8")
    body = sent.partition("def run(site)")[2].partition("\ndef ")[0]
    called = set(re.findall(r"own\.call\(\s*\"(\S+)\"", body)) | {"read-handler", "read-counters"}
    assert called == set(re.findall(r"\$\{O\}([a-z-]+)", shown))
    assert {"image=i", "lvnf=a", "chain=c", "trigger=t"} == set(
        re.findall(r"PUT \"\$T/(\S+?)\"", shown)
    )
    assert tenants.SCRIPT in shown
