# SPDX-License-Identifier: Apache-2.0
"""Parts of the vectors: Ethernet, radiotap, 802.11.

No codec uses this file, and this file uses no codec. A vector states the
octets and the fields separately, so that a codec cannot confirm its own mistake.
"""

import struct

STATION = "02:00:5e:10:00:07"
BSSID = "02:c1:0d:00:a0:01"
VAP = 0xA001  # the last two octets of BSSID
PEER = "02:00:5e:20:00:09"
RADIO = "02:00:5e:30:00:0a"
BROADCAST = "ff:ff:ff:ff:ff:ff"
MULTICAST = "33:33:00:00:00:01"
NULL = "00:00:00:00:00:00"
ANNOUNCE_GROUP = "13:38:43:4d:41:43"

FRAME_TYPE = 0x1337
ANNOUNCE_TYPE = 0x1338
AUTO = -128  # level: the WTP decides (downlink), unknown (uplink)


def mac(text):
    """Returns the six octets of an address with colons."""
    return bytes.fromhex(text.replace(":", ""))


def tag(level=AUTO, rate=0, priority=0, kind=0, vap=VAP, octet0=0x12, reserved=0):
    """Returns the radio tag. 'reserved' is bit 4 of octet 3, the request in a VAP's beacon."""
    return struct.pack(">BbBBH", octet0, level, rate, priority << 5 | reserved << 4 | kind, vap)


def vlan_tag(vlan, pcp=0, dei=0):
    """Returns the 802.1Q tag before the ethertype, empty for None."""
    return b"" if vlan is None else struct.pack(">HH", 0x8100, pcp << 13 | dei << 12 | vlan)


# Radiotap: bit number -> (alignment, format), https://www.radiotap.org/fields/defined
RADIOTAP_FIELDS = {
    "tsft": (0, 8, "<Q"),
    "flags": (1, 1, "<B"),
    "rate": (2, 1, "<B"),
    "channel": (3, 2, "<HH"),
    "signal": (5, 1, "<b"),
    "noise": (6, 1, "<b"),
    "antenna": (11, 1, "<B"),
    "rx_flags": (14, 2, "<H"),
    "tx_flags": (15, 2, "<H"),
    "data_retries": (17, 1, "<B"),
    "mcs": (19, 1, "<BBB"),
    "ampdu": (20, 4, "<IHBB"),
    "vht": (21, 2, "<HBB4sBBH"),
}

TX_FAIL, TX_NOACK, TX_NOSEQ, TX_NOREORDER = 0x01, 0x08, 0x10, 0x20
CHANNEL_1 = (2412, 0x00A0)  # 2.4 GHz, CCK
CHANNEL_6 = (2437, 0x00C0)  # 2.4 GHz, OFDM
CHANNEL_36 = (5180, 0x0140)  # 5 GHz, OFDM


OUI = "121337"
OTHER_OUI = "00a0c9"  # of another vendor
KINDS = {"none": 0, "legacy": 1, "ht": 2, "vht": 3}
WIDTHS = {20: 0, 40: 1, 80: 2, 160: 3}


def stage(
    kind,
    number=0,
    tries=1,
    *,
    width=20,
    short_gi=False,
    rts=False,
    cts=False,
    short_preamble=False,
    changed=False,
):
    """Returns the fields of a stage. 'number' is in 500 kb/s, or an MCS, or (MCS, streams)."""
    mcs, nss = number if kind == "vht" else (number if kind == "ht" else 0, 0)
    return {
        "kind": kind,
        "rate": number if kind == "legacy" else 0,
        "mcs": mcs,
        "nss": nss,
        "width": width,
        "short_gi": short_gi,
        "rts": rts,
        "cts": cts,
        "short_preamble": short_preamble,
        "tries": tries,
        "changed": changed,
    }


def stage_octets(fields):
    """Returns the four octets of a stage."""
    first = KINDS[fields["kind"]] | WIDTHS[fields["width"]] << 2
    for bit, name in enumerate(("short_gi", "rts", "cts", "short_preamble"), 4):
        first |= fields[name] << bit
    number = {"none": 0, "legacy": fields["rate"], "ht": fields["mcs"]}
    number["vht"] = fields["mcs"] << 4 | fields["nss"]
    return bytes([first, number[fields["kind"]], fields["tries"], int(fields["changed"])])


def namespace(content, oui=OUI, sub=1, length=None):
    """Returns a vendor namespace of radiotap: its header and content."""
    length = len(content) if length is None else length
    return bytes.fromhex(oui) + struct.pack("<BH", sub, length) + content


def chain(stages, count=None):
    """Returns the namespace of a chain. 'count' is the number of stages in its first octet."""
    count = len(stages) if count is None else count
    return namespace(bytes([count]) + b"".join(stage_octets(fields) for fields in stages))


def radiotap(vendor=(), **values):
    """Returns a radiotap header with the named fields, aligned as the standard requires.

    'vendor' are vendor namespaces. Each has a present word, with bit 0, after the word
    that announces it. Its content follows that of this word, aligned to two octets.
    """
    present, body = 0, b""
    start = 8 + 4 * len(vendor)
    for name, (bit, align, form) in RADIOTAP_FIELDS.items():
        if name not in values:
            continue
        value = values.pop(name)
        present |= 1 << bit
        body += bytes(-(start + len(body)) % align)
        body += struct.pack(form, *(value if isinstance(value, tuple) else (value,)))
    if values:
        raise ValueError(f"unknown radiotap field {sorted(values)}")
    words = [present] + [1] * len(vendor)
    for number, octets in enumerate(vendor):
        words[number] |= 1 << 30 | 1 << 31
        body += bytes(-(start + len(body)) % 2) + octets
    head = struct.pack("<BBH", 0, 0, start + len(body))
    return head + b"".join(struct.pack("<I", word) for word in words) + body


def radiotap_of_length(length):
    """Returns a header of 'length' octets without fields."""
    return struct.pack("<BBHI", 0, 0, length, 0) + bytes(length - 8)


# 802.11: first octet of frame control by name
MANAGEMENT = {
    "assoc_resp": 0x10,
    "probe_req": 0x40,
    "probe_resp": 0x50,
    "beacon": 0x80,
    "auth": 0xB0,
    "action": 0xD0,
    "action_no_ack": 0xE0,
}
TO_DS, FROM_DS, RETRY, PM, PROTECTED, HTC = 0x01, 0x02, 0x08, 0x10, 0x40, 0x80
HT_CONTROL = struct.pack("<I", 0x00000004)


def management(subtype, addr1, addr2, bssid, body=b"", seq=0, htc=False):
    """Returns a management frame with the sequence number 'seq' and the fragment number 0."""
    head = struct.pack("<BBH", MANAGEMENT[subtype], HTC if htc else 0, 0x013A)
    head += mac(addr1) + mac(addr2) + mac(bssid) + struct.pack("<H", seq << 4)
    return head + (HT_CONTROL if htc else b"") + body


def data(flags, addr1, addr2, addr3, body=b"", seq=0, addr4=None, tid=None, null=False):
    """Returns a data frame: QoS data with a 'tid', with HT control if 'flags' has HTC."""
    first = 0x08 | (0x80 if tid is not None else 0) | (0x40 if null else 0)
    head = struct.pack("<BBH", first, flags, 0x002C)
    head += mac(addr1) + mac(addr2) + mac(addr3) + struct.pack("<H", seq << 4)
    if addr4 is not None:
        head += mac(addr4)
    if tid is not None:
        head += struct.pack("<H", tid) + (HT_CONTROL if flags & HTC else b"")
    return head + body


def ps_poll(bssid, station, aid=1):
    """Returns a PS-Poll. The duration field is the association id with the two top bits set."""
    return struct.pack("<BBH", 0xA4, 0, 0xC000 | aid) + mac(bssid) + mac(station)


def control(first, addr1, addr2=None, body=b""):
    """Returns a control frame. 'first' is the first octet of frame control."""
    return struct.pack("<BBH", first, 0, 0) + mac(addr1) + (mac(addr2) if addr2 else b"") + body


def element(number, value):
    """Returns an 802.11 information element."""
    return bytes([number, len(value)]) + value


SSID = element(0, b"cloudmac")
ANY_SSID = element(0, b"")
RATES = element(1, bytes([0x82, 0x84, 0x8B, 0x96, 0x0C, 0x12, 0x18, 0x24]))
BEACON_BODY = bytes(8) + struct.pack("<HH", 100, 0x0411) + SSID + RATES + element(3, b"\x06")
LLC_IPV4 = bytes.fromhex("aaaa030000000800")
LLC_EAPOL = bytes.fromhex("aaaa03000000888e")
EAPOL_KEY = bytes.fromhex("0203005f02") + bytes(94)
ARP = bytes.fromhex("aaaa0300000008060001080006040001") + bytes(20)


def checksum(octets):
    """Returns the Internet checksum of an even number of octets (RFC 1071)."""
    total = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def ping(size=8):
    """Returns LLC, IPv4 and an ICMP echo request with 'size' (even) octets of data."""
    icmp = struct.pack(">BBHHH", 8, 0, 0, 1, 1) + bytes(size)
    icmp = icmp[:2] + struct.pack(">H", checksum(icmp)) + icmp[4:]
    ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(icmp), 1, 0, 64, 1, 0)
    ip += bytes([192, 0, 2, 1, 192, 0, 2, 7])
    ip = ip[:10] + struct.pack(">H", checksum(ip)) + ip[12:]
    return LLC_IPV4 + ip + icmp
