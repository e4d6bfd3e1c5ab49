# SPDX-License-Identifier: Apache-2.0
"""Checks the files of cloudmac-pki with openssl."""
import pathlib
import stat
import subprocess

import pytest

TOOL = pathlib.Path(__file__).resolve().parents[1] / "cloudmac-pki"
WTP = "02:00:00:00:00:01"


def pki(*words):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)


def succeed(*words):
    done = pki(*words)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with one certificate of each kind."""
    place = tmp_path_factory.mktemp("pki")
    for words in (
        ["init", place],
        ["controller", place],
        ["wtp", place, WTP],
        ["vap-host", place, "vaps1.example"],
        ["vap-host", place, "vaps2", "192.0.2.8", "2001:db8::8"],
        ["packet-node", place, "cpp1", "192.0.2.9"],
        ["switches", place],
        ["southbound", place],
        ["switch", place, "swa"],
        ["switch", place, "swb", "192.0.2.7"],
        ["cluster", place],
        ["member", place, "1"],
    ):
        succeed(*words)
    return place


def accepted(folder, name, authority, purpose):
    """Return true if a TLS peer that trusts the authority accepts it for ``purpose``."""
    done = subprocess.run(
        [
            *("openssl", "verify", "-x509_strict", "-purpose", purpose),
            *("-CAfile", folder / f"{authority}.pem", folder / f"{name}.pem"),
        ],
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


@pytest.mark.parametrize(
    "name, authority, purposes",
    [
        ("controller", "ca", ["sslclient"]),
        ("wtp-02-00-00-00-00-01", "ca", ["sslserver"]),
        ("vap-host-vaps1.example", "ca", ["sslserver"]),
        ("packet-node-cpp1", "ca", ["sslserver"]),
        ("southbound", "switches-ca", ["sslclient", "sslserver"]),
        ("switch-swa", "switches-ca", ["sslclient"]),
        ("switch-swb", "switches-ca", ["sslclient", "sslserver"]),
        ("member-1", "cluster-ca", ["sslclient", "sslserver"]),
    ],
)
def test_each_is_valid_only_for_its_side_of_its_channel(folder, name, authority, purposes):
    for trusted in ("ca", "switches-ca", "cluster-ca"):
        for side in ("sslclient", "sslserver"):
            wanted = trusted == authority and side in purposes
            assert accepted(folder, name, trusted, side) == wanted, (trusted, side)


def test_a_packet_node_has_its_name_and_addresses(folder):
    names = names_in(folder / "packet-node-cpp1.pem")
    assert "URI:urn:cloudmac:packet-node:cpp1" in names
    assert "192.0.2.9" in names


def test_a_vap_host_has_its_name_and_addresses(folder):
    names = names_in(folder / "vap-host-vaps2.pem")
    assert "URI:urn:cloudmac:vap-host:vaps2" in names
    assert "IP Address:192.0.2.8" in names and "IP Address:2001:DB8:0:0:0:0:0:8" in names


def test_keys_are_unencrypted_pkcs8_and_private(folder):
    for key in folder.glob("*.key"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert key.read_text().startswith("-----BEGIN PRIVATE KEY-----")


def test_the_members_of_a_cluster_share_a_name_and_have_rsa_keys(folder):
    """Akka accepts a peer whose certificate shares a name with its own, and reads RSA keys only."""
    succeed("member", folder, "2")
    for number in ("1", "2"):
        pem = folder / f"member-{number}.pem"
        assert "subject=CN = CloudMAC cluster\n" in names_in(pem)
        assert f"URI:urn:cloudmac:member:{number}" in names_in(pem)
        text = subprocess.run(
            ["openssl", "x509", "-noout", "-text", "-in", pem],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert "rsaEncryption" in text and "3072 bit" in text


def test_nothing_is_overwritten(folder):
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for words in (
        ["init", folder],
        ["switches", folder],
        ["southbound", folder],
        ["switch", folder, "swa"],
        ["cluster", folder],
        ["member", folder, "1"],
    ):
        done = pki(*words)
        assert done.returncode == 1 and "exists already" in done.stderr
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    "name",
    [
        "southbound",
        "switch-swa",
        "switch-swb",
        "controller",
        f"wtp-{WTP}",
        "vap-host-vaps1.example",
        "vap-host-vaps2",
        "packet-node-cpp1",
        "member-1",
    ],
)
def test_renewal_changes_the_key_and_keeps_the_subject(folder, name):
    name = name.replace(":", "-")
    pem, key = folder / f"{name}.pem", folder / f"{name}.key"
    before, old_key = names_in(pem), key.read_bytes()
    succeed("renew", folder, name)
    assert names_in(pem) == before and key.read_bytes() != old_key
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def names_in(pem):
    """Return subject, issuer, alternative names and key usage of a certificate."""
    return subprocess.run(
        [
            *("openssl", "x509", "-noout", "-subject", "-issuer", "-ext"),
            *("subjectAltName,extendedKeyUsage", "-in", pem),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize(
    "words, message",
    [
        (["switch", "DIR", "a/b"], "name is"),
        (["switch", "DIR", "-x"], "name is"),
        (["switch", "DIR", "swc", "swc.example"], "not an IP address"),
        (["switch", "DIR", "swc", "1.2.3.4.5"], "1.2.3.4.5"),
        (["wtp", "DIR", "01:00:00:00:00:01"], "unicast"),
        (["vap-host", "DIR", "a/b"], "name is"),
        (["vap-host", "DIR", "-x"], "name is"),
        (["vap-host", "DIR", "a" * 64], "name is"),
        (["vap-host", "DIR", "vaps3", "vaps3.example"], "not an IP address"),
        (["renew", "DIR", "vap-host-other"], "no "),
        (["packet-node", "DIR", "a/b"], "a packet node's name is"),
        (["renew", "DIR", "packet-node-other"], "no "),
        (["renew", "DIR", "ca"], "not the name of a certificate"),
        (["renew", "DIR", "switch-other"], "no "),
        (["southbound", "NEW"], "run 'cloudmac-pki switches"),
        (["controller", "NEW"], "run 'cloudmac-pki init"),
        (["member", "NEW", "1"], "run 'cloudmac-pki cluster"),
        (["member", "DIR", "0"], "number from 1"),
        (["member", "DIR", "100"], "number from 1"),
    ],
)
def test_errors_name_the_reason(folder, tmp_path, words, message):
    words = [{"DIR": str(folder), "NEW": str(tmp_path)}.get(word, word) for word in words]
    done = pki(*words)
    assert done.returncode == 1 and done.stderr.startswith("cloudmac-pki: ")
    assert message in done.stderr
