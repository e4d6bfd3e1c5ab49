#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the agent on mac80211_hwsim, inside the lab kernel.

                    netns wtp                      netns station
    vap0 ===veth=== wired0  cloudmac-wtp  phy0 ))) phy1  mon0

The test itself is the VAP (vap0) and the station (mon0, a monitor interface
that injects; sta0, an active one that acknowledges).
"""

import concurrent.futures
import contextlib
import ctypes
import os
import pathlib
import random
import struct
import sys
import threading
import time
import traceback

import aggregation_tests
import driver_tests
import neighbour_tests
import power_tests
import regulatory_tests
import survey_tests
from connection import ControllerConnection, RpcError
from equipment import (
    GuestAgent,
    BSSID,
    FILES,
    FREQUENCY,
    GROUP,
    LINKS,
    NOACK,
    STATION,
    TX_FAIL,
    acknowledged,
    downlink,
    downlink_chain,
    drain,
    frame_of,
    header,
    interfaces,
    output,
    own_interfaces,
    packet_socket,
    radiotap_tx,
    receive,
    receive_status,
    run,
    tx_flags,
    until,
)
from frames import status_chain
from medium import Medium
from pki import PKI, Pki

KERNEL = LINKS / "kernel"
BSSID2 = bytes.fromhex("02aabbcc0002")


def test_announcement(vap, station, pki):
    with GuestAgent(pki):
        data = receive(vap, "an announcement", lambda data: data[12:14] == b"\x13\x38")
        assert data[:6] == b"\x13\x38CMAC"
        assert data[18:24] == bytes.fromhex("020000000099")
        assert struct.pack(">H", FREQUENCY) in data, "the radio's frequency"


def test_beacon_gets_timestamp(vap, station, pki):
    """The agent has a permit, not a lease: it acknowledges nothing."""
    with GuestAgent(pki), ControllerConnection(Pki.of(pki)) as controller:
        controller.call("announce.permit", bssids=[BSSID.hex(":")], radio=0, ttl_ms=60000)
        drain(station)
        body = bytes(8) + struct.pack("<HH", 100, 0x01) + b"\0\4test"
        beacon = header(0x0080, GROUP, BSSID, BSSID) + body
        before = time.monotonic_ns() // 1000
        vap.send(downlink(GROUP, BSSID, beacon))
        heard = frame_of(receive(station, "the beacon", lambda data: frame_of(data)[:1] == b"\x80"))
        assert heard[10:16] == BSSID
        assert heard[22:24] == beacon[22:24], "the sequence number is the VAP's"
        timestamp = struct.unpack_from("<Q", heard, 24)[0]
        assert before <= timestamp <= time.monotonic_ns() // 1000, timestamp
        assert heard[32:] == beacon[32:]
        assert not acknowledged(station, BSSID)


def test_uplink_and_filter(vap, station, pki):
    with GuestAgent(pki, leases=[BSSID]):
        drain(vap)
        station.send(radiotap_tx(NOACK) + header(0x0080, GROUP, STATION, STATION) + bytes(12))
        probe = header(0x0040, GROUP, STATION, GROUP) + b"\0\0"
        station.send(radiotap_tx(NOACK) + probe)
        data = receive(vap, "the probe request", lambda data: data[12:14] == b"\x13\x37")
        assert data[0] == 0x12 and data[3] == 7 << 5 and data[4:6] == b"\xff\xff", data[:6].hex()
        assert data[6:12] == STATION
        assert frame_of(data[14:])[0] == 0x40, "the agent forwarded a foreign access point's beacon"
        assert -100 < struct.unpack_from("b", data, 1)[0] < 0, "signal"
        poll = struct.pack("<HH6s6s", 0x00A4, 0xC001, BSSID, STATION)
        station.send(radiotap_tx(NOACK) + poll)
        data = receive(vap, "the PS-Poll", lambda data: data[12:14] == b"\x13\x37")
        assert data[4:6] == BSSID[4:] and frame_of(data[14:]) == poll


def test_tx_status(vap, station, pki):
    with GuestAgent(pki, leases=[BSSID]):
        drain(vap)
        for receiver, failed in ((STATION, False), (bytes.fromhex("020000000777"), True)):
            frame = header(0x0208, receiver, BSSID, BSSID, 0x5670) + b"\xaa\xaa\3\0\0\0\x08\0hello"
            vap.send(downlink(receiver, BSSID, frame, priority=0))
            data = receive(vap, "the TX status", lambda data: data[12:14] == b"\x13\x37")
            assert data[3] & 15 == 1 and data[6:12] == receiver, data[:14].hex()
            assert data[4:6] == BSSID[4:]
            header_alone = frame_of(data[14:])
            assert len(header_alone) == 24 and header_alone[22:24] == frame[22:24]
            assert bool(tx_flags(data[14:]) & TX_FAIL) == failed, failed


def test_chain_without_an_acknowledgement(vap, station, pki):
    """If the receiver never acknowledges, the agent makes exactly the tries of both stages."""
    sent = []

    def never(frame):
        sent.append(frame)
        return frame.tries, False

    with GuestAgent(pki, leases=[BSSID]), Medium(never), ControllerConnection(
        Pki.of(pki)
    ) as controller:
        drain(vap)
        vap.send(downlink_chain(STATION, 0x123, (108, 3), (12, 4)))
        status = receive_status(vap)
        assert status_chain(status) == (TX_FAIL, [(108, 3, 0), (12, 4, 0)]), status.hex()
        # hwsim's rates at 2.4 GHz: 11 is 54 Mb/s, 4 is 6 Mb/s.
        seen = [(frame.index, frame.tries, frame.retry, frame.number) for frame in sent]
        assert seen == [(11, 3, False, 0x123), (4, 4, True, 0x123)], seen
        assert frame_of(status[14:])[:2] == b"\x08\x02", "the unchanged header"
        (entry,) = controller.call("stations.airtime")["stations"]
        # 37 octets and FCS: 350 bits, 2 symbols and 15; 26 us around them.
        assert entry["tx"]["us"] == 3 * (26 + 8) + 4 * (26 + 60), entry


def test_chain_with_a_rate_that_the_band_lacks(vap, station, pki):
    with GuestAgent(pki, leases=[BSSID]), Medium(lambda frame: (2, True)):
        drain(vap)
        vap.send(downlink_chain(STATION, 1, (3, 5), (12, 4)))
        flags, stages = status_chain(receive_status(vap))
        assert flags == 0 and stages[0][1:] == (2, 1) and stages[0][0] != 3, stages
        assert stages[1] == (12, 0, 0), stages


def test_chain_of_ht(vap, station, pki):
    """Sends an MCS with a short guard interval, and one that is too wide for the channel."""
    sent = []

    def only_legacy(frame):
        sent.append((frame.index, frame.tries))
        return frame.tries, len(sent) == 3

    with GuestAgent(pki, leases=[BSSID]), Medium(only_legacy):
        drain(vap)
        vap.send(downlink_chain(STATION, 1, (7, 2, 0x12), (3, 2, 0x06), (12, 1)))
        status = status_chain(receive_status(vap))
        assert status == (0, [(7, 2, 0, 0x12), (3, 2, 1, 0x02), (12, 1, 0)]), status
        assert sent == [(7, 2), (3, 2), (4, 1)], sent


def test_order(vap, station, pki):
    """With random chains and losses, no station receives a frame after a later one."""
    chosen = random.Random(1)
    stations = [STATION[:5] + bytes([last]) for last in (1, 2, 3)]
    heard, made = {}, {}

    def lossy(frame):
        acked = chosen.random() < 0.4
        tries = chosen.randint(1, frame.tries) if acked else frame.tries
        key = frame.receiver, frame.number
        made.setdefault(key, []).append(tries)
        if acked:
            assert frame.number > heard.get(frame.receiver, 0), f"{frame.number} came late"
            heard[frame.receiver] = frame.number
        return tries, acked

    with GuestAgent(pki, leases=[BSSID]), Medium(lossy), ControllerConnection(
        Pki.of(pki)
    ) as controller:
        drain(vap)
        for burst in range(40):
            for number in range(4 * burst + 1, 4 * burst + 5):
                for receiver in stations:
                    stages = [(108, 2), (48, 3), (12, 4)][: chosen.randint(1, 3)]
                    vap.send(downlink_chain(receiver, number, *stages))
            for _ in range(12):
                status = receive_status(vap)
                receiver = status[6:12]
                number = struct.unpack_from("<H", frame_of(status[14:]), 22)[0] >> 4
                _, stages = status_chain(status)
                tries = [stage[1] for stage in stages if stage[1]]
                assert tries == made[receiver, number], (tries, made[receiver, number])
        assert len(made) == 480
        stats = controller.call("stats")
        assert not sum(stats["drops"].values()), stats["drops"]
        assert stats["again"]["frames"] == sum(len(tries) - 1 for tries in made.values())


def test_large_frames(vap, station, pki):
    with GuestAgent(pki, leases=[BSSID]):
        drain(vap)
        drain(station)
        down = header(0x0208, STATION, BSSID, BSSID) + b"\xaa\xaa\3\0\0\0\x08\0" + bytes(1540)
        vap.send(downlink(STATION, BSSID, down))
        heard = receive(station, "the full frame", lambda data: frame_of(data)[4:10] == STATION)
        assert len(frame_of(heard)) == len(down)
        up = header(0x0108, BSSID, STATION, GROUP) + b"\xaa\xaa\3\0\0\0\x08\0" + bytes(1540)
        station.send(radiotap_tx(NOACK) + up)
        data = receive(
            vap, "the full frame", lambda data: data[6:12] == STATION and data[3] & 15 == 0
        )
        assert len(frame_of(data[14:])) == len(up)


def test_configured_leases(vap, station, pki):
    assert not acknowledged(station, BSSID), "acknowledged without an agent"
    with GuestAgent(pki, leases=[BSSID, BSSID2]):
        assert acknowledged(station, BSSID)
        assert acknowledged(station, BSSID2)
        assert not acknowledged(station, bytes.fromhex("02aabbcc0003"))
    assert not acknowledged(station, BSSID), "acknowledged after the agent's end"
    assert not own_interfaces()


def test_interfaces_end_with_a_killed_agent(vap, station, pki):
    """The kernel removes them with the agent's socket: nobody acknowledges any more."""
    with GuestAgent(pki, leases=[BSSID, BSSID2]) as agent:
        assert acknowledged(station, BSSID)
        agent.kill()
        until("the removal of its interfaces", lambda: not own_interfaces())
        assert not acknowledged(station, BSSID)


def test_stale_interfaces_are_removed(vap, station, pki):
    """Those of an earlier agent that has left them, for instance one of an older version."""
    flags = "type", "monitor", "flags", "active"
    run("iw", "phy", "phy0", "interface", "add", "cmack0.0", *flags)
    run("ip", "link", "set", "cmack0.0", "address", BSSID.hex(":"), "up")
    with GuestAgent(pki, user="root"):
        assert "cmack0.0" not in interfaces()
        assert not acknowledged(station, BSSID)


def test_leases_by_a_controller(vap, station, pki):
    with GuestAgent(pki), ControllerConnection(Pki.of(pki)) as controller:
        info = controller.call("agent.info")["radios"][0]
        assert (info["phy"], info["frequency"], info["power_dbm"]) == ("phy0", FREQUENCY, 15), info
        assert info["active_monitor"] and info["max_leases"] == 8, info
        assert {"2.4", "5"} <= set(info["bands"]), info
        lease = {"bssid": BSSID.hex(":"), "radio": 0}
        controller.call("ack.lease", **lease, ttl_ms=60000)
        assert acknowledged(station, BSSID)
        assert controller.call("ack.release", **lease)["released"]
        assert not acknowledged(station, BSSID)
        controller.call("ack.lease", **lease, ttl_ms=1000)
        assert acknowledged(station, BSSID)
        until("the lease to expire", lambda: not controller.call("ack.list")["leases"])
        # The list no longer shows a lease whose removal runs.
        until("the radio to stop", lambda: not acknowledged(station, BSSID))


def test_leases_come_and_go_while_frames_pass(vap, station, pki):
    """Each frame of another lease gets its TX status meanwhile."""
    lease = {"bssid": BSSID2.hex(":"), "radio": 0}
    enough, changes = threading.Event(), []

    def change(controller):
        while not enough.is_set():
            assert controller.call("ack.lease", **lease, ttl_ms=60000)["created"]
            assert controller.call("ack.release", **lease)["released"]
            changes.append(None)

    with contextlib.ExitStack() as stack:
        stack.enter_context(GuestAgent(pki, leases=[BSSID]))
        controller = stack.enter_context(ControllerConnection(Pki.of(pki)))
        threads = stack.enter_context(concurrent.futures.ThreadPoolExecutor())
        # The pool awaits the thread at its end.
        stack.callback(enough.set)
        drain(vap)
        future = threads.submit(change, controller)
        number = 0
        while (number < 100 or len(changes) < 10) and not future.done():
            number += 1
            vap.send(downlink_chain(STATION, number % 4096, (108, 3), (12, 4)))
            status = frame_of(receive_status(vap)[14:])
            assert struct.unpack_from("<H", status, 22)[0] >> 4 == number % 4096
        enough.set()
        future.result()
        stats = controller.call("stats")
        assert not sum(stats["drops"].values()), stats["drops"]
        assert (stats["failed_removals"], stats["pending_removals"]) == (0, 0), stats
        assert not acknowledged(station, BSSID2)
    assert not own_interfaces()


def test_radio_set(vap, station, pki):
    # In the world domain, channel 36 is for listening only.
    with GuestAgent(pki, leases=[BSSID], country="DE"), ControllerConnection(
        Pki.of(pki)
    ) as controller:
        done = controller.call("radio.set", radio=0, frequency=5180, power_dbm=10)
        assert done == {"radio": 0, "frequency": 5180, "power_dbm": 10}, done
        assert not acknowledged(station, BSSID), "on another channel"
        for bad in ({"frequency": 2413}, {"frequency": 2412, "power_dbm": 60}):
            try:
                refused = controller.call("radio.set", radio=0, **bad)
            except RpcError as error:
                refused = error.code
            assert refused == -32003 or refused["power_dbm"] <= 60, refused
        controller.call("radio.set", radio=0, frequency=FREQUENCY)
        assert acknowledged(station, BSSID), "back on the channel, with its lease"


def make_pki():
    folder = FILES / "pki"
    for command in (("init",), ("controller",), ("wtp", "02:00:00:00:00:99")):
        run(str(PKI), command[0], str(folder / "good"), *command[1:])
    return folder / "good"


def set_up():
    run(
        "insmod",
        str(
            next(
                KERNEL.glob(
                    "modules/lib/modules/*/kernel/drivers/net/wireless/" "virtual/mac80211_hwsim.ko"
                )
            )
        ),
        "radios=2",
    )
    run("ip", "link", "set", "lo", "up")
    run(*"ip link add vap0 mtu 1700 type veth peer name wired0 mtu 1700".split())
    run("ip", "link", "set", "vap0", "up")
    run("ip", "link", "set", "wired0", "up")
    # Only frames of the test itself: no IPv6 router solicitations and the like.
    for name in ("vap0", "wired0"):
        pathlib.Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").write_text("1")
    # The plain monitor has the channel, the active one acknowledges.
    run("iw", "phy", "phy1", "interface", "add", "mon0", "type", "monitor")
    run("iw", "phy", "phy1", "interface", "add", "sta0", "type", "monitor", "flags", "active")
    run("ip", "link", "set", "sta0", "address", STATION.hex(":"))
    run("ip", "link", "set", "mon0", "mtu", "2304", "up")
    run("iw", "dev", "mon0", "set", "freq", str(FREQUENCY), "HT20")
    run("ip", "link", "set", "sta0", "up")


def power_off():
    sys.stdout.flush()
    os.sync()
    ctypes.CDLL(None).reboot(0x4321FEDC)


def main():
    failed = False
    try:
        set_up()
        pki = make_pki()
        vap, station = packet_socket("vap0"), packet_socket("mon0")
        tests = globals() | vars(aggregation_tests) | vars(neighbour_tests) | vars(power_tests)
        tests |= vars(regulatory_tests) | vars(survey_tests) | vars(driver_tests)
        for name, test in tests.items():
            if not name.startswith("test_"):
                continue
            try:
                test(vap, station, str(pki))
                print("ok    ", name, flush=True)
            except Exception:
                failed = True
                print("FAILED", name, flush=True)
                traceback.print_exc(file=sys.stdout)
    except Exception:
        failed = True
        traceback.print_exc(file=sys.stdout)
    log = output("dmesg")
    if any(word in log for word in ("WARNING:", "BUG:", "Oops")):
        failed = True
        print(log)
    print("hwsim: failed" if failed else "hwsim: all passed", flush=True)
    power_off()


if __name__ == "__main__":
    main()
