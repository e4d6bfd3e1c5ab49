#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the benchmark's comparison of the agent with and without the scheduler."""

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

import bench_frames  # noqa: E402
import ratios  # noqa: E402

CASE = {"stations": 8, "rates": 1, "size": 100}


def samples(*on, off=4.0, **more):
    """Returns an alternation for each time with the scheduler."""
    return [{**CASE, "off_us": off, "on_us": one, "failed": 1, **more} for one in on]


class Rows(unittest.TestCase):
    def test_each_case_has_a_row(self):
        found = samples(4.0) + samples(4.0, stations=64) + samples(4.0)
        rows = ratios.summarise(found, 1)
        self.assertEqual([8, 64], [row["stations"] for row in rows])
        self.assertEqual([2, 1], [row["alternations"] for row in rows])
        self.assertEqual([2, 1], [row["failed"] for row in rows])

    def test_a_ratio_is_that_of_an_alternation(self):
        found = samples(4.2) + samples(8.4, off=8.0) + samples(12.6, off=12.0)
        (row,) = ratios.summarise(found, 1)
        self.assertEqual((1.05, [1.05, 1.05]), (row["ratio"], row["interval"]))
        self.assertEqual((8.0, 8.4), (row["off_us"], row["on_us"]))

    def test_a_disturbed_alternation_hardly_counts(self):
        (row,) = ratios.summarise(samples(*[4.0] * 20, 40.0), 1)
        self.assertEqual((1.0, [1.0, 1.0]), (row["ratio"], row["interval"]))

    def test_the_same_seed_gives_the_same_interval(self):
        found = samples(*(4 + place / 10 for place in range(10)))
        self.assertEqual(ratios.summarise(found, 7), ratios.summarise(found, 7))


class Interval(unittest.TestCase):
    def test_it_holds_the_median(self):
        values = [random.Random(1).gauss(1, 0.1) for _ in range(30)]
        low, high = ratios.median_interval(values, random.Random(2))
        self.assertTrue(min(values) <= low <= sorted(values)[15] <= high <= max(values))

    def test_more_values_make_it_shorter(self):
        chance = random.Random(3)
        lengths = []
        for count in (10, 400):
            low, high = ratios.median_interval(
                [chance.gauss(1, 0.1) for _ in range(count)], random.Random(4)
            )
            lengths.append(high - low)
        self.assertGreater(lengths[0], 2 * lengths[1])


class Verdict(unittest.TestCase):
    def rows(self, *on):
        found = [one for place, time in enumerate(on, 1) for one in samples(time, stations=place)]
        return ratios.summarise(found, 1)

    def test_the_bound_itself_is_met(self):
        lines, passed = ratios.judge(self.rows(4.4, 4.0))
        self.assertTrue(passed)
        self.assertEqual(["met", "met"], [line.split()[0] for line in lines])

    def test_one_missed_row_fails(self):
        lines, passed = ratios.judge(self.rows(4.0, 4.41))
        self.assertFalse(passed)
        self.assertEqual(["met", "MISSED"], [line.split()[0] for line in lines])

    def test_the_table_has_a_line_for_each_row(self):
        head, *lines = ratios.table(self.rows(4.4, 4.0))
        self.assertEqual(
            ["1", "1", "100", "4.00", "4.40", "1.100", "1.100", "1.100", "1"], lines[0].split()
        )
        self.assertEqual([len(head)] * 2, [len(line) for line in lines])


class Frames(unittest.TestCase):
    def test_a_frame_has_its_length_with_any_rates(self):
        for chain in ([(15, 4)], [(15, 3), (7, 3)]):
            radiotap = bench_frames.rates(chain)
            frame = bench_frames.downlink(100, radiotap, bench_frames.QOS_DATA)
            self.assertEqual(100, len(frame))
            self.assertEqual(len(radiotap), int.from_bytes(radiotap[2:4], "little"))
            self.assertEqual(b"\x88\x02", frame[14 + len(radiotap) :][:2])

    def test_only_several_rates_need_a_chain(self):
        self.assertNotIn(b"\x12\x13\x37", bench_frames.rates([(15, 4)]))
        chain = b"\x12\x13\x37\1\x09\0\2\x12\x0f\3\0\x12\7\3\0"
        self.assertTrue(bench_frames.rates([(15, 3), (7, 3)]).endswith(chain))


if __name__ == "__main__":
    unittest.main()
