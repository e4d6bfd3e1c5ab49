# SPDX-License-Identifier: Apache-2.0
"""Chains in the paper's form, at a controller that answers late."""
import pytest

from cloudmac_sdk import (
    LVNF,
    ChainFailed,
    Image,
    Refused,
    SwitchPort,
    Vap,
    make_wild_card_flow,
)
from cloudmac_sdk import flows

WAIT_S = 20
pytestmark = pytest.mark.usefixtures("compiler", "tenant")
CLIENT, ROUTER = "openflow:1:2", "openflow:3:1"


def function(name, ports=2):
    return LVNF(Image(vnf=f"script {name}", nb_ports=ports), name=name)


def spawned(*names):
    lvnfs = [function(name) for name in names]
    for lvnf in lvnfs:
        lvnf.cpp = "pn1"
    return lvnfs


def entry(controller):
    """Returns the only chain that the controller has, without its name."""
    ((_, chain),) = controller.chains.items()
    return {member: value for member, value in chain["config"].items() if member != "name"}


def hops(*passed):
    return [{"lvnf": name, "in-port": first, "out-port": last} for name, first, last in passed]


def web():
    flow = make_wild_card_flow()
    flow["tp_dst"] = 80
    return flow


def test_a_chain_in_the_papers_form(controller):
    first, second = spawned("a", "b")
    client, router = SwitchPort(CLIENT), SwitchPort(ROUTER)
    client.answers[web()] = router
    client.next[web()] = first.ports[0]
    first.ports[1].next[web()] = second.ports[0]
    state = client.chain(web()).result(WAIT_S)
    assert (state.status, state.rules, state.segment) == ("active", 2, (3500, 3501))
    assert entry(controller) == {
        "source": {"switch-port": CLIENT},
        "match": {"destination-port": 80, "ip-protocol": 6, "ethertype": 2048},
        "hop": hops(("a", 0, 1), ("b", 0, 1)),
        "symmetric": {"switch-port": ROUTER},
    }


def test_links_may_come_before_the_nodes_and_in_any_order(controller, tenant):
    first, second = function("a"), function("b")
    flow = make_wild_card_flow()
    first.ports[1].next[flow] = second.ports[0]
    Vap("02:43:4d:a0:00:01", on_failure="drop").next[flow] = first.ports[0]
    second.cpp = "pn1"
    second.ready.result(WAIT_S)
    assert not controller.chains
    first.cpp = "pn1"
    tenant.close()
    assert entry(controller) == {
        "source": {"vap": "02:43:4d:a0:00:01"},
        "on-failure": "drop",
        "hop": hops(("a", 0, 1), ("b", 0, 1)),
    }


def test_no_statement_waits_for_the_controller(controller, tenant):
    controller.gate.clear()
    first, second = spawned("a", "b")
    client = SwitchPort(CLIENT)
    told = []
    client.next[web()] = first.ports[0]
    first.ports[1].next[web()] = second.ports[0]
    client.chain(web(), callback=told.append)
    second.remove()
    assert not told and not controller.requests
    controller.gate.set()
    tenant.close()
    assert entry(controller)["hop"] == hops(("a", 0, 1))
    assert [state.status for state in told] == ["active"]


def test_a_removed_lvnf_leaves_its_chains_first(controller):
    first, second = spawned("a", "b")
    client = SwitchPort(CLIENT)
    client.next[web()] = first.ports[0]
    first.ports[1].next[web()] = second.ports[0]
    client.chain(web()).result(WAIT_S)
    second.remove().result(WAIT_S)
    assert entry(controller)["hop"] == hops(("a", 0, 1))
    first.remove().result(WAIT_S)
    assert not controller.chains and not controller.lvnfs
    with pytest.raises(ChainFailed, match="no chain from switch-port openflow:1:2"):
        client.chain(web()).result(WAIT_S)


def test_answers_end_with_the_first_lvnf_of_a_chain(controller):
    client = SwitchPort(CLIENT)
    (first,) = spawned("a")
    client.answers[web()] = SwitchPort(ROUTER)
    client.next[web()] = first.ports[0]
    first.remove().result(WAIT_S)
    only = function("b", ports=1)
    only.cpp = "pn1"
    client.next[web()] = only.ports[0]
    client.chain(web()).result(WAIT_S)
    assert "symmetric" not in entry(controller)


def test_a_deleted_next_ends_the_chain(controller):
    (first,) = spawned("a")
    client = SwitchPort(CLIENT)
    client.next[web()] = first.ports[0]
    client.chain(web()).result(WAIT_S)
    del SwitchPort(CLIENT).next[web()]
    first.remove().result(WAIT_S)
    assert not controller.chains


def test_both_directions_by_hand(controller, tenant):
    first, second = spawned("a", "b")
    flow = make_wild_card_flow()
    SwitchPort(CLIENT).next[flow] = first.ports[0]
    first.ports[1].next[flow] = second.ports[0]
    SwitchPort(ROUTER).next[flow] = second.ports[1]
    second.ports[0].next[flow] = first.ports[1]
    tenant.close()
    found = [chain["config"]["hop"] for chain in controller.chains.values()]
    assert sorted(found, key=str) == [
        hops(("a", 0, 1), ("b", 0, 1)),
        hops(("b", 1, 0), ("a", 1, 0)),
    ]


def test_frames_come_back_at_an_only_port_and_leave_at_a_named_one(controller, tenant):
    one, three = function("one", ports=1), function("three", ports=3)
    one.cpp = three.cpp = "pn1"
    flow = make_wild_card_flow()
    SwitchPort(CLIENT).next[flow] = three.ports[0]
    three.ports[2].next[flow] = one.ports[0]
    tenant.close()
    assert entry(controller)["hop"] == hops(("three", 0, 2), ("one", 0, 0))


def test_a_cycle_and_two_ways_are_refused_at_once(controller, tenant):
    first, second = function("a", ports=3), function("b")
    client, flow = SwitchPort(CLIENT), make_wild_card_flow()
    client.next[flow] = first.ports[0]
    first.ports[1].next[flow] = second.ports[0]
    with pytest.raises(ValueError, match="come to LVNF a again"):
        second.ports[1].next[flow] = first.ports[2]
    with pytest.raises(ValueError, match="LVNF a has two ports with a next"):
        first.ports[2].next[flow] = second.ports[1]
    with pytest.raises(TypeError, match="not a port of an LVNF"):
        client.next[web()] = first
    first.cpp = second.cpp = "pn1"
    tenant.close()
    assert entry(controller)["hop"] == hops(("a", 0, 1), ("b", 0, 1))


def test_what_the_controller_or_the_node_refuses(controller):
    controller.broken = "the image does not verify"
    (first,) = spawned("a")
    client = SwitchPort(CLIENT)
    client.next[web()] = first.ports[0]
    with pytest.raises(ChainFailed, match="LVNF a: the image does not verify"):
        client.chain(web()).result(WAIT_S)
    controller.broken = None
    (second,) = spawned("b")
    second.ready.result(WAIT_S)
    controller.lvnfs.clear()
    client.next[web()] = second.ports[0]
    with pytest.raises(Refused, match="has no LVNF b"):
        client.chain(web()).result(WAIT_S)


def test_a_chain_that_waits_says_why(controller, tenant):
    controller.chain_status = "waiting"
    tenant.patience_s = 1
    (first,) = spawned("a")
    client = SwitchPort(CLIENT)
    client.next[web()] = first.ports[0]
    with pytest.raises(ChainFailed, match="chain c-[0-9a-f]{16} is waiting"):
        client.chain(web()).result(WAIT_S)


def test_a_removed_tenant_has_no_chains(controller, tenant):
    (first,) = spawned("a")
    client = SwitchPort(CLIENT)
    client.next[web()] = first.ports[0]
    client.chain(web()).result(WAIT_S)
    tenant.remove().result(WAIT_S)
    tenant.chains.apply().result(WAIT_S)
    paths = [path for _, path, _ in controller.requests]
    assert len([path for path in paths if "tenant=guests/chain=" in path]) == 1


@pytest.mark.parametrize(
    "flow, match",
    [
        ({}, {}),
        ({"dl_vlan": 7}, {"vlan": 7}),
        ({"nw_src": "10.0.0.1"}, {"source-prefix": "10.0.0.1/32"}),
        ({"nw_dst": "2001:db8::1"}, {"destination-prefix": "2001:db8::1/128"}),
        ({"nw_dst": "10.0.0.0/8"}, {"destination-prefix": "10.0.0.0/8"}),
        (
            {"nw_proto": 17, "tp_src": 53, "dl_type": 0x86DD},
            {"ip-protocol": 17, "source-port": 53, "ethertype": 0x86DD},
        ),
    ],
)
def test_matches_of_flows(flow, match):
    assert flows.match(flow) == match


def test_a_field_that_no_flow_has():
    with pytest.raises(ValueError, match="no field in_port"):
        make_wild_card_flow()["in_port"] = 1
