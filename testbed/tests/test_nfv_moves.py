# SPDX-License-Identifier: Apache-2.0
"""Figures and verdicts of moves under TCP and of moves that fail, without a lab."""
import pytest
from cloudmac_testbed.nfv import failures, moves, tcp_moves, verdicts


def flow(*changes, retransmits=0):
    """Returns a flow of six seconds with 1,000 octets in each interval. changes: (interval,
    octets)."""
    octets = [1000] * 60
    for at, other in changes:
        octets[at] = other
    intervals = [[at / 10, (at + 1) / 10, one] for at, one in enumerate(octets)]
    return {"intervals": intervals, "retransmits": retransmits}


def dip(found):
    """Returns tcp_moves.dip() of a flow."""
    return tcp_moves.dip(tcp_moves.inner(found))


def tcp(**changed):
    """Returns a round of N7's part with TCP: still, with moves, and with the paper's moves."""
    report = {"state": "moved", "hold_ms": 20}
    flows = {kind: flow() for kind in tcp_moves.KINDS}
    return {"tcp": flows | {"moves": [report] * 2, "paper_copied": [True] * 4} | changed}


def seven(**changed):
    """Returns N7 of a result file."""
    report = {"state": "moved", "hold_ms": 30, "late": 0, "dropped": 0, "problem": ""}
    one = moves.order(range(900), 900) | {"moves": [report] * 10, "counted": 900, "duplicates": 0}
    rounds = [one | tcp(**changed)] * 5
    return {"N7": moves.summary(rounds) | tcp_moves.summary(rounds) | {"is_timed": True}}


def kill(victim, **changed):
    """Returns what becomes of a function when something is killed, if all is well."""
    found = {
        "victim": victim,
        "step": "settle",
        "end": "moved",
        "at": "pn2",
        "lost": 0,
        "lost_ms": 0,
    }
    if victim == failures.CONTROLLER:
        found |= {"end": "not told", "lost": 700, "lost_ms": 3500}
    if victim == failures.NODE:
        found |= {"step": failures.AT_WORK, "end": "processed again", "lost": 20, "lost_ms": 100}
    return found | {"frames": 900, "twice": 0, "after": failures.AFTER, "left_over": []} | changed


def test_the_lowest_second_and_the_longest_silence_of_a_flow():
    assert dip(flow()) == (0, 0)
    # The first second and the last two do not count.
    assert dip(flow((3, 0), (45, 0))) == (0, 0)
    part, silence_ms = dip(flow((20, 0), (21, 0), (25, 500)))
    assert silence_ms == 200
    assert part == pytest.approx(1 - 7500 / (27500 / 3), abs=1e-4)


def test_a_flow_that_is_made_up_for_has_its_dip():
    part, _ = dip(flow((20, 0), (30, 2000)))
    assert part == pytest.approx(0.1)


def test_octets_of_an_interval_that_ends_late_are_spread():
    late = [[0, 0.1, 1000], [0.1, 0.25, 1500], [0.25, 0.4, 1500]]
    assert tcp_moves.bins(late) == pytest.approx([1000] * 4)


def test_moves_under_tcp():
    found = seven()
    assert verdicts.n7(found).word == "met"
    assert found["N7"]["tcp"]["unmoved"]["mbps"] == 0.08
    assert not tcp_moves.summary([{"moves": []}])


@pytest.mark.parametrize(
    "change",
    [
        {"moved": flow((20, 0), (21, 0))},
        {"moved": flow(retransmits=1)},
        {"moves": [{"state": "stayed", "hold_ms": 0}]},
    ],
)
def test_a_move_under_tcp_that_goes_wrong(change):
    assert not verdicts.n7(seven(**change)).holds


def test_what_the_paper_s_moves_do_is_not_judged():
    found = verdicts.n7(seven(paper=flow((20, 0), retransmits=7)))
    assert found.holds and "protocol 6.9%, 35" in found.reached


def test_frames_lost_and_the_longest_run_of_them():
    assert failures.lost_of([0, 1, 4, 5, 7], 9) == (4, 2)
    assert failures.lost_of([], 3) == (3, 3)
    assert failures.lost_of([0, 1], 2) == (0, 0)


def test_kills_during_moves():
    everything = [*failures.VICTIMS, failures.NODE]
    rounds = [[kill(victim) for victim in everything]] * 5
    rounds.append([kill(failures.OLD, step="moved", end="stayed")])
    found = failures.summary(rounds)
    assert found["kills"] == found["as_wanted"] == 21
    assert found["victims"][failures.OLD]["ends"] == {"moved": 5, "stayed": 1}
    assert found["victims"][failures.OLD]["during"] == 5
    judged = verdicts.n19({"N19": found})
    assert judged.word == "met" and "21 of 21 as wanted; longest" in judged.reached


@pytest.mark.parametrize(
    "victim, change",
    [
        (failures.OLD, {"after": failures.AFTER - 1}),
        (failures.OLD, {"twice": 1}),
        (failures.OLD, {"left_over": ["pn1"]}),
        (failures.OLD, {"lost": 1}),
        (failures.NEW, {"end": "not told"}),
        (failures.NEW, {"end": "waited 120 s for the function to be at one node"}),
        (failures.CONTROLLER, {"end": "waited 120 s for a session"}),
        (failures.NODE, {"lost_ms": 3000}),
        (failures.NODE, {"lost_ms": 0}),
        (failures.NODE, {"end": "199 processed later"}),
    ],
)
def test_a_kill_that_goes_wrong(victim, change):
    found = failures.summary([[kill(victim, **change), kill(victim)]] * 5)
    assert found["as_wanted"] == 5
    assert not verdicts.n19({"N19": found}).holds


def test_kills_that_come_too_late_show_nothing():
    found = failures.summary([[kill(failures.OLD, step="moved")]] * 5)
    assert not verdicts.n19({"N19": found}).holds
