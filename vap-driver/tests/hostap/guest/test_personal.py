# SPDX-License-Identifier: Apache-2.0
"""WEP, WPA, WPA2-Personal, WPA3-Personal and OWE."""

import pytest
from daemons import PASSPHRASE, SSID
from security import psk, rsn, sae
from selection import short
from traffic import exchange

WEP = ({"wep_key0": '"hello"'}, {"key_mgmt": "NONE", "wep_key0": "hello"})
WPA_TKIP = (
    {"wpa": 1, "wpa_key_mgmt": "WPA-PSK", "wpa_pairwise": "TKIP", "wpa_passphrase": PASSPHRASE},
    {"key_mgmt": "WPA-PSK", "proto": "WPA", "pairwise": "TKIP", "psk": PASSPHRASE},
)
MIXED_AP = {
    **{"wpa": 3, "wpa_key_mgmt": "WPA-PSK", "wpa_pairwise": "TKIP", "rsn_pairwise": "CCMP"},
    "wpa_passphrase": PASSPHRASE,
}
NETWORKS = {
    "wep": WEP,
    "wpa-tkip": WPA_TKIP,
    "mixed": (MIXED_AP, psk()[1]),
    "ccmp": psk(),
    "ccmp-256": psk("CCMP-256"),
    "gcmp": psk("GCMP"),
    "gcmp-256": psk("GCMP-256"),
    "tkip-of-wpa2": psk("TKIP"),
    "sha256": psk(key_mgmt="WPA-PSK-SHA256"),
    "pmf-optional": psk(ap={"ieee80211w": 1}, station={"ieee80211w": 1}),
    "pmf-required": psk(ap={"ieee80211w": 2}, station={"ieee80211w": 2}),
    "pmf-sha256": psk(key_mgmt="WPA-PSK-SHA256", ap={"ieee80211w": 2}, station={"ieee80211w": 2}),
    "bip-gmac-128": psk(
        ap={"ieee80211w": 2, "group_mgmt_cipher": "BIP-GMAC-128"}, station={"ieee80211w": 2}
    ),
    "bip-gmac-256": psk(
        "GCMP-256",
        ap={"ieee80211w": 2, "group_mgmt_cipher": "BIP-GMAC-256"},
        station={"ieee80211w": 2},
    ),
    "bip-cmac-256": psk(
        ap={"ieee80211w": 2, "group_mgmt_cipher": "BIP-CMAC-256"}, station={"ieee80211w": 2}
    ),
    "beacon-protection": psk(
        ap={"ieee80211w": 2, "beacon_prot": 1}, station={"ieee80211w": 2, "beacon_prot": 1}
    ),
    "ocv": psk(ap={"ieee80211w": 2, "ocv": 1}, station={"ieee80211w": 2, "ocv": 1}),
    "sae": sae(),
    "sae-gcmp-256": sae("GCMP-256"),
    "sae-group-20": sae(ap={"sae_groups": "20"}, station={}),
    "sae-password-id": (
        {**sae()[0], "sae_password": f"{PASSPHRASE}|id=me", "sae_pwe": 2},
        {**sae()[1], "sae_password_id": "me"},
    ),
    "owe": (rsn("OWE", ieee80211w=2), {"key_mgmt": "OWE", "ieee80211w": 2}),
    "owe-group-20": (
        rsn("OWE", ieee80211w=2, owe_groups="20"),
        {"key_mgmt": "OWE", "ieee80211w": 2, "owe_group": 20},
    ),
}


@pytest.mark.parametrize(
    "name",
    short(NETWORKS, "mixed", "ccmp", "gcmp", "pmf-required", "beacon-protection", "sae", "owe"),
)
def test_network(cell, name):
    options, network = NETWORKS[name]
    ap, station = cell.access_point(**options), cell.station()
    if name == "sae-group-20":
        station.control.do("SET sae_groups 20")
    station.connect(ap, **network)
    exchange(ap, station)


@pytest.mark.parametrize("pwe", short((0, 1, 2), 1))
def test_sae_derivation(cell, pwe):
    """Hunting and pecking, hash to element, both."""
    options, network = sae(ap={"sae_pwe": pwe})
    ap, station = cell.access_point(**options), cell.station(f"sae_pwe={pwe}")
    station.connect(ap, **network)
    exchange(ap, station)


@pytest.mark.full
def test_sae_token(cell):
    """The access point requests a token before it computes."""
    options, network = sae(ap={"sae_anti_clogging_threshold": 0})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    exchange(ap, station)


def test_sae_uses_its_cached_key(cell):
    options, network = sae()
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    before = ap.control.ask(f"STA {station.address}")
    station.control.do("DISCONNECT")
    station.control.event("CTRL-EVENT-DISCONNECTED")
    station.control.do("RECONNECT")
    station.wait_connected()
    ap.wait_for(station)
    assert "AKMSuiteSelector=00-0f-ac-8" in before
    assert station.control.ask("PMKSA").count(ap.bssid) == 1
    exchange(ap, station)


@pytest.mark.parametrize("wpa3", (False, True))
def test_transition_of_wpa3(cell, wpa3):
    """One BSS for stations of WPA2 and of WPA3."""
    options = rsn("WPA-PSK SAE", wpa_passphrase=PASSPHRASE, sae_password=PASSPHRASE, ieee80211w=1)
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **(sae() if wpa3 else psk())[1])
    exchange(ap, station)
    key_mgmt = station.control.status()["key_mgmt"]
    assert key_mgmt == ("SAE" if wpa3 else "WPA2-PSK")


@pytest.mark.full
def test_transition_of_owe(cell):
    """An open BSS announces a hidden one with OWE."""
    radio = cell.air.access_points[0]
    hidden = f"{radio.address[:-2]}01"
    _, owe = cell.multi_bss(
        {"owe_transition_bssid": hidden, "owe_transition_ssid": '"owe hidden"', "ssid": "owe"},
        rsn(
            "OWE",
            **{"ssid": "owe hidden", "ieee80211w": 2, "ignore_broadcast_ssid": 1},
            **{"owe_transition_bssid": radio.address, "owe_transition_ssid": '"owe"'},
        ),
    )
    station = cell.station()
    number = station.add_network(ssid="owe", key_mgmt="OWE", ieee80211w=2, scan_freq=owe.frequency)
    station.control.do(f"SELECT_NETWORK {number}")
    station.wait_connected(30)
    owe.wait_for(station)
    assert station.control.status()["bssid"] == owe.bssid
    exchange(owe, station)


def test_wrong_passphrase(cell):
    options, network = psk()
    ap, station = cell.access_point(**options), cell.station()
    station.select(ap, **{**network, "psk": "wrong horse"})
    station.control.event("CTRL-EVENT-SSID-TEMP-DISABLED", seconds=30)
    ap.control.no_event("AP-STA-CONNECTED", seconds=0.1)


@pytest.mark.full
def test_wrong_sae_password(cell):
    options, network = sae()
    ap, station = cell.access_point(**options), cell.station()
    station.select(ap, **{**network, "sae_password": "wrong horse"})
    ap.control.no_event("AP-STA-CONNECTED", seconds=10)


@pytest.mark.full
def test_passphrase_of_a_station(cell):
    """hostapd looks the key up by the station's address."""
    keys = cell.folder / "keys"
    station = cell.station()
    keys.write_text(f"00:00:00:00:00:00 another one\n{station.address} {PASSPHRASE}\n")
    options = rsn("WPA-PSK", wpa_psk_file=keys)
    ap = cell.access_point(**options)
    station.connect(ap, **psk()[1])
    exchange(ap, station)


def test_new_group_key(cell):
    options, network = psk(ap={"wpa_group_rekey": 2})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    for _ in range(3):
        station.control.event("RSN: Group rekeying completed", "WPA: Group rekeying completed")
        exchange(ap, station)


@pytest.mark.full
def test_new_pairwise_key(cell):
    options, network = psk(ap={"wpa_ptk_rekey": 2})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    # The station has the new key first. Until the access point has it too, it sends with the old one.
    ap.control.event("EAPOL-4WAY-HS-COMPLETED")
    for _ in range(3):
        station.control.event("RSN: Key negotiation completed", "WPA: Key negotiation completed")
        ap.control.event("EAPOL-4WAY-HS-COMPLETED")
        exchange(ap, station)


def test_unprotected_deauthentication(cell):
    """The station asks by an SA query, the access point answers, and the association stays."""
    options, network = psk(ap={"ieee80211w": 2}, station={"ieee80211w": 2})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    ap.control.do(f"DEAUTHENTICATE {station.address} reason=6 test=0")
    station.control.no_event("CTRL-EVENT-DISCONNECTED", seconds=3)
    exchange(ap, station)


def test_protected_deauthentication(cell):
    options, network = psk(ap={"ieee80211w": 2}, station={"ieee80211w": 2})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    ap.control.do(f"DEAUTHENTICATE {station.address}")
    station.control.event("CTRL-EVENT-DISCONNECTED")
    station.wait_connected()
    ap.wait_for(station)
    exchange(ap, station)


@pytest.mark.full
def test_protected_deauthentication_of_all(cell):
    """The frame to the group carries a MIC (BIP)."""
    options, network = psk(ap={"ieee80211w": 2}, station={"ieee80211w": 2})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    ap.control.do("DEAUTHENTICATE ff:ff:ff:ff:ff:ff")
    station.control.event("CTRL-EVENT-DISCONNECTED")
    station.wait_connected()


def test_two_networks_of_one_radio(cell):
    first, second = cell.multi_bss(psk()[0], {**sae()[0], "ssid": f"{SSID} 2"})
    one, other = cell.station(), cell.station()
    one.connect(first, **psk()[1])
    other.connect(second, **sae()[1])
    exchange(first, one)
    exchange(second, other)
