# SPDX-License-Identifier: Apache-2.0
"""Installs the controller in a clean root: it starts as it is, keeps what was set, and is upgraded
with its state."""
import shutil
import subprocess

import pytest
from conftest import field
from installed import ASK, EXPOSURE, READY, SETTINGS, exposure, files, install, remove

PACKAGE = UNIT = "cloudmac-controller"
ETC, STATE = "/etc/cloudmac-controller", "/var/lib/cloudmac"
NEWER = "9.9.9"


@pytest.fixture(scope="session", name="newer")
def _newer(debs, tmp_path_factory):
    """Returns a folder with a later version of the package, which ships other settings."""
    folder = tmp_path_factory.mktemp("newer")
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "-R", debs[PACKAGE], tree], check=True)
    old = field(debs[PACKAGE], "Version")
    for name in ("control", "postinst"):
        file = tree / "DEBIAN" / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, NEWER))
    shipped = tree / "usr/share/cloudmac-controller/lib/setup/etc"
    for name in ("io.cloudmac.cfg", "org.ops4j.pax.web.cfg", "jmx.acl.cfg"):
        with open(shipped / name, "a", encoding="utf-8") as file:
            file.write("new = 1\n")
    (shipped / "org.apache.karaf.kar.cfg").unlink()
    (shipped / "added.cfg").write_text("added = 1\n")
    subprocess.run(
        ["dpkg-deb", "-b", "-Znone", tree, folder / f"{PACKAGE}_{NEWER}_all.deb"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    shutil.rmtree(tree)
    return folder


def test_the_controller_in_a_clean_root(boot):
    with boot(PACKAGE) as machine:
        before = files(machine)
        # Starts it.
        install(machine, PACKAGE)
        assert machine.run("systemctl", "is-enabled", UNIT).strip() == "enabled"
        unit = f"/lib/systemd/system/{UNIT}.service"
        assert machine.run("systemd-analyze", "verify", "--man=no", unit) == ""
        assert exposure(machine, UNIT) <= EXPOSURE
        machine.shell(READY)
        assert machine.state(UNIT) == "active"
        machine.run("python3", "-c", ASK, SETTINGS)
        assert "600000" in machine.run("python3", "-c", ASK)
        # Nothing of it may be read by others, or written outside of its folders.
        assert machine.shell(f"stat -c %A {ETC} {STATE}").split() == ["drwxr-x---"] * 2
        assert machine.shell("find / -xdev -user cloudmac -not -path '/proc/*' -print") == (
            machine.shell(f"find {ETC} {STATE}")
        )
        # Its programs need it stopped.
        status, said = machine.tried("cloudmac-setup", "--listen", "0.0.0.0")
        assert status == 1 and "running" in said
        machine.run("systemctl", "stop", UNIT)
        assert machine.property(UNIT, "Result") == "success"
        machine.run("cloudmac-setup", "--switch-tls", "/certificates", "--listen", "127.0.0.1")
        assert machine.shell(f"find {ETC} {STATE} -not -user cloudmac") == ""
        status, said = machine.tried("cloudmac-setup", "--owner", "root")
        assert status == 2 and "--owner" in said

        settings = machine.shell(f"cat {ETC}/*.cfg")
        install(machine, PACKAGE, again=True)
        assert machine.shell(f"cat {ETC}/*.cfg") == settings
        machine.run("systemctl", "stop", UNIT)
        # Also if the record of what the package shipped is lost.
        machine.run("rm", "-r", f"{STATE}/package")
        machine.run("systemctl", "mask", UNIT)
        install(machine, PACKAGE, again=True)
        assert machine.shell(f"cat {ETC}/*.cfg") == settings
        machine.run("systemctl", "unmask", UNIT)

        remove(machine, PACKAGE)
        assert machine.shell(f"cat {ETC}/*.cfg") == settings
        remove(machine, PACKAGE, purge=True)
        assert files(machine) == before
        assert machine.run("systemctl", "--failed", "--no-legend") == ""


def test_an_upgrade_keeps_settings_and_state(boot, newer):
    """Without a start of either version: what matters is in the files."""
    with boot(PACKAGE, shown={"/newer": newer}) as machine:
        machine.run("systemctl", "mask", UNIT)
        install(machine, PACKAGE)
        machine.run("cloudmac-setup", "--generate")
        machine.shell(
            "cd $1; echo 'mine = 1' >>io.cloudmac.cfg; echo 'mine = 1' >>org.apache.karaf.log.cfg;"
            "sed -i 's/^\\(sshHost *=\\).*/\\1 192.0.2.1/' org.apache.karaf.shell.cfg;"
            "echo 'mine = 1' >mine.cfg;"
            "mkdir -p $2/snapshots $2/data/cache; touch $2/snapshots/some $2/data/cache/old;"
            "chown -R cloudmac: $1 $2",
            ETC,
            STATE,
        )
        passwords = machine.shell(f"cat {ETC}/initial-passwords {ETC}/users.properties")
        account = machine.shell(f"sha256sum {STATE}/data/idmlight.db.mv.db")

        said = machine.shell("apt-get install -q -y /newer/*.deb")
        text = {
            name: machine.shell(f"cat {ETC}/{name}")
            for name in machine.shell(f"cd {ETC}; ls *.cfg *.new").split()
        }
        # Changed by both: the operator's stays, with the new one beside it.
        assert "mine = 1" in text["io.cloudmac.cfg"] and "new = 1" not in text["io.cloudmac.cfg"]
        assert "new = 1" in text["io.cloudmac.cfg.new"] and "io.cloudmac.cfg.new" in said
        assert "mine = 1" in text["org.apache.karaf.log.cfg"]
        assert "192.0.2.1" in text["org.apache.karaf.shell.cfg"]
        assert "mine = 1" in text["mine.cfg"]
        # Changed by the new version only.
        assert "new = 1" in text["jmx.acl.cfg"] and "new = 1" in text["org.ops4j.pax.web.cfg"]
        assert "added.cfg" in text and "org.apache.karaf.kar.cfg" not in text
        assert [name for name in text if name.endswith(".new")] == ["io.cloudmac.cfg.new"]
        assert machine.shell(f"cat {ETC}/initial-passwords {ETC}/users.properties") == passwords
        assert machine.shell(f"sha256sum {STATE}/data/idmlight.db.mv.db") == account
        assert machine.shell(f"ls {STATE}/snapshots") == "some\n"
        # The bundles that the old version unpacked are not the new one's.
        assert machine.tried("test", "-e", f"{STATE}/data/cache/old")[0] == 1
        assert machine.shell(f"find {ETC} {STATE} -not -user cloudmac") == ""
