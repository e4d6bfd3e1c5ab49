# SPDX-License-Identifier: Apache-2.0
"""Tests the wait for stations of ``lab up``. No lab runs."""
import pytest
from cloudmac_testbed import client, live, topology
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.guest import basics, station

DOCUMENT = {
    "switches": ["swa"],
    "wtps": {"wtp1": {"at": "swa", "stations": "free"}},
    "vaps": {"vap": {"at": "swa"}},
    "aps": {"ap": {"at": "swa"}},
    "stations": {"mn1": {"vap": "vap"}, "mn2": {"vap": "vap"}, "mn3": {"vap": "ap"}},
    "virtual_stations": {"v1": {"at": "swa", "vap": "vap"}, "v2": {"at": "swa", "vap": "vap"}},
}


@pytest.fixture(name="lab")
def _lab(monkeypatch):
    """Yields the lab: name of each station -> the function that the guest was asked for. mn2 and
    v2 never connect."""
    asked = {}

    def call(function, *, name, seconds):
        assert 1 <= seconds <= 30
        asked[name] = function
        if name in ("mn2", "v2"):
            raise LabError(f"waited for {name}")
        return {"bssid": "02:43:4d:a0:00:01", "address": "10.10.1.5"}

    monkeypatch.setattr(client, "call", call)
    monkeypatch.setattr(client, "check_up", lambda: None)
    return asked


def test_those_that_do_not_connect_are_named_in_order(lab):
    said = []
    missing = live.await_stations(topology.parse(DOCUMENT), said.append, seconds=30)
    assert missing == ["mn2", "v2"]
    assert sorted(said) == [
        "mn1: associated with vap, 02:43:4d:a0:00:01, address 10.10.1.5",
        "mn3: associated with ap, 02:43:4d:a0:00:01",
        "v1: associated with vap, 02:43:4d:a0:00:01, address 10.10.1.5",
    ]


def test_no_address_is_asked_for_without_dhcp(lab):
    """A bridged access point has a DHCP server only if a wired host is one."""
    live.await_stations(topology.parse(DOCUMENT), str, seconds=30)
    assert lab["mn3"] is station.wait_associated and lab["mn1"] is lab["v1"] is basics.join
    served = DOCUMENT | {"hosts": {"ct1": {"at": "swa", "dhcp": True}}}
    live.await_stations(topology.parse(served), str, seconds=30)
    assert lab["mn3"] is basics.join


def test_a_lab_that_ends_meanwhile_is_an_error(lab, monkeypatch):
    def ended():
        raise LabError(client.NO_LAB)

    monkeypatch.setattr(client, "check_up", ended)
    with pytest.raises(LabError, match="no lab is up"):
        live.await_stations(topology.parse(DOCUMENT), str, seconds=30)
