# SPDX-License-Identifier: Apache-2.0
"""Action frames beyond association: GAS and ANQP, DPP, WNM, radio measurement, WPS."""

import pytest
from air import run
from daemons import PASSPHRASE, SSID
from security import OPEN, psk, rsn
from selection import short
from traffic import GROUP, exchange, passes

_, JOIN = OPEN
SSID_HEX = SSID.encode().hex()


def test_anqp(cell):
    """Public action frames of a station that is not associated."""
    ap = cell.access_point(
        interworking=1, venue_name="eng:Example venue", domain_name="example.com"
    )
    station = cell.station()
    station.scan_for(ap)
    station.control.do(f"ANQP_GET {ap.bssid} 257,258,268")
    station.control.event("GAS-QUERY-DONE")
    found = station.control.ask(f"BSS {ap.bssid}")
    assert "anqp_venue_name" in found and "anqp_domain_name" in found, found


def test_anqp_with_fragments(cell):
    """A response of several GAS frames."""
    realms = [f"0,realm{number}.example.com,21[2:4][5:7]" for number in range(10)]
    ap = cell.access_point(interworking=1, nai_realm=realms, gas_frag_limit=60)
    station = cell.station()
    station.scan_for(ap)
    station.control.do(f"ANQP_GET {ap.bssid} 263")
    event = station.control.event("GAS-QUERY-DONE")
    assert "result=SUCCESS" in event, event
    assert "anqp_nai_realm" in station.control.ask(f"BSS {ap.bssid}")


@pytest.mark.full
def test_hotspot_icon(cell):
    icon = cell.folder / "icon"
    icon.write_bytes(bytes(range(256)) * 4)
    ap = cell.access_point(
        **psk(ap={"ieee80211w": 1})[0],
        **{"interworking": 1, "hs20": 1, "hs20_icon": f"1:1:eng:image/png:icon:{icon}"},
    )
    station = cell.station()
    station.scan_for(ap)
    station.control.do(f"REQ_HS20_ICON {ap.bssid} icon")
    station.control.event("RX-HS20-ICON")


def test_dpp_provisions_a_station(cell):
    """The access point is the configurator and initiator, the station gets a passphrase."""
    options, _ = psk(ap={"dpp_configurator_connectivity": 1})
    ap, station = cell.access_point(**options), cell.station("dpp_config_processing=2")
    number = station.control.do(f"DPP_BOOTSTRAP_GEN type=qrcode chan=81/1 mac={station.address}")
    uri = station.control.do(f"DPP_BOOTSTRAP_GET_URI {number}")
    station.control.do(f"DPP_LISTEN {ap.frequency}")
    peer = ap.control.do(f"DPP_QR_CODE {uri}")
    configurator = ap.control.do("DPP_CONFIGURATOR_ADD")
    key = PASSPHRASE.encode().hex()
    ap.control.do(
        f"DPP_AUTH_INIT peer={peer} configurator={configurator} conf=sta-psk ssid={SSID_HEX} pass={key}"
    )
    ap.control.event("DPP-AUTH-SUCCESS")
    ap.control.event("DPP-CONF-SENT")
    station.control.event("DPP-CONF-RECEIVED")
    station.wait_connected(30)
    ap.wait_for(station)
    exchange(ap, station)


def test_dpp_provisions_by_the_station(cell):
    """The station is the initiator; the access point answers on its channel."""
    ap, station = cell.access_point(**psk()[0]), cell.station()
    number = ap.control.do(f"DPP_BOOTSTRAP_GEN type=qrcode chan=81/1 mac={ap.bssid}")
    uri = ap.control.do(f"DPP_BOOTSTRAP_GET_URI {number}")
    ap.control.do(f"DPP_LISTEN {ap.frequency} role=enrollee")
    peer = station.control.do(f"DPP_QR_CODE {uri}")
    configurator = station.control.do("DPP_CONFIGURATOR_ADD")
    station.control.do(
        f"DPP_AUTH_INIT peer={peer} configurator={configurator} conf=ap-dpp ssid={SSID_HEX}"
    )
    station.control.event("DPP-AUTH-SUCCESS")
    ap.control.event("DPP-CONF-RECEIVED")


def test_dpp_pkex(cell):
    """Bootstrapping by a shared code: public action frames to the group, first on channel 6."""
    ap, station = cell.access_point(**psk()[0], channel=6), cell.station()
    number = ap.control.do("DPP_BOOTSTRAP_GEN type=pkex")
    ap.control.do(f"DPP_PKEX_ADD own={number} identifier=test code=secret")
    ap.control.do(f"DPP_LISTEN {ap.frequency} role=enrollee")
    number = station.control.do("DPP_BOOTSTRAP_GEN type=pkex")
    configurator = station.control.do("DPP_CONFIGURATOR_ADD")
    station.control.do(
        f"DPP_PKEX_ADD own={number} identifier=test init=1 conf=ap-dpp ssid={SSID_HEX} "
        f"configurator={configurator} code=secret"
    )
    station.control.event("DPP-AUTH-SUCCESS", seconds=30)


@pytest.fixture(name="measured")
def connected_with_measurement(cell):
    """An access point and a station with radio measurement."""
    options, network = psk(ap={"rrm_neighbor_report": 1, "rrm_beacon_report": 1})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    return ap, station


def test_neighbor_report(measured):
    ap, station = measured
    report = f"{ap.bssid.replace(':', '')}00000000510107"
    ap.control.do(f'SET_NEIGHBOR 02:00:00:00:99:99 ssid="{SSID}" nr={report}')
    station.control.do("NEIGHBOR_REP_REQUEST")
    event = station.control.event("RRM-NEIGHBOR-REP-RECEIVED", "RRM-NEIGHBOR-REP-REQUEST-FAILED")
    assert event.startswith("RRM-NEIGHBOR-REP-RECEIVED"), event


def test_beacon_report(measured):
    """A measurement of the station, by its table of scan results."""
    ap, station = measured
    ap.control.do(f"REQ_BEACON {station.address} 51000000000002{'ff' * 6}020100")
    event = ap.control.event(f"BEACON-RESP-RX {station.address}")
    assert ap.bssid.replace(":", "") in event, event


@pytest.mark.full
def test_wnm_sleep(cell):
    options, network = psk(ap={"wnm_sleep_mode": 1, "bss_transition": 1})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    station.control.do("WNM_SLEEP enter")
    deadline = 50
    while "[WNM_SLEEP_MODE]" not in ap.control.ask(f"STA {station.address}") and deadline:
        ap.control.no_event("never", seconds=0.1)
        deadline -= 1
    assert deadline
    station.control.do("WNM_SLEEP exit")
    ap.control.no_event("AP-STA-DISCONNECTED", seconds=1)
    exchange(ap, station)


WPS = {
    **{"wps_state": 2, "eap_server": 1, "ap_setup_locked": 0, "config_methods": "label keypad"},
    **{"device_name": "AP", "manufacturer": "x", "model_name": "y", "model_number": "1"},
    **{"serial_number": "1", "device_type": "6-0050F204-1"},
}


@pytest.mark.parametrize("method", short(("button", "pin"), "button"))
def test_wps(cell, method):
    ap = cell.access_point(**rsn("WPA-PSK", wpa_passphrase=PASSPHRASE), **WPS)
    station = cell.station("config_methods=keypad virtual_push_button")
    station.scan_for(ap)
    if method == "button":
        ap.control.do("WPS_PBC")
        station.control.do(f"WPS_PBC {ap.bssid}")
    else:
        pin = "12345670"
        ap.control.do(f"WPS_PIN any {pin}")
        station.control.do(f"WPS_PIN {ap.bssid} {pin}")
    station.control.event("WPS-SUCCESS", seconds=60)
    station.wait_connected(30)
    ap.wait_for(station)
    exchange(ap, station)


@pytest.mark.full
def test_mbo(cell):
    """Multi Band Operation."""
    options, network = psk(ap={"ieee80211w": 1, "mbo": 1})
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    exchange(ap, station)


def test_four_address_frames(cell):
    """A station that is a bridge: 4 address frames, an interface for it in the access point."""
    ap, station = cell.access_point(**psk()[0], wds_sta=1), cell.station()
    run("iw", "dev", station.ifname, "set", "4addr", "on")
    try:
        station.connect(ap, **psk()[1])
        wds = f"{ap.ifname}.sta1"
        assert passes(station.ifname, wds, GROUP)
        assert passes(wds, station.ifname, station.address)
    finally:
        station.control.do("DISCONNECT")
        run("ip", "link", "set", station.ifname, "down")
        run("iw", "dev", station.ifname, "set", "4addr", "off")


def test_dynamic_vlan(cell):
    """The stations of a VLAN have an interface, a bridge and a group key of their own."""
    station = cell.station()
    accept = cell.folder / "accept"
    accept.write_text(f"{station.address} 1\n")
    vlans = cell.folder / "vlans"
    vlans.write_text("1 vlan1\n")
    ap = cell.access_point(
        **psk()[0],
        **{"macaddr_acl": 1, "accept_mac_file": accept, "dynamic_vlan": 1, "vlan_file": vlans},
    )
    station.connect(ap, **psk()[1])
    exchange(ap, station, ifname="brvlan1")
