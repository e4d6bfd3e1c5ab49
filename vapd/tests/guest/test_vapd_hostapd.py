# SPDX-License-Identifier: Apache-2.0
"""cloudmac-vapd with the real hostapd and wpa_supplicant, on radios of cloudmac_hwsim.

    hostapd, wlan0 === va ------ vb === wlan1, wpa_supplicant (in a namespace)

Runs in the virtual machine of the driver's tests.
"""

import contextlib
import pathlib
import sys
import tempfile
import time

import pytest

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]
sys.path[:0] = [str(TREE / "daemon/tests/component"), str(TREE / "vap-driver/tests/guest")]

from connection import VAP_HOST_PORT, ControllerConnection, RpcError  # noqa: E402
from lab import (  # noqa: E402
    DriverRadio,
    ForegroundProgram,
    Module,
    Netns,
    Veth,
    connected,
    hostapd,
    supplicant,
)
from lab import wait_for  # noqa: E402
from pki import Pki  # noqa: E402

DAEMON = HERE.parents[1] / "build/cloudmac-vapd"
BSSID = "02:aa:00:00:12:34"
CONTROL = {"ctrl_interface": "/run/hostapd"}
WPA2 = "wpa=2\nwpa_key_mgmt=WPA-PSK\nrsn_pairwise=CCMP\nwpa_passphrase=correct horse\n"
SECURITY = {
    "open": ("", "key_mgmt=NONE"),
    "wpa2": (WPA2, 'psk="correct horse"\nkey_mgmt=WPA-PSK'),
}
CONFIG = """
[vap-host]
name = vaps1
[control]
address = 127.0.0.1
ca = {pki}/ca.pem
cert = {pki}/vap-host-vaps1.pem
key = {pki}/vap-host-vaps1.key
"""


@pytest.fixture(name="module", autouse=True)
def loaded_module():
    with Module() as loaded:
        yield loaded


@pytest.fixture(name="pki", scope="module")
def certificates():
    with tempfile.TemporaryDirectory() as folder:
        yield Pki(folder)


@contextlib.contextmanager
def daemon(pki):
    """Runs cloudmac-vapd. Returns a session with it that subscribes."""
    config = pki.folder / "vapd.conf"
    config.write_text(CONFIG.format(pki=pki.path("good", "")))
    process = ForegroundProgram([str(DAEMON), "--foreground", "--config", str(config)], None)
    try:
        status = pathlib.Path(f"/proc/{process.process.pid}/status")
        wait_for(lambda: "NoNewPrivs:\t1" in status.read_text(), "the daemon is unprivileged")
        with ControllerConnection(pki, port=VAP_HOST_PORT) as session:
            session.socket.settimeout(60)
            session.call("vaps.subscribe", enabled=True)
            yield session
    finally:
        process.stop()
        print(process.log.read_text())
        assert process.process.returncode == 0


@contextlib.contextmanager
def radios():
    """Two radios back to back. The second one is in a namespace of its own."""
    with Veth() as wire, Netns() as netns:
        with DriverRadio(wire.a, "--address", BSSID) as ap, DriverRadio(wire.b) as station:
            station.move(netns)
            yield ap, station


@pytest.mark.parametrize("security", SECURITY)
def test_a_vap_and_its_station(pki, security):
    ours, theirs = SECURITY[security]
    with radios() as (ap, station), daemon(pki) as session:
        with hostapd(ap, ours, **CONTROL) as access_point:
            vap = session.notification("vap.up", bssid=BSSID)
            assert (vap["ssid"], vap["frequency"], vap["stations"]) == ("cloud", 2437, 0)
            assert (vap["lower"], vap["vlan"], vap["radio"]) == (ap.lower, 0, ap.phy)
            with supplicant(station, theirs, 2437) as client:
                joined = session.notification("station.associated", bssid=BSSID)
                assert session.notification("station.authorized") == joined
                wait_for(lambda: connected(client), "the station is connected")
                assert session.call("stations.list", bssid=BSSID) == {
                    "stations": [{"station": joined["station"], "authorized": True}]
                }
                counters = session.call("vap.stats", bssid=BSSID)["counters"]
                assert counters["tx_frames"] > 0 and counters["rx_frames"] > 0
            assert session.notification("station.disassociated") == joined
            assert access_point.process.poll() is None
        session.notification("vap.down", bssid=BSSID)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in another namespace"])
def test_a_killed_hostapd_is_down_at_once(pki, elsewhere):
    """It says nothing, and the kernel sends no event either: it stops the access point in silence."""
    with Netns() as netns, radios() as (ap, _), daemon(pki) as session:
        if elsewhere:
            ap.move(netns)
        with hostapd(ap, WPA2, **CONTROL) as access_point:
            session.notification("vap.up", bssid=BSSID)
            killed = time.monotonic()
            access_point.process.kill()
            session.notification("vap.down", bssid=BSSID)
            assert time.monotonic() - killed < 0.5
        assert session.call("vaps.list")["vaps"] == []
        with hostapd(ap, WPA2, **CONTROL):
            session.notification("vap.up", bssid=BSSID)


def test_channel_switch(pki):
    """The station follows, and the next switch brings it back."""
    ours, theirs = SECURITY["wpa2"]
    with radios() as (ap, station), hostapd(ap, ours, **CONTROL), daemon(pki) as session:
        if not session.call("vaps.list")["vaps"]:
            session.notification("vap.up", bssid=BSSID)
        with supplicant(station, theirs, 2437) as client:
            session.notification("station.authorized", bssid=BSSID)
            for frequency in (2462, 2412):
                switch = {"bssid": BSSID, "frequency": frequency}
                assert session.call("channel.switch", count=5, **switch) == switch
                (vap,) = session.call("vaps.list")["vaps"]
                assert (vap["frequency"], vap["stations"]) == (frequency, 1)
                assert connected(client)
            with pytest.raises(RpcError) as refused:
                session.call("channel.switch", bssid=BSSID, frequency=5955, count=5)
            assert refused.value.code == -32013


def test_a_bss_that_shares_its_radio_does_not_switch(pki):
    second = "bss=wlan9\nssid=second\nctrl_interface=/run/hostapd\n"
    with radios() as (ap, _), daemon(pki) as session:
        with hostapd(ap, second, **CONTROL, bssid="02:aa:00:00:12:30"):
            bssids = {session.notification("vap.up")["bssid"] for _ in range(2)}
            assert len(bssids) == 2
            for bssid in bssids:
                with pytest.raises(RpcError) as refused:
                    session.call("channel.switch", bssid=bssid, frequency=2462, count=5)
                assert refused.value.code == -32013


def test_hostapd_in_another_network_namespace(pki):
    """It answers by path. The radio is not in the daemon's namespace, so it has no name."""
    with Netns() as netns, radios() as (ap, _), daemon(pki) as session:
        ap.move(netns)
        with hostapd(ap, **CONTROL):
            vap = session.notification("vap.up", bssid=BSSID)
            assert (vap["lower"], vap["radio"]) == ("", "")
            switch = {"bssid": BSSID, "frequency": 2462}
            assert session.call("channel.switch", count=5, **switch) == switch
