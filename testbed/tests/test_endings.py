# SPDX-License-Identifier: Apache-2.0
"""Tests that no command ends without a word when something else ends it. No lab runs."""
import os
import subprocess
import sys

import pytest
from conftest import TESTBED

ENDED = """
import os, signal, sys
from cloudmac_testbed import __main__, lab_commands

def verb(_):
    try:
        {action}
    finally:
        print("cleaned up", flush=True)

lab_commands.down = verb
sys.argv = ["cloudmac", "lab", "down"]
__main__.main()
"""


def ended(action):
    """Runs a verb that does this. Returns its status, output and errors."""
    done = subprocess.run(
        [sys.executable, "-c", ENDED.format(action=action)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(TESTBED)},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name, status", [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_program_that_a_signal_ends_says_so_after_its_clean_up(name, status):
    action = f"os.kill(os.getpid(), signal.{name}); signal.pause()"
    assert ended(action) == (status, "cleaned up\n", f"cloudmac: ended by {name}\n")


def test_a_broken_connection_is_not_taken_for_the_end_of_the_reader():
    status, _, errors = ended("raise BrokenPipeError('of a socket')")
    assert status == 1 and "BrokenPipeError: of a socket" in errors


def test_the_end_of_the_reader_ends_the_program_quietly():
    words = [sys.executable, "-c", ENDED.format(action="print('more', flush=True)")]
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen(
        words,
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TESTBED)},
    ) as process:
        os.close(writer)
        assert process.communicate()[1] == b"" and process.returncode == 141
