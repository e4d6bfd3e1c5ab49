#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the test vectors as a C table, for machines without a JSON library.

    c_table.py VECTORS.json... > table.h
"""

import ipaddress
import json
import pathlib
import sys

FRAME_FIELDS = (
    "level",
    "rate",
    "priority",
    "kind",
    "vap",
    "radiotap_offset",
    "radiotap_length",
    "frame_offset",
    "frame_length",
    "header_length",
)
RADIO_FIELDS = {
    "index": "index",
    "frequency": "frequency",
    "max_power_dbm": "max_power",
    "power_dbm": "power",
    "flags": "flags",
    "max_leases": "max_leases",
    "bands": "bands",
}


def octets(data):
    """Returns the initialiser of octets."""
    return "{ " + ", ".join(f"0x{octet:02x}" for octet in data) + " }"


def mac(text):
    """Returns the initialiser of an address."""
    return octets(bytes.fromhex(text.replace(":", "")))


def string(text):
    """Returns a string literal in octal escapes."""
    return '"' + "".join(f"\\{octet:03o}" for octet in text.encode()) + '"'


def vlan(value):
    """Returns the VLAN id, or -1 if untagged."""
    return -1 if value is None else value


KINDS = {"none": "NONE", "legacy": "LEGACY", "ht": "HT", "vht": "VHT"}
STAGE_FLAGS = ("rts", "cts", "short_preamble", "changed")


def stage(expect):
    """Returns the initialiser of struct cloudmac_stage."""
    rate = [
        f".kind = CLOUDMAC_RATE_{KINDS[expect['kind']]}",
        f".legacy = {expect['rate']}",
        f".mcs = {expect['mcs']}",
        f".nss = {expect['nss']}",
        f".width = CLOUDMAC_WIDTH_{expect['width']}",
        f".short_gi = {int(expect['short_gi'])}",
    ]
    flags = [f".{name} = {int(expect[name])}" for name in STAGE_FLAGS]
    return f"{{ .rate = {{ {', '.join(rate)} }}, .tries = {expect['tries']}, {', '.join(flags)} }}"


def chain(stages):
    """Returns the initialiser of struct cloudmac_chain."""
    if not stages:
        return "{ .n = 0 }"
    return f"{{ .n = {len(stages)}, .stages = {{ {', '.join(map(stage, stages))} }} }}"


SURVEY_VALUES = {
    "noise": "noise_dbm",
    "time": "time_ms",
    "busy": "busy_ms",
    "tx": "tx_ms",
    "rx": "rx_ms",
}


def survey(expect):
    """Returns the initialiser of struct cloudmac_survey; flags 0 means that there is none."""
    if not expect:
        return "{ .flags = 0 }"
    fields, flags = [f".frequency = {expect['frequency']}"], []
    for name, key in SURVEY_VALUES.items():
        if expect[key] is not None:
            flags.append(f"CLOUDMAC_SURVEY_{name.upper()}")
            fields.append(f".{name} = {expect[key]}{'' if name == 'noise' else 'ull'}")
    return f"{{ .flags = {' | '.join(flags)}, {', '.join(fields)} }}"


MESSAGES = {"hello": "HELLO", "scan": "SCAN", "done": "SCAN_DONE"}


def ssid(text):
    """Returns the initialiser of struct cloudmac_ssid."""
    data = bytes.fromhex(text)
    return f"{{ .len = {len(data)}, .octets = {octets(data or bytes(1))} }}"


def array(items):
    """Returns the initialiser of an array, which is all zero without items."""
    return f"{{ {', '.join(map(str, items)) or '0'} }}"


def message(expect):
    """Returns the initialiser of struct expected_message; type 0 means that there is none."""
    if not expect:
        return "{ .type = 0 }"
    kind = expect["type"]
    flags = [name.upper() for name, value in expect.items() if value is True]
    fields = {"flags": " | ".join(f"CLOUDMAC_VSTA_{name}" for name in flags) or 0}
    if kind == "hello":
        fields |= {"frequency": expect["frequency"], "bssid": mac(expect["bssid"])}
        fields["ssid"] = ssid(expect["ssid"])
    elif kind == "scan":
        frequencies, ssids = expect["frequencies"], expect["ssids"]
        fields |= {"id": expect["id"], "frequencies_n": len(frequencies), "ssids_n": len(ssids)}
        fields["frequencies"] = array(frequencies)
        if ssids:
            fields["ssids"] = array(map(ssid, ssids))
    else:
        fields = {name: expect[name] for name in ("id", "visited", "remembered")}
        fields["status"] = f"CLOUDMAC_VSTA_{expect['status'].upper()}"
    values = ", ".join(f".{name} = {value}" for name, value in fields.items())
    return f"{{ .type = CLOUDMAC_VSTA_{MESSAGES[kind]}, .{kind} = {{ {values} }} }}"


def frame(expect):
    """Returns the initialiser of struct expected_frame. Offset 0 means no namespace."""
    fields = [f".{name} = {expect[name]}" for name in FRAME_FIELDS]
    fields += [f".namespace_offset = {expect['namespace_offset'] or 0}"]
    fields += [f".chain = {chain(expect['chain'])}"]
    fields += [f".survey = {survey(expect.get('survey'))}"]
    fields += [f".message = {message(expect.get('message'))}"]
    fields += [f".vlan = {vlan(expect['vlan'])}", f".station = {mac(expect['station'])}"]
    return ", ".join(fields)


TAG_FIELDS = ("level", "rate", "priority", "kind", "vap")
SEGMENT_FIELDS = ("index", "count", "total", "size", "frame_id", "content_offset", "content_length")


def segment(expect):
    """Returns the initialiser of struct expected_segment."""
    fields = [f".{name} = {expect[name]}" for name in TAG_FIELDS]
    fields += [f".{name} = {expect['segment'][name]}" for name in SEGMENT_FIELDS]
    whole = expect["segment"]["whole"]
    fields += [f".whole = {string(whole) if whole else 'NULL'}"]
    fields += [f".vlan = {vlan(expect['vlan'])}", f".station = {mac(expect['station'])}"]
    return ", ".join(fields)


def announcement(expect):
    """Returns the initialiser of struct cloudmac_announcement."""
    fields = [
        f".source = {mac(expect['source'])}",
        f".vlan = {vlan(expect['vlan'])}",
        f".wtp = {mac(expect['wtp'])}",
        f".interval = {expect['interval_ms']}",
        f".name = {string(expect['name'])}",
        f".radio_count = {len(expect['radios'])}",
    ]
    for name in ("ipv4", "ipv6"):
        if expect[name]:
            address = ipaddress.ip_address(expect[name]["address"]).packed
            fields += [f".{name} = {octets(address)}", f".{name}_port = {expect[name]['port']}"]
    radios = [
        f"{{ .address = {mac(radio['address'])}, "
        + ", ".join(f".{member} = {radio[name]}" for name, member in RADIO_FIELDS.items())
        + " }"
        for radio in expect["radios"]
    ]
    return ", ".join(fields) + ", .radios = { " + ", ".join(radios) + " }"


def main():
    """Prints the table: the octets and expectations, then the vectors with pointers to them."""
    vectors = [
        v for path in sys.argv[1:] for v in json.loads(pathlib.Path(path).read_text("ascii"))
    ]
    rows = []
    for number, vector in enumerate(vectors):
        data, expect = bytes.fromhex(vector["hex"]), vector["expect"]
        print(f"static const u8 octets_{number}[] = {octets(data or bytes(1))};")
        pointer = ""
        if expect["error"] == "ok":
            if "segment" in expect:
                kind, struct, value = "segment", "expected_segment", segment(expect)
            elif vector["direction"] == "announcement":
                kind, struct = "announcement", "cloudmac_announcement"
                value = announcement(expect)
            else:
                kind, struct, value = "frame", "expected_frame", frame(expect)
            print(f"static const struct {struct} expect_{number} = {{ {value} }};")
            pointer = f", .{kind} = &expect_{number}"
        rows.append(
            f'\t{{ .name = "{vector["name"]}", .direction = {vector["direction"].upper()}, '
            f".canonical = {int(vector['canonical'])}, .octets = octets_{number}, "
            f'.len = {len(data)}, .error = "{expect["error"]}"{pointer} }},'
        )
    print("static const struct vector vectors[] = {", *rows, "};", sep="\n")


if __name__ == "__main__":
    main()
