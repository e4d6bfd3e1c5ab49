# SPDX-License-Identifier: Apache-2.0
"""A virtual station, with unmodified wpa_supplicant, and hostapd. See relay.py."""

import contextlib

import pytest
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

STATION = "02:bb:00:00:00:07"
BSSID = "02:aa:00:00:12:34"


@contextlib.contextmanager
def client(security: str = "wpa2"):
    """Associates a virtual station. Yields its radio, wpa_supplicant, hostapd and the relay."""
    ap_security, network = SECURITY[security]
    with Veth() as one, Veth() as two, Netns() as netns:
        with DriverRadio(one.a, "--station", "--address", STATION) as station, DriverRadio(
            two.a, "--address", BSSID
        ) as ap, Relay(one.b, two.b, STATION, 2437) as relay:
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
    with client(security) as (station, _, _, relay):
        ping("10.0.0.2")
        ping("10.0.0.1", netns=station.netns)
        assert relay.hello.associated
        stats = station.stats()
        assert stats["status_acked"] > 6
        assert stats["status_heard"] == stats["status_sent"] == 0, "no status is guessed"
        for name in ("status_timeout", "status_unmatched", "status_overflow", "tx_drop_80211"):
            assert stats[name] == 0, name
