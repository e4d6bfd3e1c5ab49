# SPDX-License-Identifier: Apache-2.0
"""The SDK's package, a controller that answers late, and a tenant that is connected to it."""
import pathlib
import stat
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import cloudmac_sdk  # noqa: E402
from command import Command  # noqa: E402
from fake_controller import PASSWORD, FakeController  # noqa: E402


@pytest.fixture(name="controller")
def _controller():
    with FakeController() as controller:
        yield controller


@pytest.fixture(name="password_file")
def _password_file(tmp_path):
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\n")
    return file


@pytest.fixture(name="network")
def _network(controller):
    return controller.network


@pytest.fixture(name="tenant")
def _tenant(controller, password_file):
    with cloudmac_sdk.connect(
        controller.url, tenant="guests", password_file=password_file, patience_s=5
    ) as tenant:
        yield tenant


@pytest.fixture(name="compiler")
def _compiler(tmp_path, monkeypatch):
    """A compiler whose image has its arguments and the script. It refuses the script "bad"."""
    file = tmp_path / "compiler"
    file.write_text(
        "#!/usr/bin/python3\n"
        "import sys\n"
        "script = sys.stdin.read()\n"
        "if script == 'bad':\n"
        "    sys.exit(\"<stdin>:1:1: error: no element class 'bad'\")\n"
        "output = sys.argv[sys.argv.index('-o') + 1]\n"
        "options = [word for word in sys.argv[1:] if word != output]\n"
        "open(output, 'w').write(repr((options, script)))\n"
    )
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CLOUDMAC_LVNF", str(file))


@pytest.fixture(name="cloudmac")
def _cloudmac(controller, password_file, capsys, monkeypatch):
    for name in ("URL", "USER", "PASSWORD_FILE", "CA_FILE"):
        monkeypatch.delenv(f"CLOUDMAC_{name}", raising=False)
    return Command(controller, password_file, capsys)
