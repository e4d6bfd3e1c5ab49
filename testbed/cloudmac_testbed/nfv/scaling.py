# SPDX-License-Identifier: Apache-2.0
"""N15, the part of it that needs a network: an autoscaler whose throughput follows."""
import contextlib
import time

from .. import client, restconf
from ..guest import raw_frames
from . import sdk
from .site import NODES, SOURCE, WAIT_S

RATE = 100
"""Frames a second that one instance lets pass."""
BUSY_WORK = "RateLimit(1000000, 1000) -> " * 15
"""Elements that drop nothing, and take time. The lab kernel counts the run time of programs in ticks
of 10 ms, so a tick has to come while the function runs."""
SCRIPT = f"in_0 -> {BUSY_WORK}RateLimit({RATE}, 10) -> out_1; in_1 -> out_0;"
CLIENTS = "10.0.0.0/24"
ADDRESSES = ("10.0.0.1", "10.0.0.201")
"""A client of each half."""
GAP_S = 0.0025
"""Between frames while the throughput is measured."""
MEASURE_S = 3
BUSY, IDLE = 1, 0
"""Percent of a processor. One tick in 100 ms is 10 %, none is 0, so the second instance stays until
the end."""


def packet(address):
    """Returns a frame with a packet of IPv4 and UDP of a client."""
    udp = bytes.fromhex("30393038 0008 0000".replace(" ", ""))
    source = bytes(int(part) for part in address.split("."))
    header = bytes.fromhex("4500001c0000400040110000") + source + bytes([10, 1, 0, 1])
    total = sum(int.from_bytes(header[at : at + 2], "big") for at in range(0, len(header), 2))
    checksum = 0xFFFF - (total % 0xFFFF or 0xFFFF)
    header = header[:10] + checksum.to_bytes(2, "big") + header[12:]
    head = raw_frames.mac(raw_frames.RECEIVER) + raw_frames.mac(raw_frames.SENDER) + b"\x08\x00"
    return (head + header + udp).ljust(60, b"\0")


def _rates(lvnfs):
    """Returns the frames a second that pass each LVNF."""

    def passed():
        return [lvnf.counters().result(WAIT_S)[1].packets_out for lvnf in lvnfs]

    before, then = passed(), time.monotonic()
    time.sleep(MEASURE_S)
    after, seconds = passed(), time.monotonic() - then
    return [(new - old) / seconds for old, new in zip(before, after)]


@contextlib.contextmanager
def _stream(frames, gap_s):
    """Has frames come in turns while the block runs."""
    client.call(raw_frames.start_frames, host=SOURCE, frames=frames, gap_s=gap_s)
    try:
        yield
    finally:
        client.call(raw_frames.stop_stream, host=SOURCE)


def run(site):
    """Offers more than one instance lets pass, and ends it again. Returns the raw result."""
    package, example = sdk.load(), sdk.example("autoscaler")
    example.BUSY, example.IDLE = BUSY, IDLE
    image = package.Image(vnf=SCRIPT, nb_ports=2)
    nodes = [site.node(name) for name in NODES]
    scaler = example.Autoscaler(image, nodes, site.source(SOURCE), CLIENTS)
    scaler.first.ready.result(WAIT_S)
    frames = [packet(address).hex() for address in ADDRESSES]
    with _stream(frames, GAP_S):
        (one,) = _rates([scaler.first])
    # As many frames as the lab can send, so that the function is busy also on a busy machine.
    with _stream(frames, 0):
        scaler.watch()
        restconf.wait_for("a second instance", lambda: scaler.second)
    site.source(SOURCE).chain(scaler.half).result(WAIT_S)
    with _stream(frames, GAP_S):
        first, second = _rates([scaler.first, scaler.second])
    scaler.shrink(None)
    scaler.first.remove().result(WAIT_S)
    return {"one": round(one, 1), "two": round(first + second, 1), "second": round(second, 1)}


def summary(rounds):
    """Returns N15 of the result file."""
    return {
        "runs": len(rounds),
        "rate": RATE,
        "one": round(max(one["one"] for one in rounds), 1),
        "two": round(min(one["two"] for one in rounds), 1),
        "second": round(min(one["second"] for one in rounds), 1),
        "gain": round(min(one["two"] / one["one"] for one in rounds), 3),
    }
