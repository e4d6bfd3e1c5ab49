# SPDX-License-Identifier: Apache-2.0
"""Tests cloudmac-setup on a stopped controller."""
import importlib.machinery
import importlib.util
import os
import pwd
import shutil
import stat

import pytest

from controller import cloudmac_setup, features
from pki import web_pki

RESTCONF = "org.opendaylight.restconf.nb.rfc8040.cfg"


def passwords(home):
    lines = (home / "etc" / "initial-passwords").read_text().splitlines()
    return dict(line.split(None, 1) for line in lines if not line.startswith("#"))


def test_generates_passwords_once(fresh):
    assert cloudmac_setup(fresh, "--generate").returncode == 0
    file = fresh / "etc" / "initial-passwords"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first = passwords(fresh)
    assert sorted(first) == ["karaf", "restconf"]
    users = (fresh / "etc" / "users.properties").read_text()
    assert first["karaf"] not in users and users.count("karaf =") == 1
    again = cloudmac_setup(fresh, "--generate")
    assert "already set" in again.stdout
    assert passwords(fresh) == first
    assert (fresh / "etc" / "users.properties").read_text() == users
    assert cloudmac_setup(fresh, "--generate", "--change").returncode == 0
    assert not set(passwords(fresh).values()) & set(first.values())


@pytest.mark.parametrize("password", ["admin", "short", "OpenDaylight"])
def test_rejects_a_bad_password_and_changes_nothing(fresh, password):
    before = (fresh / "etc" / "users.properties").read_text()
    done = cloudmac_setup(fresh, "--restconf-password-file", "-", text=password + "\n")
    assert done.returncode == 1 and done.stderr.startswith("cloudmac-setup: ")
    assert (fresh / "etc" / "users.properties").read_text() == before
    assert not (fresh / "data" / "idmlight.db.mv.db").exists()


def test_does_not_start_beyond_loopback_with_a_known_password(fresh):
    with open(fresh / "etc" / "users.properties", "a", encoding="utf-8") as users:
        users.write("karaf = karaf,_g_:admingroup\n")
    loopback = cloudmac_setup(fresh, "--first-start")
    assert loopback.returncode == 0 and "well-known password" in loopback.stderr
    cfg = fresh / "etc" / "org.ops4j.pax.web.cfg"
    cfg.write_text(cfg.read_text().replace("addresses = 127.0.0.1", "addresses = 0.0.0.0"))
    done = cloudmac_setup(fresh, "--first-start")
    assert (
        done.returncode == 1
        and "will not start" in done.stderr
        and "RESTCONF 0.0.0.0" in done.stderr
    )
    assert cloudmac_setup(fresh, "--generate", "--change").returncode == 0
    assert cloudmac_setup(fresh, "--first-start").returncode == 0


@pytest.mark.skipif(os.getuid() != 0, reason="needs root to change owners")
def test_changes_the_owner_of_all_files_but_not_of_link_targets(fresh, tmp_path):
    nobody = pwd.getpwnam("nobody")
    (tmp_path / "folder").mkdir()
    secrets = [tmp_path / "secret", tmp_path / "folder" / "secret"]
    for secret in secrets:
        secret.write_text("root's", encoding="utf-8")
    (fresh / "etc" / "link").symlink_to(secrets[0])
    (fresh / "etc" / "folder").symlink_to(tmp_path / "folder")
    (fresh / "etc" / "nowhere").symlink_to(tmp_path / "nowhere")
    done = cloudmac_setup(fresh, "--generate", "--owner", "nobody")
    assert done.returncode == 0, done.stderr
    for path in (*secrets, tmp_path / "folder"):
        assert path.stat().st_uid == 0
    inside = [fresh, *fresh.rglob("*")]
    assert fresh / "etc" / "initial-passwords" in inside
    assert {path.lstat().st_uid for path in inside} == {nobody.pw_uid}
    assert {path.lstat().st_gid for path in inside} == {nobody.pw_gid}
    done = cloudmac_setup(fresh, "--owner", "nosuchaccount")
    assert done.returncode == 1 and "no account nosuchaccount" in done.stderr


def test_prints_the_addresses_on_which_it_listens(fresh):
    assert "neither RESTCONF" in cloudmac_setup(fresh, "--generate").stdout
    said = cloudmac_setup(fresh, "--listen-ssh", "192.0.2.1").stdout
    assert "ssh 192.0.2.1" in said


def test_upgrade_keeps_the_operators_changes(fresh, tmp_path):
    new = tmp_path / "new"
    shutil.copytree(fresh, new, symlinks=True)
    assert cloudmac_setup(fresh, "--generate", "--listen-ssh", "192.0.2.1").returncode == 0
    mine = fresh / "etc" / "io.cloudmac.cfg"
    mine.write_text(mine.read_text() + "request-timeout-ms = 4000\n")
    with open(fresh / "etc" / "system.properties", "a", encoding="utf-8") as file:
        file.write("karaf.delay.console = true\n")
    for folder in (new / "etc", new / "lib" / "setup" / "etc"):
        for name in ("io.cloudmac.cfg", "io.cloudmac.ovsdb.cfg"):
            with open(folder / name, "a", encoding="utf-8") as file:
                file.write("new-in-this-version = 1\n")
    kept = ("cloudmac/decisions/decisions-1.jsonl", "log/cloudmac-audit-admin.log.1")
    for name in (*kept, "log/karaf.log"):
        (fresh / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / "data" / name).write_text(name)
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr
    assert [(new / "data" / name).read_text() for name in kept] == list(kept)
    assert not (new / "data" / "log" / "karaf.log").exists()
    assert "io.cloudmac.cfg.new" in done.stdout and "already set" in done.stdout
    assert (new / "etc" / "io.cloudmac.cfg").read_text() == mine.read_text()
    assert "new-in-this-version" in (new / "etc" / "io.cloudmac.cfg.new").read_text()
    assert "new-in-this-version" in (new / "etc" / "io.cloudmac.ovsdb.cfg").read_text()
    assert "etc/system.properties: NOT taken over" in done.stdout
    assert "karaf.delay.console = true" not in (new / "etc" / "system.properties").read_text()
    assert done.stdout.count("taken over") == 1 and "featuresBoot" not in done.stdout
    assert passwords(new) == passwords(fresh)
    assert "192.0.2.1" in (new / "etc" / "org.apache.karaf.shell.cfg").read_text()
    refused = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert refused.returncode == 1 and "already has state" in refused.stderr


@pytest.mark.parametrize(
    "before, transport",
    [
        ("tls.key =\ntls.cert =\ntls.ca =\n", "tcp"),
        ("port = 6641\n", "tcp"),
        ("tls.key = a.key\ntls.cert = a.pem\ntls.ca = ca.pem\n", None),
        ("transport = tcp\ntls.key = a.key\n", "tcp"),
        (None, "tls"),
    ],
)
def test_upgrade_keeps_the_transport_of_ovsdb(fresh, tmp_path, before, transport):
    """Up to 0.1.0 no setting named it: plain TCP, or TLS with files. None is the shipped setting."""
    new, ovsdb = tmp_path / "new", "etc/io.cloudmac.ovsdb.cfg"
    shutil.copytree(fresh, new, symlinks=True)
    if before:
        (fresh / ovsdb).write_text(before)
        if "transport" not in before:
            (fresh / "lib" / "setup" / ovsdb).write_text("tls.key =\ntls.cert =\ntls.ca =\n")
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr
    settings = dict(
        line.replace(" ", "").split("=")
        for line in (new / ovsdb).read_text().splitlines()
        if "=" in line and not line.startswith("#")
    )
    assert settings.get("transport") == transport
    if before and "a.key" in before:
        assert settings["tls.key"] == "a.key"
    assert ("transport = tcp, as before" in done.stdout) == (
        transport == "tcp" and "transport" not in before
    )


@pytest.mark.parametrize(
    "mine, kept",
    [
        ("framework, ssh, odl-cloudmac-ovsdb", "framework, ssh, odl-cloudmac-ovsdb"),
        ("framework, \\\n    ssh/4.4.6, odl-restconf/[1,2)", "framework, ssh, odl-restconf"),
        ("THIS, odl-restconf", "NEXT, odl-restconf"),
    ],
)
def test_upgrade_keeps_the_boot_features(fresh, tmp_path, mine, kept):
    new = tmp_path / "new"
    shutil.copytree(fresh, new, symlinks=True)
    shipped = features(fresh)
    for folder in (new, new / "lib" / "setup"):
        features(folder, "NEXT")
    features(fresh, mine.replace("THIS", shipped))
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr
    assert features(new) == kept and f"featuresBoot = {kept}\n" in done.stdout
    assert "NOT taken over" not in done.stdout


def test_upgrade_does_not_copy_repositories(fresh, tmp_path):
    new = tmp_path / "new"
    shutil.copytree(fresh, new, symlinks=True)
    cfg = fresh / "etc" / "org.apache.karaf.features.cfg"
    key = "featuresRepositories ="
    cfg.write_text(cfg.read_text().replace(key, f"{key} mvn:mine,"))
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert "NOT taken over; this version has its own" in done.stdout
    assert f"Repeat the changes that you still need from {cfg}" in done.stdout
    assert "mvn:mine" not in (new / "etc" / cfg.name).read_text()


def test_upgrade_keeps_the_filter_of_requests(fresh, tmp_path):
    new = tmp_path / "new"
    shutil.copytree(fresh, new, symlinks=True)
    for folder in (fresh, fresh / "lib" / "setup"):
        (folder / "etc" / RESTCONF).unlink()
    (fresh / "etc" / RESTCONF).write_text("ping-executor-name-prefix = mine\n")
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr
    lines = (new / "etc" / RESTCONF).read_text().splitlines()
    assert "ping-executor-name-prefix = mine" in lines
    assert "webContextSecurer.target = (io.cloudmac.access=true)" in lines


def test_upgrade_adds_the_settings_of_sessions(fresh, tmp_path):
    new, name = tmp_path / "new", "org.ops4j.pax.web.cfg"
    shutil.copytree(fresh, new, symlinks=True)
    old = "org.ops4j.pax.web.listening.addresses = 192.0.2.1\n"
    mine = "org.ops4j.pax.web.session.cookie.sameSite = lax\n"
    (fresh / "etc" / name).write_text(old + mine)
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr
    lines = (new / "etc" / name).read_text().splitlines()
    assert lines == [
        *(old + mine).splitlines(),
        "org.ops4j.pax.web.session.cookie.httpOnly = true",
        "org.ops4j.pax.web.session.url = none",
    ]


def add_user(home, name, *options, password="long enough"):
    return cloudmac_setup(
        home, "--add-user", name, *options, "--user-password-file", "-", text=password + "\n"
    )


def test_adds_lists_and_removes_accounts(fresh):
    assert cloudmac_setup(fresh, "--generate").returncode == 0
    done = add_user(fresh, "guests", "--role", "tenant", "--tenant", "guests")
    assert done.returncode == 0 and "account guests: tenant:guests" in done.stdout, done.stderr
    assert add_user(fresh, "eve", "--role", "viewer").returncode == 0
    assert add_user(fresh, "eve", "--role", "operator").returncode == 0
    listed = cloudmac_setup(fresh, "--list-users").stdout
    assert {"admin admin user", "guests tenant:guests", "eve operator"} <= set(listed.splitlines())
    assert cloudmac_setup(fresh, "--remove-user", "eve").returncode == 0
    assert "eve" not in cloudmac_setup(fresh, "--list-users").stdout
    done = cloudmac_setup(fresh, "--remove-user", "eve")
    assert done.returncode == 1 and "no account eve" in done.stderr


def console_users(home):
    lines = (home / "etc" / "users.properties").read_text().splitlines()
    pairs = (line.split(" = ", 1) for line in lines if line and not line.startswith("#"))
    return {name: value.split(",")[1:] for name, value in pairs}


def test_an_account_may_log_in_at_the_console(fresh):
    assert cloudmac_setup(fresh, "--generate").returncode == 0
    users = fresh / "etc" / "users.properties"
    # As a file of an older version, which has no groups of ours.
    text = users.read_text().splitlines()
    users.write_text("\n".join(one for one in text if "cloudmac-" not in one) + "\n")
    done = add_user(fresh, "eve", "--role", "viewer", "--console")
    assert done.returncode == 0 and "user eve of the console: viewer" in done.stdout, done.stderr
    assert add_user(fresh, "eve.b", "--role", "operator", "--console").returncode == 0
    found = console_users(fresh)
    assert found["eve"] == ["_g_:viewergroup"] and found["eve.b"] == ["_g_:operatorgroup"]
    assert found["_g_\\:viewergroup"] == ["ssh", "cloudmac-viewer"]
    assert found["_g_\\:operatorgroup"] == ["ssh", "cloudmac-viewer", "cloudmac-operator"]
    assert found["karaf"] == ["_g_:admingroup"] and "long enough" not in users.read_text()
    listed = cloudmac_setup(fresh, "--list-users").stdout.splitlines()
    assert {"eve viewer", "eve viewergroup (console)", "karaf admingroup (console)"} <= set(listed)
    # A new role without the console takes the old one away, and another name stays.
    assert "removed" in add_user(fresh, "eve", "--role", "admin").stdout
    assert "eve" not in console_users(fresh) and "eve.b" in console_users(fresh)
    done = cloudmac_setup(fresh, "--remove-user", "eve.b")
    assert done.returncode == 0 and "also from the console" in done.stdout
    assert set(console_users(fresh)) == set(found) - {"eve", "eve.b"}
    assert stat.S_IMODE(users.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "name, options, words",
    [
        ("karaf", ("--role", "admin", "--console"), "--karaf-password-file"),
        ("a", ("--role", "tenant", "--tenant", "t", "--console"), "not for tenants"),
        ("a@b", ("--role", "viewer"), "letters"),
        ("admin", ("--role", "viewer"), "--restconf-password-file"),
        ("a", ("--role", "viewer", "--remove-user", "admin"), "--restconf-password-file"),
        ("a", (), "needs --role"),
        ("a", ("--role", "tenant"), "needs --tenant"),
        ("a", ("--role", "viewer", "--tenant", "t"), "no other role"),
        ("a", ("--role", "tenant", "--tenant", "a:b"), "a tenant's name"),
    ],
)
def test_refuses_a_wrong_account_and_changes_nothing(fresh, name, options, words):
    done = add_user(fresh, name, *options)
    assert done.returncode == 1 and words in done.stderr, done.stderr
    assert not (fresh / "data" / "idmlight.db.mv.db").exists()


def test_accounts_of_older_versions_can_be_removed(fresh):
    """They had no rule for names, and a RESTCONF account karaf is not the console's user karaf."""
    assert cloudmac_setup(fresh, "--generate").returncode == 0
    users = (fresh / "etc" / "users.properties").read_text()
    program = program_of(fresh)
    for name in ("karaf", "a@b", "-x"):
        program.account_tool("add", name, "viewer", password="long enough")
        done = cloudmac_setup(fresh, f"--remove-user={name}")
        assert done.returncode == 0 and f"account {name}: removed\n" in done.stdout, done.stderr
    assert (fresh / "etc" / "users.properties").read_text() == users
    done = cloudmac_setup(fresh, "--remove-user", "admin")
    assert done.returncode == 1 and "--restconf-password-file" in done.stderr
    done = cloudmac_setup(fresh, "--remove-user", "")
    assert done.returncode == 1 and "no account" in done.stderr


def program_of(home):
    """Return cloudmac-setup of a controller as a module."""
    file = str(home / "bin" / "cloudmac-setup")
    loader = importlib.machinery.SourceFileLoader("cloudmac_setup_program", file)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def content(home):
    return {
        path.relative_to(home): path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and "system" not in path.relative_to(home).parts
    }


def test_a_refused_upgrade_changes_nothing(fresh, tmp_path):
    new = tmp_path / "new"
    shutil.copytree(fresh, new, symlinks=True)
    assert cloudmac_setup(fresh, "--generate").returncode == 0
    certificate, _ = web_pki(tmp_path / "pki")
    _, key = web_pki(tmp_path / "other")
    before = content(new)
    for options, words in (
        (("--web-tls", str(certificate), str(key)), "is not the key of"),
        (("--switch-tls", str(tmp_path)), "southbound.key: No such file"),
        (("--owner", "nosuchaccount"), "no account nosuchaccount"),
        (("--restconf-password-file", str(tmp_path / "none")), "No such file"),
        (("--add-user", "eve", "--role", "viewer"), "--user-password-file"),
    ):
        done = cloudmac_setup(new, "--upgrade-from", str(fresh), *options)
        assert done.returncode == 1 and words in done.stderr, (options, done.stderr)
        assert content(new) == before, options
    done = cloudmac_setup(new, "--upgrade-from", str(fresh))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("ended_at", ["restconf", "karaf"])
def test_a_first_start_that_ends_early_loses_no_password(fresh, monkeypatch, ended_at):
    program = program_of(fresh)

    def stop(_):
        raise KeyboardInterrupt

    whom, status, _ = program.ACCOUNTS[ended_at]
    monkeypatch.setitem(program.ACCOUNTS, ended_at, (whom, status, stop))
    with pytest.raises(KeyboardInterrupt):
        program.first_start()
    early = passwords(fresh)
    assert cloudmac_setup(fresh, "--first-start").returncode == 0
    now = passwords(fresh)
    # The account that was set keeps its password, which is still in the file.
    assert (now["restconf"] == early["restconf"]) == (ended_at == "karaf")
    assert program.console.hashed(now["karaf"]) in (fresh / "etc/users.properties").read_text()
