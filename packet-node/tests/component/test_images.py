# SPDX-License-Identifier: Apache-2.0
"""Images: what is listed, kept and refused; who may give orders."""

import base64
import contextlib
import os
import pathlib
import random
import ssl
import threading
import unittest

from connection import RpcError
from cpp_component import IMAGES, CppTest, compile_image, prepare
from daemon import until

CHANGED = 160
UNBOUNDED = """
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 1);
    __type(key, __u32); __type(value, __u64); } table SEC(".maps");
LVNF_IMAGE(packet, port)
{
    __u32 key = port;
    __u64 *value = bpf_map_lookup_elem(&table, &key);

    return (int)*value;
}
"""
LEAKING = """
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 1);
    __type(key, __u32); __type(value, __u64); LVNF_HANDLER(LVNF_READ); } table SEC(".maps");
LVNF_IMAGE(packet, port)
{
    __u32 key = 0;
    __u64 *value = bpf_map_lookup_elem(&table, &key);

    if (value)
        *value = (__u64)packet;
    return (int)port;
}
"""
KERNEL = """
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 1);
    __type(key, __u32); __type(value, __u64); LVNF_HANDLER(LVNF_READ | LVNF_WRITE); }
    table SEC(".maps");
LVNF_IMAGE(packet, port)
{
    __u32 key = 0;
    __u64 *value = bpf_map_lookup_elem(&table, &key);

    (void)packet;
    if (value)
        bpf_probe_read_kernel(value, 8, (void *)*value);
    return (int)port;
}
"""
PLAIN = "LVNF_IMAGE(packet, port) { (void)packet; return (int)port; }\n"
GLOBAL = "__u64 frames;\nLVNF_IMAGE(packet, port) { (void)packet; frames++; return (int)port; }"
TWO = PLAIN + 'SEC("tc") int other(struct __sk_buff *skb) { return skb->len; }'
TRACING = PLAIN + 'SEC("kprobe/vfs_read") int other(void *context) { return !context; }'
NONE = 'SEC("tc") int other(struct __sk_buff *skb) { return skb->len; }'


def with_map(definition, before=""):
    return (
        f'{before}\nstruct {{ {definition} }} table SEC(".maps");\n'
        "LVNF_IMAGE(packet, port) { __u32 key = port; (void)packet;"
        " return bpf_map_lookup_elem(&table, &key) ? 0 : LVNF_DROP; }"
    )


HASH = "__uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, {}); __type(key, __u32);"
ARRAY = "__uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, {}); __type(key, __u32);"
HANDLER = "LVNF_HANDLER(LVNF_READ);"
NAMED = f"struct one {{ __u8 {'n' * 60}; }}; struct named {{ struct one all[1000]; }};"
REDIRECT = "LVNF_IMAGE(packet, port) {{ (void)packet; return {}(port, 0); }}"
CLONE = "LVNF_IMAGE(packet, port) { return bpf_clone_redirect(packet, port, 0); }"


class ImageTest(CppTest):
    def test_an_image_is_described_and_kept(self):
        with self.session() as (_, controller):
            answer = self.add_image(controller, "counter")
            octets = (IMAGES / "counter.bpf.o").stat().st_size
            listed = {"image": "counter", "ports": 2, "octets": octets}
            handlers = [
                {
                    "handler": name,
                    "access": ["read", "write", "migrate"],
                    "type": kind,
                    "entries": entries,
                }
                for name, kind, entries in (("count", "array", 1), ("sources", "lru", 10000))
            ]
            self.assertEqual({**listed, "handlers": handlers}, answer)
        with self.session() as (_, controller):
            self.assertEqual([listed], controller.call("image.list")["images"])
            with self.lvnf(controller, "counter"):
                self.assert_refused(
                    *(-32022, "LVNF 'one' has image 'counter'"),
                    *(controller, "image.remove"),
                    image="counter",
                )
            controller.call("lvnf.remove", lvnf="one")
            controller.call("image.remove", image="counter")
            self.assertEqual([], controller.call("image.list")["images"])

    def test_files_that_a_crash_has_left(self):
        (self.folder / "images").mkdir()
        left = self.folder / "images" / "counter.2.o.new"
        left.write_bytes(b"half")
        with self.session() as (_, controller):
            self.assertEqual([], controller.call("image.list")["images"])
        self.assertFalse(left.exists())

    def test_parts(self):
        data = (IMAGES / "counter.bpf.o").read_bytes()
        with self.session() as (_, controller), self.controller() as other:

            def part(who, offset, n, size=len(data)):
                text = base64.b64encode(data[offset : offset + n]).decode()
                return who.call(
                    "image.add", image="c", ports=1, size=size, offset=offset, data=text
                )

            self.assertEqual({"image": "c", "received": 100}, part(controller, 0, 100))
            # Each session has an upload of its own.
            with self.assertRaises(RpcError):
                part(other, 100, 100)
            self.assertEqual({"image": "c", "received": 300}, part(controller, 100, 200))
            with self.assertRaises(RpcError):
                part(controller, 200, 100)
            self.assertEqual("c", part(controller, 300, len(data))["image"])

    def refused(self, controller, source, text, code=-32023):
        path = compile_image(self.folder, "bad", source)
        with self.assertRaises(RpcError) as caught:
            self.add_image(controller, "bad", path)
        self.assertEqual(code, caught.exception.code)
        self.assertIn(text, str(caught.exception))
        self.assertEqual([], controller.call("image.list")["images"])
        return caught.exception.data

    def test_images_that_do_not_verify(self):
        with self.session() as (_, controller):
            details = self.refused(controller, UNBOUNDED, "the kernel refuses the image")
            self.assertIn("invalid mem access 'map_value_or_null'", details)
            self.refused(controller, LEAKING, "the kernel refuses the image")
            details = self.refused(controller, KERNEL, "the kernel refuses the image")
            self.assertIn("cannot use helper bpf_probe_read", details)

    def test_images_that_have_what_they_must_not(self):
        many = "".join(
            f'struct {{ {HASH.format(1)} __type(value, __u8); {HANDLER} }} t{i} SEC(".maps");\n'
            for i in range(17)
        )
        with self.session() as (_, controller):
            for source, text in (
                (GLOBAL, "global variables"),
                (TWO, "program 'other'"),
                (TRACING, "program 'other'"),
                (NONE, "program 'other'"),
                (many + PLAIN, "more than 16 handlers"),
                (
                    with_map(
                        "__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY); __uint(max_entries, 1);"
                        " __uint(key_size, 4); __uint(value_size, 4);"
                    ),
                    "'table' is of a type that images cannot have",
                ),
                (
                    with_map(
                        HASH.format(1) + "__type(value, __u8);"
                        "__uint(pinning, LIBBPF_PIN_BY_NAME);"
                    ),
                    "'table' is pinned",
                ),
                (
                    with_map(HASH.format("100000000") + "__type(value, __u8);"),
                    "with map 'table', the image needs",
                ),
                (
                    # Of 8 octets an entry, for which the kernel takes 81.
                    with_map(HASH.format("4000000") + "__type(value, __u32);"),
                    "with map 'table', the image needs 323",
                ),
                (
                    "".join(
                        f"struct {{ {ARRAY.format(1 << 25)} __type(value, __u64); }} t{i}"
                        ' SEC(".maps");\n'
                        for i in range(2)
                    )
                    + PLAIN,
                    "with map 't1', the image needs",
                ),
                (
                    with_map(HASH.format(1) + "__type(value, char[4097]);" + HANDLER),
                    "value of handler 'table' has 4097 octets, not 1 to 4096",
                ),
                (
                    with_map(HASH.format(1) + "__type(value, struct named);" + HANDLER, NAMED),
                    "an entry of handler 'table' can have",
                ),
                (
                    with_map(HASH.format(1) + "__type(value, __u8);" + HANDLER).replace(
                        "} table SEC", '} table __asm__("ta.ble") SEC'
                    ),
                    "handler 'ta.ble' has other characters than",
                ),
                (
                    with_map(HASH.format(1) + "__type(value, void *);" + HANDLER),
                    "value of handler 'table' has a type that has no JSON",
                ),
                (
                    with_map(HASH.format(1) + "__type(value, struct bpf_spin_lock);" + HANDLER),
                    "value of handler 'table' has a member of the kernel",
                ),
                (
                    with_map(
                        "__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY); __uint(max_entries, 1);"
                        " __type(key, __u32); __type(value, __u32);" + HANDLER
                    ),
                    "'table' is no array, hash or LRU hash",
                ),
                (
                    with_map(HASH.format(1) + "__type(value, __u8);" + HANDLER).replace(
                        "table", "a_table_with_a_long_name"
                    ),
                    "the name of map 'a_table_with_a_long_name' has more than 15 characters",
                ),
            ):
                with self.subTest(text):
                    self.refused(controller, source, text)

    def test_images_that_go_past_the_gate(self):
        """A frame leaves by the port that the image returns, and in no other way."""
        with self.session() as (_, controller):
            for source, helper in (
                (REDIRECT.format("bpf_redirect"), 23),
                (REDIRECT.format("bpf_redirect_peer"), 155),
                (CLONE, 13),
            ):
                self.refused(controller, source, f"the image calls the helper {helper} ")

    def test_the_loader_is_confined(self):
        with self.session() as (daemon, controller):
            process = daemon.process.pid
            own = os.readlink(f"/proc/{process}/ns/net")
            seen, ended = [], threading.Event()

            def watch():
                while not ended.is_set():
                    with contextlib.suppress(OSError, ProcessLookupError):
                        for child in daemon.children():
                            status = pathlib.Path(f"/proc/{child}/status").read_text()
                            command = pathlib.Path(f"/proc/{child}/cmdline").read_bytes()
                            namespace = os.readlink(f"/proc/{child}/ns/net")
                            seen.append((status, command, namespace))

            watcher = threading.Thread(target=watch)
            watcher.start()

            def is_confined(status, command, namespace):
                # CAP_NET_ADMIN and CAP_BPF.
                capabilities = f"CapEff:\t{1 << 12 | 1 << 39:016x}"
                return (
                    all(
                        one in status
                        for one in ("Uid:\t65534", "NoNewPrivs:\t1", "Seccomp:\t2", capabilities)
                    )
                    and command == b"cloudmac-cpp\0--loader\0"
                    and namespace != own
                )

            def is_seen():
                self.add_image(controller, "null")
                controller.call("image.remove", image="null")
                return any(is_confined(*one) for one in seen)

            try:
                until("a confined loader to be seen", is_seen, 20)
            finally:
                ended.set()
                watcher.join()

    def test_what_is_no_object_file(self):
        data = (IMAGES / "null.bpf.o").read_bytes()
        with self.session() as (_, controller):
            for i in range(0, len(data), 97):
                broken = data[:i]
                if not broken:
                    continue
                path = self.folder / "broken"
                path.write_bytes(broken)
                with self.assertRaises(RpcError) as caught:
                    self.add_image(controller, "bad", path)
                self.assertEqual(-32023, caught.exception.code)
            self.assertEqual([], controller.call("image.list")["images"])

    def test_octets_that_are_changed(self):
        """They make libbpf 1.1 crash, for example those of seed 101, but not the daemon."""
        good = (IMAGES / "counter.bpf.o").read_bytes()
        path, refused = self.folder / "changed", 0
        with self.session() as (daemon, controller):
            before = daemon.descriptors()
            for seed in range(CHANGED):
                rng = random.Random(seed)
                data = bytearray(good)
                for _ in range(rng.randint(1, 8)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
                path.write_bytes(data)
                try:
                    self.add_image(controller, "changed", path)
                    controller.call("image.remove", image="changed")
                except RpcError as error:
                    self.assertEqual(-32023, error.code, error)
                    refused += 1
            self.assertGreater(refused, CHANGED / 4)
            # Neither a loader nor one of its maps is left.
            self.assertEqual(before, daemon.descriptors())
            task = f"/proc/{daemon.process.pid}/task/{daemon.process.pid}"
            self.assertEqual("", pathlib.Path(task, "children").read_text())
            self.assertEqual([], controller.call("image.list")["images"])

    def test_bad_params(self):
        good = {"image": "a", "ports": 1, "size": 4, "offset": 0, "data": "AAAA"}
        with self.session() as (_, controller):
            for name in ("", "a/b", "..", "-a", "a" * 49, "a.b"):
                self.assert_refused(
                    *(-32602, "'image' is 1 to 48", controller, "image.add"),
                    **{**good, "image": name},
                )
            for key, value, text in (
                ("ports", 9, "'ports' is an integer from 1 to 8"),
                ("ports", 0, "'ports' is an integer from 1 to 8"),
                ("size", 1048577, "'size' is an integer"),
                ("offset", 4, "'offset' is an integer"),
                ("data", "?", "'data' is base64"),
                ("data", 5, "'data' is a string"),
            ):
                self.assert_refused(-32602, text, controller, "image.add", **{**good, key: value})

    def test_bad_lvnfs(self):
        with self.session() as (_, controller):
            self.add_image(controller, "null", ports=1)
            add = {"lvnf": "one", "image": "null"}
            for code, text, params in (
                (-32602, "'lvnf' is 1 to 48", {"lvnf": "../x"}),
                (-32021, "no image 'other' here", {"image": "other"}),
                (-32602, "image 'null' has 1 ports, not 2", {"ports": 2}),
                (-32602, "'ports' is an integer from 1 to 8", {"ports": 9}),
            ):
                self.assert_refused(code, text, controller, "lvnf.add", **{**add, **params})
            controller.call("lvnf.add", **add)
            self.assert_refused(
                -32022, "there is an LVNF 'one' already", controller, "lvnf.add", **add
            )
            controller.call("lvnf.remove", lvnf="one")
            for method in ("remove", "pause", "resume", "flush", "stats"):
                self.assert_refused(
                    -32021, "no LVNF 'one' here", controller, f"lvnf.{method}", lvnf="one"
                )
            self.assert_nothing_left()

    def test_who_may_give_orders(self):
        with self.session() as (_, controller), self.controller() as old:
            old.call("session.claim", term=1)
            controller.call("session.claim", term=2)
            with self.assertRaises(RpcError) as caught:
                old.call("lvnf.remove", lvnf="one")
            self.assertEqual(-32007, caught.exception.code)
            for options in ({"authority": "other"}, {"cert": None}, {"cert": "stranger"}):
                self.assertTrue(self.is_turned_away(options), options)
            self.assertFalse(self.is_turned_away({}))

    def is_turned_away(self, options):
        """Returns True if the daemon answers nothing to such a controller."""
        try:
            with self.controller(**options) as stranger:
                stranger.send(b'{"jsonrpc": "2.0", "id": 1, "method": "node.info"}\n')
                return stranger.line() is None
        except (ssl.SSLError, ConnectionError):
            return True


if __name__ == "__main__":
    prepare()
    unittest.main()
