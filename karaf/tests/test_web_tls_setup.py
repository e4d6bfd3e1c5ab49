# SPDX-License-Identifier: Apache-2.0
"""Tests the TLS of RESTCONF that cloudmac-setup configures on a stopped controller."""
import shutil
import stat

import pytest

from controller import cloudmac_setup
from pki import web_pki

CFG = "etc/org.ops4j.pax.web.cfg"
STORE = "etc/pki/web.p12"
OUTSIDE = ("--listen", "127.0.0.1,192.0.2.1")


def settings(home):
    lines = (home / CFG).read_text().splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line and not line.startswith("#"))
    return {
        name.strip().removeprefix("org.ops4j.pax.web."): value.strip() for name, _, value in pairs
    }


def on(home):
    """Return whether plain HTTP and TLS are on."""
    found = settings(home)
    names = ("org.osgi.service.http.enabled", "org.osgi.service.http.secure.enabled")
    return tuple(found[name] == "true" for name in names)


def tls(home, pair, *options):
    return cloudmac_setup(home, "--generate", *options, "--web-tls", *map(str, pair))


@pytest.mark.parametrize("address", ["0.0.0.0", "192.0.2.1", "127.0.0.1,192.0.2.1", "::"])
def test_other_machines_get_no_plain_http(fresh, address):
    before = (fresh / CFG).read_text()
    done = cloudmac_setup(fresh, "--generate", "--listen", address)
    assert done.returncode == 1 and "needs TLS" in done.stderr and "--web-tls" in done.stderr
    assert (fresh / CFG).read_text() == before
    assert not (fresh / "etc" / "initial-passwords").exists()


def test_loopback_needs_no_tls(fresh):
    for address in ("127.0.0.1", "::1", "127.0.0.1,127.0.1.1", "localhost"):
        assert cloudmac_setup(fresh, "--generate", "--listen", address).returncode == 0, address
    assert on(fresh) == (True, False)


def test_tls_is_set_repeated_and_undone(fresh, tmp_path):
    shipped = (fresh / CFG).read_text()
    pair = web_pki(tmp_path / "pki")
    done = tls(fresh, pair)
    assert done.returncode == 0 and "RESTCONF: TLS at port 8443, certificate" in done.stdout
    assert on(fresh) == (True, True)  # plain HTTP stays on loopback
    first = settings(fresh)
    assert first["ssl.keystore"] == "${karaf.etc}/pki/web.p12"
    assert first["ssl.keystore.password"] == first["ssl.key.password"]
    for name in (CFG, STORE):
        assert stat.S_IMODE((fresh / name).stat().st_mode) == 0o600, name

    assert tls(fresh, web_pki(tmp_path / "other")).returncode == 0
    assert settings(fresh) == first
    done = cloudmac_setup(fresh, *OUTSIDE)
    assert done.returncode == 0 and "RESTCONF 192.0.2.1" in done.stdout
    assert on(fresh) == (False, True)
    done = cloudmac_setup(fresh, "--web-http")
    assert done.returncode == 1 and "add --listen 127.0.0.1" in done.stderr
    assert cloudmac_setup(fresh, "--listen", "127.0.0.1").returncode == 0
    assert on(fresh) == (True, True)
    assert cloudmac_setup(fresh, "--web-http").returncode == 0
    assert (fresh / CFG).read_text() == shipped and not (fresh / STORE).exists()
    assert cloudmac_setup(fresh, "--web-http").returncode == 0
    assert (fresh / CFG).read_text() == shipped


def test_one_command_opens_it_with_tls(fresh, tmp_path):
    assert tls(fresh, web_pki(tmp_path / "pki"), *OUTSIDE).returncode == 0
    assert on(fresh) == (False, True)
    assert "clear text" not in cloudmac_setup(fresh, "--first-start").stderr


def test_the_start_warns_of_plain_http(fresh):
    text = (fresh / CFG).read_text()
    (fresh / CFG).write_text(text.replace("addresses = 127.0.0.1", "addresses = 192.0.2.1"))
    done = cloudmac_setup(fresh, "--first-start")
    assert done.returncode == 0 and "192.0.2.1 sends passwords in clear text" in done.stderr


def test_upgrade_keeps_tls(fresh, tmp_path):
    new = tmp_path / "new"
    shutil.copytree(fresh, new, symlinks=True)
    assert tls(fresh, web_pki(tmp_path / "pki"), *OUTSIDE).returncode == 0
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr
    assert settings(new) == settings(fresh)
    assert (new / STORE).read_bytes() == (fresh / STORE).read_bytes()
    other = tmp_path / "other"
    shutil.copytree(new, other, symlinks=True)
    done = cloudmac_setup(other, "--listen", "0.0.0.0")
    assert done.returncode == 0, done.stderr


def of_another_key(folder):
    return web_pki(folder)[0], web_pki(folder / "other")[1]


def without_names(folder):
    return web_pki(folder, names=None)


def for_clients(folder):
    return web_pki(folder, "-addext", "extendedKeyUsage=clientAuth")


def in_wrong_order(folder):
    certificate, key = web_pki(folder)
    other, _ = web_pki(folder / "other", "-subj", "/CN=another")
    certificate.write_text(certificate.read_text() + other.read_text())
    return certificate, key


def swapped(folder):
    return web_pki(folder)[::-1]


def missing(folder):
    certificate, key = web_pki(folder)
    key.unlink()
    return certificate, key


@pytest.mark.parametrize(
    "spoiled, message",
    [
        (of_another_key, "is not the key of"),
        (without_names, "names no host"),
        (for_clients, "not for a server"),
        (in_wrong_order, "certificate 2 at a wrong place"),
        (swapped, "is not a certificate in PEM"),
        (missing, "No such file"),
    ],
)
def test_unusable_files_change_nothing(fresh, tmp_path, spoiled, message):
    before = (fresh / CFG).read_text()
    done = tls(fresh, spoiled(tmp_path / "pki"), *OUTSIDE)
    assert done.returncode == 1 and message in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1
    assert (fresh / CFG).read_text() == before and not (fresh / STORE).exists()
    assert not (fresh / "etc" / "initial-passwords").exists()
