# SPDX-License-Identifier: Apache-2.0
"""Tests at a running controller what users of each role may do at the console, without a terminal."""
import pytest

from conftest import ACCOUNTS

WTP = "02:00:5e:00:53:01"
STATION, BSSID = "02:5a:00:00:00:01", "02:00:00:00:12:34"
READ = ("cloudmac:wtps", "cloudmac:stations", "cloudmac:log", "cloudmac:qos", "ovsdb:nodes")
ACT = (
    f"cloudmac:drain --undo {WTP}",
    f"cloudmac:forget {WTP}",
    f"cloudmac:bind -s {STATION} {BSSID} {WTP}",
    f"cloudmac:handover {STATION} {WTP}",
    "cloudmac:qos -r 100X htb",
    "cloudmac:graph neighbours",
)
CONFIGURE = (
    "bundle:list",
    "config:list",
    "jaas:realm-list",
    "log:set DEBUG",
    "feature:list",
    "system:shutdown -f",
    "shell:cat etc/users.properties",
    "shell:grep karaf etc/users.properties",
    "shell:exec id",
    "shell:new java.io.File x",
    'shell:eval "bundle:list"',
    '"a" length',
    "($.context getBundles)",
    "ld",
)
REFUSED = ("Insufficient credentials", "Command not found")


def run(controller, user, command):
    return controller.console(command, ACCOUNTS[user][0], user)


def is_refused(done):
    return done.returncode != 0 and any(words in done.stdout for words in REFUSED)


@pytest.mark.parametrize("user", ["viewer", "operator"])
@pytest.mark.parametrize("command", READ)
def test_everybody_reads(running, user, command):
    done = run(running, user, command)
    assert done.returncode == 0, done.stdout
    assert "\x1b" not in done.stdout and "initialization script" not in done.stdout


@pytest.mark.parametrize("command", ACT)
def test_operators_act_and_viewers_do_not(running, command):
    assert is_refused(run(running, "viewer", command))
    done = run(running, "operator", command)
    assert not is_refused(done), done.stdout


@pytest.mark.parametrize("user", ["viewer", "operator"])
@pytest.mark.parametrize("command", CONFIGURE)
def test_only_administrators_configure(running, user, command):
    done = run(running, user, command)
    assert is_refused(done), done.stdout
    assert running.process.poll() is None


def test_only_administrators_write_files(running, tmp_path):
    file = tmp_path / "file"
    tmp_path.chmod(0o777)
    run(running, "operator", f"echo text > {file}")
    assert not file.exists()
    assert running.console(f"echo text > {file}").returncode == 0
    assert file.read_text().strip() == "text"


def test_an_error_is_text_without_colours(running):
    done = run(running, "operator", "cloudmac:qos -r 100X htb")
    assert done.returncode == 1 and "\x1b" not in done.stdout, repr(done.stdout)
    assert "rate 100X is refused: allowed are whole bit/s from 8000 to 1T" in done.stdout


def test_a_script_gets_values_and_nothing_else(running):
    done = run(running, "viewer", "cloudmac:virtual-stations --no-format")
    assert done.returncode == 0 and done.stdout.strip() == "", repr(done.stdout)
