# SPDX-License-Identifier: Apache-2.0
"""The frames of a radio in station role. The tests are the WTP, and the access point behind it:

    wlan0, a virtual station === va ------ vb
"""

import contextlib
import struct
import subprocess
import time

import genl
import pytest
import vsta
from lab import TOOL, DriverRadio, Veth, radios, run, wait_for
from vsta import Hello, Scan
from wire import PacketSocket, management, status, uplink

STATION = "02:bb:00:00:00:07"
BSSID = "02:dd:00:00:00:01"
OTHER_BSSID = "02:dd:00:00:00:02"
RADIO = "02:cc:00:00:00:01"
NULL = "00:00:00:00:00:00"
IDLE = Hello(vsta.AWAKE, 0, NULL, b"")
AUTHENTICATION, ASSOCIATION, DEAUTHENTICATION, NULL_DATA = 0xB0, 0x00, 0xC0, 0x48
BAD_OCTETS = (11, 22, 26, 37, 40, 46, 49, 50, 51)
"""Of a scan done: source, frame control, addresses, category, OUI, type, status."""
CHANNELS = {2412: 1, 2437: 6, 2462: 11}


@contextlib.contextmanager
def virtual_station(*options: str):
    """Creates a virtual station whose interface is up. Yields its radio and the wire."""
    with Veth() as veth, PacketSocket(veth.b) as wire:
        with DriverRadio(veth.a, "--station", "--address", STATION, *options) as radio:
            run("ip", "link", "set", radio.ifname, "up")
            yield radio, wire


def hello(wire, wanted=lambda said: True) -> Hello:
    """Returns the next hello for which 'wanted' is true."""

    def matches(frame):
        said = vsta.message(frame)
        return isinstance(said, Hello) and wanted(said)

    return vsta.message(vsta.await_frame(wire, matches, "such a hello"))


def scan(wire) -> Scan:
    """Returns the next scan."""
    return vsta.message(
        vsta.await_frame(wire, lambda f: isinstance(vsta.message(f), Scan), "a scan")
    )


@contextlib.contextmanager
def scanning(radio, wire, *frequencies: int, more: tuple[str, ...] = ()):
    """Runs iw, which scans until the context's body has ended the scan. The next frame on the wire
    is then of this scan, or of no scan."""
    names = ["freq", *map(str, frequencies)] if frequencies else []
    command = ["iw", "dev", radio.ifname, "scan", *names, *more]
    wire.drain()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def found(process) -> dict[str, str]:
    """Waits for the end of iw. Returns its lines by the BSSID that they are about."""
    text, _ = process.communicate(timeout=20)
    assert process.returncode == 0, text
    parts = text.decode().split("BSS ")[1:]
    return {part[:17]: part for part in parts if part[2] == ":"}


def beacon(bssid: str, mhz: int, ssid: bytes = b"cloud") -> bytes:
    """Returns a beacon as the WTP sends it."""
    content = vsta.announcement(8, vsta.EVERYBODY, bssid, ssid, CHANNELS[mhz])
    return vsta.to_station(STATION, content, mhz)


def answer(wire, *frames: bytes, status: int = 0):
    """Answers a scan: first the frames, then the scan done. It waits for a repetition, because iw
    hears of no end that comes at once."""
    asked = scan(wire)
    assert scan(wire) == asked
    for frame in frames:
        wire.send(frame)
    wire.send(vsta.done(STATION, RADIO, asked.id, status))
    return asked


def refused(*arguments: str, words: str):
    """Checks that the tool fails, prints 'words' and changes no radio."""
    before = radios()
    done = run(TOOL, *arguments, check=False)
    assert done.returncode and words in done.stderr, done.stderr
    assert radios() == before


def test_role(module):
    """The tool shows the role. In station role there are no access points, no frames with four
    addresses and one station at a time."""
    with virtual_station() as (radio, _), Veth() as veth, DriverRadio(veth.a) as ap:
        assert (radio.describe()["role"], ap.describe()["role"]) == ("station", "ap")
        assert f"{radio.phy:10} station" in run(TOOL, "list").stdout
        modes = run("iw", "phy", radio.phy, "info").stdout
        listed = modes[modes.index("Supported interface modes") :].split("Band")[0]
        assert "managed" in listed and "monitor" in listed
        assert "AP" not in listed and "IBSS" not in listed and "mesh" not in listed
        assert "VHT Capabilities" not in modes and "HE " not in modes and "HT20/HT40" not in modes
        dev = ["iw", "dev", radio.ifname]
        assert run(*dev, "set", "4addr", "on", check=False).returncode
        assert run(
            "iw", "phy", radio.phy, "interface", "add", "ap7", "type", "__ap", check=False
        ).returncode
        run("iw", "phy", radio.phy, "interface", "add", "sta7", "type", "managed")
        assert run("ip", "link", "set", "sta7", "up", check=False).returncode, "a second one"
        run("iw", "phy", radio.phy, "interface", "add", "mon7", "type", "monitor")
        run("ip", "link", "set", "mon7", "up")


def test_refused(module):
    """A bad role, or one that does not fit the rest, is refused and changes nothing."""
    with Veth() as veth:
        refused("add", "--station", words="--lower IFNAME is missing")
        refused("add", "--lower", veth.a, "--station", "--channels", "2", words="uses one channel")
        refused("add", "--lower", veth.a, "--station=yes", words="usage")
        refused(
            "add", "--lower", veth.a, "--station", "--address", "02:bb:00:00:ff:ff", words="any VAP"
        )
        index = int(open(f"/sys/class/net/{veth.a}/ifindex", encoding="ascii").read())
        lower = genl.u32(genl.LOWER, index)
        for role, error in ((b"\x02", "ERANGE"), (b"\xff", "ERANGE"), (b"", "EINVAL")):
            request = lower + genl.attribute(genl.ROLE, role)
            assert genl.name_of(genl.request(genl.NEW_RADIO, request)) == error, role
        assert radios() == []


def test_hello(module):
    """A hello at once when the interface comes up, one each second, none when it is down."""
    with virtual_station() as (radio, wire):
        first = wire.receive()
        assert vsta.message(first) == IDLE
        assert vsta.headers(first) == vsta.MESSAGE_HEADERS
        assert (first.vap, first.frame[10:16].hex(":")) == (7, STATION)
        times = []
        for _ in range(3):
            assert hello(wire) == IDLE
            times.append(time.monotonic())
        assert 1.6 < times[2] - times[0] < 2.6
        assert radio.stats()["tx_hellos"] >= 4
        run("ip", "link", "set", radio.ifname, "down")
        count = radio.stats()["tx_hellos"]
        time.sleep(1.3)
        assert radio.stats()["tx_hellos"] == count
        run("ip", "link", "set", radio.ifname, "up")
        wait_for(lambda: radio.stats()["tx_hellos"] > count, "hellos again")


def test_scan(module):
    """A scan names frequencies and SSIDs, is repeated with one id, and ends by its scan done."""
    with virtual_station() as (radio, wire):
        more = ("ssid", "one", "")
        with scanning(radio, wire, 2437, 2412, 5180, more=more) as process:
            first = scan(wire)
            begun = time.monotonic()
            assert first.id and first.flags == vsta.ACTIVE
            assert sorted(first.frequencies) == [2412, 2437, 5180]
            assert first.ssids == (b"one", b"")
            for _ in range(3):
                assert scan(wire) == first
            assert 0.7 < time.monotonic() - begun < 1.5, "each 300 ms"
            wire.send(vsta.done(STATION, RADIO, first.id ^ 1))
            good = vsta.done(STATION, RADIO, first.id)
            for at in (*BAD_OCTETS, 0):  # the version of the last one is bad
                wire.send(good[:at] + bytes([good[at] ^ 0x40]) + good[at + 1 :])
            wire.send(good[:-5])
            wire.send(vsta.done("02:be:00:00:00:07", RADIO, first.id))  # with the same id
            assert scan(wire) == first, "none of these ends the scan"
            wire.send(beacon(BSSID, 2437))
            wire.send(beacon(OTHER_BSSID, 2412, b"other"))
            wire.send(vsta.done(STATION, RADIO, first.id))
            bss = found(process)
            assert set(bss) == {BSSID, OTHER_BSSID}
            assert "freq: 2437" in bss[BSSID] and "freq: 2412" in bss[OTHER_BSSID]
            assert "signal: -55" in bss[BSSID]
        stats = radio.stats()
        assert (stats["scans_done"], stats["scans_failed"]) == (1, 0)
        assert stats["rx_drop_message"] == 3 + len(BAD_OCTETS)
        with scanning(radio, wire, 2437, more=("passive",)) as process:
            second = answer(wire)
            assert second.id not in (0, first.id)
            assert (second.flags, second.ssids) == (0, ())
            found(process)
        with scanning(radio, wire, more=("flush",)) as process:
            everything = answer(wire)
            assert everything.flags == vsta.ACTIVE | vsta.FRESH
            assert len(set(everything.frequencies)) == len(everything.frequencies) > 30
            found(process)


def test_scan_fails(module):
    """A refused or aborted scan, and one without an answer, end as aborted."""
    with virtual_station() as (radio, wire):
        for result in (1, 2):
            with scanning(radio, wire, 2437) as process:
                answer(wire, status=result)
                assert b"aborted" in process.communicate(timeout=20)[0]
        with scanning(radio, wire, 2437) as process:
            begun = time.monotonic()
            assert b"aborted" in process.communicate(timeout=40)[0]
            assert 19 < time.monotonic() - begun < 25
        assert radio.stats()["scans_failed"] == 3
        assert radio.stats()["tx_scans"] > 50
        with scanning(radio, wire, 2437) as process:
            answer(wire, beacon(BSSID, 2437))
            assert BSSID in found(process)


def test_remembered_response_counts(module):
    """A probe response from the WTP's memory counts in each scan, whomever it was for."""
    with virtual_station() as (radio, wire):
        content = vsta.announcement(5, "02:bb:00:00:00:99", BSSID, b"hidden", 6)
        for _ in range(2):
            with scanning(radio, wire, 2437, more=("flush",)) as process:
                answer(wire, vsta.to_station(STATION, content, 2437))
                assert "SSID: hidden" in found(process)[BSSID]


@pytest.mark.parametrize("end", ["down", "remove", "radio", "lower", "module"])
def test_end_during_a_scan(module, end):
    """A scan ends with its interface, its radio, the lower device or the module."""
    with virtual_station() as (radio, wire), scanning(radio, wire, 2437) as process:
        asked = scan(wire)
        if end == "down":
            run("ip", "link", "set", radio.ifname, "down")
        elif end == "remove":
            run("iw", "dev", radio.ifname, "del")
        elif end == "radio":
            radio.delete()
        elif end == "lower":
            run("ip", "link", "del", radio.lower)
        else:
            module.unload()
        if end in ("down", "lower"):
            assert b"aborted" in process.communicate(timeout=10)[0]
        if end == "down":
            wire.send(vsta.done(STATION, RADIO, asked.id))
            run("ip", "link", "set", radio.ifname, "up")
            with scanning(radio, wire, 2437) as again:
                assert answer(wire).id != asked.id
                found(again)
        if end == "lower":
            assert run("iw", "dev", radio.ifname, "scan", check=False).returncode


class OpenAccessPoint:
    """An open access point behind the WTP."""

    def __init__(self, wire, mhz: int = 2437):
        self.wire, self.mhz = wire, mhz

    def send(self, subtype: int, body: bytes, sequence: int):
        """Sends a management frame to the station."""
        content = management(subtype, STATION, BSSID, BSSID, body, sequence)
        self.wire.send(vsta.to_station(STATION, content, self.mhz))

    def take(self, kind: int):
        """Acknowledges the station's next frame of a kind. Returns it and the latest hello."""
        said = None

        def matches(frame):
            nonlocal said
            message = vsta.message(frame)
            said = message if isinstance(message, Hello) else said
            return not message and frame.type == kind

        frame = vsta.await_frame(self.wire, matches, f"a frame of type {kind:#x}")
        self.wire.send(status(frame))
        return frame, said

    @contextlib.contextmanager
    def joined(self, radio):
        """Lets iw find and join the access point. Yields what it took on the way."""
        with scanning(radio, self.wire, self.mhz) as process:
            answer(self.wire, beacon(BSSID, self.mhz))
            found(process)
        command = ["iw", "dev", radio.ifname, "connect", "-w", "cloud", str(self.mhz), BSSID]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            authentication = self.take(AUTHENTICATION)
            self.send(11, struct.pack("<HHH", 0, 2, 0), 1)
            association = self.take(ASSOCIATION)
            rates = b"\x01\x08\x82\x84\x8b\x96\x0c\x12\x18\x24"
            self.send(1, struct.pack("<HHH", 0x0421, 0, 0xC001) + rates, 2)
            assert b"connected to" in process.communicate(timeout=20)[0]
        yield authentication, association


def test_association(module):
    """A hello precedes the frame for which a WTP needs its values. The frames are the downlink's,
    with a chain of rates and a token, and their TX statuses count."""
    with virtual_station() as (radio, wire):
        with OpenAccessPoint(wire).joined(radio) as (authentication, association):
            frame, said = authentication
            assert said == Hello(vsta.AWAKE, 2437, BSSID, b"")
            assert (frame.kind, frame.vap, frame.priority) == (0, 7, 7)
            assert frame.receiver.hex(":") == BSSID and not frame.request
            assert frame.chain and frame.token and not frame.station
            assert struct.unpack_from("<H", frame.radiotap, frame.radiotap.index(b"\x85\x09"))
            frame, said = association
            assert said == Hello(vsta.AWAKE, 2437, BSSID, b"cloud")
            assert b"\x00\x05cloud" in frame.frame
            both = vsta.AWAKE | vsta.ASSOCIATED
            assert hello(wire, lambda h: h.associated) == Hello(both, 2437, BSSID, b"cloud")
            stats = radio.stats()
            assert (stats["status_acked"], stats["status_failed"]) == (2, 0)
            assert stats["status_heard"] == stats["status_not_heard"] == 0
        run("iw", "dev", radio.ifname, "disconnect")
        _, said = OpenAccessPoint(wire).take(DEAUTHENTICATION)
        assert said is None or said.bssid == BSSID, "the end comes after the frame"
        assert hello(wire, lambda h: not h.frequency) == IDLE


def test_power_save(module):
    """A hello reports that the station dozes, after the access point has acknowledged it, and that
    it wakes up for a frame in the TIM."""
    with virtual_station() as (radio, wire), OpenAccessPoint(wire).joined(radio):
        access_point = OpenAccessPoint(wire)
        # mac80211 dozes when it has heard a beacon with a DTIM.
        tim = {waiting: bytes([5, 4, 0, 1, 0, 2 if waiting else 0]) for waiting in (False, True)}
        beacons = {
            waiting: vsta.to_station(
                STATION,
                vsta.announcement(8, vsta.EVERYBODY, BSSID, b"cloud", 6, tim[waiting]),
                2437,
            )
            for waiting in tim
        }
        wire.send(beacons[False])
        run("iw", "dev", radio.ifname, "set", "power_save", "on")
        null, said = access_point.take(NULL_DATA)
        assert null.frame[1] & 0x10, "the bit Power Management"
        assert said is None or said.flags & vsta.AWAKE
        assert not hello(wire, lambda h: not h.flags & vsta.AWAKE).flags & vsta.AWAKE
        wire.send(beacons[True])
        assert hello(wire, lambda h: h.flags & vsta.AWAKE).associated
        null, _ = access_point.take(NULL_DATA)
        assert not null.frame[1] & 0x10


def test_other_channel(module):
    """Frames of another channel than the current one are dropped, but while the station scans."""
    with virtual_station() as (radio, wire), OpenAccessPoint(wire).joined(radio):
        before = radio.stats()
        wire.send(beacon(OTHER_BSSID, 2412, b"other"))
        wait_for(
            lambda: radio.stats()["rx_drop_channel"] == before["rx_drop_channel"] + 1, "dropped"
        )
        with scanning(radio, wire, 2412, 2437) as process:
            answer(wire, beacon(OTHER_BSSID, 2412, b"other"), beacon(BSSID, 2437))
            bss = found(process)
        assert "freq: 2412" in bss[OTHER_BSSID] and "associated" in bss[BSSID]
        data = management(0, STATION, BSSID, BSSID, bytes(20))
        wire.send(vsta.to_station(STATION, b"\x08\x02" + data[2:], 2412))
        wait_for(
            lambda: radio.stats()["rx_drop_channel"] == before["rx_drop_channel"] + 2, "dropped"
        )


def test_only_its_own_frames(module):
    """The radio takes frames with its id only, and no downlink frames."""
    with virtual_station() as (radio, wire), OpenAccessPoint(wire).joined(radio):
        before = radio.stats()
        content = vsta.announcement(8, vsta.EVERYBODY, BSSID, b"cloud", 6)
        for number in (8, 0xFFFF):
            wire.send(uplink(BSSID, number, content, radiotap=vsta.radiotap(2437)))
        other = management(12, "02:bb:00:00:00:08", BSSID, BSSID, b"\x01\x00")
        wire.send(vsta.to_station(STATION, other, 2437))
        wire.send(vsta.to_station(STATION, content, 2437, kind=2))
        message = bytearray(vsta.done(STATION, RADIO, 5))
        message[4:6] = b"\x00\x08"
        wire.send(bytes(message))
        down = uplink(BSSID, 7, content)
        wire.send(b"\xff" * 6 + down[:6] + down[12:])
        wait_for(
            lambda: radio.stats()["rx_drop_unknown_vap"] == before["rx_drop_unknown_vap"] + 6,
            "six frames of others",
        )
        assert radio.stats()["rx_frames"] == before["rx_frames"]
