# SPDX-License-Identifier: Apache-2.0
"""Images that the compiler of ../lvnf makes from scripts: frames through an LVNF, handlers as JSON."""

import random
import unittest

from cpp_component import IMAGES, CppTest, prepare
from programs import run
from wire import frame, number_of, tagged

OUTER = bytes.fromhex("020000000c01 020000000c02 bbbb")
STATION, BSSID = bytes.fromhex("0200000000aa"), bytes.fromhex("0200000000bb")
TO_DS, RETRY = 0x01, 0x08
TID = 3


def wifi(number, sequence, flags=TO_DS):
    """Returns a frame of QoS data with a number, behind the outer header of the paper's script."""
    header = bytes([0x88, flags, 0, 0]) + BSSID + STATION + frame(number)[:6]
    header += (sequence << 4).to_bytes(2, "little") + bytes([TID, 0])
    return OUTER + header + bytes.fromhex("aaaa03000000") + frame(number)[12:]


def ethernet(number):
    """Returns what becomes of it."""
    return frame(number)[:6] + STATION + frame(number)[12:]


def entry(duplicates, entries, sequence):
    """Returns the table's entry of a station that has used one TID."""
    control = [-1] * 16
    control[TID] = sequence << 4
    return {
        "key": {"transmitter": STATION.hex(":")},
        "value": {
            "duplicates": duplicates,
            "entries": entries,
            "last_sequence": sequence,
            "no_tid_control": -1,
            "tid_control": control,
        },
    }


class ScriptTest(CppTest):
    def add(self, controller, name, ports):
        """Adds the image of a script. Returns its handlers by name."""
        path = IMAGES / "scripts" / f"{name}.bpf.o"
        handlers = self.add_image(controller, name, path, ports)["handlers"]
        return {each["handler"]: (each["type"], each["entries"]) for each in handlers}

    def test_the_handlers_are_those_of_the_scripts(self):
        with self.session() as (_, controller):
            self.assertEqual({}, self.add(controller, "null", 1))
            self.assertEqual({"dupes_table": ("lru", 10000)}, self.add(controller, "dupe", 1))
            one = ("array", 1)
            self.assertEqual({"rate": one, "drops": one}, self.add(controller, "rate-limit", 2))
            self.assertEqual(
                {"arp": one, "dns": one, "dns_octets": one},
                self.add(controller, "classifier", 2),
            )

    def test_the_duplicate_filter_and_its_table(self):
        with self.session() as (_, controller):
            self.add(controller, "dupe", 1)
            with self.lvnf(controller, "dupe", ports=1) as (wire,):
                for data in (
                    wifi(1, 10),
                    wifi(1, 10, TO_DS | RETRY),
                    wifi(2, 11, TO_DS | RETRY),
                    frame(3),
                    wifi(4, 11),
                    wifi(5, 12),
                ):
                    wire.send(data)
                self.assertEqual([ethernet(number) for number in (1, 2, 4, 5)], wire.receive(4))
                entries = controller.call("lvnf.read", lvnf="one", handler="dupes_table")["entries"]
                self.assertEqual([entry(1, 5, 12)], entries)
                # The state goes to another LVNF, which goes on from it.
                with self.lvnf(controller, "dupe", ports=1, name="two") as (other,):
                    controller.call(
                        "lvnf.write", lvnf="two", handler="dupes_table", entries=entries
                    )
                    other.send(wifi(5, 12, TO_DS | RETRY))
                    other.send(wifi(6, 13, TO_DS | RETRY))
                    self.assertEqual([ethernet(6)], other.receive(1))
                    found = controller.call("lvnf.read", lvnf="two", handler="dupes_table")
                    self.assertEqual([entry(2, 7, 13)], found["entries"])
                    controller.call("lvnf.remove", lvnf="two")
                controller.call("lvnf.remove", lvnf="one")

    def test_a_vlan_tag_stays_on_converted_frames(self):
        with self.session() as (_, controller):
            self.add(controller, "dupe", 1)
            with self.lvnf(controller, "dupe", ports=1) as (wire,):
                wire.send(tagged(wifi(1, 1), 77))
                self.assertEqual([ethernet(1)], wire.receive(1))
                self.assertEqual(77, wire.vlan)
                wire.send(wifi(2, 2))
                self.assertEqual([ethernet(2)], wire.receive(1))
                self.assertIsNone(wire.vlan)
                controller.call("lvnf.remove", lvnf="one")

    def test_long_frames_up_to_the_limit(self):
        """What leaves has at most 10,240 octets, all in their places."""
        with self.session() as (_, controller):
            self.add(controller, "dupe", 1)
            with self.lvnf(controller, "dupe", ports=1) as (wire,):
                run("ip", "link", "set", "lv1p0", "mtu", "12000")
                run("ip", "-n", "lvnf-one", "link", "set", "g0", "mtu", "12000")
                rng = random.Random(1)
                for sequence, length in enumerate((9000, 10240, 10241, 10000), 1):
                    body = rng.randbytes(length - 14)
                    wire.send(wifi(0, sequence)[: -len(frame(0)[14:])] + body)
                    expected = [] if length > 10240 else [ethernet(0)[:14] + body]
                    self.assertEqual(expected, wire.receive(len(expected)), length)
                controller.call("lvnf.remove", lvnf="one")

    def test_a_rate_is_changed(self):
        with self.session() as (_, controller):
            self.add(controller, "rate-limit", 2)
            with self.lvnf(controller, "rate-limit", ports=2) as (one, other):
                rate = {"frames_per_second": 1, "burst": 3}
                entries = [{"key": 0, "value": rate}]
                controller.call("lvnf.write", lvnf="one", handler="rate", entries=entries)
                for number in range(50):
                    one.send(frame(number))
                    other.send(frame(number))
                self.assertEqual([0, 1, 2], [number_of(data) for data in other.receive(3)][:3])
                self.assertEqual(50, len(one.receive(50)))
                drops = controller.call("lvnf.read", lvnf="one", handler="drops")["entries"]
                self.assertIn(drops[0]["value"], range(40, 48))
                found = controller.call("lvnf.read", lvnf="one", handler="rate")["entries"]
                self.assertEqual(entries, found)
                controller.call("lvnf.remove", lvnf="one")


if __name__ == "__main__":
    prepare()
    unittest.main()
