# SPDX-License-Identifier: Apache-2.0
"""Frames on the air, as an idle station's radio hears them."""

import contextlib
import dataclasses
import socket
import struct

from air import phy_of, run

IFNAME = "sniffer"
ETH_P_ALL = 3
ACTION, PROTECTED, BLOCK_ACK = 0xD0, 0x40, 3
TYPE, DATA, NULL, MORE_FRAGMENTS = 0x0C, 0x08, 0x40, 0x04


@dataclasses.dataclass(frozen=True)
class BlockAckFrame:
    """A plain action frame about a block-ack session. action: 0 request, 1 answer, 2 end."""

    transmitter: str
    receiver: str
    action: int


@dataclasses.dataclass(frozen=True)
class DataFrame:
    """A data frame with payload, or a fragment of one."""

    transmitter: str
    receiver: str
    fragment: bool


class Sniffer:
    """A monitor interface on the radio of a station that no test uses."""

    def __init__(self, ifname: str, frequency: int):
        self.phy, self.ifname, self.frequency = phy_of(ifname), ifname, frequency
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        run("ip", "link", "set", self.ifname, "down")
        run("iw", "phy", self.phy, "interface", "add", IFNAME, "type", "monitor")
        self.stack.callback(run, "iw", "dev", IFNAME, "del")
        run("ip", "link", "set", IFNAME, "up")
        run("iw", "dev", IFNAME, "set", "freq", str(self.frequency), "HT20")
        self.socket = self.stack.enter_context(
            socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        )
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.socket.bind((IFNAME, ETH_P_ALL))
        self.socket.setblocking(False)
        return self

    def __exit__(self, *_):
        self.stack.close()

    def _frames(self):
        """Yields the 802.11 frames since the start or the last call."""
        while True:
            try:
                data = self.socket.recv(8192)
            except BlockingIOError:
                return
            yield data[struct.unpack_from("<H", data, 2)[0] :]

    def block_ack_frames(self) -> list[BlockAckFrame]:
        """Returns the plain block-ack action frames since the start or the last call."""
        return [
            BlockAckFrame(frame[10:16].hex(":"), frame[4:10].hex(":"), frame[25])
            for frame in self._frames()
            if len(frame) > 25
            and frame[0] == ACTION
            and not frame[1] & PROTECTED
            and frame[24] == BLOCK_ACK
        ]

    def data_frames(self) -> list[DataFrame]:
        """Returns the data frames with payload since the start or the last call."""
        return [
            DataFrame(
                frame[10:16].hex(":"),
                frame[4:10].hex(":"),
                bool(frame[1] & MORE_FRAGMENTS or frame[22] & 0x0F),
            )
            for frame in self._frames()
            if len(frame) > 24 and frame[0] & TYPE == DATA and not frame[0] & NULL
        ]
