# SPDX-License-Identifier: Apache-2.0
"""A virtual station, with unmodified wpa_supplicant, and hostapd. See relay.py."""

import contextlib
import struct
import subprocess

import pytest
import vsta
from lab import (
    DriverRadio,
    Netns,
    Veth,
    address,
    connected,
    hostapd,
    ping,
    run,
    supplicant,
    wait_for,
)
from relay import Relay
from test_association import SECURITY
from test_wire import PATIENT
from wire import management

STATION = "02:bb:00:00:00:07"
BSSID = "02:aa:00:00:12:34"
QOS_NULL, ACTION = 0xC8, 0xD0
RESPONSE = b"\x03\x01\x09"  # to the ADDBA request with the token 9


@contextlib.contextmanager
def client(security: str = "wpa2", *options: str):
    """Associates a virtual station, whose radio has the options. Yields its radio,
    wpa_supplicant, hostapd and the relay."""
    ap_security, network = SECURITY[security]
    with Veth() as one, Veth() as two, Netns() as netns:
        with DriverRadio(
            one.a, "--station", "--address", STATION, *options
        ) as station, DriverRadio(two.a, "--address", BSSID) as ap, Relay(
            one.b, two.b, STATION, 2437
        ) as relay:
            station.move(netns)
            with hostapd(ap, ap_security) as access_point:
                with supplicant(station, network, 2437) as daemon:
                    try:
                        wait_for(lambda: connected(daemon), f"connected with {security}")
                        address(ap, "10.0.0.1/24")
                        address(station, "10.0.0.2/24")
                        yield station, daemon, access_point, relay
                    except AssertionError:
                        print(daemon.log.read_text()[-3000:], access_point.log.read_text()[-2000:])
                        for radio in (station, ap):
                            print({name: n for name, n in radio.stats().items() if n})
                        print(relay.hellos, relay.scans[-5:], len(relay.frames))
                        raise


@pytest.mark.parametrize("security", SECURITY)
def test_associates(module, security):
    """With each kind of security, traffic passes, and each frame has its TX status."""
    with client(security, *PATIENT) as (station, _, _, relay):
        ping("10.0.0.2")
        ping("10.0.0.1", netns=station.netns)
        assert relay.hello.associated
        wait_for(lambda: station.describe()["pending"] == 0, "every frame has its status")
        stats = station.stats()
        assert stats["status_acked"] > 6
        assert stats["status_heard"] == stats["status_sent"] == 0, "no status is guessed"
        for name in ("status_timeout", "status_unmatched", "status_overflow", "tx_drop_80211"):
            assert stats[name] == 0, name


def test_reconnects(module):
    """The station notices that its WTP or access point is gone, and reconnects by itself."""
    with client() as (station, daemon, _, relay):
        relay.silent = True
        wait_for(lambda: daemon.said("CTRL-EVENT-DISCONNECTED"), "beacon loss is detected")
        wait_for(lambda: not relay.hello.associated, "the hello reports it")
        relay.silent = False
        once = ["ping", "-c", "1", "-W", "1", "10.0.0.1"]
        wait_for(
            lambda: not run(*once, netns=station.netns, check=False).returncode, "traffic again"
        )
        assert station.stats()["scans_done"] >= 2


def test_no_wtp(module):
    """A scan without a WTP ends, and the station connects as soon as there is one."""
    with client() as (station, daemon, _, relay):
        relay.answers = False
        run("wpa_cli", "-p", daemon.control, "-i", station.ifname, "disconnect")
        wait_for(lambda: not relay.hello.associated, "disconnected")
        failed = station.stats()["scans_failed"]
        run("iw", "dev", station.ifname, "scan", "flush", netns=station.netns, check=False)
        assert station.stats()["scans_failed"] == failed + 1
        assert len({scan.id for scan in relay.scans[-20:]}) == 1
        relay.answers = True
        run("wpa_cli", "-p", daemon.control, "-i", station.ifname, "reconnect")
        wait_for(lambda: relay.hello.associated, "connected again")


def test_scan_while_associated(module):
    """Traffic passes during a scan, and the station stays associated."""
    with client() as (station, daemon, _, relay):
        hellos = len(relay.hellos)
        relay.answers = False
        with subprocess.Popen(
            ["ip", "netns", "exec", station.netns, "iw", "dev", station.ifname, "scan"],
            stdout=subprocess.PIPE,
        ) as process:
            scans = len(relay.scans)
            wait_for(lambda: len(relay.scans) > scans, "a scan")
            ping("10.0.0.1", netns=station.netns)
            relay.answers = True
            assert BSSID.encode() in process.communicate(timeout=30)[0]
        ping("10.0.0.2")
        assert {hello for hello in relay.hellos[hellos:] if not hello.associated} == set()
        assert "CTRL-EVENT-DISCONNECTED" not in daemon.log.read_text()


def test_power_save(module):
    """A dozing station gets the frames that its access point announces in the TIM."""
    with client() as (station, _, _, relay):
        run("iw", "dev", station.ifname, "set", "power_save", "on", netns=station.netns)
        for _ in range(3):
            wait_for(lambda: not relay.hello.flags & vsta.AWAKE, "the station dozes")
            ping("10.0.0.2", count=1)
        assert any(frame[0] == QOS_NULL and frame[1] & 0x10 for frame in relay.frames)


@pytest.mark.busy
def test_bulk_traffic(module):
    """TCP in both directions: each frame gets its status, and none is dropped."""
    with client("wpa2", *PATIENT) as (station, _, _, relay):
        for reverse in ([], ["-R"]):
            run("iperf3", "-s", "-1", "-D", "--logfile", "/run/iperf.log")
            timeout = ["--connect-timeout", "5000"]
            run("iperf3", "-c", "10.0.0.1", "-t", "3", *timeout, *reverse, netns=station.netns)
        wait_for(lambda: station.stats()["txq_backlog"] == 0, "no frame waits")
        stats = station.stats()
        assert stats["status_acked"] > 100
        for name in ("tx_drop_mtu", "tx_drop_80211", "status_unmatched", "rx_drop_duplicate"):
            assert stats[name] == 0, name


def test_two_wtps(module):
    """During a handover two WTPs send each frame. The station gets it once, group frames too."""
    with client("open") as (station, _, _, relay):
        relay.copies = 2
        count = 20
        ping("10.0.0.2", count=count)
        before = received(station)
        run("ping", "-b", "-c", "5", "-i", "0.2", "-W", "1", "10.0.0.255", check=False)
        assert received(station) == before + 5
        assert station.stats()["rx_drop_duplicate"] >= count


def test_refuses_aggregates(module):
    """The station refuses to receive aggregates, whose frames the WTP's radio would have to
    acknowledge. It starts no block-ack session of its own."""
    with client("open") as (station, _, _, relay):
        request = struct.pack("<BBBHHH", 3, 0, 9, 0x1002, 0, 0)  # ADDBA request, token 9
        relay.send(management(13, STATION, BSSID, BSSID, request, 700))
        response = wait_for(
            lambda: next(
                (f for f in relay.frames if f[0] == ACTION and f[24:27] == RESPONSE), None
            ),
            "the response",
        )
        assert struct.unpack_from("<H", response, 27)[0] == 37, "request declined"
        run("ping", "-c", "200", "-i", "0.01", "10.0.0.1", netns=station.netns)
        assert not [f for f in relay.frames if f[0] == ACTION and f[24:26] == b"\x03\x00"]


def received(station) -> int:
    """Returns how many IP packets the station has received."""
    text = run("cat", "/proc/net/snmp", netns=station.netns).stdout
    names, values = (line.split() for line in text.splitlines() if line.startswith("Ip:"))
    return int(values[names.index("InReceives")])
