# SPDX-License-Identifier: Apache-2.0
"""What a host's programs find without options, by ``lab shell``. In real time with the controller.

    mn ))) wtp1 --- swa ===== swb --- vap
"""
import subprocess

import pytest
from cloudmac_testbed.guest import tools
from conftest import command, finished

pytestmark = pytest.mark.controller

WITHOUT_OPTIONS = (
    ("swa", "ovs-vsctl show", "Bridge br0"),
    ("swa", "ovs-ofctl -O OpenFlow13 dump-flows br0", "actions="),
    ("swa", "ovs-appctl fdb/show br0", "VLAN  MAC"),
    ("swb", "ovs-vsctl get bridge br0 datapath-id", "0000000000000002"),
    ("wtp1", "cloudmac-wtp --version", "cloudmac-wtp"),
    ("vap", "cloudmac-vap list", "vap0"),
    ("vap", "hostapd_cli status", "state=ENABLED"),
    ("mn", "wpa_cli status", "wpa_state=COMPLETED"),
)


def shell(host, *words):
    """Runs a program by ``lab shell``. Returns its status and output."""
    return finished(command("lab", "shell", host, *words, stdin=subprocess.DEVNULL))


@pytest.mark.parametrize("host, line, says", WITHOUT_OPTIONS)
def test_a_hosts_tools_need_no_options(live, host, line, says):
    status, output = shell(host, *line.split())
    assert status == 0 and says in output, output


def test_an_option_of_the_caller_overrides_the_hosts_control_folder(live):
    status, output = shell("mn", "wpa_cli", "-p", "/nowhere", "status")
    assert status != 0 and "wpa_state" not in output, output


def test_every_program_is_in_its_hosts(live):
    """The table names no program that a shell does not find."""
    for host in live.topology.hosts.values():
        wanted = [*tools.PROGRAMS.get(host.kind, {}), *tools.CLIENTS.get(host.kind, ())[:1]]
        for program in wanted:
            found = shell(host.name, "sh", "-c", f"command -v {program}")
            assert found == (0, f"/run/tools-{host.name}/{program}\n")
