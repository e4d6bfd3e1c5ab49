# SPDX-License-Identifier: Apache-2.0
"""Generic netlink requests that cloudmac-vap and iw never send."""

import errno
import os
import socket
import struct

NETLINK_GENERIC = 16
GENL_ID_CTRL = 16
CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_ID, CTRL_ATTR_FAMILY_NAME = 3, 1, 2
NLMSG_ERROR, NLM_F_REQUEST, NLM_F_ACK = 2, 1, 4
NEW_RADIO, DEL_RADIO, GET_RADIO, GET_STATS = 1, 2, 3, 4
ID, NAME, LOWER, LOWER_NAME, VLAN, ADDRESS, CHANNELS, TIMEOUT, PENDING = range(1, 10)
ROLE = 17
NL80211_CMD_FRAME = 59
NL80211_ATTR_IFINDEX, NL80211_ATTR_WIPHY_FREQ, NL80211_ATTR_FRAME = 3, 38, 51
NL80211_ATTR_DURATION, NL80211_ATTR_OFFCHANNEL_TX_OK = 87, 108


def attribute(kind: int, value: bytes) -> bytes:
    """Returns a padded attribute."""
    return struct.pack("=HH", len(value) + 4, kind) + value + b"\0" * (-len(value) % 4)


def u32(kind: int, value: int) -> bytes:
    """Returns an attribute with a 32-bit number."""
    return attribute(kind, struct.pack("=I", value))


def exchange(
    sock: socket.socket, family: int, command: int, attributes: bytes, flags: int = NLM_F_ACK
) -> tuple[int, bytes]:
    """Sends a request. Returns the kernel's errno or 0, and its last reply."""
    body = struct.pack("=BBH", command, 1, 0) + attributes
    sock.send(struct.pack("=IHHII", len(body) + 16, family, NLM_F_REQUEST | flags, 1, 0) + body)
    reply = b""
    while True:
        octets = sock.recv(65536)
        kind = struct.unpack_from("=H", octets, 4)[0]
        if kind == NLMSG_ERROR:
            return -struct.unpack_from("=i", octets, 16)[0], reply
        reply = octets[20:]


def request(command: int, attributes: bytes, name: bytes = b"cloudmac_hwsim") -> int:
    """Sends a request to a family, by default the driver's. Returns the kernel's errno, or 0."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC) as sock:
        sock.bind((0, 0))
        sock.settimeout(20)
        error, reply = exchange(
            sock,
            GENL_ID_CTRL,
            CTRL_CMD_GETFAMILY,
            attribute(CTRL_ATTR_FAMILY_NAME, name + b"\0"),
        )
        assert error == 0, os.strerror(error)
        family = None
        while reply:
            length, kind = struct.unpack_from("=HH", reply)
            if kind & 0x3FFF == CTRL_ATTR_FAMILY_ID:
                family = struct.unpack_from("=H", reply, 4)[0]
            reply = reply[(length + 3) & ~3 :]
        assert family is not None
        return exchange(sock, family, command, attributes)[0]


def transmit(ifindex: int, mhz: int, frame: bytes, duration: int = 50) -> int:
    """Has an interface transmit a management frame on a channel, its own or another, which the radio
    then visits for a duration in ms. Returns the kernel's errno, or 0."""
    return request(
        NL80211_CMD_FRAME,
        u32(NL80211_ATTR_IFINDEX, ifindex)
        + u32(NL80211_ATTR_WIPHY_FREQ, mhz)
        + u32(NL80211_ATTR_DURATION, duration)
        + attribute(NL80211_ATTR_FRAME, frame)
        + attribute(NL80211_ATTR_OFFCHANNEL_TX_OK, b""),
        b"nl80211",
    )


def name_of(error: int) -> str:
    """Returns the name of an errno, for example EINVAL, or "ok" for 0."""
    return errno.errorcode.get(error, str(error)) if error else "ok"
