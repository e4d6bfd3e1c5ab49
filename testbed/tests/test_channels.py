# SPDX-License-Identifier: Apache-2.0
"""Checks OpenFlow and OVSDB between switches and controller: TLS unless the topology says
otherwise, and refusal of wrong certificates. Real time, with the controller.

    mn ))) wtp1 --- swa === swb --- vap
            ct1 (a switch of its own)
"""
import pytest
from conftest import plan, wait_for
from cloudmac_testbed import client, pki, restconf
from cloudmac_testbed.guest import switch
from cloudmac_testbed.settings import RUNTIME

pytestmark = pytest.mark.controller
ATTEMPTS = 3
DAEMONS = ("ovs-vswitchd", "ovsdb-server")


def shown(name):
    """Returns whether the controller shows a switch by OpenFlow, and by OVSDB."""
    openflow, ovsdb = client.call(switch.node_ids, name=name)
    return [openflow in restconf.openflow_switches(), ovsdb in restconf.ovsdb_switches()]


def targets(name):
    """Returns the targets of a switch's connected channels."""
    channels = client.call(switch.channels, name=name).values()
    return [each["target"] for each in channels if each["connected"]]


@pytest.mark.parametrize("name", ["swa", "swb"])
def test_both_channels_use_tls(live, name):
    wait_for(
        f"{name} by TLS",
        lambda: targets(name) == ["ssl:10.254.0.1:6653", "ssl:10.254.0.1:6640"],
    )
    assert shown(name) == [True, True]


@pytest.fixture
def stranger(live):
    """Yields a switch without the lab's certificates, in a host's namespace."""
    client.call(switch.start, name="ct1")
    client.call(switch.configure, name="ct1", index=9, ports=[])
    yield "ct1"
    client.call(switch.remove, name="ct1")


@pytest.mark.parametrize("kind", ["another authority's", "none"])
def test_wrong_certificate_is_refused(live, stranger, kind):
    if kind == "none":
        client.call(switch.connect, name=stranger, tls=False)
    else:
        folder = RUNTIME / "exchange" / "others-switches"
        pki.switches(live.parts.pki, folder, [stranger])
        certificate = f"/run/exchange/{folder.name}/switch-{stranger}"
        client.call(switch.connect, name=stranger, certificate=certificate)
    seen = []

    def tried():
        seen.append(shown(stranger))
        channels = client.call(switch.channels, name=stranger).values()
        return all(each["attempts"] >= ATTEMPTS and not each["connected"] for each in channels)

    wait_for(f"{ATTEMPTS} attempts on both channels", tried, 60)
    assert all(both == [False, False] for both in seen), seen
    if kind != "none":
        for program in DAEMONS:
            assert "alert" in client.call(switch.log, name=stranger, program=program)


def test_topology_can_ask_for_plain_tcp(all_parts, nothing_left):
    switches = plan({"switches": ["swa"], "channels": "tcp"})
    with client.Lab(switches, all_parts) as lab:
        # The switch's daemons update their connection state only every few seconds.
        wait_for(
            "swa by plain TCP",
            lambda: targets("swa") == ["tcp:10.254.0.1:6653", "tcp:10.254.0.1:6640"],
            60,
        )
        wait_for("swa by both channels", lambda: shown("swa") == [True, True], 60)
        lab.check()
