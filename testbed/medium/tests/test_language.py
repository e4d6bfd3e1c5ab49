# SPDX-License-Identifier: Apache-2.0
"""The medium's commands without a kernel: which it accepts and which it refuses."""
import subprocess

import pytest
from conftest import BUILD

RADIOS = """\
# two radios
radio a 42:00:00:00:00:00 at 0 0
radio b 42:00:00:00:01:00 at 10 0 1.5 power 15 monitor
"""


def check(tmp_path, text):
    """Runs the medium with --check. Returns its error text, empty if there is none."""
    config = tmp_path / "medium.conf"
    config.write_text(text)
    done = subprocess.run(
        [BUILD / "cloudmac-medium", "--check", "--config", config],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == bool(done.stderr), done
    return done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "move a 1 2",
        "move a 1 2 3 speed 1.5",
        "move a then -1 2 speed 2 after 10",
        "wander a 0 0 10 10 0.5 2",
        "link a b 20",
        "link a b cut",
        "link b a clear",
        "power a -10",
        "hold a 02:00:00:00:00:99",
        "hold a 02:00:00:00:00:99 off",
        "edca a vo 2 3 7 1504",
        "model exponent 2.5 noise -100 sense -90 capture 5 slot 20",
        "status",
        "airtime reset",
        "",
        "   # nothing",
    ],
)
def test_good_lines(tmp_path, line):
    assert not check(tmp_path, RADIOS + line + "\n")


@pytest.mark.parametrize(
    "line, error",
    [
        ("fly a 1 2", "no command 'fly'"),
        ("move c 1 2", "no radio 'c'"),
        ("move a 1", "y is missing"),
        ("move a 1 nan", "y is 'nan', not a number"),
        ("move a 1 2 speed 0", "the speed is '0'"),
        ("move a 1 2 quickly", "unexpected word 'quickly'"),
        ("wander a 0 0 0 0 1 2", "the area is empty"),
        ("wander a 5 0 1 10 1 2", "the largest x"),
        ("link a a 3", "two different radios"),
        ("link a b much", "loss in dB"),
        ("hold a 02:00", "not an address"),
        ("edca a xx 1 1 1 1", "the access category must be"),
        ("edca a be 2 15 7 0", "the largest window"),
        ("model shadowing 4", "before the first radio"),
        ("model colour red", "unexpected word 'colour'"),
        ("radio a 42:00:00:00:05:00", "a radio 'a' already"),
        ("radio c 42:00:00:00:01:00", "radio 'b' has that address"),
        ("radio c 42:00:00:00:02:00 netns a/b", "the namespace's name"),
        ("radio " + "x" * 40 + " 42:00:00:00:02:00", "1 to 31 characters"),
        ("trace", "the file's name is missing"),
        (" ".join(["move"] * 30), "too many words"),
    ],
)
def test_errors_name_the_fault_and_the_line(tmp_path, line, error):
    output = check(tmp_path, RADIOS + line + "\n")
    assert error in output and "line 4" in output


def test_no_file(tmp_path):
    done = subprocess.run(
        [BUILD / "cloudmac-medium", "--check", "--config", tmp_path / "none"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1 and "No such file" in done.stderr
