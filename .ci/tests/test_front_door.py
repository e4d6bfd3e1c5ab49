# SPDX-License-Identifier: Apache-2.0
"""Tests ./cloudmac: help, version and argument errors precede every action."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
SHELL_VERBS = ("check", "build", "bench", "docs", "packages", "clean")
BENCHES = ("bench agent", "bench nfv", "bench controller", "bench ovsdb", "bench ovs")
LAB_VERBS = (
    *("demo", "measure", "reproduce", "run", "lab", "lab up", "lab run", "lab status", "lab down"),
)


@pytest.fixture(name="tree")
def _tree():
    """Copies the files that ./cloudmac reads to a world-readable folder."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cloudmac-door-"))
    folder.chmod(0o755)
    try:
        shutil.copy(TOP / "cloudmac", folder)
        shutil.copy(TOP / "pom.xml", folder)
        shutil.copytree(TOP / ".ci", folder / ".ci")
        for bench in ("wtp-agent", "packet-node", "cloudmac-ovsdb"):
            shutil.copytree(TOP / bench / "bench", folder / bench / "bench")
        for daemon in ("wtp-agent", "packet-node"):
            shutil.copy(TOP / daemon / "Makefile", folder / daemon)
        (folder / "daemon").mkdir()
        shutil.copy(TOP / "daemon" / "daemon.mk", folder / "daemon")
        (folder / "testbed").mkdir()
        for package in ("cloudmac_testbed", "cloudmac_wire"):
            shutil.copytree(TOP / "testbed" / package, folder / "testbed" / package)
        yield folder
    finally:
        shutil.rmtree(folder)


def run(tree, *arguments, prefix=(), **environment):
    """Runs ./cloudmac and returns status and output. Its cache is cache/ of the tree."""
    done = subprocess.run(
        [*prefix, str(tree / "cloudmac"), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
        env={
            **os.environ,
            "CLOUDMAC_CACHE": str(tree / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
    )
    return done.returncode, done.stdout


NOBODY = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")


@pytest.mark.parametrize("verb", (*SHELL_VERBS, *BENCHES, *LAB_VERBS))
@pytest.mark.parametrize("option, prefix", [("-h", ()), ("--help", NOBODY)], ids=["root", "nobody"])
def test_help_of_each_verb_changes_nothing(tree, verb, option, prefix):
    before = sorted(tree.rglob("*"))
    status, output = run(tree, *verb.split(), option, prefix=prefix)
    assert status == 0, output
    assert "usage: " in output
    assert sorted(tree.rglob("*")) == before


def test_help_of_clean_removes_nothing(tree):
    built = tree / "karaf" / "target"
    built.mkdir(parents=True)
    site = tree / "site"
    site.mkdir()
    for arguments in (("clean", "--help"), ("clean", "-h"), ("clean", "--cache", "--help")):
        assert run(tree, *arguments)[0] == 0
        assert built.exists() and site.exists()
    assert run(tree, "clean") == (0, "")
    assert not built.exists() and not site.exists()


def test_help_without_packages_names_the_command_that_installs_them(tree):
    shutil.rmtree(tree / "testbed" / "cloudmac_testbed")
    status, output = run(tree, "demo", "--help")
    assert status == 0 and "./cloudmac build" in output, output
    status, output = run(tree, "lab", "status")
    assert status == 1 and "./cloudmac build" in output, output


def test_results_folder_of_the_ovsdb_benchmark(tree):
    folder = {"CLOUDMAC_RESULTS": "/elsewhere", "COLUMNS": "200"}
    status, output = run(tree, "bench", "ovsdb", "--help", **folder)
    assert status == 0 and "/elsewhere/ovsdb.json" in output, output


def test_version(tree):
    status, output = run(tree, "--version")
    assert status == 0 and output.startswith("cloudmac 0."), output


REFUSED_ARGUMENTS = (
    (("fly",), 2, "unknown verb 'fly'; \"./cloudmac --help\" lists the verbs"),
    (("--version", "extra"), 2, "--version takes no arguments, not: extra"),
    (("help", "build"), 2, "help takes no arguments, not: build"),
    (("build", "ovs", "wings"), 2, "no part 'wings'; the parts are: kernel"),
    (("check", "labs"), 2, "no stage 'labs'; the stages are: live"),
    (("check", "--fast"), 2, "unrecognized arguments: --fast"),
    (("check", "--quick", "--full"), 2, "--quick and --full do not go together"),
    (("check", "--since", "nowhere"), 2, "git knows no commit 'nowhere'"),
    (("bench", "wings"), 2, "no benchmark 'wings'; the benchmarks are: agent"),
    (("bench", "ovs", "x"), 2, "bench ovs takes no arguments, not: x"),
    (("bench", "agent", "--fast"), 2, "unrecognized arguments: --fast"),
    (("bench", "nfv", "--rounds", "0"), 2, "--rounds 0 is not above 0"),
    (("bench", "controller", "--wtps", "1"), 2, "wtps: 1 is not from 2 to 20000"),
    (("bench", "ovsdb", "--switches", "many"), 2, "invalid int value: 'many'"),
    (("packages", "--out"), 2, "packages takes --image, --out DIR or nothing, not: --out"),
    (("packages", "debs"), 2, "packages takes --image, --out DIR or nothing, not: debs"),
    (("docs", "--chek"), 2, "docs takes --check or nothing, not: --chek"),
    (("clean", "cache"), 2, "clean takes --cache or nothing, not: cache"),
    (("demo", "--nosuch"), 2, "unrecognized arguments: --nosuch"),
    (("run", "nosuch"), 2, "invalid choice: 'nosuch' (choose from 'air'"),
    (("reproduce", "nosuch"), 1, "no figure nosuch; there are: fig3"),
    (("measure", "nosuch"), 1, "no measurement nosuch; there are: handover"),
    (("measure", "--list", "--al"), 2, "unrecognized arguments: --al"),
    (("lab", "up", "--topology", "nosuch"), 1, "no topology nosuch; there are: air"),
)


@pytest.mark.parametrize("arguments, expected, words", REFUSED_ARGUMENTS)
@pytest.mark.parametrize("prefix", [(), NOBODY], ids=["root", "nobody"])
def test_wrong_arguments_are_rejected_before_any_action(tree, arguments, expected, words, prefix):
    status, output = run(tree, *arguments, prefix=prefix)
    assert words in output, output
    assert status == expected
    assert "needs root" not in output
    assert not (tree / "cache").exists()


@pytest.mark.parametrize("verb", ["build", "check", "reproduce"])
def test_verbs_report_that_they_need_root(tree, verb):
    status, output = run(tree, verb, prefix=NOBODY)
    assert status == 1 and "needs root" in output and f"sudo ./cloudmac {verb}" in output, output


def test_a_machine_without_packages_needs_root_before_the_check(tree):
    shutil.rmtree(tree / "testbed" / "cloudmac_testbed")
    status, output = run(tree, "demo", prefix=NOBODY)
    assert status == 1 and "sudo ./cloudmac demo" in output, output


@pytest.mark.parametrize("arguments", [("demo",), ("lab", "up")])
def test_verbs_that_start_a_lab_report_that_they_need_root(tree, arguments):
    status, output = run(tree, *arguments, prefix=NOBODY)
    assert status == 1 and "needs root" in output and "sudo ./cloudmac" in output, output


def test_a_path_with_spaces(tree):
    """Commands see the tree at a path without spaces and write their files to the tree."""
    spaced = tree / "a clone: of mine"
    spaced.mkdir()
    for name in ("cloudmac", "pom.xml", ".ci"):
        (tree / name).rename(spaced / name)
    (spaced / "wire").mkdir()
    (spaced / "wire" / "Makefile").write_text("clean:\n\tpwd >where\n")
    status, output = run(spaced, "clean")
    assert status == 0, output
    seen_at = (spaced / "wire" / "where").read_text().strip()
    assert " " not in seen_at
    assert not seen_at.startswith("/run/"), "guests of the lab have a /run of their own"
