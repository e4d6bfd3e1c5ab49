# SPDX-License-Identifier: Apache-2.0
"""The frames that an access point's radio sends and receives. The tests are the other
end of the veth pair."""

import contextlib
import socket
import struct
import subprocess
import time

import genl
import pytest
from lab import DriverRadio, ForegroundProgram, Veth, hostapd, run, wait_for
from wire import (
    PacketSocket,
    association,
    authentication,
    mac,
    management,
    probe_request,
    status,
    status_of_chain,
    uplink,
)

BSSID = "02:aa:00:00:12:34"
STATION = "02:bb:00:00:00:01"
PATIENT = ("--status-timeout", "10000")  # for slow machines
BEACON, PROBE_RESPONSE, AUTHENTICATION = 0x80, 0x50, 0xB0
ASSOCIATION, DATA = 0x10, 0x08


@contextlib.contextmanager
def access_point(*options, **settings):
    """Runs an access point. Yields its radio and the other end of its wire.

    'options' are those of cloudmac-vap, 'settings' those of hostapd.
    """
    with Veth() as veth, PacketSocket(veth.b) as wire:
        with DriverRadio(veth.a, "--address", BSSID, *options) as radio, hostapd(radio, **settings):
            yield radio, wire


def test_beacon(module):
    """Tag and radiotap header of a beacon, and the fields that the WTP completes."""
    with access_point() as (radio, wire):
        beacons = [wire.until(lambda f: f.type == BEACON, "a beacon") for _ in range(3)]
        first = beacons[0]
        assert first.receiver == b"\xff" * 6
        assert (first.kind, first.vap, first.priority) == (0, 0x1234, 7)
        assert first.rate == 2, "1 Mb/s, in units of 500 kb/s"
        assert first.frame[24:32] == bytes(8), "the WTP sets the timestamp"
        # rate, channel, TX flags, data retries
        assert first.present == 1 << 2 | 1 << 3 | 1 << 15 | 1 << 17
        rate, freq, flags = struct.unpack_from("<BxH2xH", first.radiotap, 8)
        assert (rate, freq) == (2, 2437)
        assert flags == 0x38, "NOACK, NOSEQ, NOREORDER"
        assert beacons[1].sequence == (first.sequence + 1) & 0xFFF
        assert radio.stats()["tx_frames"] >= 3


def test_transmit_power_is_in_the_tag(module):
    """Octet 1 of the tag is the transmit power that iw sets."""
    with access_point() as (radio, wire):
        run("iw", "dev", radio.ifname, "set", "txpower", "fixed", "700")
        wire.until(lambda f: f.type == BEACON and f.power == 7, "a beacon with 7 dBm")


def test_probe_is_answered(module):
    """The access point answers a wildcard probe request, which names no VAP."""
    with access_point() as (_, wire):
        wire.send(probe_request(STATION))
        answer = wire.until(lambda f: f.type == PROBE_RESPONSE, "a probe response")
        assert answer.receiver.hex(":") == STATION
        assert (answer.vap, answer.priority) == (0x1234, 7)
        assert answer.frame[24:32] == bytes(8)


def test_status_acknowledges(module):
    """The TX status of a WTP completes the frame."""
    with access_point(*PATIENT) as (radio, wire):
        wire.send(authentication(STATION, BSSID))
        answer = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        assert radio.describe()["pending"] == 1
        wire.send(status(answer, retries=2))
        wait_for(lambda: radio.stats()["status_acked"] == 1, "the status is counted")
        assert radio.describe()["pending"] == 0
        wire.send(status(answer))
        wait_for(lambda: radio.stats()["status_unmatched"] == 1, "a second one is unmatched")


def test_status_of_another_frame_is_unmatched(module):
    """Receiver, type and sequence number of a status must match the frame."""
    with access_point(*PATIENT) as (radio, wire):
        wire.send(authentication(STATION, BSSID))
        answer = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        whole = answer.frame
        for other in (
            whole[:22] + b"\xf0\xff" + whole[24:],
            whole[:4] + b"\x02\xcc" + whole[6:],
            b"\xd0" + whole[1:],
        ):
            answer.frame = other
            before = radio.stats()["status_unmatched"]
            wire.send(status(answer))
            wait_for(
                lambda b=before: radio.stats()["status_unmatched"] == b + 1,
                "the status is unmatched",
            )
        assert radio.describe()["pending"] == 1


def test_status_of_another_sender_is_dropped(module):
    """The driver accepts a TX status only with the token of the frame, which only the WTP
    that received the frame knows."""
    with access_point(*PATIENT) as (radio, wire):
        wire.send(authentication(STATION, BSSID))
        answer = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        token, whole = answer.token, answer.radiotap
        assert len(token) == 10 and any(token[6:])
        guesses = [token[:6] + bytes(4), token[:-1] + bytes([token[-1] ^ 1]), b""]
        for number, guess in enumerate(guesses):
            answer.radiotap = whole.replace(token, guess)
            wire.send(status(answer))
            wait_for(
                lambda n=number: radio.stats()["status_bad_token"] == n + 1, "the guess is counted"
            )
        stats = radio.stats()
        assert stats["status_acked"] == stats["status_unmatched"] == 0
        assert radio.describe()["pending"] == 1
        answer.radiotap = whole
        wire.send(status(answer))
        wait_for(lambda: radio.stats()["status_acked"] == 1, "the WTP's status counts")
        wire.send(authentication(STATION, BSSID, sequence=2))
        again = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        assert again.token != token


def test_failed_status(module):
    """A status can report that no acknowledgement arrived."""
    with access_point(*PATIENT) as (radio, wire):
        wire.send(authentication(STATION, BSSID))
        answer = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        wire.send(status(answer, failed=True, retries=7))
        wait_for(lambda: radio.stats()["status_failed"] == 1, "the failure is counted")


@contextlib.contextmanager
def associated_station(elements=b"", every_s=0.05, *options, **settings):
    """Associates a station by single frames. Sends it a ping every 'every_s' seconds.

    'elements' are those of the association request, 'options' those of cloudmac-vap,
    'settings' those of hostapd.
    """
    with access_point(*PATIENT, *options, **settings) as (radio, wire):
        for request, answer in (
            (authentication(STATION, BSSID), AUTHENTICATION),
            (association(STATION, BSSID, elements), ASSOCIATION),
        ):
            wire.send(request)
            frame = wire.until(lambda f, answer=answer: f.type == answer, "the answer")
            wire.send(status(frame))
        run("ip", "addr", "add", "192.0.2.1/24", "dev", radio.ifname)
        run("ip", "neigh", "add", "192.0.2.2", "lladdr", STATION, "dev", radio.ifname)
        ping = subprocess.Popen(
            ["ping", "-q", "-i", str(every_s), "192.0.2.2"], stdout=subprocess.DEVNULL
        )
        try:
            yield radio, wire
        finally:
            ping.terminate()
            ping.wait()


def learnt(radio):
    """Returns minstrel's table: the attempts and successes of each rate with attempts."""
    folder = f"/sys/kernel/debug/ieee80211/{radio.phy}/netdev:{radio.ifname}/stations/{STATION}"
    rates = {}
    for line in open(f"{folder}/rc_stats_csv"):
        fields = line.split(",")
        name, success, attempts = fields[4].strip(), int(fields[13]), int(fields[14])
        if attempts:
            before = rates.get(name, (0, 0))
            rates[name] = before[0] + attempts, before[1] + success
    return rates


def test_rate_control_learns_from_every_stage(module):
    """Frames carry all rates. minstrel learns the tries of each from the TX status."""
    reported = {"1.0M": (1, 1)}  # the association response
    moments = [dict(reported)]

    def report(rate, attempts, success):
        name = f"{rate / 2:.1f}M"
        before = reported.get(name, (0, 0))
        reported[name] = before[0] + attempts, before[1] + success

    def learns():
        frame = wire.until(lambda f: f.type & 0x0C == DATA and f.receiver[0] == 2, "data")
        chain = frame.chain
        assert chain and all(stage[0] & 3 == 1 and stage[2] for stage in chain), chain
        present = struct.unpack_from("<I", frame.radiotap, 4)[0]
        assert present == 1 << 2 | 1 << 3 | 1 << 15 | 1 << 17 | 1 << 30 | 1 << 31
        rate, retries = frame.radiotap[16], frame.radiotap[24]
        assert (rate, retries) == (chain[0][1], chain[0][2] - 1), "the first stage"
        # All tries fail but those at the last rate.
        tries = [stage[2] for stage in chain]
        wire.send(status_of_chain(frame, tries))
        for number, stage in enumerate(chain):
            report(stage[1], tries[number], int(number == len(chain) - 1))
        moments.append(dict(reported))
        # minstrel updates its table at intervals: it shows an earlier state.
        known = learnt(radio)
        assert not known or known in moments, (known, moments)
        return len(known) > 1 and len(moments) > 10

    with associated_station() as (radio, wire):
        wait_for(learns, "minstrel knows several rates")
        assert radio.stats()["status_unmatched"] == 0


HT_CAPABILITIES = struct.pack("<HB", 0x000C, 0x17) + b"\xff" + bytes(22)
OF_80211N = b"\x2d\x1a" + HT_CAPABILITIES + b"\xdd\x07\x00\x50\xf2\x02\x00\x01\x00"
QOS_DATA, ACTION = 0x88, 0xD0


def test_stations_are_described_at_intervals(module):
    """Some frames describe the station to the WTP, which aggregates. The VAP starts no
    block-ack session."""
    described = []
    since = time.monotonic()

    def is_described_again():
        frame = wire.until(
            lambda f: f.type in (QOS_DATA, ACTION) and f.receiver[0] == 2, "QoS data"
        )
        assert frame.type == QOS_DATA, frame.frame.hex()
        wire.send(status_of_chain(frame, [1] + [0] * (len(frame.chain) - 1)))
        described.append(frame.station)
        return len(described) > sum(map(bool, described)) >= 3

    with associated_station(OF_80211N, every_s=0.002) as (radio, wire):
        since = time.monotonic()
        wait_for(is_described_again, "three descriptions")
        # The radio has all of these rates, and two streams.
        rates = bytes([2, 4, 11, 22, 12, 18, 24, 36, 48, 72, 96, 108])
        for station in filter(None, described):
            assert station[:15] == b"\x01\x00" + bytes([0x1C]) + rates, station.hex()
            assert station[17:19] == b"\x17\xff" and len(station) == 15 + 26, station.hex()
        assert described[0], "the first frame"
        passed = (time.monotonic() - since) / (sum(map(bool, described)) - 1)
        assert passed > 0.03, "at most 25 descriptions a second, with a tick's tolerance"
        assert radio.stats()["status_unmatched"] == 0


def test_status_times_out(module):
    """The driver gives up a frame whose status does not arrive in time."""
    with access_point("--status-timeout", "200") as (radio, wire):
        wire.send(authentication(STATION, BSSID))
        wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        wait_for(lambda: radio.stats()["status_timeout"] == 1, "the timeout is counted")
        assert radio.describe()["pending"] == 0


def test_pending_frames_are_bounded(module):
    """The driver gives up the oldest frames if too many wait."""
    with access_point("--pending-max", "16", "--status-timeout", "10000") as (radio, wire):
        for number in range(20):
            wire.send(authentication(f"02:bb:00:00:00:{number:02x}", BSSID))
        wait_for(lambda: radio.stats()["status_overflow"] == 4, "four frames overflow")
        assert radio.describe()["pending"] == 16
        run("ip", "link", "set", radio.ifname, "down")
        wait_for(lambda: radio.describe()["pending"] == 0, "a radio that stops gives up all frames")
        assert radio.stats()["status_flushed"] >= 16


def test_signal_strength(module):
    """Octet 1 of the tag is the signal of the station."""
    with access_point() as (radio, wire):
        wire.send(authentication(STATION, BSSID))
        answer = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        wire.send(status(answer))

        def heard() -> bool:
            wire.send(probe_request(STATION))
            return "-55" in run("iw", "dev", radio.ifname, "station", "dump").stdout

        wait_for(heard, "the signal of the station is -55 dBm")


@pytest.mark.parametrize(
    "present,fields",
    [
        (1 << 2, "ff"),  # 127.5 Mb/s, legacy
        (1 << 19, "07 00 4d"),  # MCS 77
        (1 << 21, "44 00 00 04 90 00 00 00 00 00 00 00"),  # no spatial stream
        (1 << 21, "44 00 00 04 c9 00 00 00 00 00 00 00"),  # MCS 12, 9 streams
    ],
    ids=["legacy", "ht", "vht-nss", "vht-mcs"],
)
def test_impossible_rates_say_nothing(module, present, fields):
    """The driver ignores rates that do not exist, which mac80211 would warn about."""
    octets = bytes.fromhex(fields)
    radiotap = struct.pack("<BBHI", 0, 0, 8 + len(octets), present) + octets
    probe = management(4, BSSID, STATION, BSSID, b"\x00\x00\x01\x04\x02\x04\x0b\x16")
    with access_point() as (_, wire):
        wire.send(uplink(STATION, 0x1234, probe, radiotap=radiotap, rate=0))
        wire.until(lambda f: f.type == PROBE_RESPONSE, "a probe response")


def test_other_channel_is_dropped(module):
    """The radio drops a frame that a WTP received on another channel."""
    with access_point() as (radio, wire):
        before = radio.stats()["rx_drop_channel"]
        frame = probe_request(STATION)
        channel = struct.pack("<BBHIHH", 0, 0, 12, 1 << 3, 2412, 0x80)
        wire.send(frame[:14] + channel + frame[22:])
        wait_for(lambda: radio.stats()["rx_drop_channel"] == before + 1, "it is counted")


def chirp(receiver, last):
    """Returns a chirp of DPP that ends with an octet."""
    header = b"\xd0\0\0\0" + mac(receiver) + mac(BSSID) + b"\xff" * 6 + b"\0\0"
    return header + bytes.fromhex("0409506f9a1a01") + bytes([last])


@pytest.mark.parametrize("receiver", [STATION, "ff:ff:ff:ff:ff:ff"])
@pytest.mark.parametrize("channels", [1, 2])
def test_frames_for_another_channel_are_not_sent(module, channels, receiver):
    """A chirp of DPP on another channel fails. On the VAP's own channel it reaches the wire."""
    with access_point("--channels", str(channels), *PATIENT) as (radio, wire):
        index = socket.if_nametoindex(radio.ifname)
        events = ForegroundProgram(["iw", "event"], None)
        try:

            def fails():
                genl.transmit(index, 2462, chirp(receiver, 0x0D))
                # mac80211 reports a frame in the same way that it did not send.
                return events.said("no ack") and radio.stats()["tx_drop_channel"]

            wait_for(fails, "a failed TX status")
        finally:
            events.stop()
        assert radio.describe()["pending"] == 0
        own = chirp(receiver, 0x0E)
        wait_for(lambda: genl.transmit(index, 2437, own) == 0, "the frame for its own channel")
        # Neither channel is in the frame, but its last octet is.
        first = wire.until(lambda f: f.type == 0xD0, "the action frame")
        assert first.frame[-1] == 0x0E


def test_frames_for_a_channel_that_the_radio_leaves(module):
    """mac80211 adds frames to visits of another channel that have ended in the driver. Each is
    counted, and none causes a warning in the kernel log."""
    with access_point("--channels", "2", *PATIENT) as (radio, _wire):
        index = socket.if_nametoindex(radio.ifname)
        frame, frames = chirp(STATION, 0x0D), 500
        assert [genl.transmit(index, 2462, frame, duration=10) for _ in range(frames)] == [
            0
        ] * frames
        wait_for(lambda: radio.stats()["tx_drop_channel"] == frames, "all are counted")
        assert radio.describe()["pending"] == 0


def test_unknown_vap_is_counted(module):
    """A frame to an unknown VAP is counted."""
    with access_point() as (radio, wire):
        wire.send(authentication(STATION, "02:aa:00:00:99:99"))
        wait_for(lambda: radio.stats()["rx_drop_unknown_vap"] == 1, "it is counted")


def test_duplicates_are_dropped(module):
    """hostapd receives a frame once, even if two WTPs forward it or the station repeats it.
    The next number, and the same number of another station, are new frames."""
    with access_point() as (radio, wire):
        first = authentication(STATION, BSSID, sequence=7)
        again = bytearray(first)
        again[14 + 8 + 1] |= 0x08  # Retry
        other = authentication("02:bb:00:00:00:02", BSSID, sequence=7)
        new = authentication(STATION, BSSID, sequence=8)
        before = radio.stats()
        for frame in (first, first, bytes(again), other, new, first):
            wire.send(frame)
        wait_for(
            lambda: radio.stats()["rx_drop_duplicate"] == before["rx_drop_duplicate"] + 3,
            "three are dropped",
        )
        assert radio.stats()["rx_frames"] == before["rx_frames"] + 3


def test_fragments_and_groups_are_no_duplicates(module):
    """Fragments of one sequence number are no duplicates. Nor are probe requests, whose
    numbers are arbitrary."""
    with access_point() as (radio, wire):
        before = radio.stats()
        frame = bytearray(authentication(STATION, BSSID, sequence=9))
        for fragment in range(3):
            frame[14 + 8 + 22] = 9 << 4 & 0xF0 | fragment
            wire.send(bytes(frame))
        for _ in range(2):
            wire.send(probe_request(STATION))
        wait_for(lambda: radio.stats()["rx_frames"] == before["rx_frames"] + 5, "five are received")
        assert radio.stats()["rx_drop_duplicate"] == before["rx_drop_duplicate"]


def qos_data(sequence, tid):
    """Returns an empty QoS data frame of the station, as a WTP forwards it."""
    header = bytes([0x88, 0x01, 0, 0]) + mac(BSSID) + mac(STATION) + mac(BSSID)
    return uplink(STATION, 0x1234, header + struct.pack("<HH", sequence << 4, tid))


@pytest.mark.parametrize("request_", [authentication, association], ids=lambda f: f.__name__)
def test_authentication_restarts_the_numbers(module, request_):
    """After an authentication or association, QoS data may repeat earlier numbers."""
    with access_point() as (radio, wire):
        before = radio.stats()
        frames = [qos_data(sequence, tid) for tid in (0, 6) for sequence in range(3)]
        for frame in (*frames, frames[0], request_(STATION, BSSID), *frames, frames[0]):
            wire.send(frame)
        wait_for(
            lambda: radio.stats()["rx_frames"] + radio.stats()["rx_drop_duplicate"]
            == before["rx_frames"] + before["rx_drop_duplicate"] + 15,
            "all are received",
        )
        assert radio.stats()["rx_drop_duplicate"] == before["rx_drop_duplicate"] + 2


@pytest.mark.parametrize("behind", [1, 63])
def test_an_overtaken_authentication_ends_no_association(module, behind):
    """The controller releases an Authentication behind the Association Request that the
    switches forwarded. The station stays associated. A new Authentication is received."""
    with access_point(*PATIENT) as (radio, wire):
        late = 4096 - 1  # numbers wrap
        last = (late + behind) % 4096
        for request, answer in (
            (authentication(STATION, BSSID, sequence=(last - 64) % 4096), AUTHENTICATION),
            (association(STATION, BSSID, sequence=last), ASSOCIATION),
        ):
            wire.send(request)
            frame = wire.until(lambda f, answer=answer: f.type == answer, "the answer")
            wire.send(status(frame))
        before = radio.stats()
        wire.send(authentication(STATION, BSSID, sequence=late))
        wait_for(
            lambda: radio.stats()["rx_drop_overtaken"] == before["rx_drop_overtaken"] + 1,
            "it is dropped",
        )
        assert radio.stats()["rx_frames"] == before["rx_frames"]
        wire.send(authentication(STATION, BSSID, sequence=last + 1))
        wire.until(lambda f: f.type == AUTHENTICATION, "the answer to a new one")


def arp_request() -> bytes:
    """Returns the station's question for the access point's address, as the body of data."""
    addresses = mac(STATION) + bytes([192, 0, 2, 2]) + bytes(6) + bytes([192, 0, 2, 1])
    return bytes.fromhex("aaaa030000000806" + "0001080006040001") + addresses


def station_data(sequence: int, body: bytes, retry: bool = False) -> bytes:
    """Returns data of the station to everybody, as a WTP forwards it."""
    header = bytes([DATA, 0x09 if retry else 0x01, 0, 0]) + mac(BSSID) + mac(STATION)
    header += b"\xff" * 6 + struct.pack("<H", sequence << 4)
    return uplink(STATION, 0x1234, header + body)


@pytest.mark.parametrize("retry", [False, True], ids=["first", "retry"])
def test_guessed_numbers_suppress_nothing(module, retry):
    """A forger sends frames in the station's name, with the numbers of its next frames. The
    access point still receives the station's frame, and drops only its copies."""
    with associated_station(every_s=100) as (radio, wire):
        forged = [
            station_data(number, bytes(40), again) for number in range(64) for again in (0, 1)
        ]
        before = radio.stats()
        for frame in forged:
            wire.send(frame)
        wire.send(station_data(40, arp_request(), retry))
        wire.until(
            lambda f: f.type & 0x0C == DATA
            and f.receiver[0] == 2
            and b"\x08\x06" in f.frame[24:40],
            "the answer to the question",
        )
        for again in (False, True):
            wire.send(station_data(40, arp_request(), again))
        wait_for(
            lambda: radio.stats()["rx_drop_duplicate"] == before["rx_drop_duplicate"] + 64 + 2,
            "repeated frames are dropped",
        )


def test_repetitions_are_recognized(module):
    """A repetition may change the Retry, power management and more data bits, the duration,
    and the queue size. A frame that differs in anything else is a new one."""
    with access_point() as (radio, wire):
        before = radio.stats()
        first = qos_data(7, 0)
        offset = 14 + 8
        for at, bits in ((1, 0x08), (1, 0x10), (1, 0x20), (2, 0xFF), (25, 0x42)):
            changed = bytearray(first)
            changed[offset + at] ^= bits
            wire.send(first)
            wire.send(bytes(changed))
        for at, bits in ((1, 0x40), (21, 1), (24, 0x80)):
            changed = bytearray(first)
            changed[offset + at] ^= bits
            wire.send(bytes(changed))
        wire.send(first + b"\0")
        wait_for(
            lambda: radio.stats()["rx_frames"] == before["rx_frames"] + 1 + 4, "four others are new"
        )
        assert radio.stats()["rx_drop_duplicate"] == before["rx_drop_duplicate"] + 9


def test_station_address_like_a_tag(module):
    """The address of a station can begin like a tag."""
    station = "12:00:00:00:00:07"
    with access_point() as (_, wire):
        wire.send(authentication(station, BSSID))
        answer = wire.until(lambda f: f.type == AUTHENTICATION, "an authentication")
        assert answer.receiver.hex(":") == station


@pytest.mark.parametrize("name", ["tx_frames", "rx_drop_version", "status_timeout"])
def test_counters_are_in_ethtool_and_debugfs(module, name):
    """netlink, ethtool and debugfs show each counter."""
    with access_point() as (radio, _):
        assert name in radio.stats()
        assert f" {name}: " in run("ethtool", "-S", radio.ifname).stdout
        text = open(f"/sys/kernel/debug/ieee80211/{radio.phy}/cloudmac").read()
        assert f"{name}: " in text
