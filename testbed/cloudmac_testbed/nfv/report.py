# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of ``lab run nfv``."""
from . import modes


def _n1(found):
    print(
        f"N1: null function {found['null_as_described']} and duplicate filter "
        f"{found['filter_as_described']} of {found['runs']} times as described; the slowest of "
        f"{found['calls']} statements took {found['slowest_ms']} ms "
        f"({found['slowest_on_busy_machine_ms']} ms with waits for a processor): {found['slowest']}"
    )


def _n2(found):
    print(
        f"N2: {found['pairs']:,} writes and reads: {found['equal']:,} equal, {found['different']} "
        f"different, {found['failed']} failed; {found['frames']:,} frames meanwhile, {found['lost']} lost"
    )


def _n3(found):
    for name in modes.PHASES:
        first = found["rounds"][0][name]
        print(
            f"N3, {name + ':':<17} {found['as_wanted'][name]} of {found['runs']} as wanted; the first: "
            f"{first['waited']} waited, {first['dropped']} dropped, {first['passed']} passed, "
            f"{first['processed']} processed"
        )


def _n7(found):
    print(
        f"N7: {found['moved']} of {found['moves']} moves; {found['lost']} of {found['frames']:,} "
        f"frames lost, {found['twice']} twice, {found['reordered']} reordered; held for "
        f"{found['hold_ms'][0]} to {found['hold_ms'][-1]} ms"
    )
    for kind, told in (
        ("unmoved", "no move"),
        ("moved", "moves"),
        ("paper", "the paper's moves"),
    ):
        if row := found.get("tcp", {}).get(kind):
            print(
                f"N7, TCP with {told}: {row['mbps']} Mb/s, {row['dips'][-1]:.1%} less in the lowest "
                f"second, {row['silence_ms']} ms of silence, {row['retransmits']} retransmitted segments"
            )


def _n8(found):
    print(f"N8: {found['equal']} of {found['moves']} states equal, {found['lost']} frames lost")
    for one in found["sizes"]:
        holds = ", ".join(map(str, one["hold_ms"]))
        print(f"N8, {one['octets']:>9,} octets: held for {holds} ms")


def _n9(found):
    print(
        f"N9: {found['as_wanted']} of {found['runs']} chains as wanted; {found['on_path']:,} of "
        f"{found['packets']:,} packets on their path, {found['touched']} of {found['others']:,} others "
        f"at a function, {found['plain_rules_changed']} plain rules changed"
    )
    raw = found["raw"]
    print(
        f"N9, raw: {raw['handovers']} handovers; {raw['on_path']:,} of {raw['sent']:,} frames on their "
        f"path, {raw['lost']} lost, {raw['skipped']} without the function"
    )


def _n10(found):
    print(
        f"N10: {found['reports']} reports; off at most: single ones {found['single_error']:.2%}, counts "
        f"{found['count_error']:.2%}, periods {found['period_error']:.2%}, rates "
        f"{found['rate_error']:.2%}"
    )


def _n11(found):
    print(
        f"N11: {found['crossings']:,} crossings and {found['reconnects']} reconnects: "
        f"{found['events']:,} events, {found['told_twice']} twice, {found['idle_events']} of an "
        "idle function"
    )


def _n12(found):
    print(
        f"N12: {found['stations']['pairs']} pairs of station and WTP "
        f"{found['stations']['error_db']:.1f} dB off at most, {found['neighbours']['pairs']} of WTPs "
        f"{found['neighbours']['error_db']:.1f} dB; loads of links {found['links']['error']:.2%}, "
        f"rates {found['links']['rate_error']:.2%}"
    )


def _n13(found):
    print(f"N13: {found['as_wanted']} of {found['runs']} times all by plain HTTP")


def _n14(found):
    print(
        f"N14: {found['requests']:,} hostile requests: {found['statuses']}; "
        f"{len(found['accepted'])} kinds accepted, {found['changed']} changes; goodput of the "
        f"other tenant {found['goodput']:.2%} under a flood of {found['flood'][0]:,} frames, of "
        f"which {found['flood'][1]:,} passed"
    )


def _n15(found):
    print(
        f"N15: {found['one']} frames a second with one instance, {found['two']} with two, at "
        f"{found['rate']} an instance"
    )


def _n16(found):
    print(
        f"N16: an answer after {found['before_ms']} ms from the VAP, {found['with_ms']} ms from the "
        f"function ({found['unanswered']} of {found['asked']} without one); {found['sent']:,} made-up "
        f"probes, {found['per_s']:,} a second, {found['answered']:,} answered: {found['backhaul']} probes "
        f"on the backhaul, an answer after {found['meanwhile_ms']} ms"
    )


def _n17(found):
    print(
        f"N17: {found['repeated']:,} repetitions of {found['packets']:,} packets; "
        f"{found['duplicates']} duplicates behind the filter, {found['lost']} new ones lost"
    )


def _n18(found):
    print(
        f"N18: {found['as_wanted']} of {found['runs']} rounds as wanted; {found['went_on']} of "
        f"{found['connections']} connections over {found['moved']} of {found['moves']} moves, pauses of "
        f"{found['longest_ms']} ms at most; {found['questions']} questions of DNS"
    )


def _n19(found):
    for victim, row in found["victims"].items():
        steps = ", ".join(f"{step} {count}" for step, count in row["steps"].items())
        print(
            f"N19, {victim}: ended {row['kills']} times ({steps}), {row['as_wanted']} as wanted, "
            f"{row['lost']} frames lost, those of {row['lost_ms'][-1]} ms in a row at most"
        )


TABLES = (_n1, _n2, _n3, _n7, _n8, _n9, _n10, _n11, _n12, _n13, _n14, _n15, _n16, _n17, _n18, _n19)


def print_tables(data):
    """Prints the figures of the parts that a result file has."""
    for table in TABLES:
        if found := data.get(table.__name__[1:].upper()):
            table(found)
