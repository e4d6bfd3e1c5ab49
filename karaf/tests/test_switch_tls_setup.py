# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-setup with certificates for the switches, on a stopped controller."""
import re
import shutil
import stat
import subprocess

import pytest

from controller import OPENFLOW, OVSDB, STORE_PASSWORD, cloudmac_setup
from pki import pki, switches_pki


def settings(home):
    """Return all files that the two channels read."""
    files = [home / OVSDB, *(home / name for name in OPENFLOW), *(home / "etc" / "pki").glob("*")]
    return {str(file): file.read_bytes() for file in files if file.suffix != ".p12"}


def test_sets_both_channels_and_is_idempotent(fresh, tmp_path):
    shipped = settings(fresh)
    source = switches_pki(fresh, tmp_path / "pki")
    done = cloudmac_setup(fresh, "--generate", "--switch-tls", str(source))
    assert done.returncode == 0, done.stderr
    assert "TLS for OpenFlow and OVSDB, certificate valid until 20" in done.stdout
    for name in OPENFLOW:
        text = (fresh / name).read_text()
        assert "<transport-protocol>TLS<" in text and text.count("<tls>") == 1
        assert stat.S_IMODE((fresh / name).stat().st_mode) == 0o600
    found = set(re.findall(STORE_PASSWORD, "".join((fresh / n).read_text() for n in OPENFLOW)))
    assert len(found) == 1 and len(found.pop()) >= 24
    for line in ("transport = tls\n", "tls.key = ${karaf.etc}/pki/southbound.key\n"):
        assert line in (fresh / OVSDB).read_text()
    for file in (fresh / "etc" / "pki").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    once = settings(fresh)
    assert cloudmac_setup(fresh, "--switch-tls", str(source)).returncode == 0
    assert settings(fresh) == once
    assert cloudmac_setup(fresh, "--switch-tcp").returncode == 0
    assert {file: text.split() for file, text in settings(fresh).items()} == {
        file: (over_tcp(text) if file.endswith(OVSDB) else text).split()
        for file, text in shipped.items()
    }


def over_tcp(text):
    """Return OVSDB's shipped settings with plain TCP."""
    assert text.count(b"\ntransport = tls\n") == 1
    return text.replace(b"\ntransport = tls\n", b"\ntransport = tcp\n") + b"tls.files =\n"


def test_setup_names_the_transport(fresh, tmp_path):
    """As shipped, OVSDB waits for certificates."""
    assert "OVSDB is closed" in cloudmac_setup(fresh, "--generate").stdout
    assert "can pose as a switch" in cloudmac_setup(fresh, "--switch-tcp").stdout
    source = switches_pki(fresh, tmp_path / "pki")
    said = cloudmac_setup(fresh, "--switch-tls", str(source)).stdout
    assert "TLS for OpenFlow and OVSDB" in said and "closed" not in said and "pose" not in said


def test_each_installation_has_its_own_password(fresh, tmp_path):
    source = switches_pki(fresh, tmp_path / "pki")
    other = tmp_path / "other"
    shutil.copytree(fresh, other, symlinks=True)
    for home in (fresh, other):
        assert cloudmac_setup(home, "--generate", "--switch-tls", str(source)).returncode == 0
    assert (fresh / OPENFLOW[0]).read_text() != (other / OPENFLOW[0]).read_text()


def missing(home, source):
    (source / "switches-ca.pem").unlink()


def of_another_key(home, source):
    pki(home, "switch", source, "swa")
    (source / "switch-swa.key").replace(source / "southbound.key")


def of_another_authority(home, source):
    (source / "switches-ca.pem").unlink()
    (source / "switches-ca.key").unlink()
    pki(home, "switches", source)


def of_a_switch(home, source):
    pki(home, "switch", source, "swa")
    for suffix in ("pem", "key"):
        (source / f"switch-swa.{suffix}").replace(source / f"southbound.{suffix}")


def expired(_, source):
    # cloudmac-pki cannot create an expired certificate.
    subprocess.run(
        [
            *("openssl", "x509", "-x509toreq", "-in", source / "southbound.pem"),
            *("-signkey", source / "southbound.key", "-out", source / "request"),
        ],
        check=True,
        capture_output=True,
    )
    (source / "ca.cnf").write_text(
        f"[ca]\ndefault_ca=d\n[d]\ndatabase={source}/index\nserial={source}/serial\n"
        f"new_certs_dir={source}\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n"
    )
    (source / "index").write_text("")
    (source / "serial").write_text("01\n")
    subprocess.run(
        [
            *("openssl", "ca", "-batch", "-notext", "-config", source / "ca.cnf"),
            *("-cert", source / "switches-ca.pem", "-keyfile", source / "switches-ca.key"),
            *("-startdate", "20200101000000Z", "-enddate", "20200102000000Z"),
            *("-in", source / "request", "-out", source / "southbound.pem"),
        ],
        check=True,
        capture_output=True,
    )


def damaged(_, source):
    (source / "southbound.pem").write_text("-----BEGIN CERTIFICATE-----\nnonsense\n")


def old_key_format(_, source):
    key = source / "southbound.key"
    subprocess.run(["openssl", "ec", "-in", key, "-out", key], check=True, capture_output=True)


@pytest.mark.parametrize(
    "spoil, message",
    [
        (missing, r"switches-ca\.pem: No such file"),
        (of_another_key, r"southbound\.key is not the key of the certificate in .*southbound\.pem"),
        (of_another_authority, r"southbound\.pem is not of the authority in .*switches-ca\.pem"),
        (of_a_switch, r"southbound\.pem is not for a server"),
        (expired, r"southbound\.pem expired on 2020-01-02"),
        (damaged, r"southbound\.pem is not a certificate in PEM"),
        (old_key_format, r"southbound\.key is not an unencrypted private key in PKCS #8"),
    ],
)
def test_invalid_files_are_reported_and_change_nothing(fresh, tmp_path, spoil, message):
    source = switches_pki(fresh, tmp_path / "pki")
    before = settings(fresh)
    spoil(fresh, source)
    done = cloudmac_setup(fresh, "--generate", "--switch-tls", str(source))
    assert done.returncode == 1, done.stderr
    assert re.match(f"cloudmac-setup: .*{message}", done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert settings(fresh) == before and not list((fresh / "etc").glob("pki/*"))
