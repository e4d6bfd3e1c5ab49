# SPDX-License-Identifier: Apache-2.0
"""Removal of devices, namespaces and the module during traffic."""

import contextlib
import subprocess
from pathlib import Path

import pytest
from lab import DriverRadio, Module, Netns, Veth, hostapd, ping, radios, run, wait_for
from test_association import associated, pair
from test_wire import PATIENT, associated_station
from wire import PacketSocket, authentication, mac

BSSID = "02:aa:00:00:12:34"


@contextlib.contextmanager
def flood(target: str, netns: str | None = None):
    """Floods 'target' with pings until the end of the context."""
    prefix = ["ip", "netns", "exec", netns] if netns else []
    process = subprocess.Popen(
        [*prefix, "ping", "-f", "-s", "1400", target],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def busy(radio: DriverRadio, frames: int = 200):
    """Waits until the radio has sent 'frames' more frames."""
    start = radio.stats()["tx_frames"]
    wait_for(lambda: radio.stats()["tx_frames"] > start + frames, "there is traffic")


@pytest.mark.busy
def test_unload_under_traffic(module):
    """The module unloads during traffic."""
    with pair() as (ap, station), associated(ap, station), flood("10.0.0.2"):
        busy(ap)
        module.unload()


@pytest.mark.busy
def test_radio_deleted_under_traffic(module):
    """A radio is deleted during traffic."""
    with pair() as (ap, station), associated(ap, station), flood("10.0.0.2"):
        busy(ap)
        station.delete()
        busy(ap, 5)
        ap.delete()


@pytest.mark.busy
def test_interface_down_under_traffic(module):
    """A radio that stops gives up the frames that await their status."""
    with pair() as (ap, station), associated(ap, station), flood("10.0.0.2"):
        busy(ap)
        run("ip", "link", "set", ap.ifname, "down")
        wait_for(lambda: ap.describe()["pending"] == 0, "nothing is pending")


@pytest.mark.busy
def test_lower_device_removed_under_traffic(module):
    """The radios remain, without a lower device, and can be deleted."""
    with pair() as (ap, station), associated(ap, station), flood("10.0.0.2"):
        busy(ap)
        run("ip", "link", "del", ap.lower)
        assert ap.describe()["lower"] is None
        wait_for(lambda: ap.stats()["tx_drop_no_lower"] > 0, "frames are counted as lost")
        assert "(gone)" in run("/bin/sh", "-c", "$VAP_TOOL list").stdout


def test_lower_device_moved(module):
    """A radio loses a lower device that moves to another namespace."""
    with Netns() as netns, Veth() as veth, DriverRadio(veth.a) as radio:
        run("ip", "link", "set", radio.ifname, "up")
        run("ip", "link", "set", veth.a, "netns", netns)
        assert radio.describe()["lower"] is None
        run("ip", "link", "del", veth.a, netns=netns)


def test_lower_device_down(module):
    """Frames are dropped and counted while the lower device is down."""
    with pair() as (ap, station), associated(ap, station):
        run("ip", "link", "set", ap.lower, "down")
        wait_for(lambda: ap.stats()["tx_drop_lower_down"] > 0, "beacons are dropped")
        run("ip", "link", "set", ap.lower, "up")
        before = ap.stats()["tx_frames"]
        wait_for(lambda: ap.stats()["tx_frames"] > before, "beacons are sent again")


def full_queue(lower: str):
    """Lets the lower device send next to nothing, and hold nothing back."""
    run(*f"tc qdisc add dev {lower} root tbf rate 8bit burst 1600 limit 1".split())


@pytest.mark.parametrize(
    "obstruct,counter",
    [
        (lambda lower: run("ip", "link", "set", lower, "down"), "tx_drop_lower_down"),
        (lambda lower: run("ip", "link", "del", lower), "tx_drop_no_lower"),
        (full_queue, "tx_drop_lower"),
    ],
    ids=["down", "gone", "full"],
)
def test_dropped_frames_are_not_awaited(module, obstruct, counter):
    """The driver awaits no TX status of a frame that it dropped itself."""
    with associated_station() as (radio, _):
        obstruct(radio.lower)
        wait_for(lambda: radio.stats()[counter] > 0, "the first frame is dropped")
        before = radio.describe()["pending"]
        first = radio.stats()
        wait_for(
            lambda: radio.stats()[counter] > first[counter] + 30, "beacons and pings are dropped"
        )
        assert radio.describe()["pending"] <= before
        assert radio.stats()["status_unsent"] > first["status_unsent"]
        assert radio.stats()["status_timeout"] == first["status_timeout"]


def test_namespace_of_radio_and_lower_device_ends(module):
    """A radio disappears with its namespace."""
    with Veth() as veth:
        with Netns() as netns:
            run("ip", "link", "set", veth.b, "netns", netns)
            run("ip", "link", "set", veth.b, "up", netns=netns)
            radio = DriverRadio(veth.b, netns=netns)
            radio.__enter__()
            run("ip", "link", "set", radio.ifname, "up", netns=netns)
        wait_for(
            lambda: run("ip", "link", "show", veth.a, check=False).returncode,
            "the veth pair is gone",
        )
    assert radios() == []


def test_namespace_of_a_moved_radio_ends(module):
    """A radio of the first namespace returns there when its namespace ends."""
    with Veth() as veth, DriverRadio(veth.a) as radio:
        with Netns() as netns:
            radio.move(netns)
            run("ip", "link", "set", radio.ifname, "up", netns=netns)
        radio.netns = None
        wait_for(lambda: radios(), "the radio is back")
        assert radio.describe()["lower"] == veth.a


@pytest.mark.busy
def test_requests_race_with_traffic(module):
    """Radios are added, listed and deleted during a flood."""
    with pair() as (ap, station), associated(ap, station), flood("10.0.0.2"):
        for _ in range(20):
            with DriverRadio(ap.lower) as other:
                run("ip", "link", "set", other.ifname, "up")
                assert other.stats()["rx_drop_80211"] == 0
                assert len(radios()) == 2
        ping("10.0.0.2")


@pytest.mark.parametrize("order", [1, -1])
def test_flood_of_unknown_stations(module, order):
    """Authentications of a thousand stations do not exceed the limit of pending frames."""
    with Veth() as veth, PacketSocket(veth.b) as wire:
        with DriverRadio(veth.a, "--address", BSSID, "--pending-max", "64") as radio, hostapd(
            radio
        ):
            for number in range(1000)[::order]:
                wire.send(
                    authentication(f"02:bb:00:00:{number >> 8:02x}:{number & 255:02x}", BSSID)
                )
            wait_for(
                lambda: radio.stats()["rx_frames"] + radio.stats()["rx_drop_backlog"] >= 1000,
                "all are received or dropped",
            )
            assert radio.describe()["pending"] <= 64


def fill(wire: PacketSocket, radio: DriverRadio, bssid: str, group: int) -> int:
    """Sends authentications of 16 stations. Returns how many frames then await a status."""
    before = radio.stats()["tx_frames"]
    for number in range(16):
        wire.send(authentication(f"02:bb:00:00:{group:02x}:{number:02x}", bssid))
    for number in range(16):
        receiver = mac(f"02:bb:00:00:{group:02x}:{number:02x}")
        wire.until(lambda f, r=receiver: f.receiver == r, "an answer to each")
    assert radio.stats()["tx_frames"] >= before + 16
    return radio.describe()["pending"]


def test_pending_frames_of_a_user_namespace_are_bounded():
    """The frames of all radios of a user namespace that await a status have a limit. A radio
    gives up its own oldest frame for a new one, or drops the new one if it has none."""
    with Module("user_pending_max=20"), Veth() as veth, PacketSocket(veth.b) as wire:
        second = BSSID[:-2] + "78"
        options = "--pending-max", "16", *PATIENT
        with DriverRadio(veth.a, "--address", BSSID, *options) as one, hostapd(one):
            with DriverRadio(veth.a, "--address", second, *options) as two, hostapd(two):
                assert fill(wire, one, BSSID, 0) == 16
                assert fill(wire, two, second, 0) == 4
                assert one.describe()["pending"] == 16
                assert one.stats()["status_overflow"] == 0
                run("ip", "link", "set", two.ifname, "down")
                wait_for(lambda: two.describe()["pending"] == 0, "its frames are given up")
            Path("/sys/module/cloudmac_hwsim/parameters/user_pending_max").write_text("16")
            with DriverRadio(veth.a, "--address", second, *options) as two, hostapd(two):
                assert fill(wire, one, BSSID, 1) == 16
                wire.send(authentication("02:bb:00:00:00:01", second))
                wait_for(lambda: two.stats()["tx_drop_quota"] == 1, "the new frame is dropped")
                assert two.describe()["pending"] == 0
            run("ip", "link", "set", one.ifname, "down")
            wait_for(lambda: one.describe()["pending"] == 0, "its frames are given up")
            with DriverRadio(veth.a, "--address", second, *options) as two, hostapd(two):
                wire.send(authentication("02:bb:00:00:00:01", second))
                wait_for(lambda: two.describe()["pending"] == 1, "there is room again")
