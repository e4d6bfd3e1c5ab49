# SPDX-License-Identifier: Apache-2.0
"""Unpacks the OCI image of the controller again and runs it. systemd-nspawn runs it as the image's
configuration says, because crun refuses machines with hybrid cgroups."""
import json
import pathlib
import subprocess

import pytest
from conftest import PACKAGES
from installed import ASK, READY, SETTINGS
from machine import Machine

LOOPBACK_LINE = "org.ops4j.pax.web.listening.addresses = 127.0.0.1"


@pytest.fixture(scope="module", name="bundle")
def _bundle(debs, tmp_path_factory):
    """Returns the folder of the unpacked image."""
    assert debs
    made = subprocess.run([PACKAGES / "image"], stdout=subprocess.PIPE, text=True, check=True)
    folder = tmp_path_factory.mktemp("image") / "bundle"
    image = f"{made.stdout.strip()}:latest"
    subprocess.run(["umoci", "unpack", "--image", image, folder], check=True)
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


def test_what_the_image_says(bundle):
    config = json.loads((bundle / "config.json").read_text(encoding="utf-8"))
    process, notes = config["process"], config["annotations"]
    assert process["cwd"] == "/var/lib/cloudmac"
    user = process["user"]
    known = (bundle / "rootfs/etc/passwd").read_text(encoding="utf-8")
    assert f"cloudmac:x:{user['uid']}:{user['gid']}:" in known and user["uid"] != 0
    assert notes["org.opencontainers.image.licenses"] == "Apache-2.0"
    assert notes["org.opencontainers.image.exposedPorts"].split(",") == sorted(
        f"{port}/tcp" for port in (2550, 6640, 6653, 8101, 8181, 8443)
    )
    volumes = {mount["destination"] for mount in config["mounts"]}
    assert {"/etc/cloudmac-controller", "/var/lib/cloudmac"} <= volumes


def test_it_has_no_password_and_nothing_of_this_machine(bundle):
    root = bundle / "rootfs"
    assert not (root / "etc/cloudmac-controller/initial-passwords").exists()
    assert not list((root / "var/lib/cloudmac").rglob("idmlight*"))
    assert "deb.debian.org" in (root / "etc/apt/sources.list").read_text(encoding="utf-8")
    assert not (root / "etc/hostname").exists()


@pytest.mark.parametrize("volumes", ["as shipped", pytest.param("empty", marks=pytest.mark.full)])
def test_the_controller_runs(bundle, volumes):
    process = json.loads((bundle / "config.json").read_text(encoding="utf-8"))["process"]
    how = [f"--setenv={word}" for word in process["env"]]
    how += ["--user=cloudmac", f"--chdir={process['cwd']}", "--kill-signal=SIGTERM"]
    if volumes == "empty":
        uid = process["user"]["uid"]
        gone = ("/etc/cloudmac-controller", "/var/lib/cloudmac")
        how += [f"--tmpfs={path}:mode=750,uid={uid},gid={process['user']['gid']}" for path in gone]
    with Machine((bundle / "rootfs",), {}, (*how, *process["args"])) as machine:
        machine.shell(READY)
        machine.run("python3", "-c", ASK, SETTINGS)
        assert "600000" in machine.run("python3", "-c", ASK)
        etc = "/etc/cloudmac-controller"
        assert LOOPBACK_LINE in machine.shell(f"cat {etc}/org.ops4j.pax.web.cfg")
        assert machine.shell(f"stat -c '%U %a' {etc}/initial-passwords") == "cloudmac 600\n"
        # The first process is Java itself, so that it gets the signal that ends the container.
        assert pathlib.PurePath(machine.shell("cat /proc/1/comm").strip()).name == "java"
        machine.stop()
    assert machine.process.returncode in (0, 143)
