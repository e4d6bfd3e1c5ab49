# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-cluster on a stopped controller."""
import re
import stat
import subprocess

import pytest

from controller import features
from pki import pki

ADDRESSES = ("10.77.0.1", "10.77.0.2", "10.77.0.3")
PKI_FILES = {"cluster-ca.pem", "cluster.pem", "cluster.key"}


def cluster(home, *words):
    """Run bin/cloudmac-cluster; return the CompletedProcess."""
    return subprocess.run(
        [home / "bin" / "cloudmac-cluster", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def files(fresh, tmp_path):
    """Return a folder with the certificates of three members."""
    folder = tmp_path / "pki.d"
    pki(fresh, "cluster", folder)
    for number in ("1", "2", "3"):
        pki(fresh, "member", folder, number)
    return folder


def contents(home):
    """Return the files that a member's configuration consists of."""
    folders = (home / "etc", home / "configuration")
    return {
        path: path.read_bytes()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_members_differ_only_in_number_address_and_certificate(fresh, files):
    seen = {}
    for number, address in enumerate(ADDRESSES, 1):
        done = cluster(fresh, number, *ADDRESSES, "--pki", files)
        assert done.returncode == 0, done.stderr
        config = (fresh / "configuration" / "initial" / "akka.conf").read_text()
        assert f'canonical.hostname = "{address}"' in config
        assert f'roles = ["member-{number}"]' in config
        shared = {path: data for path, data in contents(fresh).items() if path.parent.name != "pki"}
        shared[fresh / "configuration" / "initial" / "akka.conf"] = re.sub(
            r"(?m)^.*(canonical.hostname|roles = ).*$", "", config
        )
        seen[number] = shared
    assert seen[1] == seen[2] == seen[3]


def test_any_majority_may_form_the_cluster_and_no_port_takes_clear_text(fresh, files):
    """Akka's seed nodes would give member 1 a right that the others lack."""
    assert cluster(fresh, 2, *ADDRESSES, "--pki", files).returncode == 0
    config = (fresh / "configuration" / "initial" / "akka.conf").read_text()
    assert "seed-nodes = []" in config
    assert re.findall(r"akka://opendaylight-cluster-data@([0-9.]+):2550", config) == [*ADDRESSES]
    assert re.findall(r"transport = (\S+)", config) == ["tls-tcp"]


def test_installs_the_members_certificate_and_renews_it(fresh, files):
    assert cluster(fresh, 2, *ADDRESSES, "--pki", files).returncode == 0
    installed = fresh / "etc" / "pki"
    assert {path.name for path in installed.iterdir()} == PKI_FILES
    assert {stat.S_IMODE(path.stat().st_mode) for path in installed.iterdir()} == {0o600}
    assert (installed / "cluster.pem").read_bytes() == (files / "member-2.pem").read_bytes()
    before = contents(fresh)
    pki(fresh, "renew", files, "member-2")
    done = cluster(fresh, "--renew", files)
    assert done.returncode == 0 and "member-2: renewed" in done.stdout
    assert (installed / "cluster.key").read_bytes() == (files / "member-2.key").read_bytes()
    changed = {path.name for path, data in contents(fresh).items() if before[path] != data}
    assert changed == {"cluster.pem", "cluster.key"}


@pytest.mark.parametrize(
    "spoil, message",
    [
        (lambda files, fresh: (files / "member-2.pem").unlink(), "No such file"),
        (
            lambda files, fresh: (files / "member-1.key").replace(files / "member-2.key"),
            "is not the key of the certificate",
        ),
        (
            lambda files, fresh: pki(fresh, "cluster", files / "other")
            or (files / "other" / "cluster-ca.pem").replace(files / "cluster-ca.pem"),
            "member-2.pem: ",
        ),
        (lambda files, fresh: elliptic(files, fresh), "not an RSA key"),
    ],
    ids=["missing", "other key", "other authority", "elliptic curve"],
)
def test_refuses_certificates_that_akka_cannot_use(fresh, files, spoil, message):
    spoil(files, fresh)
    before = contents(fresh)
    done = cluster(fresh, 2, *ADDRESSES, "--pki", files)
    assert done.returncode == 1 and done.stderr.startswith("cloudmac-cluster: ")
    assert message in done.stderr and contents(fresh) == before


def elliptic(files, fresh):
    """Put a switch's certificate, with its EC key, in the place of the member's."""
    pki(fresh, "switches", files)
    pki(fresh, "southbound", files)
    for suffix in ("pem", "key"):
        (files / f"southbound.{suffix}").replace(files / f"member-2.{suffix}")


@pytest.mark.parametrize(
    "words, message",
    [
        ((1, *ADDRESSES[:2]), "odd number"),
        ((4, *ADDRESSES), "no member 4"),
        ((1, *ADDRESSES[:2], "host.example"), "host.example"),
        ((1, *ADDRESSES[:2], ADDRESSES[0]), "same address"),
    ],
)
def test_refuses_wrong_members_and_changes_nothing(fresh, files, words, message):
    before = contents(fresh)
    done = cluster(fresh, *words, "--pki", files)
    assert done.returncode == 1 and message in done.stderr
    assert contents(fresh) == before


@pytest.mark.parametrize(
    "words", [(1, *ADDRESSES), ("--pki", "."), (1, "--pki", "."), (1, *ADDRESSES, "--renew", ".")]
)
def test_needs_members_and_certificates(fresh, words):
    assert cluster(fresh, *words).returncode == 2


def test_does_not_renew_the_certificate_of_no_member(fresh, files):
    done = cluster(fresh, "--renew", files)
    assert done.returncode == 1 and "no member of a cluster" in done.stderr


def test_refuses_a_controller_with_state(fresh, files):
    (fresh / "segmented-journal").mkdir()
    done = cluster(fresh, 1, *ADDRESSES, "--pki", files)
    assert done.returncode == 1 and "already has state" in done.stderr


@pytest.mark.parametrize(
    "mine, kept",
    [
        (None, None),
        ("framework, odl-mine", "framework, odl-mine, odl-cloudmac-cluster"),
        ("framework, odl-cloudmac-cluster/0.2.0", "framework, odl-cloudmac-cluster/0.2.0"),
    ],
)
def test_members_boot_the_features_of_a_single_controller_and_the_clusters(
    fresh, files, mine, kept
):
    single = features(fresh, mine)
    assert cluster(fresh, 1, *ADDRESSES, "--pki", files).returncode == 0
    assert features(fresh) == (kept or f"{single}, odl-cloudmac-cluster")
