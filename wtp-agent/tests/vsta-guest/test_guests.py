# SPDX-License-Identifier: Apache-2.0
"""Virtual stations with the real driver, agent, wpa_supplicant and hostapd. See wtp.py."""

import contextlib
import subprocess

import pytest
from wtp import agent, certificates, stock_radios
from lab import (
    DriverRadio,
    Module,
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

STATION = "02:bb:00:00:00:07"
OTHER = "02:bb:00:00:00:08"
WPA2 = "wpa=2\nwpa_key_mgmt=WPA-PSK\nrsn_pairwise=CCMP\nwpa_passphrase=correct horse\n"
WPA3 = "wpa=2\nwpa_key_mgmt=SAE\nieee80211w=2\nrsn_pairwise=CCMP\nsae_password=correct horse\n"
SECURITY = {
    "open": ("", "key_mgmt=NONE"),
    "wpa2": (WPA2, 'psk="correct horse"\nkey_mgmt=WPA-PSK'),
    "wpa3": (WPA3, 'sae_password="correct horse"\nkey_mgmt=SAE\nieee80211w=2'),
}
PINNED = "frequency = 2437\nstations = pinned"
FREE = "frequency = 2412\nstations = free"


@pytest.fixture(name="module", autouse=True)
def loaded_module():
    with Module() as loaded:
        yield loaded


@pytest.fixture(name="pki", scope="module")
def made_certificates():
    with certificates() as pki:
        yield pki


class Lab:
    """An agent, access points in namespaces of their own, and virtual stations."""

    def __init__(self, pki, options=PINNED, radios=2):
        self.pki, self.options, self.radios = pki, options, radios
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        enter = self.stack.enter_context
        try:
            self.wire = enter(Veth())
            antenna, *self.stock = enter(stock_radios(self.radios))
            for radio in self.stock:
                radio.move(enter(Netns()))
            self.control = enter(agent(self.pki, antenna.phy, self.wire.b, self.options))
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *error):
        if error[0]:
            print(self.control.call("stats"), self.control.call("ack.list"))
        self.stack.close()

    def ap(self, number, security, ip, **settings):
        """Starts hostapd on a radio. Returns it."""
        radio = self.stock[number]
        daemon = self.stack.enter_context(hostapd(radio, security, **settings))
        address(radio, ip)
        return daemon

    def station(self, mac=STATION):
        """Creates a virtual station with a lease, in a namespace of its own."""
        self.control.call("ack.lease", bssid=mac, radio=0, role="station", ttl_ms=3600000)
        radio = self.stack.enter_context(DriverRadio(self.wire.a, "--station", "--address", mac))
        radio.move(self.stack.enter_context(Netns()))
        return radio

    def joined(self, radio, network, ip, frequency=2437):
        """Starts wpa_supplicant, and waits until it is connected."""
        daemon = self.stack.enter_context(supplicant(radio, network, frequency))
        try:
            wait_for(lambda: connected(daemon), "connected")
        except AssertionError:
            print(daemon.log.read_text()[-3000:])
            print({name: n for name, n in radio.stats().items() if n})
            raise
        address(radio, ip)
        return daemon


@pytest.mark.parametrize("security", SECURITY)
def test_associates(pki, security):
    ours, theirs = SECURITY[security]
    with Lab(pki) as lab:
        lab.ap(0, ours, "10.0.0.1/24")
        station = lab.station()
        lab.joined(station, theirs, "10.0.0.2/24")
        ping("10.0.0.1", netns=station.netns)
        ping("10.0.0.2", netns=lab.stock[0].netns)
        stats = station.stats()
        assert stats["status_acked"] > 6
        for name in ("status_timeout", "status_unmatched", "status_heard", "status_sent"):
            assert stats[name] == 0, name


def test_a_free_radio_goes_to_the_first_network(pki):
    with Lab(pki, FREE) as lab:
        lab.ap(0, "", "10.0.0.1/24")
        station = lab.station()
        lab.joined(station, "key_mgmt=NONE", "10.0.0.2/24")
        ping("10.0.0.1", netns=station.netns)
        assert lab.control.call("agent.info")["radios"][0]["frequency"] == 2437


def test_two_stations_of_one_network(pki):
    """Both on one radio, with WPA2; group frames reach both."""
    ours, theirs = SECURITY["wpa2"]
    with Lab(pki) as lab:
        lab.ap(0, ours, "10.0.0.1/24")
        one, other = lab.station(), lab.station(OTHER)
        lab.joined(one, theirs, "10.0.0.2/24")
        lab.joined(other, theirs, "10.0.0.3/24")
        for radio in (one, other):
            ping("10.0.0.1", netns=radio.netns)
        ping("10.0.0.3", netns=one.netns)
        listed = lab.control.call("ack.list")["leases"]
        assert {(entry["bssid"], entry["role"]) for entry in listed} == {
            (STATION, "station"),
            (OTHER, "station"),
        }


def test_the_reason_of_a_refusal_reaches_wpa_supplicant(pki):
    """The other network is not on the channel of the first station."""
    with Lab(pki, FREE, 3) as lab:
        lab.ap(0, "", "10.0.0.1/24")
        lab.ap(1, "", "10.0.1.1/24", ssid="far", channel="11")
        one, other = lab.station(), lab.station(OTHER)
        lab.joined(one, "key_mgmt=NONE", "10.0.0.2/24")
        daemon = lab.stack.enter_context(supplicant(other, "key_mgmt=NONE", 2462, ssid="far"))
        wait_for(lambda: daemon.said("auth_failed") or daemon.said("status_code=39"), "the reason")
        ping("10.0.0.1", netns=one.netns)


def scan(radio, *frequencies):
    """Returns what iw prints of a scan."""
    names = ["freq", *map(str, frequencies)] if frequencies else []
    return run("iw", "dev", radio.ifname, "scan", *names, netns=radio.netns).stdout


def test_a_scan_beside_traffic(pki):
    """A station scans all channels while another one streams: nothing is lost, and a second
    scan asks nothing on the air."""
    with Lab(pki, PINNED, 3) as lab:
        lab.ap(0, "", "10.0.0.1/24")
        lab.ap(1, "", "10.0.1.1/24", ssid="far", channel="11")
        one, other = lab.station(), lab.station(OTHER)
        lab.joined(one, "key_mgmt=NONE", "10.0.0.2/24")
        run("ip", "link", "set", other.ifname, "up", netns=other.netns)
        with subprocess.Popen(
            ["ip", "netns", "exec", one.netns, *"ping -c 500 -i 0.02 -q 10.0.0.1".split()],
            stdout=subprocess.PIPE,
            text=True,
        ) as stream:
            found = scan(other)
            text = stream.communicate(timeout=60)[0]
        assert "SSID: cloud" in found and "SSID: far" in found
        assert " 0% packet loss" in text, text
        scan(other, 2437, 2462)
        before = lab.control.call("stats")["down"]["frames"]
        found = scan(other, 2437, 2462)
        assert "SSID: cloud" in found and "SSID: far" in found
        assert lab.control.call("stats")["down"]["frames"] == before


def test_a_scan_of_an_associated_station(pki):
    """Its access point buffers frames meanwhile: none is lost, in either direction, with
    protected management frames too."""
    ours, theirs = SECURITY["wpa3"]
    with Lab(pki, PINNED, 3) as lab:
        lab.ap(0, ours, "10.0.0.1/24")
        lab.ap(1, "", "10.0.1.1/24", ssid="far", channel="11")
        station = lab.station()
        daemon = lab.joined(station, theirs, "10.0.0.2/24")
        with contextlib.ExitStack() as stack:
            streams = [
                stack.enter_context(
                    subprocess.Popen(
                        ["ip", "netns", "exec", netns, *f"ping -c 300 -i 0.02 -q {ip}".split()],
                        stdout=subprocess.PIPE,
                        text=True,
                    )
                )
                for netns, ip in (
                    (station.netns, "10.0.0.1"),
                    (lab.stock[0].netns, "10.0.0.2"),
                )
            ]
            assert "SSID: far" in scan(station, 2412, 2437, 2462, 5180)
            for stream in streams:
                text = stream.communicate(timeout=60)[0]
                assert " 0% packet loss" in text, text
        assert "CTRL-EVENT-DISCONNECTED" not in daemon.log.read_text()


def test_power_save(pki):
    """A station dozes, and gets the frames that its access point announces in the TIM. The other
    one streams meanwhile."""
    with Lab(pki) as lab:
        lab.ap(0, "", "10.0.0.1/24")
        one, other = lab.station(), lab.station(OTHER)
        lab.joined(one, "key_mgmt=NONE", "10.0.0.2/24")
        lab.joined(other, "key_mgmt=NONE", "10.0.0.3/24")
        run("iw", "dev", one.ifname, "set", "power_save", "on", netns=one.netns)

        def states():
            stations = lab.control.call("vsta.list")["stations"]
            return {entry["station"]: entry["awake"] for entry in stations}

        for _ in range(3):
            wait_for(lambda: not states()[STATION], "one dozes")
            assert states()[OTHER]
            ping("10.0.0.3", netns=lab.stock[0].netns, count=1)
            ping("10.0.0.2", netns=lab.stock[0].netns, count=1)


def test_bulk_traffic(pki):
    """TCP in both directions, at a rate that a busy machine keeps up with: the agent drops nothing,
    and each frame gets its status."""
    with Lab(pki) as lab:
        lab.ap(0, "", "10.0.0.1/24")
        station = lab.station()
        lab.joined(station, "key_mgmt=NONE", "10.0.0.2/24")
        for reverse in ([], ["-R"]):
            run("iperf3", "-s", "-1", "-D", "--logfile", "/run/iperf.log", netns=lab.stock[0].netns)
            options = ["-t", "3", "-b", "4M", "--connect-timeout", "5000", *reverse]
            run("iperf3", "-c", "10.0.0.1", *options, netns=station.netns)
        drops = lab.control.call("stats")["drops"]
        for name in ("role", "channel", "no_lease", "status_lost", "queue_old"):
            assert drops[name] == 0, drops
        assert lab.control.call("vsta.list")["stations"][0]["signal_dbm"] < 0
