# SPDX-License-Identifier: Apache-2.0
"""Tests the lists of who may run which console command, without a controller."""
import pathlib
import re

import pytest

TREE = pathlib.Path(__file__).parent.parent.parent
ETC = TREE / "karaf" / "src" / "main" / "assembly" / "etc"
ALL = "cloudmac-viewer, cloudmac-operator, admin"
ACTING = "cloudmac-operator, admin"


def commands(scope):
    """Return the names of the commands of a scope in the source."""
    pattern = re.compile(rf'@Command\(scope = "{scope}", name = "([^"]+)"')
    files = TREE.glob("cloudmac-*/src/main/java/**/*.java")
    return {name for file in files for name in pattern.findall(file.read_text(encoding="utf-8"))}


def rules(scope):
    file = ETC / f"org.apache.karaf.command.acl.{scope}.cfg"
    lines = (line for line in file.read_text().splitlines() if line and not line.startswith("#"))
    return dict(line.split(" = ", 1) for line in lines)


def allowed(scope, name, *arguments):
    """Return who may run a command, by Karaf's rules: first those with arguments, then by name."""
    text = f"[{', '.join(arguments)}]"
    found = rules(scope)
    for rule, roles in found.items():
        pattern = re.fullmatch(rf"{re.escape(name)}\[/(.*)/\]", rule)
        if pattern and re.fullmatch(pattern[1], text):
            return roles
    return found.get(name, "admin")


@pytest.mark.parametrize("scope", ["cloudmac", "ovsdb"])
def test_each_command_is_listed_and_nothing_else(scope):
    assert commands(scope) == {rule.partition("[")[0] for rule in rules(scope)}
    assert {roles for roles in rules(scope).values()} <= {ALL, ACTING}


@pytest.mark.parametrize(
    "words, roles",
    [
        (("qos",), ALL),
        (("qos", "--no-format"), ALL),
        (("qos", "fifo"), ACTING),
        (("qos", "--no-format", "fifo"), ACTING),
        (("qos", "-r", "100M", "htb"), ACTING),
        (("graph", "stations"), ALL),
        (("graph", "--no-format", "links"), ALL),
        (("graph", "links", "--no-format"), ALL),
        (("graph", "neighbours"), ACTING),
        (("graph", "--no-format", "neighbours"), ACTING),
        (("graph", "stations", "neighbours"), ACTING),
        (("wtps", "--no-format"), ALL),
        (("bind", "a", "b"), ACTING),
        (("nonesuch",), "admin"),
    ],
)
def test_arguments_decide(words, roles):
    assert allowed("cloudmac", *words) == roles


def test_the_shell_itself_reads_and_writes_for_administrators_only():
    assert not {"cat", "grep", "less", "eval", "new", "exec", ".invoke", ".redirect"} & set(
        rules("shell")
    )
    build = (TREE / "karaf" / "pom.xml").read_text()
    assert 'value="karaf.secured.command.compulsory.roles = admin"' in build
