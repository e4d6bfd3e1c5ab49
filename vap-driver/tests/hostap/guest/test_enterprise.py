# SPDX-License-Identifier: Apache-2.0
"""WPA2-Enterprise and WPA3-Enterprise, with hostapd's own authentication server."""

import pytest
from security import enterprise, user
from selection import short
from traffic import exchange

METHODS = {
    "peap-mschapv2": ("PEAP", "auth=MSCHAPV2"),
    "peap-gtc": ("PEAP", "auth=GTC"),
    "ttls-pap": ("TTLS", "auth=PAP"),
    "ttls-mschapv2": ("TTLS", "auth=MSCHAPV2"),
    "tls": ("TLS", ""),
    "pwd": ("PWD", ""),
    "gpsk": ("GPSK", ""),
    "eke": ("EKE", ""),
}


@pytest.mark.parametrize("name", short(METHODS, "peap-mschapv2", "tls", "pwd"))
def test_method(cell, certificates, name):
    ap, station = cell.access_point(**enterprise(cell, certificates)), cell.station()
    station.connect(ap, **user(certificates, *METHODS[name]))
    exchange(ap, station)


def test_large_certificates_in_small_fragments(cell, certificates):
    """EAP fragments, so that many EAPOL frames go each way."""
    options = enterprise(cell, certificates, fragment_size=100)
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **user(certificates, "TLS"), fragment_size=100)
    exchange(ap, station)


def test_refused_user(cell, certificates):
    ap, station = cell.access_point(**enterprise(cell, certificates)), cell.station()
    network = {**user(certificates, "PEAP", "auth=MSCHAPV2"), "password": "wrong"}
    station.select(ap, **network)
    station.control.event("CTRL-EVENT-EAP-FAILURE")
    ap.control.no_event("AP-STA-CONNECTED", seconds=1)


@pytest.mark.full
def test_new_authentication(cell, certificates):
    options = enterprise(cell, certificates, eap_reauth_period=5)
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **user(certificates, "PEAP", "auth=MSCHAPV2"))
    for _ in range(2):
        station.control.event("CTRL-EVENT-EAP-SUCCESS", seconds=20)
        ap.control.event("EAPOL-4WAY-HS-COMPLETED")
        exchange(ap, station)


def test_cached_key(cell, certificates):
    """The second association needs no EAP."""
    ap, station = cell.access_point(**enterprise(cell, certificates)), cell.station()
    station.connect(ap, **user(certificates, "PEAP", "auth=MSCHAPV2"))
    station.control.do("DISCONNECT")
    station.control.event("CTRL-EVENT-DISCONNECTED")
    station.control.do("RECONNECT")
    event = station.control.event("CTRL-EVENT-EAP-STARTED", "CTRL-EVENT-CONNECTED", seconds=20)
    assert event.startswith("CTRL-EVENT-CONNECTED"), event
    ap.wait_for(station)
    exchange(ap, station)


@pytest.mark.full
def test_sha256_with_protected_management_frames(cell, certificates):
    options = enterprise(cell, certificates, "WPA-EAP-SHA256", ieee80211w=2)
    ap, station = cell.access_point(**options), cell.station()
    network = {**user(certificates, "TLS"), "key_mgmt": "WPA-EAP-SHA256", "ieee80211w": 2}
    station.connect(ap, **network)
    exchange(ap, station)


def test_suite_b_192(cell, certificates):
    options = enterprise(
        cell,
        certificates,
        "WPA-EAP-SUITE-B-192",
        pairwise="GCMP-256",
        group_mgmt_cipher="BIP-GMAC-256",
        ieee80211w=2,
        openssl_ciphers="SUITEB192",
    )
    ap, station = cell.access_point(**options), cell.station()
    network = {
        **user(certificates, "TLS"),
        **{"key_mgmt": "WPA-EAP-SUITE-B-192", "ieee80211w": 2, "openssl_ciphers": "SUITEB192"},
        **{"pairwise": "GCMP-256", "group": "GCMP-256", "group_mgmt": "BIP-GMAC-256"},
    }
    station.connect(ap, **network)
    exchange(ap, station)
