# SPDX-License-Identifier: Apache-2.0
"""Images of kind program, from folders."""

import json
import pathlib
import subprocess

import pytest

from cloudmac_lvnf.errors import ImageError
from cloudmac_lvnf.program import OCTETS_MAX, pack

TOP = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(name="folder")
def _folder(tmp_path):
    (tmp_path / "program.json").write_text('{"command": ["/usr/bin/true"], "on-failure": "drop"}')
    return tmp_path


def test_ruleset_and_files_are_added(folder):
    (folder / "ruleset.nft").write_text("table ip a {}\n")
    (folder / "a.conf").write_text("x\n")
    assert json.loads(pack(folder)) == {
        "command": ["/usr/bin/true"],
        "on-failure": "drop",
        "ruleset": "table ip a {}\n",
        "files": {"a.conf": "x\n"},
    }


def test_a_description_may_be_all(folder):
    assert json.loads(pack(folder)) == {"command": ["/usr/bin/true"], "on-failure": "drop"}


@pytest.mark.parametrize("text", ["", "[1]", "{"])
def test_what_is_no_description(folder, text):
    (folder / "program.json").write_text(text)
    with pytest.raises(ImageError, match="program.json"):
        pack(folder)


def test_a_program_that_is_too_long(folder):
    (folder / "a.conf").write_text("x" * OCTETS_MAX)
    with pytest.raises(ImageError, match="at most 1048576 fit"):
        pack(folder)


@pytest.mark.parametrize("name", ["firewall", "dns-filter"])
def test_the_command(name, tmp_path):
    output = tmp_path / "image.json"
    words = [TOP / "cloudmac-lvnf", "pack", TOP / "images/programs" / name, "-o", output]
    subprocess.run(words, check=True)
    assert "ruleset" in json.loads(output.read_bytes())


def test_the_command_without_a_program(tmp_path):
    words = [TOP / "cloudmac-lvnf", "pack", tmp_path, "-o", tmp_path / "image.json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "program.json" in done.stderr
