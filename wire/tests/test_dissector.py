# SPDX-License-Identifier: Apache-2.0
"""Compares the output of tshark, with the dissector, with the vectors."""

import functools
import json
import pathlib
import struct
import subprocess

import pytest

WIRE = pathlib.Path(__file__).resolve().parent.parent
SCRIPT = WIRE / "wireshark" / "cloudmac.lua"

FRAME_FIELDS = {
    "station": "cloudmac.station",
    "rate": "cloudmac.rate",
    "priority": "cloudmac.priority",
    "kind": "cloudmac.kind",
    "radiotap_length": "cloudmac.radiotap_length",
    "frame_length": "cloudmac.frame_length",
    "header_length": "cloudmac.header_length",
}
RADIO = "cloudmac.announce.radio."
RADIO_FIELDS = {
    "index": RADIO + "index",
    "address": RADIO + "address",
    "frequency": RADIO + "frequency",
    "max_power_dbm": RADIO + "max_power",
    "power_dbm": RADIO + "power",
    "max_leases": RADIO + "max_leases",
}
SEGMENT_FIELDS = {
    "index": "cloudmac.segment.index",
    "count": "cloudmac.segment.count",
    "total": "cloudmac.segment.total",
    "size": "cloudmac.segment.size",
}
SURVEY_FIELDS = {
    "frequency": "cloudmac.survey.frequency",
    "noise_dbm": "cloudmac.survey.noise",
    "time_ms": "cloudmac.survey.time",
    "busy_ms": "cloudmac.survey.busy",
    "tx_ms": "cloudmac.survey.tx",
    "rx_ms": "cloudmac.survey.rx",
}
VSTA = "cloudmac.vsta."
MESSAGE_TYPES = {"hello": 2, "scan": 3, "done": 4}
MESSAGE_FIELDS = {
    "awake": "awake",
    "associated": "associated",
    "frequency": "frequency",
    "frequencies": "frequency",
    "bssid": "bssid",
    "ssid": "ssid",
    "ssids": "ssid",
    "active": "active",
    "fresh": "fresh",
    "id": "scan_id",
    "status": "status",
    "visited": "visited",
    "remembered": "remembered",
}
SCAN_STATUS = ("done", "aborted", "refused")
CHAIN = "cloudmac.chain."
STAGE_FLAGS = ("short_gi", "rts", "cts", "short_preamble", "changed")
KINDS = ("none", "legacy", "ht", "vht")
WIDTHS = (20, 40, 80, 160)
CHAIN_NUMBERS = {"legacy": ("rate",), "ht": ("ht_mcs",), "vht": ("vht_mcs", "nss")}
FIELDS = [
    "_ws.lua.error",
    "_ws.expert.message",
    "cloudmac.error",
    "cloudmac.direction",
    "cloudmac.vap",
    "cloudmac.power",
    "cloudmac.signal",
    "vlan.id",
    "eth.src",
    "wlan.fc",
    "radiotap.length",
    "cloudmac.announce.wtp",
    "cloudmac.announce.interval",
    "cloudmac.announce.name",
    "cloudmac.announce.ipv4",
    "cloudmac.announce.ipv4_port",
    "cloudmac.announce.ipv6",
    "cloudmac.announce.ipv6_port",
    RADIO + "flags",
    RADIO + "bands",
    RADIO + "active_monitor",
    RADIO + "serves_stations",
    *FRAME_FIELDS.values(),
    *RADIO_FIELDS.values(),
    "cloudmac.token",
    "cloudmac.request",
    *SEGMENT_FIELDS.values(),
    "cloudmac.segment.id",
    *SURVEY_FIELDS.values(),
    VSTA + "type",
    VSTA + "malformed",
    *sorted(VSTA + name for name in set(MESSAGE_FIELDS.values())),
    *(CHAIN + name for name in ("kind", "width", "tries", *STAGE_FLAGS)),
    *(CHAIN + name for names in CHAIN_NUMBERS.values() for name in names),
]


def load():
    """Returns the vectors that a capture can hold: those with octets."""
    paths = [path for path in (WIRE / "vectors").glob("*.json") if path.name != "schema.json"]
    vectors = [vector for path in sorted(paths) for vector in json.loads(path.read_text("ascii"))]
    return [vector for vector in vectors if vector["hex"]]


def capture(frames):
    """Returns a pcap file of link type Ethernet."""
    parts = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)]
    for frame in frames:
        parts += [struct.pack("<IIII", 0, 0, len(frame), len(frame)), frame]
    return b"".join(parts)


@functools.cache
def dissected(direction):
    """Returns the fields that tshark shows, by vector name, with a direction preference."""
    command = ["tshark", "-n", "-r", "-", "-X", f"lua_script:{SCRIPT}"]
    command += ["-o", f"cloudmac.direction:{direction}", "-T", "fields"]
    command += ["-E", "separator=/t", "-E", "aggregator=;"]
    for field in FIELDS:
        command += ["-e", field]
    vectors = load()
    data = capture(bytes.fromhex(vector["hex"]) for vector in vectors)
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=True)
    lines = done.stdout.decode().removesuffix("\n").split("\n")
    assert len(lines) == len(vectors), done.stderr.decode()
    rows = (dict(zip(FIELDS, line.split("\t"), strict=True)) for line in lines)
    return dict(zip((vector["name"] for vector in vectors), rows))


def parameters(*directions, error):
    """Returns the well-formed or malformed vectors of the directions, as parameters."""
    return [
        pytest.param(vector, id=vector["name"])
        for vector in load()
        if vector["direction"] in directions and (vector["expect"]["error"] != "ok") == error
    ]


def frames(segments):
    """Returns the well-formed frames, those that are segments or the others, as parameters."""
    every = parameters("downlink", "uplink", error=False)
    return [each for each in every if ("segment" in each.values[0]["expect"]) == segments]


@pytest.mark.parametrize("vector", frames(segments=True))
def test_segment(vector):
    """tshark shows all fields of a segment, and the whole frame at its last segment."""
    expect, got = vector["expect"]["segment"], dissected("auto")[vector["name"]]
    assert (got["_ws.lua.error"], got["cloudmac.error"]) == ("", "")
    assert got["cloudmac.direction"] == vector["direction"]
    assert got["cloudmac.station"] == vector["expect"]["station"]
    assert got["cloudmac.priority"] == str(vector["expect"]["priority"])
    assert {name: got[field] for name, field in SEGMENT_FIELDS.items()} == {
        name: str(expect[name]) for name in SEGMENT_FIELDS
    }
    assert int(got["cloudmac.segment.id"], 16) == expect["frame_id"]
    is_last = bool(expect["whole"]) and expect["index"] + 1 == expect["count"]
    wholes = {each["name"]: each["expect"] for each in load()}
    lengths = str(wholes[expect["whole"]]["frame_length"]) if is_last else ""
    assert got["cloudmac.frame_length"] == lengths
    assert bool(got["wlan.fc"]) == is_last


def check_frame(vector, got):
    """Checks all fields of a well-formed frame, and that radiotap and 802.11 were dissected."""
    expect, octets = vector["expect"], bytes.fromhex(vector["hex"])
    assert (got["_ws.lua.error"], got["cloudmac.error"]) == ("", "")
    assert got["cloudmac.direction"] == vector["direction"]
    assert got["vlan.id"] == ("" if expect["vlan"] is None else str(expect["vlan"]))
    assert {name: got[field] for name, field in FRAME_FIELDS.items()} == {
        name: str(expect[name]) for name in FRAME_FIELDS
    }
    assert int(got["cloudmac.vap"], 16) == expect["vap"]
    levels = [got["cloudmac.power"], got["cloudmac.signal"]]
    wanted = [str(expect["level"]), ""]
    assert levels == (wanted if vector["direction"] == "downlink" else wanted[::-1])
    assert got["radiotap.length"] == str(expect["radiotap_length"])
    frame_control = octets[expect["frame_offset"] :][:2]
    if vector["name"] != "downlink-radiotap-unparsable":
        assert int(got["wlan.fc"], 16) == int.from_bytes(frame_control, "big")


def check_chain(stages, got):
    """Checks each field of each stage, or that there is none."""
    shown = {name: got[CHAIN + name] for name in ("kind", "width", "tries", *STAGE_FLAGS)}
    assert shown == {
        "kind": ";".join(str(KINDS.index(stage["kind"])) for stage in stages),
        "width": ";".join(str(WIDTHS.index(stage["width"])) for stage in stages),
        "tries": ";".join(str(stage["tries"]) for stage in stages),
    } | {name: ";".join(str(int(stage[name])) for stage in stages) for name in STAGE_FLAGS}
    for kind, names in CHAIN_NUMBERS.items():
        for name in names:
            wanted = [str(s[name.split("_")[-1]]) for s in stages if s["kind"] == kind]
            assert got[CHAIN + name] == ";".join(wanted)


def check_survey(values, got):
    """Checks each value of a survey report, or that there is none."""
    wanted = dict.fromkeys(SURVEY_FIELDS) | (values or {})
    shown = {name: got[field] for name, field in SURVEY_FIELDS.items()}
    assert shown == {name: "" if value is None else str(value) for name, value in wanted.items()}


def shown(name, value):
    """Returns a field of a message as tshark shows it."""
    if name == "status":
        return str(SCAN_STATUS.index(value))
    values = value if isinstance(value, list) else [value]
    if name == "ssids":
        values = filter(None, values)  # an empty SSID is text without a field
    return ";".join(str(int(each)) if isinstance(each, bool) else str(each) for each in values)


def check_message(expect, got):
    """Checks each field of a message, or that a frame of kind 3 is shown as malformed."""
    is_malformed = expect["kind"] == 3 and expect["message"] is None
    assert bool(got[VSTA + "malformed"]) == is_malformed
    if is_malformed:
        return
    message = expect.get("message") or {}
    wanted = dict.fromkeys(MESSAGE_FIELDS.values(), "")
    wanted |= {MESSAGE_FIELDS[k]: shown(k, v) for k, v in message.items() if k != "type"}
    assert {name: got[VSTA + name] for name in wanted} == wanted
    assert got[VSTA + "type"] == str(MESSAGE_TYPES[message["type"]] if message else "")


@pytest.mark.parametrize("vector", frames(segments=False))
@pytest.mark.parametrize("preference", ["auto", "forced"])
def test_frame(vector, preference):
    """The dissector shows the same with a forced and with a derived direction."""
    direction = vector["direction"] if preference == "forced" else "auto"
    got = dissected(direction)[vector["name"]]
    check_frame(vector, got)
    check_chain(vector["expect"]["chain"] or [], got)
    check_survey(vector["expect"].get("survey"), got)
    check_message(vector["expect"], got)
    token = str(0xDEADBEEF) if vector["name"].endswith("-token") else ""
    assert got["cloudmac.token"] in (token, hex(int(token or 0))), "the dissector shows the token"


@pytest.mark.parametrize("vector", parameters("announcement", error=False))
def test_announcement(vector):
    """tshark shows all fields of a well-formed announcement."""
    expect, got = vector["expect"], dissected("auto")[vector["name"]]
    assert (got["_ws.lua.error"], got["cloudmac.error"]) == ("", "")
    assert got["vlan.id"] == ("" if expect["vlan"] is None else str(expect["vlan"]))
    assert got["eth.src"] == expect["source"]
    assert got["cloudmac.announce.wtp"] == expect["wtp"]
    assert got["cloudmac.announce.interval"] == str(expect["interval_ms"])
    assert got["cloudmac.announce.name"] == expect["name"]
    for name in ("ipv4", "ipv6"):
        control = expect[name] or {"address": "", "port": ""}
        assert got[f"cloudmac.announce.{name}"] == control["address"]
        assert got[f"cloudmac.announce.{name}_port"] == str(control["port"])
    for name, field in RADIO_FIELDS.items():
        assert got[field].split(";") == [str(radio[name]) for radio in expect["radios"]]
    for name in ("flags", "bands"):
        wanted = [radio[name] for radio in expect["radios"]]
        assert [int(value, 16) for value in got[RADIO + name].split(";")] == wanted
    for name, bit in (("active_monitor", 0), ("serves_stations", 3)):
        wanted = [str(radio["flags"] >> bit & 1) for radio in expect["radios"]]
        assert got[RADIO + name].split(";") == wanted


def test_request():
    """A beacon shows whether the VAP requests those of neighbours."""
    got = dissected("auto")
    assert got["downlink-beacon-request"]["cloudmac.request"] in ("1", "True")
    assert got["downlink-beacon"]["cloudmac.request"] in ("0", "False")


def reaches_dissector(vector):
    """Checks if Wireshark reaches the CloudMAC ethertype."""
    octets = bytes.fromhex(vector["hex"])
    at = 12
    while octets[at : at + 2] in (b"\x81\x00", b"\x88\xa8"):
        at += 4
    kind = b"\x13\x38" if vector["direction"] == "announcement" else b"\x13\x37"
    return octets[at : at + 2] == kind


@pytest.mark.parametrize("vector", parameters("downlink", "uplink", "announcement", error=True))
def test_malformed(vector):
    """A malformed frame has its error, or Wireshark does not treat it as CloudMAC."""
    forced = "auto" if vector["direction"] == "announcement" else vector["direction"]
    got = dissected(forced)[vector["name"]]
    assert got["_ws.lua.error"] == ""
    if reaches_dissector(vector):
        assert got["cloudmac.error"] == vector["expect"]["error"]
        assert vector["expect"]["error"] + ": " in got["_ws.expert.message"]
    else:
        own = "announce.wtp" if vector["direction"] == "announcement" else "direction"
        assert got[f"cloudmac.{own}"] == ""
