# SPDX-License-Identifier: Apache-2.0
"""Handlers: read and write under traffic, and what is refused."""

import random
import threading
import unittest

from cpp_component import CppTest, compile_image, prepare
from wire import frame, number_of

ROUNDS = 1000
TABLES = """
struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 4);
    __type(key, __u16); __type(value, __u8); LVNF_HANDLER(LVNF_READ | LVNF_WRITE); }
    small SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 3000);
    __type(key, __u32); __type(value, char[32]); LVNF_HANDLER(LVNF_READ | LVNF_WRITE); }
    large SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 2);
    __type(key, __u32); __type(value, __s32); LVNF_HANDLER(LVNF_READ); } fixed SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 2);
    __type(key, __u32); __type(value, __s32); LVNF_HANDLER(LVNF_WRITE); } order SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 4);
    __type(key, __u16); __type(value, __u8); LVNF_HANDLER(LVNF_MIGRATE); } inner SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 4);
    __type(key, __u16); __type(value, __u8); } hidden SEC(".maps");
LVNF_IMAGE(packet, port)
{
    __u32 key = port;

    bpf_map_lookup_elem(&small, &key);
    bpf_map_lookup_elem(&large, &key);
    bpf_map_lookup_elem(&fixed, &key);
    bpf_map_lookup_elem(&order, &key);
    bpf_map_lookup_elem(&inner, &key);
    bpf_map_lookup_elem(&hidden, &key);
    return lvnf_partner(packet);
}
"""

BIG = """
struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 50000);
    __type(key, __u32); __type(value, char[32]); LVNF_HANDLER(LVNF_MIGRATE); }
    state SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 3);
    __type(key, __u32); __type(value, __u32); LVNF_HANDLER(LVNF_MIGRATE); } few SEC(".maps");
struct flow { __u8 protocol; __u32 address; };
struct { __uint(type, BPF_MAP_TYPE_LRU_HASH); __uint(max_entries, 4096);
    __type(key, struct flow); __type(value, __u64); LVNF_HANDLER(LVNF_MIGRATE); }
    flows SEC(".maps");
LVNF_IMAGE(packet, port)
{
    struct flow flow = { 0 };
    __u32 key = port;

    bpf_map_lookup_elem(&state, &key);
    bpf_map_lookup_elem(&few, &key);
    bpf_map_lookup_elem(&flows, &flow);
    return lvnf_partner(packet);
}
"""


class Traffic:
    """Sends numbered frames until it ends. sent: their number."""

    def __init__(self, wire):
        self.wire, self.sent, self.ended = wire, 0, threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        while not self.ended.wait(0.0005):
            self.wire.send(frame(self.sent))
            self.sent += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


class HandlerTest(CppTest):
    def test_the_counter_counts(self):
        with self.session() as (_, controller), self.lvnf(controller, "counter") as (one, other):
            for source in (1, 2, 2):
                one.send(frame(0, source))
            other.receive(3)
            (only,) = controller.call("lvnf.read", lvnf="one", handler="count")["entries"]
            self.assertEqual({"key": 0, "value": {"packets": 3, "octets": 180}}, only)
            sources = controller.call("lvnf.read", lvnf="one", handler="sources")["entries"]
            self.assertEqual(
                {"02:00:00:00:00:01": 1, "02:00:00:00:00:02": 2},
                {entry["key"]["address"]: entry["value"]["packets"] for entry in sources},
            )
            # It counts on from what is written.
            value = {"packets": 2**64 - 1, "octets": 5}
            controller.call(
                "lvnf.write", lvnf="one", handler="count", entries=[{"key": 0, "value": value}]
            )
            one.send(frame(0))
            other.receive(1)
            (only,) = controller.call("lvnf.read", lvnf="one", handler="count")["entries"]
            self.assertEqual({"packets": 0, "octets": 65}, only["value"])
            controller.call("lvnf.remove", lvnf="one")

    def test_reads_equal_writes_under_traffic(self):
        rng = random.Random(1)
        lvnf = {"lvnf": "one", "handler": "sources"}
        with self.session() as (_, controller), self.lvnf(controller, "counter") as (one, other):
            with Traffic(one) as traffic:
                for _ in range(ROUNDS):
                    entry = {
                        "key": {"address": f"06:00:00:00:00:{rng.randrange(50):02x}"},
                        "value": {"packets": rng.getrandbits(64), "octets": rng.getrandbits(64)},
                    }
                    controller.call("lvnf.write", entries=[entry], **lvnf)
                    self.assertIn(entry, controller.call("lvnf.read", **lvnf)["entries"])
            frames = other.receive(traffic.sent)
            self.assertEqual(list(range(traffic.sent)), [number_of(data) for data in frames])
            self.assertGreater(traffic.sent, 100)
            controller.call("lvnf.remove", lvnf="one")

    def tables(self, controller):
        self.add_image(controller, "tables", compile_image(self.folder, "tables", TABLES))
        return self.lvnf(controller, "tables")

    def test_a_large_table_is_read_in_parts(self):
        entries = [{"key": i, "value": f"{i:032}"} for i in range(3000)]
        lvnf = {"lvnf": "one", "handler": "large"}
        with self.session() as (_, controller), self.tables(controller):
            for i in range(0, 3000, 500):
                controller.call("lvnf.write", entries=entries[i : i + 500], **lvnf)
            found, answer = [], controller.call("lvnf.read", **lvnf)
            found += answer["entries"]
            parts = 1
            while answer["more"]:
                answer = controller.call("lvnf.read", after=found[-1]["key"], **lvnf)
                found += answer["entries"]
                parts += 1
            self.assertGreater(parts, 1)
            self.assertEqual(entries, sorted(found, key=lambda entry: entry["key"]))
            controller.call("lvnf.write", delete=[found[5]["key"]], **lvnf)
            self.assert_refused(
                -32021, "no longer has", controller, "lvnf.read", after=found[5]["key"], **lvnf
            )
            controller.call("lvnf.remove", lvnf="one")

    def test_state_is_what_the_image_declares_to_migrate(self):
        with self.session() as (_, controller), self.tables(controller):
            call, lvnf = controller.call, {"lvnf": "one"}
            self.assertEqual(["inner"], call("state.list", **lvnf)["handlers"])
            entries = [{"key": 1, "value": 2}, {"key": 3, "value": 4}]
            call("state.write", handler="inner", entries=entries, **lvnf)
            call("state.write", handler="inner", delete=[1], **lvnf)
            found = call("state.read", handler="inner", **lvnf)
            self.assertEqual({"entries": entries[1:], "more": False}, found)
            for method in ("state.read", "state.write"):
                text = "'fixed' of image 'tables' is not part of the state"
                self.assert_refused(-32602, text, controller, method, handler="fixed", **lvnf)
            text = "'inner' of image 'tables' is not readable"
            self.assert_refused(-32602, text, controller, "lvnf.read", handler="inner", **lvnf)
            call("lvnf.remove", **lvnf)

    def changes(self, controller, **lvnf):
        """Returns what has changed, from as many answers as it takes: dict of entries, set of keys
        that are gone, number of answers."""
        entries, gone, answers, more = {}, set(), 0, True
        while more:
            answer = controller.call("state.changes", **lvnf)
            entries |= {entry["key"]: entry["value"] for entry in answer["entries"]}
            gone |= set(answer["gone"])
            more, answers = answer["more"], answers + 1
        return entries, gone, answers

    def remember(self, controller, **lvnf):
        """Reads a handler of the state. Returns its entries."""
        answer = controller.call("state.read", remember=True, **lvnf)
        found = answer["entries"]
        while answer["more"]:
            after = found[-1]["key"]
            answer = controller.call("state.read", remember=True, after=after, **lvnf)
            found += answer["entries"]
        return {entry["key"]: entry["value"] for entry in found}

    def test_changes_are_what_was_not_read(self):
        lvnf = {"lvnf": "one", "handler": "state"}
        written = {number: f"{number:032}" for number in range(40_000)}
        with self.session() as (_, controller):
            self.add_image(controller, "big", compile_image(self.folder, "big", BIG))
            with self.lvnf(controller, "big"):
                self.put(controller, written, **lvnf)
                self.assert_refused(
                    -32021, "does not remember", controller, "state.changes", **lvnf
                )
                self.assertEqual(written, self.remember(controller, **lvnf))
                # It looks at all, in more answers than one, and forgets.
                entries, gone, answers = self.changes(controller, **lvnf)
                self.assertEqual(({}, set()), (entries, gone))
                self.assertGreater(answers, 1)
                self.assert_refused(
                    -32021, "does not remember", controller, "state.changes", **lvnf
                )
                self.remember(controller, **lvnf)
                changed = {5: "five", 77: "", 90_000: "new"}
                changed |= {number: "many" for number in range(3000, 6000)}
                deleted = [6, *range(10_000, 18_000)]
                self.put(controller, changed, **lvnf)
                for at in range(0, len(deleted), 4000):
                    controller.call("state.write", delete=deleted[at : at + 4000], **lvnf)
                with self.controller() as other:
                    self.assert_refused(-32021, "remember", other, "state.changes", **lvnf)
                entries, gone, _ = self.changes(controller, **lvnf)
                self.assertEqual((changed, set(deleted)), (entries, gone))
                controller.call("lvnf.remove", lvnf="one")

    def put(self, controller, entries, **lvnf):
        pairs = [{"key": key, "value": value} for key, value in entries.items()]
        for at in range(0, len(pairs), 900):
            controller.call("state.write", entries=pairs[at : at + 900], **lvnf)

    def test_an_array_has_changes_too(self):
        lvnf = {"lvnf": "one", "handler": "few"}
        with self.session() as (_, controller):
            self.add_image(controller, "big", compile_image(self.folder, "big", BIG))
            with self.lvnf(controller, "big"):
                self.assertEqual({0: 0, 1: 0, 2: 0}, self.remember(controller, **lvnf))
                self.put(controller, {1: 9}, **lvnf)
                self.assertEqual(({1: 9}, set(), 1), self.changes(controller, **lvnf))
                controller.call("lvnf.remove", lvnf="one")

    def test_changes_of_structures_that_are_evicted(self):
        lvnf = {"lvnf": "one", "handler": "flows"}
        written = [
            {"key": {"protocol": 17, "address": number}, "value": number} for number in range(900)
        ]
        with self.session() as (_, controller):
            self.add_image(controller, "big", compile_image(self.folder, "big", BIG))
            with self.lvnf(controller, "big"):
                controller.call("state.write", entries=written, **lvnf)
                found, answer = [], controller.call("state.read", remember=True, **lvnf)
                found += answer["entries"]
                while answer["more"]:
                    after = found[-1]["key"]
                    answer = controller.call("state.read", remember=True, after=after, **lvnf)
                    found += answer["entries"]
                self.assertEqual(900, len(found))
                changed = {"key": written[3]["key"], "value": 2**64 - 1}
                controller.call(
                    "state.write", entries=[changed], delete=[written[4]["key"]], **lvnf
                )
                answer = controller.call("state.changes", **lvnf)
                wanted = {"entries": [changed], "gone": [written[4]["key"]], "more": False}
                self.assertEqual(wanted, answer)
                controller.call("lvnf.remove", lvnf="one")

    def test_an_lvnf_that_was_added_anew_is_not_remembered(self):
        lvnf = {"lvnf": "one", "handler": "few"}
        with self.session() as (_, controller):
            self.add_image(controller, "big", compile_image(self.folder, "big", BIG))
            for _ in range(2):
                with self.lvnf(controller, "big"):
                    self.assert_refused(
                        -32021, "does not remember", controller, "state.changes", **lvnf
                    )
                    self.remember(controller, **lvnf)
                    controller.call("lvnf.remove", lvnf="one")

    def test_a_reading_without_remember_leaves_what_is_remembered(self):
        lvnf = {"lvnf": "one", "handler": "few"}
        with self.session() as (_, controller):
            self.add_image(controller, "big", compile_image(self.folder, "big", BIG))
            with self.lvnf(controller, "big"):
                self.remember(controller, **lvnf)
                self.put(controller, {2: 4}, **lvnf)
                for remember in ({}, {"remember": False}):
                    controller.call("state.read", **remember, **lvnf)
                self.assert_refused(
                    -32602, "remember", controller, "state.read", remember=1, **lvnf
                )
                self.assertEqual(({2: 4}, set(), 1), self.changes(controller, **lvnf))
                controller.call("lvnf.remove", lvnf="one")

    def test_access_is_what_the_image_declares(self):
        with self.session() as (_, controller), self.tables(controller):
            lvnf = {"lvnf": "one"}
            entries = [{"key": 0, "value": -5}]
            controller.call("lvnf.write", handler="order", entries=entries, **lvnf)
            for code, text, method, params in (
                (
                    -32602,
                    "'order' of image 'tables' is not readable",
                    "lvnf.read",
                    {"handler": "order"},
                ),
                (
                    -32602,
                    "'fixed' of image 'tables' is not writable",
                    "lvnf.write",
                    {"handler": "fixed", "entries": entries},
                ),
                (-32021, "declares no handler 'hidden'", "lvnf.read", {"handler": "hidden"}),
                (-32021, "declares no handler '../small'", "lvnf.read", {"handler": "../small"}),
                (-32021, "no LVNF 'two'", "lvnf.read", {"handler": "small", "lvnf": "two"}),
            ):
                self.assert_refused(code, text, controller, method, **{**lvnf, **params})
            controller.call("lvnf.remove", lvnf="one")

    def test_bad_writes_change_nothing(self):
        good = [{"key": 1, "value": 1}, {"key": 2, "value": 2}]
        with self.session() as (_, controller), self.tables(controller):
            lvnf = {"lvnf": "one", "handler": "small"}
            controller.call("lvnf.write", entries=good, **lvnf)
            for code, text, params in (
                (-32602, "entries[1].value is an integer from 0 to 255", [(3, 3), (4, 256)]),
                (-32602, "entries[1].key is an integer from 0 to 65535", [(3, 3), (65536, 1)]),
                (-32602, "entries[0].value is an integer", [(3, "3")]),
                (
                    -32024,
                    "'small' of 4 entries: entry 5 of 5 is not written: no room",
                    [(1, 9), (3, 3), (4, 4), (5, 5), (6, 6)],
                ),
            ):
                entries = [{"key": key, "value": value} for key, value in params]
                error = self.assert_refused(
                    code, text, controller, "lvnf.write", entries=entries, delete=[2, 7], **lvnf
                )
                self.assertEqual(code == -32024, "nothing is changed" in str(error))
            for text, params in (
                ("'entries' or 'delete' is missing", {}),
                ("'entries' of handler 'small' is a list", {"entries": {}}),
                ("entry 0 of handler 'small' is an object", {"entries": [1]}),
                ("entry 0 of handler 'small' is an object", {"entries": [{"key": 1}]}),
                ("small: delete[0] is an integer", {"entries": [], "delete": ["x"]}),
            ):
                self.assert_refused(-32602, text, controller, "lvnf.write", **params, **lvnf)
            found = controller.call("lvnf.read", **lvnf)["entries"]
            self.assertEqual(good, sorted(found, key=lambda entry: entry["key"]))
            controller.call("lvnf.write", delete=[1], entries=[{"key": 3, "value": 3}], **lvnf)
            found = controller.call("lvnf.read", **lvnf)["entries"]
            self.assertEqual({2: 2, 3: 3}, {entry["key"]: entry["value"] for entry in found})
            # A key that comes twice needs room once, and a deleted one gives it.
            entries = [{"key": key, "value": key} for key in (4, 5, 6, 6)]
            controller.call("lvnf.write", delete=[2], entries=entries, **lvnf)
            found = controller.call("lvnf.read", **lvnf)["entries"]
            self.assertEqual([3, 4, 5, 6], sorted(entry["key"] for entry in found))
            array = {"lvnf": "one", "handler": "order"}
            self.assert_refused(
                -32602, "is an array", controller, "lvnf.write", delete=[0], **array
            )
            entries = [{"key": 2, "value": 0}]
            self.assert_refused(
                -32602, "is at most 1", controller, "lvnf.write", entries=entries, **array
            )
            controller.call("lvnf.remove", lvnf="one")


if __name__ == "__main__":
    prepare()
    unittest.main()
