# SPDX-License-Identifier: Apache-2.0
"""systemd reads the services that we ship without a complaint."""
import pathlib
import re
import shutil
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
UNITS = sorted(
    unit
    for pattern in ("*/systemd/*.service", "karaf/src/main/assembly/contrib/*.service")
    for unit in TOP.glob(pattern)
)
PROGRAM = re.compile(r"^Exec\w+=[-@:+!]*(/\S+)", re.MULTILINE)


def verify(root, unit):
    """Returns what systemd says of a unit that is installed below ``root`` with its programs."""
    place = root / "etc" / "systemd" / "system" / unit.name
    place.parent.mkdir(parents=True)
    shutil.copy(unit, place)
    for program in PROGRAM.findall(unit.read_text(encoding="utf-8")):
        file = root / program.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("#!/bin/sh\n", encoding="utf-8")
        file.chmod(0o755)
    # Units that ours name, such as network-online.target, are the machine's.
    machine = root / "lib" / "systemd" / "system"
    shutil.copytree("/lib/systemd/system", machine, symlinks=True)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={root}", unit.name],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]


def test_all_services_are_checked():
    assert {unit.stem for unit in UNITS} == {
        "cloudmac-controller",
        "cloudmac-cpp",
        "cloudmac-vapd",
        "cloudmac-wtp",
    }


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_accepts_a_service(tmp_path, unit):
    assert verify(tmp_path, unit) == (0, [])


def test_a_wrong_line_is_found(tmp_path):
    wrong = tmp_path / "wrong.service"
    wrong.write_text("[Service]\nExecStart=/usr/sbin/wrong\nProtectSytem=strict\n")
    assert "ProtectSytem" in "".join(verify(tmp_path / "root", wrong)[1])
