# SPDX-License-Identifier: Apache-2.0
"""Tests a controller with TLS for the switches, and a real Open vSwitch outside with valid or invalid
certificates.

    [ outside: Open vSwitch ]--veth--[ 192.0.2.1 controller ]
"""
import itertools
import json
import re
import shutil
import subprocess
import time

import pytest

from conftest import ip, unpacked
from controller import OPENFLOW, STORE_PASSWORD, ShippedController, cloudmac_setup
from half_messages import HalfMessages
from openvswitch import BRIDGE, OpenVSwitch
from pki import pki, switches_pki

ADDRESS = "192.0.2.1"
SECOND_ADDRESS = "198.51.100.1"
"""The controller's address in a second network. A switch that connects to it has an address there."""
STORED = (
    "/rests/data/openflow-switch-connection-config:switch-connection-config="
    "openflow-switch-connection-provider-default-impl"
)
ATTEMPTS = 3
INDICES = itertools.count(9)
"""Gives each test's switch its own id, which distinguishes it from earlier ones."""
DAEMONS = ("ovs-vswitchd", "ovsdb-server")
ATTACKERS = 1000
PER_SOURCE = 64
"""The default of max.connections.per.source in etc/io.cloudmac.ovsdb.cfg."""


def until(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}"
        time.sleep(0.3)
    return value


class Site:
    """Holds a controller, its certificates and those of another authority."""

    def __init__(self, controller, place):
        self.controller = controller
        self.pki = switches_pki(controller.home, place / "pki", "swa")
        self.other = switches_pki(controller.home, place / "other", "stranger")

    def shows(self, switch):
        """Return whether the controller shows the switch, for OpenFlow and OVSDB."""
        inventory = self._nodes("/rests/data/opendaylight-inventory:nodes", "id")
        topology = self._nodes(
            "/rests/data/network-topology:network-topology/topology=ovsdb%3A1", "node-id"
        )
        openflow, ovsdb = switch.node_ids()
        return [openflow in inventory, any(node.startswith(ovsdb) for node in topology)]

    def openflow_address(self, switch):
        """Return the address from which the switch with this datapath id is connected, or None."""
        node = f"/rests/data/opendaylight-inventory:nodes/node={switch.node_ids()[0]}"
        status, text = self.controller.get(
            f"{node}/flow-node-inventory:ip-address?content=nonconfig"
        )
        return next(iter(json.loads(text).values())) if status == 200 else None

    def _nodes(self, path, key):
        status, text = self.controller.get(f"{path}?content=nonconfig&depth=4")
        if status in (404, 409):
            return set()
        assert status == 200, text
        found = next(iter(json.loads(text).values()))
        found = found[0] if isinstance(found, list) else found
        return {node[key] for node in found.get("node", [])}

    def serial(self, port):
        """Return the serial number of the port's certificate; empty without TLS."""
        command = (
            f"openssl s_client -connect {ADDRESS}:{port} -cert {self.pki}/switch-swa.pem "
            f"-key {self.pki}/switch-swa.key </dev/null | openssl x509 -noout -serial"
        )
        return subprocess.run(
            ["ip", "netns", "exec", self.controller.outside, "timeout", "10", "sh", "-c", command],
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()


@pytest.fixture(scope="module")
def site(tmp_path_factory, own_namespaces):
    """Yield a controller with certificates that had a switch over plain TCP before, so
    that the tests cover data stored at that time."""
    place = tmp_path_factory.mktemp("tls")
    controller = ShippedController(unpacked(place / "controller"), *own_namespaces)
    controller.set_up()
    found = Site(controller, place)
    with OpenVSwitch(place / "plain", own_namespaces[1], 7) as switch:
        with controller:
            controller.wait_until_serving()
            assert re.search(r" WARN .*Listening for OVSDB .* plain TCP", controller.log())
            switch.connect(ADDRESS)
            until("the switch over plain TCP", lambda: found.shows(switch) == [True, True])
            refused = cloudmac_setup(controller.home, "--switch-tls", str(found.pki))
            assert refused.returncode == 1 and "stop it first" in refused.stderr
    done = cloudmac_setup(controller.home, "--switch-tls", str(found.pki))
    assert done.returncode == 0, done.stderr
    with controller:
        controller.wait_until_serving()
        assert "with TLS and certificates on both sides" in controller.log()
        yield found


@pytest.fixture
def switch(tmp_path, own_namespaces):
    with OpenVSwitch(tmp_path / "switch", own_namespaces[1], next(INDICES)) as made:
        yield made


def test_without_certificates_ovsdb_is_closed(tmp_path, own_namespaces):
    """The distribution as shipped, with passwords only. It runs before ``site``, which uses the
    same ports."""
    controller = ShippedController(unpacked(tmp_path / "shipped"), *own_namespaces, ports=(8181,))
    controller.set_up(channels=())
    with controller:
        controller.wait_until_serving()
        words = r" ERROR .*OVSDB is closed for all switches: .*no file .*/etc/pki/southbound\.key"
        until("the reason in the log", lambda: re.search(words, controller.log()))
        assert 6640 not in controller.listening()


def test_switch_with_its_certificate_is_shown(site, switch):
    switch.connect(ADDRESS, site.pki, "switch-swa")
    until("the switch over TLS", lambda: site.shows(switch) == [True, True])
    until("the switch to report both connections", lambda: switch.connected() == ["true", "true"])


@pytest.fixture
def second_network(own_namespaces):
    """Give controller and switches addresses in a second network."""
    addresses = [
        (namespace, f"198.51.100.{host}/24") for host, namespace in enumerate(own_namespaces, 1)
    ]
    for namespace, address in addresses:
        ip("-n", namespace, "addr", "add", address, "dev", "veth0")
    yield
    for namespace, address in addresses:
        ip("-n", namespace, "addr", "del", address, "dev", "veth0")


@pytest.mark.usefixtures("second_network")
def test_switch_cannot_take_the_datapath_id_of_a_connected_one(
    site, switch, tmp_path, own_namespaces
):
    """The second switch has a certificate of the same authority, and another address."""
    switch.connect(ADDRESS, site.pki, "switch-swa")
    until("the first switch", lambda: site.openflow_address(switch) == "192.0.2.2")
    with OpenVSwitch(tmp_path / "second", own_namespaces[1], switch.index) as second:
        second.connect(SECOND_ADDRESS, site.pki, "switch-swa")
        until(f"{ATTEMPTS} attempts of the second", lambda: second.attempts()[0] > ATTEMPTS)
        assert switch.connected()[0] == "true" and switch.attempts()[0] == 1
        assert site.openflow_address(switch) == "192.0.2.2"
        assert re.search(
            rf"WARN .* /198\.51\.100\.2:\d+ with datapath id {switch.index:016x} refused: "
            r"the switch at 192\.0\.2\.2 is connected with this id",
            site.controller.log(),
        )
        switch.vsctl("del-controller", BRIDGE)
        until(
            "the second switch, after the first",
            lambda: site.openflow_address(second) == "198.51.100.2",
        )


@pytest.mark.parametrize("kind", ["another authority's", "none: plain TCP"])
def test_switch_with_a_wrong_certificate_is_rejected(site, switch, kind):
    """The controller rejects it on both channels and does not show it."""
    switch.connect(
        ADDRESS,
        *{
            "another authority's": (site.other, "switch-stranger", site.pki),
            "none: plain TCP": (),
        }[kind],
    )
    seen = []

    def tried():
        seen.append((site.shows(switch), switch.connected()))
        return min(switch.attempts()) >= ATTEMPTS

    until(f"{ATTEMPTS} attempts on both channels", tried)
    assert all(shown == [False, False] for shown, _ in seen), seen
    assert any(connected == ["false", "false"] for _, connected in seen), seen
    if kind == "none: plain TCP":
        assert re.search(
            r"TLS handshake with /192\.0\.2\.2:\d+ failed: plain TCP$", site.controller.log(), re.M
        )
    else:
        assert re.search(
            r"TLS handshake with /192\.0\.2\.2:\d+ failed: .*path", site.controller.log()
        )
        # A switch may give up its first attempts before an alert comes.
        until("a TLS alert", lambda: all("alert" in switch.log(each) for each in DAEMONS))
    switch.connect(ADDRESS, site.pki, "switch-swa")
    until("the same switch with its certificate", lambda: site.shows(switch) == [True, True])


def test_switch_rejects_a_controller_of_another_authority(site, switch):
    # Java's message for the alert; some versions report a damaged record instead.
    words = r"TLS handshake with /192\.0\.2\.2:\d+ failed: .*(\(handshake_failure\)|AEAD cipher fragment)"

    def failures():
        return len(re.findall(words, site.controller.log()))

    before = failures()
    switch.connect(ADDRESS, site.pki, "switch-swa", authority=site.other)
    until(
        "failures in the switch's logs",
        lambda: all("certificate verify failed" in switch.log(program) for program in DAEMONS),
    )
    until("the failure in the controller's log", lambda: failures() > before)
    assert site.shows(switch) == [False, False]


def test_renewal_while_controller_and_switch_run(site, switch):
    switch.connect(ADDRESS, site.pki, "switch-swa")
    until("the switch over TLS", lambda: site.shows(switch) == [True, True])
    attempts = switch.attempts()[0]
    before = site.serial(6653)
    assert before and site.serial(6640) == before
    pki(site.controller.home, "renew", site.pki, "southbound")
    done = cloudmac_setup(site.controller.home, "--switch-tls", str(site.pki))
    assert done.returncode == 0, done.stderr
    until(
        "the new certificate on both ports",
        lambda: site.serial(6653) == site.serial(6640) not in ("", before),
    )
    # The OpenFlow connection stays open; OVSDB reconnects.
    until("the switch", lambda: switch.connected() == ["true", "true"])
    assert switch.attempts()[0] == attempts


def test_switch_loads_new_files_by_itself(site, switch, tmp_path):
    """The new files replace rejected ones."""
    files = tmp_path / "files"
    shutil.copytree(site.other, files)
    switch.connect(ADDRESS, files, "switch-stranger", authority=site.pki)
    until("a TLS alert", lambda: all("alert" in switch.log(each) for each in DAEMONS))
    for suffix in ("key", "pem"):
        shutil.copy(site.pki / f"switch-swa.{suffix}", files / f"switch-stranger.{suffix}")
    until("the switch with its new files", lambda: site.shows(switch) == [True, True])


def test_log_has_no_password_and_is_short(site):
    found = set(re.findall(STORE_PASSWORD, (site.controller.home / OPENFLOW[0]).read_text()))
    assert len(found) == 1
    log = site.controller.log()
    assert found.pop() not in log
    assert len(log.splitlines()) < 1000, log


@pytest.mark.usefixtures("second_network")
@pytest.mark.parametrize("sources", [1, 20])
def test_half_messages_of_a_thousand_connections_disturb_no_switch(
    site, switch, tmp_path, own_namespaces, sources
):
    """With the limits that ship. A switch's certificate was stolen. Runs after the log's test: each
    connection is logged."""
    switch.connect(ADDRESS, site.pki, "switch-swa")
    until("the switch", lambda: switch.connected() == ["true", "true"])
    before = switch.attempts()
    sent = min(ATTACKERS, sources * PER_SOURCE)
    with HalfMessages(own_namespaces[0], site.pki, "switch-swa", ATTACKERS, sources) as attackers:
        seen = []

        def finished():
            seen.append((attackers.counts(), switch.connected()))
            return seen[-1][0]["sent"] + seen[-1][0]["refused"] == ATTACKERS

        until("all connections", finished)
        counts, _ = seen[-1]
        # A place that becomes free goes to a later one.
        assert counts["sent"] >= sent >= counts["open"], counts
        with OpenVSwitch(tmp_path / "second", own_namespaces[1], next(INDICES)) as second:
            second.connect(SECOND_ADDRESS, site.pki, "switch-swa")
            until("another switch", lambda: site.shows(second) == [True, True])
            assert attackers.counts()["open"]
        assert all(connected == ["true", "true"] for _, connected in seen), seen
        assert switch.connected() == ["true", "true"] and switch.attempts() == before
        assert site.shows(switch) == [True, True]


def restarted(controller):
    controller.__exit__()
    controller.__enter__()
    controller.wait_until_serving()


@pytest.mark.full
def test_the_data_store_overrides_the_files(site):
    """A change applies at the next start: OpenFlowPlugin closes its port when its
    configuration changes and does not open it again. Runs last."""
    body = {
        "openflow-switch-connection-config:switch-connection-config": [
            {
                "instance-name": STORED.rpartition("=")[2],
                "port": 6653,
                "transport-protocol": "TCP",
            }
        ]
    }
    status, text = site.controller.send("PUT", STORED, body)
    assert status in (201, 204), text
    restarted(site.controller)
    assert not site.serial(6653) and site.serial(6640)
    status, text = site.controller.send("DELETE", STORED, None)
    assert status == 204, text
    restarted(site.controller)
    assert site.serial(6653) and site.serial(6640)
