# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of ``lab run nfv``."""
from . import modes


def print_tables(data):
    """Prints the figures of a result file."""
    one, two, three = data["N1"], data["N2"], data["N3"]
    print(
        f"N1: null function {one['null_as_described']} and duplicate filter "
        f"{one['filter_as_described']} of {one['runs']} times as described; the slowest of "
        f"{one['calls']} statements took {one['slowest_ms']} ms "
        f"({one['slowest_on_busy_machine_ms']} ms with waits for a processor): {one['slowest']}"
    )
    print(
        f"N2: {two['pairs']:,} writes and reads: {two['equal']:,} equal, {two['different']} "
        f"different, {two['failed']} failed; {two['frames']:,} frames meanwhile, {two['lost']} lost"
    )
    for name in modes.PHASES:
        found = three["rounds"][0][name]
        print(
            f"N3, {name + ':':<17} {three['as_wanted'][name]} of {three['runs']} as wanted; the first: "
            f"{found['waited']} waited, {found['dropped']} dropped, {found['passed']} passed, "
            f"{found['processed']} processed"
        )
    seven = data["N7"]
    print(
        f"N7: {seven['moved']} of {seven['moves']} moves; {seven['lost']} of {seven['frames']:,} "
        f"frames lost, {seven['twice']} twice, {seven['reordered']} reordered; held for "
        f"{seven['hold_ms'][0]} to {seven['hold_ms'][-1]} ms"
    )
    if tcp := seven.get("tcp"):
        for kind, told in (
            ("unmoved", "no move"),
            ("moved", "moves"),
            ("paper", "the paper's moves"),
        ):
            row = tcp[kind]
            print(
                f"N7, TCP with {told}: {row['mbps']} Mb/s, {row['dips'][-1]:.1%} less in the lowest "
                f"second, {row['silence_ms']} ms of silence, {row['retransmits']} retransmitted segments"
            )
    nine = data["N9"]
    eight = data["N8"]
    print(f"N8: {eight['equal']} of {eight['moves']} states equal, {eight['lost']} frames lost")
    for one in eight["sizes"]:
        holds = ", ".join(map(str, one["hold_ms"]))
        print(f"N8, {one['octets']:>9,} octets: held for {holds} ms")
    print(
        f"N9: {nine['as_wanted']} of {nine['runs']} chains as wanted; {nine['on_path']:,} of "
        f"{nine['packets']:,} packets on their path, {nine['touched']} of {nine['others']:,} others "
        f"at a function, {nine['plain_rules_changed']} plain rules changed"
    )
    raw = nine["raw"]
    print(
        f"N9, raw: {raw['handovers']} handovers; {raw['on_path']:,} of {raw['sent']:,} frames on their "
        f"path, {raw['lost']} lost, {raw['skipped']} without the function"
    )
    ten, eleven = data["N10"], data["N11"]
    print(
        f"N10: {ten['reports']} reports; off at most: single ones {ten['single_error']:.2%}, counts "
        f"{ten['count_error']:.2%}, periods {ten['period_error']:.2%}, rates {ten['rate_error']:.2%}"
    )
    print(
        f"N11: {eleven['crossings']:,} crossings and {eleven['reconnects']} reconnects: "
        f"{eleven['events']:,} events, {eleven['told_twice']} twice, {eleven['idle_events']} of an "
        "idle function"
    )
    twelve = data["N12"]
    print(
        f"N12: {twelve['stations']['pairs']} pairs of station and WTP "
        f"{twelve['stations']['error_db']:.1f} dB off at most, {twelve['neighbours']['pairs']} of WTPs "
        f"{twelve['neighbours']['error_db']:.1f} dB; loads of links {twelve['links']['error']:.2%}, "
        f"rates {twelve['links']['rate_error']:.2%}"
    )
    thirteen, fourteen, fifteen = data["N13"], data["N14"], data["N15"]
    print(f"N13: {thirteen['as_wanted']} of {thirteen['runs']} times all by plain HTTP")
    print(
        f"N14: {fourteen['requests']:,} hostile requests: {fourteen['statuses']}; "
        f"{len(fourteen['accepted'])} kinds accepted, {fourteen['changed']} changes; goodput of the "
        f"other tenant {fourteen['goodput']:.2%} under a flood of {fourteen['flood'][0]:,} frames, of "
        f"which {fourteen['flood'][1]:,} passed"
    )
    print(
        f"N15: {fifteen['one']} frames a second with one instance, {fifteen['two']} with two, at "
        f"{fifteen['rate']} an instance"
    )
    repeated, last = data["N17"], data["N18"]
    print(
        f"N17: {repeated['repeated']:,} repetitions of {repeated['packets']:,} packets; "
        f"{repeated['duplicates']} duplicates behind the filter, {repeated['lost']} new ones lost"
    )
    print(
        f"N18: {last['as_wanted']} of {last['runs']} rounds as wanted; {last['went_on']} of "
        f"{last['connections']} connections over {last['moved']} of {last['moves']} moves, pauses of "
        f"{last['longest_ms']} ms at most; {last['questions']} questions of DNS"
    )
    for victim, row in data["N19"]["victims"].items():
        steps = ", ".join(f"{step} {count}" for step, count in row["steps"].items())
        print(
            f"N19, {victim}: ended {row['kills']} times ({steps}), {row['as_wanted']} as wanted, "
            f"{row['lost']} frames lost, those of {row['lost_ms'][-1]} ms in a row at most"
        )
