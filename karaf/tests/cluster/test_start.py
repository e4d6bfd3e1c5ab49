# SPDX-License-Identifier: Apache-2.0
"""Tests that three real controllers start as one cluster, whichever of them are on, and talk by TLS only. Takes
minutes and 4 GB of memory."""
import os
import pathlib
import socket
import ssl
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from nodes import ASSEMBLY, PORT, members, run, wait_for, wait_until_up  # noqa: E402

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root to create network namespaces"),
]
# Three controllers on two busy cores.
START_SECONDS = float(os.environ.get("CLOUDMAC_START_S", "240"))
REFUSED_SECONDS = 60


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """Yield three members, started together for the first time."""
    with members(tmp_path_factory.mktemp("start")) as found:
        for node in found:
            node.start()
        wait_until_up(found, START_SECONDS)
        yield found


def kill_all(nodes):
    for node in nodes:
        node.kill()


def test_fresh_members_started_together_serve_without_a_restart(nodes):
    assert [node.restarts for node in nodes] == [0, 0, 0]
    for node in nodes:
        assert node.log().count("loses no listener") == 3
    assert sum(node.log().count("forming one") for node in nodes) == 1


def test_a_killed_member_serves_again(nodes):
    for node in nodes:
        node.kill()
        node.start()
        wait_until_up([node], START_SECONDS)


@pytest.mark.parametrize("dead", [1, 2, 3])
def test_any_two_serve_after_all_were_off(nodes, dead):
    kill_all(nodes)
    two = [node for node in nodes if node.number != dead]
    for node in two:
        node.start()
    wait_until_up(two, START_SECONDS)
    nodes[dead - 1].start()
    wait_until_up(nodes, START_SECONDS)


def test_a_member_that_starts_alone_waits_for_the_others_to_be_heard(nodes):
    """Member 1 is cut off while all start: it must form no cluster, and join when it is back."""
    kill_all(nodes)
    before = [node.restarts for node in nodes]
    nodes[0].cut_off()
    try:
        for node in nodes:
            node.start()
        wait_until_up(nodes[1:], START_SECONDS)
        assert "forming one" not in nodes[0].log_of_this_run()
    finally:
        nodes[0].cut_off(False)
    wait_until_up(nodes, START_SECONDS)
    assert [node.restarts for node in nodes] == before


def handshake(node, certificate=None, key=None):
    """Connect to a member's port and try to keep the connection. Returns the name in its certificate, or raises OSError
    if it ends the connection."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(node.home / "etc" / "pki" / "cluster-ca.pem")
    if certificate:
        context.load_cert_chain(certificate, key)
    with socket.create_connection((node.address, PORT), timeout=5) as plain:
        with context.wrap_socket(plain) as connection:
            name = dict(field[0] for field in connection.getpeercert()["subject"])["commonName"]
            try:
                if connection.recv(1) == b"":
                    raise ConnectionResetError("closed")
            except TimeoutError:
                pass  # It waits for Akka's first message.
            return name


def foreign(folder):
    """Create an authority and certificates like those of the cluster, but not its own."""
    tool = ASSEMBLY / "bin" / "cloudmac-pki"
    run(tool, "cluster", folder)
    for number in ("1", "2", "3"):
        run(tool, "member", folder, number)
    return folder


def test_a_members_port_accepts_only_members(nodes, tmp_path):
    node = nodes[0]
    own = node.home / "etc" / "pki"
    assert handshake(node, own / "cluster.pem", own / "cluster.key") == "CloudMAC cluster"
    with pytest.raises(OSError):
        handshake(node)
    other = foreign(tmp_path / "foreign")
    with pytest.raises(OSError):
        handshake(node, other / "member-1.pem", other / "member-1.key")
    with socket.create_connection((node.address, PORT), timeout=5) as plain:
        plain.sendall(b"AKKA\x01" + bytes(64))
        answer = plain.recv(100)
        # Nothing, or a TLS alert.
        assert answer[:1] in (b"", b"\x15")


def test_a_foreign_member_joins_only_after_it_has_a_certificate_of_the_cluster(nodes, tmp_path):
    """Also renews a certificate of a running member."""
    node, others, restarts = nodes[2], nodes[:2], nodes[2].restarts
    node.kill()
    wait_for("the cluster of two", lambda: len(others[0].cluster_members()) == 2, 60)
    right = tmp_path / "right"
    right.mkdir()
    pki = node.home / "etc" / "pki"
    for installed, name in (
        ("cluster-ca.pem", "cluster-ca.pem"),
        ("cluster.pem", "member-3.pem"),
        ("cluster.key", "member-3.key"),
    ):
        (right / name).write_bytes((pki / installed).read_bytes())
    node.cluster_tool("--renew", foreign(tmp_path / "foreign"))
    node.start()
    wait_for("its actor", lambda: "This is member 3 of 3" in node.log_of_this_run(), START_SECONDS)
    with pytest.raises(TimeoutError):
        wait_until_up([node], REFUSED_SECONDS)
    assert len(others[0].cluster_members()) == 2
    node.cluster_tool("--renew", right)
    wait_until_up(nodes, START_SECONDS)
    assert node.restarts == restarts
