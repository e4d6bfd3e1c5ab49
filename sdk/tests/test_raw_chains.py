# SPDX-License-Identifier: Apache-2.0
"""Chains of frames between VAPs and WTPs, at a controller that answers late."""
import pytest

from cloudmac_sdk import LVAP, LVNF, ChainFailed, Image, SwitchPort, Wtp, make_wild_card_flow

WAIT_S = 20
pytestmark = pytest.mark.usefixtures("compiler", "tenant")
BSSID, STATION, WTP = "02:43:4d:a0:00:01", "02:5a:00:00:00:01", "02:c1:0d:aa:00:01"


def spawned(name):
    lvnf = LVNF(Image(vnf=f"script {name}", nb_ports=2), name=name)
    lvnf.cpp = "pn1"
    return lvnf


def entry(controller):
    ((_, chain),) = controller.chains.items()
    return {member: value for member, value in chain["config"].items() if member != "name"}


def voice():
    flow = make_wild_card_flow()
    flow["priority"] = 6
    return flow


def test_a_station_has_ports_as_in_the_paper(controller):
    lvap, lvnf = LVAP(BSSID, STATION), spawned("dupe")
    lvap.ports[0].answers[voice()] = lvap.ports[1]
    lvap.ports[0].next[voice()] = lvnf.ports[0]
    assert lvap.ports[0].chain(voice()).result(WAIT_S).status == "active"
    assert entry(controller) == {
        "source": {"radio-side": {"vap": BSSID, "station": STATION, "direction": "uplink"}},
        "match": {"priority": 6},
        "hop": [{"lvnf": "dupe", "in-port": 0, "out-port": 1}],
        "symmetric": {},
    }


def test_a_wtp_is_a_source(controller, tenant):
    flow, lvnf = make_wild_card_flow(), spawned("probes")
    flow["vap"], flow["kind"] = BSSID, "frame"
    Wtp(WTP, on_failure="drop").next[flow] = lvnf.ports[0]
    tenant.close()
    assert entry(controller) == {
        "source": {"wtp": WTP},
        "on-failure": "drop",
        "match": {"vap": BSSID, "kind": "frame"},
        "hop": [{"lvnf": "probes", "in-port": 0, "out-port": 1}],
    }


def test_an_lvnf_may_answer_the_wtp(controller, tenant):
    flow = make_wild_card_flow()
    lvnf = LVNF(Image(vnf="script probes", nb_ports=4), name="probes")
    lvnf.cpp = "pn1"
    source = Wtp(WTP)
    source.replies[flow] = lvnf.ports[2]
    source.next[flow] = lvnf.ports[0]
    assert source.chain(flow).result(WAIT_S).status == "active"
    hop = {"lvnf": "probes", "in-port": 0, "out-port": 1}
    assert entry(controller)["hop"] == [hop | {"reply-port": 2}]
    source.replies[flow] = spawned("other").ports[1]
    with pytest.raises(ChainFailed, match="port 1 of LVNF other, which its frames do not pass"):
        source.chain(flow).result(WAIT_S)
    del source.replies[flow]
    with pytest.raises(TypeError, match="replies is 2, not a port of an LVNF"):
        source.replies[flow] = 2
    tenant.close()
    assert entry(controller)["hop"] == [hop]


def test_the_same_station_is_the_same_source():
    assert LVAP(BSSID, STATION).ports[0] == LVAP(BSSID, STATION).ports[0]
    assert LVAP(BSSID, STATION).ports[0] != LVAP(BSSID, STATION).ports[1]
    assert str(LVAP(BSSID, None).ports[1]) == f"downlink of VAP {BSSID}"


def test_the_domains_do_not_mix(controller):
    lvap, lvnf, host = LVAP(BSSID, STATION), spawned("dupe"), SwitchPort("openflow:1:2")
    web, everything = make_wild_card_flow(), make_wild_card_flow()
    web["tp_dst"] = 80
    with pytest.raises(ValueError, match="tp_dst: uplink of station .* is raw"):
        lvap.ports[0].next[web] = lvnf.ports[0]
    with pytest.raises(ValueError, match="priority: switch-port openflow:1:2 is plain"):
        host.next[voice()] = lvnf.ports[0]
    with pytest.raises(ValueError, match="which is raw, and switch-port openflow:1:2 is plain"):
        host.answers[everything] = lvap.ports[1]
    for wrong in (host, LVAP(BSSID, WTP).ports[1]):
        with pytest.raises(ValueError, match="come from the station's other port"):
            lvap.ports[0].answers[everything] = wrong
    with pytest.raises(ValueError, match="cannot answer itself"):
        lvap.ports[0].answers[everything] = lvap.ports[0]
    with pytest.raises(ValueError, match="has no answers"):
        Wtp(WTP).answers[everything] = host
    assert not controller.chains
