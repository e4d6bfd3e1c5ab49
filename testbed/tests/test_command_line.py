# SPDX-License-Identifier: Apache-2.0
"""Tests what ``./cloudmac`` refuses before it builds anything. No lab runs."""
import argparse
import fcntl
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys

import pytest
from cloudmac_testbed import client, controller, lab_commands, parts, topology
from cloudmac_testbed.__main__ import main, parser
from cloudmac_testbed.errors import LabError
from conftest import command, finished

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "cloudmac"

REFUSED = (
    (("reproduce", "fig11"), 1, "no figure fig11; there are: fig3"),
    (("reproduce", "fig8", "--lines", "hbt"), 1, "fig8 has none of these lines"),
    (("reproduce", "fig6", "--quick", "--document"), 1, "--document is not for --quick"),
    (("lab", "run", "chaos", "--policies", "htb"), 2, "unrecognized arguments: --policies htb"),
    (("lab", "run", "chaos", "--faults", "fire"), 2, "invalid choice: 'fire'"),
    (("lab", "run", "chaos", "--fault-every", "0"), 2, "0 is not a whole number of at least 1"),
    (("lab", "run", "chaos", "--topology", "capacity"), 1, "topology capacity: this needs a wtp"),
    (("lab", "run", "air", "--series", "x*"), 1, "no series x*; there are: "),
    (("lab", "run", "hybrid", "--policies", "hbt"), 1, "no policy hbt; there are: "),
    (("lab", "run", "split", "--topology", "capacity"), 1, "this needs a station named mn"),
    (("lab", "run", "first-contact", "--seed", "2"), 2, "unrecognized arguments: --seed 2"),
    (("lab", "run", "nonsense"), 2, "invalid choice: 'nonsense'"),
    (("demo", "--seed", "-1"), 2, "-1 is not a whole number"),
    (("lab", "up", "--topology", "nowhere"), 1, "no topology nowhere; there are: air, campus"),
    (("lab", "up", "--topology", "/nowhere.yaml"), 1, "/nowhere.yaml: No such file"),
    (("lab", "check"), 2, "the following arguments are required: FILE"),
    (("lab", "check", "a.yaml", "b.yaml"), 2, "unrecognized arguments: b.yaml"),
    (("lab", "status", "--pasword"), 2, "unrecognized arguments: --pasword"),
    (("demo", "--topology", "default"), 1, "topology default: the demo needs two WTPs"),
    (("demo", "--quikc"), 2, "unrecognized arguments: --quikc"),
)


@pytest.mark.parametrize("arguments, status, words", REFUSED)
def test_wrong_arguments_are_refused_by_the_check(no_lab, arguments, status, words):
    found, output = finished(command("--only-check", *arguments, env=no_lab))
    assert (found, words in output) == (status, True), output


@pytest.mark.parametrize(
    "arguments",
    [("reproduce",), ("lab", "run", "sizing"), ("lab", "up"), ("lab", "down"), ("demo",)],
)
def test_valid_arguments_pass_the_check_which_changes_nothing(arguments, tmp_path):
    folders = {"CLOUDMAC_RUNTIME": f"{tmp_path}/run", "CLOUDMAC_RESULTS": f"{tmp_path}/results"}
    assert finished(command("--only-check", *arguments, env=folders)) == (0, "")
    assert not list(tmp_path.iterdir())


@pytest.fixture(name="no_lab")
def _no_lab(tmp_path):
    """Returns an environment in which no lab is up."""
    return {"CLOUDMAC_RUNTIME": str(tmp_path / "run")}


NEED_A_LAB = (
    ("down",),
    ("status",),
    ("status", "--password"),
    ("shell", "mn"),
    ("console",),
    ("capture", "mn", "wlan0"),
    ("move", "mn", "1", "2"),
    ("link", "mn", "wtp1", "cut"),
    ("air",),
)


@pytest.mark.parametrize("verb", NEED_A_LAB)
def test_without_a_lab_an_error_says_how_to_start_one(no_lab, verb):
    status, output = finished(command("lab", *verb, env=no_lab))
    assert (status, output) == (1, "cloudmac: no lab is up; ./cloudmac lab up starts one\n")


def checked(name, env):
    return finished(command("lab", "check", str(name), env=env))


@pytest.mark.parametrize("name", topology.known())
def test_the_labs_own_topologies_are_good(name, no_lab):
    status, output = checked(name, no_lab)
    assert status == 0 and "switch" in output, output


def test_check_says_what_a_topology_would_build(no_lab):
    status, output = checked("mobility", no_lab)
    rows = dict(line.split("  ", 1) for line in output.splitlines())
    assert status == 0
    assert rows["2 WTPs"].strip() == "wtp1 (at swa, channel 6), wtp2 (at swa, channel 6)"
    assert output.endswith("connected by TLS, mobility on\n")


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "the file is empty"),
        ("- swa\n", "topology: not a mapping"),
        ("switches: [swa\n", "line 2, column 1: not YAML: expected ',' or ']'"),
        ("switches: [swa]\nswitches: [swb]\n", "line 2: key switches is there twice"),
        ("switches: [swa]\nwtps: {w: {at: swb}}\n", "wtp w: at is 'swb', not a switch"),
    ],
)
def test_check_names_the_place_of_an_error(text, says, tmp_path, no_lab):
    file = tmp_path / "my.yaml"
    file.write_text(text, encoding="utf-8")
    status, output = checked(file, no_lab)
    assert status == 1 and output.startswith(f"cloudmac: {file}: {says}"), output
    assert output.count("\n") == 1


def test_check_of_an_absent_file_fails(no_lab):
    status, output = checked("nowhere", no_lab)
    assert (status, output.startswith("cloudmac: no topology nowhere; there are: air")) == (1, True)


def password_of(state, monkeypatch, capsys):
    """Runs ``lab status --password`` in a lab with this state. Returns the output."""
    monkeypatch.setattr(client, "status", lambda: state)
    monkeypatch.setattr(controller, "credentials", lambda run: ("admin", "a secret"))
    lab_commands.status(parser().parse_args(["lab", "status", "--password"]))
    return capsys.readouterr().out


def test_password_is_printed_alone(monkeypatch, capsys):
    assert password_of({"controller": True}, monkeypatch, capsys) == "a secret\n"


def test_a_lab_without_controller_has_no_password(monkeypatch, capsys):
    with pytest.raises(LabError, match="no controller"):
        password_of({"controller": False}, monkeypatch, capsys)


CLIENT = """
import select, sys
print("SLF4J(W): No SLF4J providers were found.", file=sys.stderr)
print("Error executing command: no such station", file=sys.stderr)
# A real client drops the answer if its input ends.
ended = select.select([sys.stdin], [], [], 0)[0]
sys.exit(7 if ended else 3)
"""


def test_a_console_command_answers_without_noise_and_without_a_terminal(capfd, monkeypatch):
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert lab_commands.console_answer([sys.executable, "-c", CLIENT]) == 3
    assert capfd.readouterr().err == "Error executing command: no such station\n"


@pytest.mark.parametrize(
    "command, words",
    [
        (["cloudmac:drain", "--undo", "wtp1"], ["cloudmac:drain --undo wtp1"]),
        (["-r", "3", "cloudmac:wtps"], ["-r", "3", "cloudmac:wtps"]),
        ([], []),
    ],
)
def test_options_of_a_console_command_are_not_the_clients(command, words):
    assert lab_commands.one_word(command) == words


def test_a_capture_without_a_lab_leaves_its_file_alone(no_lab, tmp_path):
    kept = tmp_path / "kept.pcapng"
    kept.write_text("frames of yesterday", encoding="utf-8")
    status, _ = finished(command("lab", "capture", "mn", "wlan0", "-w", str(kept), env=no_lab))
    assert status == 1 and kept.read_text(encoding="utf-8") == "frames of yesterday"


@pytest.fixture(name="locked")
def _locked(tmp_path):
    """Yields an environment in which a lab seems to be up."""
    run = tmp_path / "run"
    run.mkdir()
    about = {"topology": "air", "started": "2026-01-02 03:04:05+00:00", "user": "sheila"}
    (run / "about.json").write_text(json.dumps(about), encoding="utf-8")
    with open(run / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield {"CLOUDMAC_RUNTIME": str(run)}


@pytest.mark.parametrize(
    "arguments", [("lab", "up"), ("--only-check", "lab", "up"), ("--only-check", "demo")]
)
def test_second_lab_is_refused_with_topology_start_and_user_of_the_first(locked, arguments):
    status, output = finished(command(*arguments, env=locked))
    assert status == 1
    assert output == (
        "cloudmac: a lab is up on this machine: topology air, started "
        "2026-01-02 03:04:05+00:00 by sheila; ./cloudmac lab down ends it\n"
    )


AS_NOBODY = """
import os
from cloudmac_testbed.__main__ import main
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
main()
"""


def as_nobody(*arguments, run):
    """Runs the command line as a user who is not root; returns its status and output. The
    sources may lie where that user cannot read them."""
    done = subprocess.run(
        ["/usr/bin/python3", "-c", AS_NOBODY, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": str(LAUNCHER.parent / "testbed"),
            "CLOUDMAC_RUNTIME": str(run),
        },
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("verb", NEED_A_LAB)
def test_another_user_is_told_that_the_lab_is_roots(tmp_path, verb):
    (tmp_path / "run").mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as control:
        control.bind(str(tmp_path / "run" / "control"))
        control.listen(1)
        status, output = as_nobody("lab", *verb, run=tmp_path / "run")
    assert (status, output) == (1, f"cloudmac: {client.NEEDS_ROOT}\n")


def verbs(parser, words=()):
    """Yields the words of each verb and subverb, and no words."""
    yield words
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from verbs(below, (*words, name))


ALL_VERBS = [*verbs(parser()), ("lab", "shell", "mn"), ("lab", "capture", "mn", "wlan0")]


@pytest.mark.parametrize("words", ALL_VERBS)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_acts_nowhere(capsys, monkeypatch, words, option):
    monkeypatch.setattr(client, "_connect", None)
    monkeypatch.setattr(client, "Lab", None)
    monkeypatch.setattr(parts, "gather", None)
    monkeypatch.setattr(sys, "argv", ["cloudmac", *words, option])
    try:
        main()
    except SystemExit as ended:
        assert ended.code == 0
    assert capsys.readouterr().out.startswith("usage: cloudmac")


@pytest.mark.parametrize("words", ALL_VERBS)
def test_help_before_any_package_is_installed(words):
    """Python has only its own library without site-packages."""
    done = subprocess.run(
        ["/usr/bin/python3", "-S", "-m", "cloudmac_testbed", *words, "--help"],
        cwd=LAUNCHER.parent / "testbed",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0 and done.stdout.startswith("usage: cloudmac"), done.stdout


def test_help_as_another_user(tmp_path):
    status, output = as_nobody("lab", "up", "--help", run=tmp_path / "run")
    assert status == 0 and "--no-controller" in output


def test_wrong_arguments_and_help_come_before_all_builds():
    """The launcher prints "building" for each part, also if it is built already."""
    for arguments, status, words in (*REFUSED, (("reproduce", "--help"), 0, "--repetitions N")):
        done = subprocess.run(
            [LAUNCHER, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == status and words in done.stdout, done.stdout
        assert "building" not in done.stdout


@pytest.fixture(name="elsewhere")
def _elsewhere(tmp_path):
    """Returns a function that runs a copy of the launcher and returns its status and output.
    The copy is in no git checkout, and cannot build the lab kernel."""
    shutil.copy(LAUNCHER, tmp_path)
    (tmp_path / "testbed" / "kernel").mkdir(parents=True)
    for package in ("cloudmac_testbed", "cloudmac_wire"):
        (tmp_path / "testbed" / package).symlink_to(LAUNCHER.parent / "testbed" / package)
    build = tmp_path / "testbed" / "kernel" / "build"
    build.write_text("#!/bin/sh\necho no kernel here >&2\nexit 1\n", encoding="utf-8")
    build.chmod(0o755)
    for folder in (tmp_path, tmp_path / "testbed"):
        (folder / "debian-packages").write_text("bash\n", encoding="utf-8")

    def launched(*arguments):
        done = subprocess.run(
            [tmp_path / "cloudmac", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
            env={
                **os.environ,
                "CLOUDMAC_CACHE": str(tmp_path / "cache"),
                "CLOUDMAC_RUNTIME": str(tmp_path / "run"),
            },
        )
        return done.returncode, done.stdout

    return launched


@pytest.mark.parametrize("verb", [("demo",), ("run", "split"), ("reproduce", "fig6"), ("build",)])
def test_failed_build_ends_the_command(elsewhere, verb):
    """No other part is built, and no lab starts."""
    status, output = elsewhere(*verb)
    assert status == 1 and "no kernel here" in output, output
    assert "building vap-driver" not in output


def test_build_outside_a_git_checkout_is_refused(elsewhere):
    status, output = elsewhere("build", "java")
    assert status == 1 and "git lists no sources here" in output, output
    assert "building the controller" not in output
