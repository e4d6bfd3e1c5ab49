# SPDX-License-Identifier: Apache-2.0
"""What ``./cloudmac`` refuses before it builds anything. No topology."""
import pathlib
import subprocess

import pytest
from conftest import command, finished

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "cloudmac"

REFUSED = (
    (("reproduce", "fig11"), 1, "no figure fig11; there are: fig3"),
    (("reproduce", "fig8", "--lines", "hbt"), 1, "fig8 has none of these lines"),
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
