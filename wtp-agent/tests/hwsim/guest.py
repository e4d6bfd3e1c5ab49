#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the agent on mac80211_hwsim, inside the lab kernel.

                    netns wtp                      netns station
    vap0 ===veth=== wired0  cloudmac-wtp  phy0 ))) phy1  mon0

The test itself is the VAP (vap0) and the station (mon0, a monitor interface
that injects; sta0, an active one that acknowledges).
"""

import ctypes
import os
import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "component"))
import harness  # noqa: E402
from medium import Medium  # noqa: E402

LINKS = pathlib.Path(os.environ["LINKS"])  # to what the host runs this with
AGENT = str(LINKS / "agent")
KERNEL = LINKS / "kernel"
BSSID = bytes.fromhex("02aabbcc0001")
BSSID2 = bytes.fromhex("02aabbcc0002")
STATION = bytes.fromhex("020000000100")
GROUP = b"\xff" * 6
FREQUENCY = 2437
FILES = pathlib.Path(tempfile.mkdtemp())

ETH_P_ALL, PACKET_OUTGOING = 3, 4
TX_FAIL, NOACK = 0x01, 0x08

CONFIG = """
[wtp]
name = test
wired = wired0
id = 02:00:00:00:00:99
user = {user}
[radio]
phy = phy0
frequency = {frequency}
power = 15
{leases}
[control]
announce = 192.0.2.1
ca = {pki}/ca.pem
cert = {pki}/wtp-02-00-00-00-00-99.pem
key = {pki}/wtp-02-00-00-00-00-99.key
"""


def run(*command):
    subprocess.run(command, check=True)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def until(what, condition, seconds=5):
    """Waits for a condition and returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"timeout: {what}, not within {seconds} s")
        time.sleep(0.01)


def packet_socket(ifname):
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    sock.bind((ifname, ETH_P_ALL))
    sock.settimeout(0.05)
    return sock


def receive(sock, what, match, seconds=5):
    """Returns the first frame for which match() is true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            data, address = sock.recvfrom(4096)
        except TimeoutError:
            continue
        if address[2] != PACKET_OUTGOING and match(data):
            return data
    raise AssertionError(f"timeout: {what}, not within {seconds} s")


def drain(sock):
    sock.setblocking(False)
    try:
        while True:
            sock.recv(4096)
    except BlockingIOError:
        sock.settimeout(0.05)


def tag(vap, level=0x80, rate=0, priority=7, kind=0):
    return bytes([0x12, level, rate, priority << 5 | kind]) + vap[4:]


def radiotap_tx(flags):
    return struct.pack("<BBHIH", 0, 0, 10, 1 << 15, flags)


def header(control, addr1, addr2, addr3, sequence=0x1230):
    return struct.pack("<HH6s6s6sH", control, 0, addr1, addr2, addr3, sequence)


def downlink(station, bssid, frame, **fields):
    return station + tag(bssid, **fields) + b"\x13\x37" + radiotap_tx(0x10) + frame


def radiotap_length(data):
    return struct.unpack_from("<H", data, 2)[0]


def frame_of(data):
    return data[radiotap_length(data) :]


def tx_flags(data):
    """Returns the TX flags of mac80211's echo of an injected frame, or None for a received frame."""
    present = struct.unpack_from("<I", data, 4)[0]
    if not present & 1 << 15:
        return None
    offset = 8 + (1 if present & 1 << 2 else 0)
    offset += offset % 2
    return struct.unpack_from("<H", data, offset)[0]


class Agent:
    """Runs cloudmac-wtp with a configuration of the test."""

    def __init__(self, pki, leases=(), user="nobody"):
        path = FILES / "wtp.conf"
        lines = "\n".join(f"lease = {lease.hex(':')}" for lease in leases)
        path.write_text(CONFIG.format(leases=lines, frequency=FREQUENCY, pki=pki, user=user))
        self.process = subprocess.Popen([AGENT, "--foreground", "--config", str(path)])

    def __enter__(self):
        until("the agent's monitor interface", lambda: "cmmon0" in interfaces())
        until("the agent's drop of privileges", self.is_unprivileged)
        return self

    def is_unprivileged(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return "NoNewPrivs:\t1" in status

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(10) == 0, "the agent ended with an error"


def interfaces():
    return os.listdir("/sys/class/net")


def acknowledged(station, bssid):
    """Sends a null frame to the BSSID. Returns true if it is acknowledged."""
    drain(station)
    frame = header(0x0148, bssid, STATION, bssid)
    station.send(radiotap_tx(0) + frame)
    echo = receive(
        station,
        "the echo of the station's frame",
        lambda data: tx_flags(data) is not None and frame_of(data)[4:10] == bssid,
    )
    return not tx_flags(echo) & TX_FAIL


def test_announcement(vap, station, pki):
    with Agent(pki):
        data = receive(vap, "an announcement", lambda data: data[12:14] == b"\x13\x38")
        assert data[:6] == b"\x13\x38CMAC"
        assert data[18:24] == bytes.fromhex("020000000099")
        assert struct.pack(">H", FREQUENCY) in data, "the radio's frequency"


def test_beacon_gets_timestamp(vap, station, pki):
    with Agent(pki):
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


def test_uplink_and_filter(vap, station, pki):
    with Agent(pki, leases=[BSSID]):
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
    with Agent(pki, leases=[BSSID]):
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


def downlink_chain(station, number, *stages):
    """Returns a data frame with a chain of legacy rates, (500 kb/s, tries) each."""
    frame = header(0x0208, station, BSSID, BSSID, number << 4) + b"\xaa\xaa\3\0\0\0\x08\0hello"
    return station + tag(BSSID, priority=0) + b"\x13\x37" + harness.chain(*stages) + frame


def receive_status(vap):
    return receive(vap, "the TX status", lambda data: data[12:14] == b"\x13\x37" and data[3] & 15)


def test_chain_without_an_acknowledgement(vap, station, pki):
    """If the receiver never acknowledges, the agent makes exactly the tries of both stages."""
    sent = []

    def never(frame):
        sent.append(frame)
        return frame.tries, False

    with Agent(pki, leases=[BSSID]), Medium(never), harness.Controller(
        harness.Pki.of(pki)
    ) as controller:
        drain(vap)
        vap.send(downlink_chain(STATION, 0x123, (108, 3), (12, 4)))
        status = receive_status(vap)
        assert harness.status_chain(status) == (TX_FAIL, [(108, 3, 0), (12, 4, 0)]), status.hex()
        # hwsim's rates at 2.4 GHz: 11 is 54 Mb/s, 4 is 6 Mb/s.
        seen = [(frame.index, frame.tries, frame.retry, frame.number) for frame in sent]
        assert seen == [(11, 3, False, 0x123), (4, 4, True, 0x123)], seen
        assert frame_of(status[14:])[:2] == b"\x08\x02", "the unchanged header"
        (entry,) = controller.call("stations.airtime")["stations"]
        # 37 octets and FCS: 350 bits, 2 symbols and 15; 26 us around them.
        assert entry["tx"]["us"] == 3 * (26 + 8) + 4 * (26 + 60), entry


def test_chain_with_a_rate_that_the_band_lacks(vap, station, pki):
    with Agent(pki, leases=[BSSID]), Medium(lambda frame: (2, True)):
        drain(vap)
        vap.send(downlink_chain(STATION, 1, (3, 5), (12, 4)))
        flags, stages = harness.status_chain(receive_status(vap))
        assert flags == 0 and stages[0][1:] == (2, 1) and stages[0][0] != 3, stages
        assert stages[1] == (12, 0, 0), stages


def test_chain_of_ht(vap, station, pki):
    """Sends an MCS with a short guard interval, and one that is too wide for the channel."""
    sent = []

    def only_legacy(frame):
        sent.append((frame.index, frame.tries))
        return frame.tries, len(sent) == 3

    with Agent(pki, leases=[BSSID]), Medium(only_legacy):
        drain(vap)
        vap.send(downlink_chain(STATION, 1, (7, 2, 0x12), (3, 2, 0x06), (12, 1)))
        status = harness.status_chain(receive_status(vap))
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

    with Agent(pki, leases=[BSSID]), Medium(lossy), harness.Controller(
        harness.Pki.of(pki)
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
                _, stages = harness.status_chain(status)
                tries = [stage[1] for stage in stages if stage[1]]
                assert tries == made[receiver, number], (tries, made[receiver, number])
        assert len(made) == 480
        stats = controller.call("stats")
        assert not sum(stats["drops"].values()), stats["drops"]
        assert stats["again"]["frames"] == sum(len(tries) - 1 for tries in made.values())


HT_CAPABILITIES = struct.pack("<HB", 0x000C, 0x17) + b"\xff" + bytes(22)
QOS_DATA, DELBA, ADDBA_REQUEST = 0x88, b"\x03\x02", b"\x03\x00"


def described_data(number, payload=b"hello", described=True):
    """Returns QoS data of TID 0 for the station, with two HT rates and the station's description."""
    one = b"\x12\x13\x37\1" + struct.pack("<HB", 9, 2) + bytes([2, 7, 2, 0, 2, 4, 2, 0])
    station = struct.pack("<HB", 1, 0x12) + b"\x0c\x18" + HT_CAPABILITIES
    two = b"\x12\x13\x37\2" + struct.pack("<H", len(station)) + station
    present = (0xC0000000, 0xC0000001, 1) if described else (0xC0000000, 1)
    if not described:
        two = b""
    words = 4 + 4 * len(present)
    start = words + len(one) + len(one) % 2
    radiotap = struct.pack(f"<BBH{len(present)}I", 0, 0, start + len(two), *present)
    radiotap += one.ljust(start - words, b"\0") + two
    frame = header(0x0288, STATION, BSSID, BSSID, number << 4) + b"\0\0"
    frame += b"\xaa\xaa\3\0\0\0\x08\0" + payload
    return STATION + tag(BSSID, priority=0) + b"\x13\x37" + radiotap + frame


# CCMP, SAE; management frames have to be protected, and can be.
RSN_MFP = bytes.fromhex("3014 0100 000fac04 0100 000fac04 0100 000fac08 c000")


def beacon_of_vap(ssid=b"test", tail=b""):
    body = bytes(8) + struct.pack("<HH", 100, 0x01) + bytes([0, len(ssid)]) + ssid
    body += b"\1\2\x8c\x98"
    body += b"\5\4\0\2\0\0" + tail
    return downlink(GROUP, BSSID, header(0x0080, GROUP, BSSID, BSSID) + body)


def entries():
    """Returns the addresses of the stations of the agent's access point."""
    if "cmap0.0" not in interfaces():
        return []
    lines = output("iw", "dev", "cmap0.0", "station", "dump").splitlines()
    return [line.split()[1] for line in lines if line.startswith("Station")]


def next_of(station, kind, start=b""):
    """Returns the number and the body of the next frame to the station."""

    def matches(data):
        frame = frame_of(data)
        return frame[0] == kind and frame[4:10] == STATION and frame[24:].startswith(start)

    frame = frame_of(receive(station, f"a frame of type {kind:02x}", matches))
    return struct.unpack_from("<H", frame, 22)[0] >> 4, frame[24:]


def status_number(vap):
    return struct.unpack_from("<H", frame_of(receive_status(vap)[14:]), 22)[0] >> 4


def test_aggregation(vap, station, pki):
    """With an entry of the station, mac80211 numbers frames and requests a session. The TX
    statuses carry the VAP's numbers. The entry ends when the station dozes."""
    number = 0x123
    with Agent(pki, leases=[BSSID]):
        drain(vap)
        drain(station)
        vap.send(described_data(number))
        assert (
            next_of(station, 0xD0)[1] == DELBA + b"\0\x08\x25\0"
        ), "expected a DELBA for an earlier session"
        assert next_of(station, QOS_DATA)[0] == number
        assert status_number(vap) == number

        def entered():
            nonlocal number
            vap.send(beacon_of_vap())
            for _ in range(4):
                number += 1
                vap.send(described_data(number))
            return entries() == [STATION.hex(":")]

        until("an entry of the station", entered)
        request = next_of(station, 0xD0, ADDBA_REQUEST)[1]
        body = b"\x03\x01" + request[2:3] + b"\0\0" + request[3:5] + b"\0\0"
        station.send(radiotap_tx(0) + header(0x00D0, BSSID, STATION, BSSID) + body)
        drain(station)
        number += 1
        vap.send(described_data(number))
        sent = next_of(station, QOS_DATA)[0]
        assert sent < 0x100, f"{sent:x} is not mac80211's own number"
        until("the last status", lambda: status_number(vap) == number)

        for kind in (0x00B0, 0x00C0, 0x00A0, 0x0000):
            forged = header(kind, BSSID, STATION, BSSID) + b"\0\0\1\0\0\0"
            station.send(radiotap_tx(0) + forged)
            receive(vap, "a forged frame", lambda data: kind in frame_of(data[14:])[:1])
        assert entries() == [STATION.hex(":")], "a forged frame ended the entry"
        accepted = header(0x0010, STATION, BSSID, BSSID) + b"\1\0\0\0\1\xc0"
        vap.send(downlink(STATION, BSSID, accepted))
        until("the end of the entry at a new association", lambda: not entries())
        until("an entry of the station", entered)

        station.send(radiotap_tx(0) + header(0x1148, BSSID, STATION, BSSID))
        until("the end of the entry", lambda: not entries())
        station.send(radiotap_tx(0) + header(0x0148, BSSID, STATION, BSSID))
        drain(station)
        vap.send(described_data(number + 1))
        assert next_of(station, 0xD0)[1][:2] == DELBA
        sent = next_of(station, QOS_DATA)[0]
        assert sent == number + 1, f"{sent:x} is not the VAP's number"
    assert "cmap0.0" not in interfaces()


def test_aggregation_for_a_hidden_ssid(vap, station, pki):
    """An SSID of zeros or of length 0 allows an entry. The kernel's beacon hides the SSID too."""
    for ssid in (bytes(4), b""):
        number = 0x123
        with Agent(pki, leases=[BSSID]):

            def entered():
                nonlocal number
                vap.send(beacon_of_vap(ssid))
                for _ in range(4):
                    number += 1
                    vap.send(described_data(number))
                return entries() == [STATION.hex(":")]

            until(f"an entry of the station, SSID {ssid}", entered)
            if ssid:
                continue
            time.sleep(0.1)  # the VAP's own beacons are out
            drain(station)
            beacon = frame_of(
                receive(station, "the kernel's beacon", lambda data: frame_of(data)[0] == 0x80, 15)
            )
            assert beacon[10:16] == BSSID and beacon[36:40] == b"\0\0\1\2", beacon.hex()


def test_no_aggregation_where_management_is_protected(vap, station, pki):
    """If the beacon requires protection, only the VAP can end a session: the agent sends no DELBA."""
    with Agent(pki, leases=[BSSID]):
        drain(station)
        vap.send(beacon_of_vap(tail=RSN_MFP))
        vap.send(described_data(0x123, described=False))
        first = frame_of(receive(station, "a frame", lambda data: frame_of(data)[4:10] == STATION))
        assert first[0] == QOS_DATA, first.hex()
        # Without that requirement, a station without a description may have a session.
        vap.send(beacon_of_vap())
        drain(station)
        vap.send(described_data(0x124, described=False))
        assert next_of(station, 0xD0)[1][:2] == DELBA


def test_large_frames(vap, station, pki):
    with Agent(pki, leases=[BSSID]):
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
    with Agent(pki, leases=[BSSID, BSSID2]):
        assert acknowledged(station, BSSID)
        assert acknowledged(station, BSSID2)
        assert not acknowledged(station, bytes.fromhex("02aabbcc0003"))
    assert not acknowledged(station, BSSID), "acknowledged after the agent's end"
    assert not [name for name in interfaces() if name.startswith("cm")]


def own_interfaces():
    return [name for name in interfaces() if name.startswith("cm")]


def test_interfaces_end_with_a_killed_agent(vap, station, pki):
    """The kernel removes them with the agent's socket: nobody acknowledges any more."""
    with Agent(pki, leases=[BSSID, BSSID2]) as agent:
        assert acknowledged(station, BSSID)
        agent.process.kill()
        agent.process.wait()
        until("the removal of its interfaces", lambda: not own_interfaces())
        assert not acknowledged(station, BSSID)
        agent.process = subprocess.Popen(["true"])
        until("true", lambda: agent.process.poll() is not None)
        agent.process.send_signal = lambda _: None


def test_stale_interfaces_are_removed(vap, station, pki):
    """Those of an earlier agent that has left them, for instance one of an older version."""
    flags = "type", "monitor", "flags", "active"
    run("iw", "phy", "phy0", "interface", "add", "cmack0.0", *flags)
    run("ip", "link", "set", "cmack0.0", "address", BSSID.hex(":"), "up")
    with Agent(pki, user="root"):
        assert "cmack0.0" not in interfaces()
        assert not acknowledged(station, BSSID)


def test_leases_by_a_controller(vap, station, pki):
    with Agent(pki), harness.Controller(harness.Pki.of(pki)) as controller:
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
        assert not acknowledged(station, BSSID)


def test_radio_set(vap, station, pki):
    with Agent(pki, leases=[BSSID]), harness.Controller(harness.Pki.of(pki)) as controller:
        done = controller.call("radio.set", radio=0, frequency=5180, power_dbm=10)
        assert done == {"radio": 0, "frequency": 5180, "power_dbm": 10}, done
        assert not acknowledged(station, BSSID), "on another channel"
        for bad in ({"frequency": 2413}, {"frequency": 2412, "power_dbm": 60}):
            try:
                refused = controller.call("radio.set", radio=0, **bad)
            except harness.RpcError as error:
                refused = error.code
            assert refused == -32003 or refused["power_dbm"] <= 60, refused
        controller.call("radio.set", radio=0, frequency=FREQUENCY)
        assert acknowledged(station, BSSID), "back on the channel, with its lease"


def make_pki():
    folder = FILES / "pki"
    for command in (("init",), ("controller",), ("wtp", "02:00:00:00:00:99")):
        run(str(harness.PKI), command[0], str(folder / "good"), *command[1:])
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
    run(
        "ip",
        "link",
        "add",
        "vap0",
        "mtu",
        "1700",
        "type",
        "veth",
        "peer",
        "name",
        "wired0",
        "mtu",
        "1700",
    )
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
        for name, test in list(globals().items()):
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
