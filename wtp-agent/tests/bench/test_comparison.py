#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the benchmark's comparison of forwarders with made-up samples."""

import itertools
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

import comparison  # noqa: E402

SIZE = comparison.BOUND_SIZES[-1]
PPS = {"agent": 400000, "bridge": 500000, "plain": 250000, "xdp": 800000}


def rows(*names):
    """Returns the rows of forwarders that all pass PPS of their frames."""
    samples = [
        {
            **{"forwarder": name, "placement": placement, "direction": direction, "size": SIZE},
            **{"pps": PPS[name], "lost": 0, "latency_us": [30.0]},
        }
        for name, placement, direction in itertools.product(
            names, comparison.PLACEMENTS, comparison.DIRECTIONS
        )
    ]
    return comparison.summarise(samples, (SIZE,))


class WithXdp(unittest.TestCase):
    def setUp(self):
        self.rows = rows("agent", "bridge", "plain", "xdp")

    def test_rows_have_its_frames_and_ratios(self):
        self.assertEqual(4, len(self.rows))
        for row in self.rows:
            self.assertEqual(800000, row["xdp"]["pps"])
            self.assertEqual(1.6, row["xdp_to_bridge"])
            self.assertEqual(0.5, row["agent_to_xdp"])

    def test_the_ratios_of_the_others_are_the_same(self):
        self.assertEqual((0.8, 1.6), ratios(self.rows[0]))

    def test_the_table_has_its_columns(self):
        head, line = split_table(self.rows)
        names = ["agent", "bridge", "plain", "xdp"]
        self.assertEqual([*names, "bridge", "plain", "xdp", "bridge", *names], head)
        figures = ["400.0", "500.0", "250.0", "800.0", "0.80", "1.60", "0.50", "1.60"]
        self.assertEqual(figures + ["30.0"] * 4, line)

    def test_it_has_no_bound(self):
        self.assertEqual(comparison.judge(rows("agent", "bridge", "plain")), self.verdict())

    def verdict(self):
        lines, passed = comparison.judge(self.rows)
        self.assertTrue(passed)
        return lines, passed


class WithoutXdp(unittest.TestCase):
    def setUp(self):
        self.rows = rows("agent", "bridge", "plain")

    def test_rows_have_the_others_only(self):
        for row in self.rows:
            self.assertEqual([], [key for key in row if "xdp" in key])
            self.assertEqual((0.8, 1.6), ratios(row))

    def test_its_columns_of_the_table_have_no_figures(self):
        head, line = split_table(self.rows)
        self.assertEqual(12, len(head))
        figures = ["400.0", "500.0", "250.0", "-", "0.80", "1.60", "-", "-"]
        self.assertEqual(figures + ["30.0"] * 3 + ["-"], line)


class RatioOfRounds(unittest.TestCase):
    def test_a_ratio_is_that_of_a_round(self):
        agent, bridge = ([{"pps": pps} for pps in found] for found in ((4, 1, 2), (5, 10, 2)))
        self.assertEqual(0.8, comparison.paired(agent, bridge))


class VerdictOfComparison(unittest.TestCase):
    def test_the_agent_meets_both_bounds_exactly(self):
        lines, passed = comparison.judge(with_ratios(0.8, 1.0))
        self.assertTrue(passed)
        self.assertEqual(["met"] * 6, [line.split()[0] for line in lines])

    def test_one_missed_bound_fails(self):
        lines, passed = comparison.judge(with_ratios(0.8, 0.99))
        self.assertFalse(passed)
        verdicts = [line.split()[0] for line in lines]
        self.assertEqual(["met", "met", "MISSED", "MISSED", "met", "met"], verdicts)

    def test_a_missed_goal_is_shown_and_fails_nothing(self):
        changed = {"forwarder": {"agent_to_bridge": 0.5}, "sender": {}}
        found = [row | changed[row["placement"]] for row in with_ratios(0.8, 1.0)]
        lines, passed = comparison.judge(found)
        self.assertTrue(passed)
        self.assertEqual(2, sum(line.startswith("MISSED") and "goal" in line for line in lines))

    def test_other_lengths_have_neither(self):
        found = [row | {"size": 64} for row in with_ratios(0.1, 0.1)]
        self.assertEqual(([], True), comparison.judge(found))


def ratios(row):
    return row["agent_to_bridge"], row["agent_to_plain"]


def with_ratios(to_bridge, to_plain):
    changed = {"agent_to_bridge": to_bridge, "agent_to_plain": to_plain}
    return [row | changed for row in rows("agent", "bridge", "plain")]


def split_table(found):
    """Returns the names of the columns of figures, and the figures of the first row."""
    lines = [line.split()[3:] for line in comparison.table(found)]
    return lines[1], lines[2]


if __name__ == "__main__":
    unittest.main()
