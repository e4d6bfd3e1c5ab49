#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests how the benchmark of network functions judges made-up samples."""

import unittest

import speed

LARGE, SIDE = (10_000, 1_000_000), (1, 4, 64)
FILTER = speed.filter_name(0)


def sample(path, kpps, payload=100, number=0, lost=0):
    """Returns a turn of a tenth of a second of processor time, and of twice this time."""
    received = round(kpps * 100)
    found = {"round": number, "path": path, "payload": payload}
    return found | {"sent": received + lost, "received": received, "seconds": 0.2, "busy": 0.1}


def judged(*samples, rounds=5):
    """Returns part -> verdicts, of so many rounds of these samples."""
    rows = speed.summarise([one | {"round": n} for n in range(rounds) for one in samples])
    found = {}
    for one in speed.verdicts(rows, LARGE, SIDE):
        found.setdefault(one.part, []).append(one)
    return found


def only(found):
    """Returns the only verdict."""
    ((verdict,),) = found.values()
    return verdict


class Summary(unittest.TestCase):
    def test_turns_of_a_round_count_together(self):
        (row,) = speed.summarise([sample("null", 100), sample("null", 300)])
        self.assertEqual([200_000], row["rounds"])
        self.assertEqual([100_000], row["rounds_elapsed"])

    def test_the_speed_is_the_median_of_the_rounds(self):
        samples = [sample("null", kpps, number=n) for n, kpps in enumerate((100, 900, 200))]
        (row,) = speed.summarise(samples)
        self.assertEqual([100_000, 900_000, 200_000], row["rounds"])
        self.assertEqual(200_000, row["frames_per_second"])

    def test_lost_frames_of_all_rounds(self):
        samples = [sample("null", 1, number=n, lost=n) for n in range(3)]
        (row,) = speed.summarise(samples)
        self.assertEqual(3, row["lost"])

    def test_payloads_and_paths_are_rows_of_their_own(self):
        samples = [sample("null", 1, 100), sample("null", 1, 400), sample("bridge", 1, 100)]
        found = [(row["path"], row["payload"]) for row in speed.summarise(samples)]
        self.assertEqual([("null", 100), ("null", 400), ("bridge", 100)], found)


class ImageAlone(unittest.TestCase):
    def test_the_bound(self):
        for kpps, holds in ((80, True), (79.9, False)):
            verdict = only(judged(sample("null", kpps), sample("bridge", 100)))
            self.assertEqual(("N4", holds), (verdict.part, verdict.holds))

    def test_the_worst_payload_counts(self):
        samples = [sample("null", 90), sample("bridge", 100)]
        samples += [sample("null", 79, 1400), sample("bridge", 100, 1400)]
        verdict = only(judged(*samples))
        self.assertFalse(verdict.holds)
        self.assertEqual("0.900 (100), 0.790 (1,400)", verdict.reached)

    def test_other_load_on_whole_rounds_does_not_count(self):
        rounds = ((100, 100), (10, 10), (50, 50), (85, 100), (20, 10))
        samples = [
            sample(path, kpps, number=number)
            for number, pair in enumerate(rounds)
            for path, kpps in zip(("null", "bridge"), pair)
        ]
        (verdict,) = speed.verdicts(speed.summarise(samples), LARGE, SIDE)
        self.assertEqual("1.000 (100)", verdict.reached)

    def test_few_rounds_are_no_verdict(self):
        verdict = only(judged(sample("null", 90), sample("bridge", 100), rounds=2))
        self.assertEqual("2 runs", verdict.word)


class Switch(unittest.TestCase):
    def speeds(self, *kpps):
        return [
            sample(speed.switch_name(speed.filter_name(n)), one, size)
            for (size, n, _), one in zip(speed.GOALS, kpps)
        ]

    def test_each_speed_has_a_goal(self):
        goals = [goal for *_, goal in speed.GOALS]
        self.assertTrue(only(judged(*self.speeds(*goals))).holds)
        for at in range(4):
            slower = [goal - 0.1 * (n == at) for n, goal in enumerate(goals)]
            self.assertFalse(only(judged(*self.speeds(*slower))).holds)

    def test_a_part_that_is_missing(self):
        self.assertEqual({}, judged(*self.speeds(31, 31, 31)))


class Tables(unittest.TestCase):
    def found(self, one, name, first=100, second=100):
        samples = [sample(FILTER, one)]
        samples += [sample(name(n), kpps) for n, kpps in zip(LARGE, (first, second))]
        return only(judged(*samples))

    def test_two_percent_each_way(self):
        for name in (speed.filter_name, speed.all_name):
            self.assertTrue(self.found(100, name, 98, 102).holds)
            self.assertFalse(self.found(100, name, 97.9, 100).holds)
            self.assertFalse(self.found(100, name, 100, 102.1).holds)

    def test_frames_of_all_stations_are_a_verdict_of_their_own(self):
        samples = [sample(FILTER, 100)]
        for n in LARGE:
            samples += [sample(speed.filter_name(n), 99), sample(speed.all_name(n), 80)]
        self.assertEqual([True, False], [one.holds for one in judged(*samples)["N4"]])


class Payloads(unittest.TestCase):
    def test_the_bound_at_each_payload(self):
        samples = [sample("null", 100, size) for size in (100, 1400)]
        self.assertTrue(only(judged(*samples, sample(FILTER, 90))).holds)
        slow = (sample(FILTER, 95), sample(FILTER, 89.9, 1400))
        verdict = only(judged(*samples, *slow))
        self.assertEqual(("N5", False), (verdict.part, verdict.holds))


class SideBySide(unittest.TestCase):
    def test_five_percent_each_way(self):
        for name in (speed.side_name, speed.burst_name):
            for sums, holds in (((95, 105), True), ((94.9, 100), False), ((100, 105.1), False)):
                samples = [sample(name(n), kpps) for n, kpps in zip(SIDE, (100, *sums))]
                verdict = only(judged(*samples))
                self.assertEqual(("N6", holds), (verdict.part, verdict.holds))

    def test_bursts_are_compared_with_bursts(self):
        samples = [sample(speed.side_name(n), 100 / n) for n in SIDE]
        samples += [sample(speed.burst_name(n), 200) for n in SIDE]
        self.assertEqual([True, False], [one.holds for one in judged(*samples)["N6"]])


class Table(unittest.TestCase):
    def test_a_column_for_each_payload(self):
        samples = [sample("null", 100), sample("null", 90.04, 1400), sample("bridge", 200, 1400)]
        head, *lines = speed.lines(speed.summarise(samples))
        self.assertEqual(["100", "1,400"], head.split()[-2:])
        self.assertEqual(
            [["null", "100.0", "90.0"], ["bridge", "200.0"]], [x.split() for x in lines]
        )


if __name__ == "__main__":
    unittest.main()
