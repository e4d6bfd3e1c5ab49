# SPDX-License-Identifier: Apache-2.0
"""Messages of virtual stations: frames of kind 3."""

import struct

import blocks as b
import frames

VSTA = "02:56:53:00:b0:02"
ID = 0xB002  # the last two octets of VSTA
OTHER = "02:56:53:00:b0:03"
HELLO, SCAN, DONE = 2, 3, 4
AWAKE, ASSOCIATED = 0x01, 0x02
ACTIVE, FRESH = 0x01, 0x02
STATUS = {"done": 0, "aborted": 1, "refused": 2}
LAB = b"lab".hex()


def head(kind, category=127, oui=b.OUI):
    """Returns the first five octets of a body."""
    return bytes([category]) + bytes.fromhex(oui) + bytes([kind])


def ssid(value, length=None):
    """Returns an SSID, in hexadecimal, with its length. 'length' may be wrong."""
    octets = bytes.fromhex(value)
    return bytes([len(octets) if length is None else length]) + octets


def hello(flags=AWAKE, mhz=2437, bssid=b.BSSID, name=LAB, *, length=None, **changes):
    """Returns the body of a hello."""
    return (
        head(HELLO, **changes) + struct.pack("<BH", flags, mhz) + b.mac(bssid) + ssid(name, length)
    )


def scan(flags=0, number=1, frequencies=(2412,), ssids=(), *, f=None, s=None, **changes):
    """Returns the body of a scan. 'f' and 's' are the numbers in the body."""
    f = len(frequencies) if f is None else f
    s = len(ssids) if s is None else s
    octets = head(SCAN, **changes) + struct.pack("<BHBB", flags, number, f, s)
    return octets + struct.pack(f"<{len(frequencies)}H", *frequencies) + b"".join(map(ssid, ssids))


def done(status=0, number=1, visited=1, remembered=0, reserved=bytes(4), **changes):
    """Returns the body of a scan done."""
    values = struct.pack("<BHBB", status, number, visited, remembered)
    return head(DONE, **changes) + values + reserved


def hello_fields(awake=True, associated=False, frequency=2437, bssid=b.BSSID, name=LAB):
    """Returns the fields of a hello."""
    return {
        "type": "hello",
        "awake": awake,
        "associated": associated,
        "frequency": frequency,
        "bssid": bssid,
        "ssid": name,
    }


def scan_fields(active=False, fresh=False, number=1, frequencies=(2412,), ssids=()):
    """Returns the fields of a scan."""
    return {
        "type": "scan",
        "active": active,
        "fresh": fresh,
        "id": number,
        "frequencies": list(frequencies),
        "ssids": list(ssids),
    }


def done_fields(status="done", number=1, visited=1, remembered=0):
    """Returns the fields of a scan done."""
    return {
        "type": "done",
        "status": status,
        "id": number,
        "visited": visited,
        "remembered": remembered,
    }


def frame(direction, body, subtype, flags, addresses, ignored=0):
    """Returns the 802.11 frame. 'ignored' is the value of duration and sequence control."""
    default = (b.BROADCAST, VSTA) if direction == "downlink" else (VSTA, b.RADIO)
    addr1, addr2, addr3 = addresses or (*default, default[0])
    octets = b.management(subtype, addr1, addr2, addr3, body)
    field = struct.pack("<H", ignored)
    return octets[:1] + bytes([flags]) + field + octets[4:22] + field + octets[24:]


def message(
    direction,
    name,
    description,
    body,
    fields=None,
    *,
    subtype="action_no_ack",
    flags=0,
    ignored=0,
    addresses=None,
    station=None,
    vap=ID,
    kind=3,
    **rest,
):
    """Returns a frame of kind 3. Without 'fields' it is no message."""
    default = b.BROADCAST if direction == "downlink" else b.RADIO
    return frames.frame_vector(
        f"{direction}-vsta-{name}",
        description,
        direction,
        station or default,
        b.radiotap(),
        frame(direction, body, subtype, flags, addresses, ignored),
        24,
        priority=7,
        kind=kind,
        vap=vap,
        message=fields,
        **rest,
    )


def down(name, description, body, fields=None, **rest):
    """Returns a frame of a virtual station to its WTPs."""
    return message("downlink", name, description, body, fields, **rest)


def up(name, description, body, fields=None, **rest):
    """Returns a frame of a WTP to a virtual station."""
    return message("uplink", name, description, body, fields, **rest)


def hellos():
    """Returns hellos."""
    longest = bytes(range(0xE0, 0x100)).hex()
    joined = hello(AWAKE | ASSOCIATED), hello_fields(associated=True)
    return [
        down("hello", "A hello of a virtual station that is associated and awake", *joined),
        down(
            "hello-idle",
            "A virtual station without channel and BSS: the shortest hello",
            hello(AWAKE, 0, b.NULL, ""),
            hello_fields(frequency=0, bssid=b.NULL, name=""),
        ),
        down(
            "hello-joining",
            "A virtual station that authenticates at 5 GHz",
            hello(AWAKE, 5180),
            hello_fields(frequency=5180),
        ),
        down(
            "hello-dozing",
            "A virtual station that dozes",
            hello(ASSOCIATED),
            hello_fields(awake=False, associated=True),
        ),
        down(
            "hello-ssid-32",
            "The longest SSID, whose octets are no UTF-8",
            hello(name=longest),
            hello_fields(name=longest),
        ),
        down("hello-vlan", "A hello under a VLAN tag", *joined, vlan=100),
        down(
            "hello-longer",
            "Octets after the SSID are skipped",
            joined[0] + b"\xff" * 3,
            joined[1],
            canonical=False,
        ),
        down(
            "hello-reserved",
            "Reserved flags are ignored",
            hello(0xFC),
            hello_fields(awake=False),
            canonical=False,
        ),
        down(
            "hello-duration",
            "Duration and sequence control are ignored",
            *joined,
            ignored=0xFFFF,
            canonical=False,
        ),
    ]


def scans():
    """Returns scans."""
    most = range(5180, 5180 + 60 * 5, 5)
    names = [bytes([octet] * 32).hex() for octet in b"abcd"]
    shortest = scan(), scan_fields()
    return [
        down("scan", "A passive scan of one frequency: the shortest message", *shortest),
        down(
            "scan-padded",
            "Ethernet padding after the shortest message is ignored",
            shortest[0] + bytes(2),
            shortest[1],
            canonical=False,
        ),
        down(
            "scan-active",
            "An active scan of three frequencies for the wildcard and one SSID",
            scan(ACTIVE, 0x0102, (2412, 2437, 2462), ("", LAB)),
            scan_fields(True, False, 0x0102, (2412, 2437, 2462), ("", LAB)),
        ),
        down(
            "scan-fresh",
            "A passive scan without answers from memory",
            scan(FRESH, 65535, (65535,)),
            scan_fields(False, True, 65535, (65535,)),
        ),
        down(
            "scan-longest",
            "All limits at once: 60 frequencies and four SSIDs of 32 octets",
            scan(ACTIVE | FRESH, 1, most, names),
            scan_fields(True, True, 1, most, names),
        ),
        down(
            "scan-reserved",
            "Reserved flags, and octets after the SSIDs, are ignored",
            scan(0xFC, ssids=(LAB,)) + b"\xff",
            scan_fields(ssids=(LAB,)),
            canonical=False,
        ),
        down("scan-vlan", "A scan under a VLAN tag", *shortest, vlan=4095),
    ]


def dones():
    """Returns scans done."""
    return [
        up(
            "done",
            "A scan done: three frequencies visited, two answered from memory",
            done(0, 0x0102, 3, 2),
            done_fields("done", 0x0102, 3, 2),
        ),
        up(
            "done-aborted",
            "The WTP aborted the scan",
            done(1, 65535, 0),
            done_fields("aborted", 65535, 0),
        ),
        up("done-refused", "The WTP refused the scan", done(2, 1, 0), done_fields("refused", 1, 0)),
        up(
            "done-most",
            "The largest numbers",
            done(0, 1, 255, 255),
            done_fields("done", 1, 255, 255),
        ),
        up("done-vlan", "A scan done under a VLAN tag", done(), done_fields(), vlan=100),
        up(
            "done-reserved",
            "Reserved octets and further ones are ignored",
            done(reserved=b"\xff" * 4) + b"\xff" * 2,
            done_fields(),
            canonical=False,
        ),
        up(
            "done-level",
            "Level and rate of the tag are ignored",
            done(),
            done_fields(),
            level=-40,
            rate=12,
        ),
    ]


def vectors():
    """Returns the messages."""
    return hellos() + scans() + dones()
