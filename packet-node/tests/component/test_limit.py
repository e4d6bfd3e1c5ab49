# SPDX-License-Identifier: Apache-2.0
"""The rate limit at the gate."""

import time
import unittest

from cpp_component import CppTest, prepare
from wire import Wire, frame, number_of


def admitted(times, rate, bucket):
    """Returns how many frames at these times (s) a limit lets pass: rate frames a second, and
    ``bucket`` at once."""
    passed, tokens, last = 0, 0.0, times[0]
    for now in times:
        tokens, last = min(bucket, tokens + rate * (now - last)), now
        if tokens >= 1:
            tokens, passed = tokens - 1, passed + 1
    return passed


class LimitTest(CppTest):
    @staticmethod
    def send(wire, n, length=60, pause=0.0, times=None):
        """Sends frames and returns how long that took. times: list that gets when each was sent."""
        began = time.monotonic()
        for number in range(n):
            wire.send(frame(number, length=length))
            if times is not None:
                times.append(time.monotonic())
            if pause:
                time.sleep(pause)
        return time.monotonic() - began

    @staticmethod
    def limited(controller, port=0):
        return controller.call("lvnf.stats", lvnf="one")["ports"][port]["limited"]

    def test_packets(self):
        with self.session() as (_, controller), self.lvnf(controller) as (one, other):
            self.send(one, 300)
            self.assertEqual(300, len(other.receive(300)))
            answer = controller.call("lvnf.limit", lvnf="one", packets=200, octets=0)
            self.assertEqual({"packets": 200, "octets": 0}, answer["limit"])
            seconds = self.send(one, 500)
            passed = len(other.receive(20))
            # The bucket has 20 frames, one more may overdraw it, and each 5 ms let one pass.
            self.assertTrue(20 <= passed <= 22 + 200 * seconds, (passed, seconds))
            self.assertEqual(
                {"packets": 500 - passed, "octets": 60 * (500 - passed)}, self.limited(controller)
            )
            # Over a second or so, the rate is what counts.
            times = []
            seconds = self.send(one, 500, pause=0.002, times=times)
            passed = len(other.receive(20))
            least = admitted(times, 200, 20)
            self.assertTrue(
                0.9 * least <= passed <= 22 + 200 * (seconds + 0.3), (least, passed, seconds)
            )
            controller.call("lvnf.remove", lvnf="one")

    def test_octets_of_both_directions(self):
        with self.session() as (_, controller), self.lvnf(controller) as (one, other):
            controller.call("lvnf.limit", lvnf="one", packets=0, octets=100_000)
            seconds = self.send(one, 50, length=1000)
            passed = len(other.receive(10))
            self.assertTrue(10 <= passed <= 12 + 100 * seconds, (passed, seconds))
            controller.call("lvnf.limit", lvnf="one", packets=0, octets=100_000)
            began = time.monotonic()
            for _ in range(25):
                self.send(one, 1, length=1000)
                self.send(other, 1, length=1000)
            seconds = time.monotonic() - began
            passed = len(other.receive(5)) + len(one.receive(5))
            self.assertTrue(10 <= passed <= 12 + 100 * seconds, (passed, seconds))
            self.assertTrue(self.limited(controller, 1)["packets"])
            controller.call("lvnf.remove", lvnf="one")

    def test_a_frame_that_is_greater_than_the_bucket_passes(self):
        with self.session() as (_, controller), self.lvnf(controller) as (one, other):
            controller.call("lvnf.limit", lvnf="one", packets=0, octets=1000)
            one.send(frame(1, length=1514))
            one.send(frame(2))
            self.assertEqual([1], [number_of(data) for data in other.receive(2, 1)])
            time.sleep(1.6)
            one.send(frame(3))
            self.assertEqual([3], [number_of(data) for data in other.receive(1)])
            controller.call("lvnf.remove", lvnf="one")

    def test_modes_and_restart(self):
        with self.daemon() as daemon, self.controller() as controller:
            with self.lvnf(controller) as (one, other):
                controller.call("lvnf.limit", lvnf="one", packets=10, octets=0)
                controller.call("lvnf.flush", lvnf="one")
                self.send(one, 100)
                self.assertLess(len(other.receive(1)), 20)
                controller.call("lvnf.relay", lvnf="one", vlan=5)
                self.send(one, 100)
                self.assertEqual(100, len(one.receive(100)))
                daemon.kill()
        with self.session() as (_, controller):
            (lvnf,) = controller.call("lvnf.list")["lvnfs"]
            self.assertEqual({"packets": 10, "octets": 0}, lvnf["limit"])
            answer = controller.call("lvnf.limit", lvnf="one", packets=0, octets=0)
            self.assertNotIn("limit", answer)
            controller.call("lvnf.resume", lvnf="one")
            with Wire("lv1p0") as one, Wire("lv1p1") as other:
                self.send(one, 100)
                self.assertEqual(100, len(other.receive(100)))
            for wrong in ({"packets": -1}, {"octets": 10**12 + 1}, {"octets": "1"}):
                self.assert_refused(
                    *(-32602, f"'{next(iter(wrong))}'", controller, "lvnf.limit"),
                    **{"lvnf": "one", "packets": 0, "octets": 0, **wrong},
                )
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()


if __name__ == "__main__":
    prepare()
    unittest.main()
