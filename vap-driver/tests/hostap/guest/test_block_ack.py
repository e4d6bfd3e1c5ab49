# SPDX-License-Identifier: Apache-2.0
"""Block-ack sessions, by which frames are aggregated, of stations with and without protected
management frames (802.11w)."""

import time
from pathlib import Path

import pytest
from air import STATIONS, address_of, phy_of, run
from daemon import until
from description import described_data
from security import psk, sae
from sniffer import Sniffer
from traffic import Port

PMF = psk(ap={"ieee80211w": 2}, station={"ieee80211w": 2})
SECURITY = {"wpa2": psk(), "pmf": PMF, "wpa3": sae()}
BURST = 40
"""Frames that fit into the queue of a socket."""
NO_ANSWER_S = 3
"""mac80211 waits a second for an answer to an ADDBA request, and then ends the session. One that is
left after this time, by the virtual clock, was answered. Absence has no event to wait for."""


def session(phy: str, ifname: str, address: str, way: str) -> bool:
    """Returns true if mac80211 has a session, or a request for one, for TID 0 with a station.
    way: "tx" or "rx"."""
    path = Path(f"/sys/kernel/debug/ieee80211/{phy}/netdev:{ifname}/stations/{address}/agg_status")
    if not path.exists():
        return False
    line = next(line for line in path.read_text().splitlines() if line.startswith("00"))
    return line.split()[1 if way == "rx" else 4] == "1"


def joined(cell, security):
    """Returns an access point and its station."""
    options, network = security
    ap, station = cell.access_point(**options), cell.station()
    station.connect(ap, **network)
    return ap, station


@pytest.mark.parametrize("name", SECURITY)
def test_uplink_session(cell, name):
    """The access point answers the station's request, protected where it has to be."""
    ap, station = joined(cell, SECURITY[name])
    with Port(station.ifname) as out:

        def begun():
            out.send(ap.bssid, 1000)
            return session(phy_of(ap.ifname), ap.ifname, station.address, "rx")

        until("a session of the uplink", begun)
    time.sleep(NO_ANSWER_S)
    assert session(phy_of(station.ifname), station.ifname, ap.bssid, "tx"), "no answer"


@pytest.mark.parametrize("name", SECURITY)
def test_burst_to_the_station(cell, name):
    """All frames arrive. A station with protected management frames gets no plain request.

    That the sniffer hears such requests is shown by test_request_of_the_wtp."""
    ap, station = joined(cell, SECURITY[name])
    with Sniffer(STATIONS[2], ap.frequency) as air:
        with Port(ap.ifname) as out, Port(station.ifname) as there:
            sent = [out.send(station.address, 1000) for _ in range(BURST)]
            assert all(there.receives(content) for content in sent)
        plain = [frame for frame in air.block_ack_frames() if frame.receiver == station.address]
    assert name == "wpa2" or not plain, plain


@pytest.mark.parametrize("name", ("wpa2", "pmf"))
def test_request_of_the_wtp(cell, name):
    """mac80211 at the WTP sends plain requests only: it has no keys. A station with protected
    management frames acknowledges them and does not answer, so the VAP must not describe it."""
    if cell.air.kind == "stock":
        pytest.skip("there is no WTP")
    ap, station = joined(cell, SECURITY[name])
    netns, phy = cell.air.wtp(ap.radio)
    shadow = f"cmap{phy.removeprefix('phy')}.0"
    bssid = address_of(ap.ifname)

    def requested():
        for number in range(8):
            cell.air.send_to_wtp(ap.radio, described_data(bssid, station.address, number))
        return session(phy, shadow, station.address, "tx")

    with Sniffer(STATIONS[2], ap.frequency) as air:
        until(f"an entry of the station in {netns} and a request", requested)
        time.sleep(NO_ANSWER_S)
        frames = air.block_ack_frames()
    requests = [
        frame for frame in frames if frame.receiver == station.address and frame.action == 0
    ]
    answers = [frame for frame in frames if frame.transmitter == station.address]
    assert requests
    assert bool(answers) == (name == "wpa2"), answers
    assert session(phy, shadow, station.address, "tx") == (name == "wpa2")
    assert run("iw", "dev", station.ifname, "link").startswith(f"Connected to {bssid}")
