# SPDX-License-Identifier: Apache-2.0
"""What ``./cloudmac`` refuses before it builds anything. No topology."""
import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import command, finished

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "cloudmac"

REFUSED = (
    (("reproduce", "fig11"), 1, "no figure fig11; there are: fig3"),
    (("reproduce", "fig8", "--lines", "hbt"), 1, "fig8 has none of these lines"),
    (("reproduce", "fig6", "--document"), 1, "--document is for all figures"),
    (("lab", "run", "chaos", "--policies", "htb"), 1, "--policies is for hybrid, not for chaos"),
    (("lab", "up", "--topology", "nowhere"), 1, "nowhere.yaml: No such file"),
    (("demo", "--quikc"), 2, "unrecognized arguments: --quikc"),
)


@pytest.mark.parametrize("arguments, status, words", REFUSED)
def test_wrong_arguments_are_refused_by_the_check(arguments, status, words):
    found, output = finished(command("--only-check", *arguments))
    assert (found, words in output) == (status, True), output


@pytest.mark.parametrize(
    "arguments",
    [("reproduce",), ("lab", "run", "sizing"), ("lab", "up"), ("lab", "down"), ("demo",)],
)
def test_right_ones_pass_it_and_nothing_is_done(arguments):
    assert finished(command("--only-check", *arguments)) == (0, "")


def test_wrong_arguments_and_help_come_before_all_builds():
    """Of what is built already the launcher says that it is building it, too."""
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
    """Runs a copy of the launcher with arguments, in a folder that is no git checkout and where
    the lab kernel cannot be built; returns its status and output."""
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
            env={**os.environ, "CLOUDMAC_CACHE": str(tmp_path / "cache")},
        )
        return done.returncode, done.stdout

    return launched


@pytest.mark.parametrize("verb", [("demo",), ("run", "split"), ("reproduce", "fig6"), ("build",)])
def test_what_cannot_be_built_ends_it(elsewhere, verb):
    """Before anything else is built, or the lab is started without it."""
    status, output = elsewhere(*verb)
    assert status == 1 and "no kernel here" in output, output
    assert "building vap-driver" not in output


def test_sources_that_nobody_knows_are_not_taken_for_those_that_were_built(elsewhere):
    status, output = elsewhere("build", "java")
    assert status == 1 and "git does not say which sources there are" in output, output
    assert "building the controller" not in output
