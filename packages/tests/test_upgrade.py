# SPDX-License-Identifier: Apache-2.0
"""Upgrades a controller of an older commit, unpacked in /opt/cloudmac, to today's package. Its
settings and state are recorded: upgrade/make-state made them."""
import importlib.machinery
import importlib.util
import json
import subprocess

import pytest
from conftest import PACKAGES
from installed import READY, install

PACKAGE = UNIT = "cloudmac-controller"
RECORDED = PACKAGES / "tests" / "upgrade"
READ = """
import base64, sys, urllib.request
request = urllib.request.Request("http://127.0.0.1:8181/rests/data/cloudmac:cloudmac?content=config")
request.add_header("Authorization", "Basic " + base64.b64encode(f"admin:{sys.argv[1]}".encode()).decode())
print(urllib.request.urlopen(request, timeout=60).read().decode())
"""


@pytest.fixture(name="recorded")
def _recorded(tmp_path):
    """Returns the folder of the old controller, without its programs, and the script that made it."""
    subprocess.run(["tar", "-xJf", RECORDED / "state.tar.xz", "-C", tmp_path], check=True)
    loader = importlib.machinery.SourceFileLoader("make_state", str(RECORDED / "make-state"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_state", loader))
    loader.exec_module(module)
    assert (tmp_path / "ORIGIN").read_text().startswith(f"commit {module.COMMIT}")
    return tmp_path, module


def within(part, whole):
    """Returns true if all of a part is in the whole, which may have more members."""
    if isinstance(part, dict):
        return all(name in whole and within(value, whole[name]) for name, value in part.items())
    if isinstance(part, list):
        return all(any(within(one, other) for other in whole) for one in part)
    return part == whole


def test_settings_and_state_of_an_older_controller(boot, recorded):
    old, maker = recorded
    with boot(PACKAGE, shown={"/opt/cloudmac": old}) as machine:
        machine.run("systemctl", "mask", UNIT)
        install(machine, PACKAGE)
        said = machine.run("cloudmac-setup", "--upgrade-from", "/opt/cloudmac")
        assert "passwords: already set" in said
        again = machine.tried("cloudmac-setup", "--upgrade-from", "/opt/cloudmac")
        assert again[0] == 1 and "already has state" in again[1]
        machine.run("systemctl", "unmask", UNIT)
        machine.run("systemctl", "start", UNIT)
        machine.shell(READY)
        found = json.loads(machine.run("python3", "-c", READ, maker.PASSWORD))
        assert within(maker.CONFIGURATION, found), found
        settings = machine.shell("cat /etc/cloudmac-controller/io.cloudmac.cfg")
        assert "request-timeout-ms = 4000" in settings
        passwords = machine.shell("cat /etc/cloudmac-controller/initial-passwords")
        assert passwords == (old / "etc" / "initial-passwords").read_text()
        log = machine.shell("cat /var/lib/cloudmac/data/log/karaf.log").splitlines()
        # A root without network cannot resolve its own name, which a cache logs.
        errors = [line for line in log if " ERROR " in line and " ERROR Cache " not in line]
        assert not errors and "ClassCastException" not in "".join(log), errors
