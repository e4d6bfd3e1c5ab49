# SPDX-License-Identifier: Apache-2.0
"""The image of network address translation, frames in and out."""

import ipaddress
import pathlib
import struct

import pytest
from kernel import GARBAGE
from packets import A, ARP, B, ipv4

SOURCE = pathlib.Path(__file__).parents[3] / "images" / "nat.bpf.c"
OWN = "192.0.2.1"
INSIDE, OUTSIDE = 0, 1
PARTNER = int.from_bytes(GARBAGE[:4], "little")
TCP, UDP, ICMP = 6, 17, 1
CHECK_AT = {TCP: 16, UDP: 6}


@pytest.fixture(name="nat")
def _nat(image):
    loaded = image(None, source=SOURCE.read_text(encoding="utf-8"))
    loaded.write("address", ipaddress.IPv4Address(OWN).packed)
    return loaded


def total(octets):
    """Returns the sum of an Internet checksum (RFC 1071): 0xffff if it is right."""
    octets += bytes(len(octets) % 2)
    number = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    while number > 0xFFFF:
        number = (number >> 16) + (number & 0xFFFF)
    return number


def transport_total(frame):
    length = (frame[14] & 15) * 4
    pseudo = frame[26:34] + bytes([0, frame[23]]) + struct.pack(">H", len(frame) - 14 - length)
    return total(pseudo + frame[14 + length :])


def packet(protocol, source, target, ports, options=b"", text=b"0123456789"):
    """Returns a frame with right checksums. text: behind the ports and the checksum."""
    frame = bytearray(ipv4(protocol, source, target, ports, options=options))
    start = 34 + len(options)
    frame[start + 4 : start + 24] = bytes(20)
    frame += text
    struct.pack_into(">H", frame, 24, 0xFFFF - total(bytes(frame[14:start])))
    check = 0xFFFF - transport_total(bytes(frame))
    struct.pack_into(">H", frame, start + CHECK_AT[protocol], check)
    return bytes(frame)


def ends(frame, start=34):
    """Returns the addresses and ports of a packet, and checks its sums."""
    assert total(frame[14:start]) == 0xFFFF and transport_total(frame) == 0xFFFF
    source, target = (str(ipaddress.IPv4Address(frame[at : at + 4])) for at in (26, 30))
    return source, target, *struct.unpack_from(">HH", frame, start)


@pytest.mark.parametrize("protocol", [TCP, UDP])
@pytest.mark.parametrize("options", [b"", bytes(8)])
def test_a_packet_and_its_answer(nat, protocol, options):
    start = 34 + len(options)
    port, sent = nat.send(packet(protocol, "10.0.0.1", "10.9.9.9", (1000, 80), options), INSIDE)
    source, target, outside, server = ends(sent, start)
    assert (port, source, target, server) == (PARTNER, OWN, "10.9.9.9", 80) and outside >= 1024
    answer = packet(protocol, "10.9.9.9", OWN, (80, outside), options)
    port, received = nat.send(answer, OUTSIDE)
    assert (port, *ends(received, start)) == (PARTNER, "10.9.9.9", "10.0.0.1", 80, 1000)
    # All but addresses, ports and sums is as it came.
    assert received[34 + len(options) + 18 :] == answer[34 + len(options) + 18 :]


def test_a_sender_keeps_its_port_and_others_get_others(nat):
    def outside(source, ports, protocol=UDP):
        return ends(nat.send(packet(protocol, source, "10.9.9.9", ports), INSIDE)[1])[2]

    first = outside("10.0.0.1", (1000, 80))
    assert outside("10.0.0.1", (1000, 80)) == outside("10.0.0.1", (1000, 81)) == first
    others = {outside("10.0.0.2", (1000, 80)), outside("10.0.0.1", (1001, 80))}
    assert len(others | {first}) == 3
    outside("10.0.0.1", (1000, 80), TCP)
    assert len(nat.read("bindings")) == len(nat.read("answers")) == 4


def test_a_checksum_that_is_absent_stays_absent(nat):
    frame = bytearray(packet(UDP, "10.0.0.1", "10.9.9.9", (1000, 80)))
    frame[40:42] = bytes(2)
    assert nat.send(frame, INSIDE)[1][40:42] == bytes(2)


def test_what_is_dropped(nat):
    nat.send(packet(UDP, "10.0.0.1", "10.9.9.9", (1000, 80)), INSIDE)
    assert nat.send(packet(UDP, "10.9.9.9", OWN, (80, 1)), OUTSIDE) is None
    ((_, inside),) = nat.read("bindings")
    stranger = packet(UDP, "10.9.9.9", "192.0.2.2", (80, inside["port"]))
    assert nat.send(stranger, OUTSIDE) is None
    for other in (ipv4(ICMP), ipv4(UDP, fragment=1), ipv4(UDP, fragment=0x2000)):
        assert nat.send(other, INSIDE) is None and nat.send(other, OUTSIDE) is None


def test_other_frames_pass_as_they_came(nat):
    frame = A + B + ARP + bytes(46)
    for port in (INSIDE, OUTSIDE):
        assert nat.send(frame, port) == (PARTNER, frame)


def test_without_an_address_nothing_of_ipv4_passes(image):
    loaded = image(None, source=SOURCE.read_text(encoding="utf-8"))
    assert loaded.send(packet(UDP, "10.0.0.1", "10.9.9.9", (1000, 80)), INSIDE) is None
