# SPDX-License-Identifier: Apache-2.0
"""The C of each element, and of the image around them."""

import re

import pytest
from cloudmac_lvnf.elements import CLASSES
from cloudmac_lvnf.generate import generate
from cloudmac_lvnf.graph import build

EACH = {
    "Null": "Null",
    "Discard": "Discard",
    "Counter": "Counter",
    "Strip": "Strip(14)",
    "RawStrip": "RawStrip",
    "UnstripAll": "UnstripAll",
    "Classifier": "Classifier(12/bbbb)",
    "IPClassifier": "IPClassifier(udp and dst port 53)",
    "RateLimit": "RateLimit(10, 20)",
    "WifiDupeFilter": "WifiDupeFilter(77)",
    "WifiDecap": "WifiDecap",
}


def source_of(text, handlers=()):
    """Returns the image of one element 'e' in C."""
    rest = "" if text == "Discard" else " -> out_0"
    return generate(build(f"in_0 -> e :: {text}{rest}"), handlers)


def function_of(source):
    """Returns the body of the element's function, without its space."""
    return " ".join(re.search(r"int lvnf_0_e\(.*?^\}", source, re.DOTALL | re.MULTILINE)[0].split())


def test_each_class_is_here():
    assert set(EACH) == set(CLASSES)


@pytest.mark.parametrize("name", EACH)
def test_each_element_is_a_function_of_its_own(name):
    source = source_of(EACH[name])
    assert source.count("int lvnf_0_e(struct __sk_buff *packet)") == 1
    assert f"/* Line 1: e :: {name} */" in source
    assert "goto lvnf_0_e;" in source
    assert "$" not in source and "\t" not in source
    assert max(map(len, source.splitlines())) <= 100
    assert ("lvnf_move_to_front" in source) == (name in ("Strip", "RawStrip", "WifiDecap"))


@pytest.mark.parametrize("name", EACH)
def test_the_types_of_a_class_are_defined_once(name):
    rest = "" if name == "Discard" else "-> out_0"
    text = f"in_0 -> {EACH[name]} {rest}; in_1 -> {EACH[name]} {rest}"
    lines = re.findall(r"^(?:#define \w+|struct \w+ \{)", generate(build(text)), re.MULTILINE)
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    "text, parts",
    [
        ("Strip(20)", ["lvnf_strip(packet, 20)"]),
        ("Discard", ["return LVNF_DROP;"]),
        ("Counter", ["*frames = 0, *octets = 0;"]),
        (
            "Classifier(12/0800, 12/08?6%f0ff, !0/01 14/45)",
            [
                "__u8 at_0_1[1]; bool has_0_1 = lvnf_load(packet, 0, at_0_1, 1);",
                "if ((has_12_2 && at_12_2[0] == 0x08 && at_12_2[1] == 0x00)) return 0;",
                "if ((has_12_2 && (at_12_2[0] & 0xf0) == 0x00 && (at_12_2[1] & 0x0f) == 0x06)) return 1;",
                "if (!(has_0_1 && at_0_1[0] == 0x01) && (has_14_1 && at_14_1[0] == 0x45)) return 2;",
            ],
        ),
        (
            "IPClassifier(tcp and src host 10.0.0.1 and dst port 80)",
            [
                "if (ip.is_ip && ip.protocol == 6 && ip.src_host == 0xa000001 && ip.has_ports && "
                "ip.dst_port == 80) return 0;"
            ],
        ),
        ("RateLimit(10, 20)", ["rate = { 10, 20 }, *set = 0;"]),
    ],
)
def test_arguments_are_in_the_function(text, parts):
    outputs = text.count(",") + 1 if "Classifier" in text else 1
    rest = "".join(f"; e [{i}] -> out_0" for i in range(outputs)) if text != "Discard" else ""
    function = function_of(generate(build(f"in_0 -> e :: {text}{rest}")))
    for part in parts:
        assert part in function


MAP = (
    "struct {{ __uint(type, BPF_MAP_TYPE_{}); __uint(max_entries, {}); __type(key, {}); "
    "__type(value, {}); LVNF_HANDLER({}); }} {} SEC"
)
ALL = "LVNF_READ | LVNF_WRITE | LVNF_MIGRATE"


@pytest.mark.parametrize(
    "name, handler, kind, entries, key, value",
    [
        ("Counter", "count", "ARRAY", 1, "__u32", "__u64"),
        ("Counter", "byte_count", "ARRAY", 1, "__u32", "__u64"),
        ("RateLimit", "rate", "ARRAY", 1, "__u32", "struct lvnf_rate"),
        ("RateLimit", "drops", "ARRAY", 1, "__u32", "__u64"),
        (
            *("WifiDupeFilter", "dupes_table", "LRU_HASH", 77),
            *("struct lvnf_wifi_transmitter", "struct lvnf_wifi_dupes"),
        ),
    ],
)
def test_handlers_are_maps(name, handler, kind, entries, key, value):
    source = " ".join(source_of(EACH[name], [f"shown=e.{handler}"]).split())
    assert MAP.format(kind, entries, key, value, ALL, "shown") in source
    assert f"lvnf_0_e_{handler}()" in source


def test_state_without_a_handler():
    """The duplicate filter's moves with the image; a counter that nobody reads has none."""
    source = " ".join(source_of("WifiDupeFilter").split())
    assert "LVNF_HANDLER(LVNF_MIGRATE); } lvnf_state_0 SEC" in source
    assert "SEC(" not in source_of("Counter")
    assert "LVNF_HANDLER" not in source_of(EACH["RateLimit"])


@pytest.mark.parametrize("name", ["WifiDupeFilter", "RateLimit"])
def test_the_kernel_keeps_15_characters_of_the_names_of_maps(name):
    """And an element may have any name."""
    last, text = "in_0", ""
    for number in range(15):
        text += f"{last} -> bucket_{number} :: {EACH[name]};"
        last = f"bucket_{number}"
    source = generate(build(f"{text} {last} -> state :: {EACH[name]} -> out_0"))
    maps = re.findall(r"^\} (\w+) SEC\(", source, re.MULTILINE)
    assert len(maps) == len(set(maps)) == 16
    assert max(map(len, maps)) <= 15
    names = re.findall(r"^static .*?(\w+)\(", source, re.MULTILINE) + maps
    assert len(names) == len(set(names))
