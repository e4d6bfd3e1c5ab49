# SPDX-License-Identifier: Apache-2.0
"""Installs the packages without a daemon in clean roots of Debian 12."""
import pytest
from installed import files, install, remove

HEADERS = ("gcc", "linux-headers-amd64", "make")


def test_certificates(boot):
    with boot("cloudmac-pki") as machine:
        before = files(machine)
        install(machine, "cloudmac-pki")
        machine.run("cloudmac-pki", "init", "/root/pki.d")
        assert "CA:TRUE" in machine.run(
            "openssl", "x509", "-in", "/root/pki.d/ca.pem", "-noout", "-text"
        )
        machine.run("rm", "-r", "/root/pki.d")
        remove(machine, "cloudmac-pki", purge=True)
        assert files(machine) == before


def test_the_sdk(boot):
    # The second needs clang, which the package only recommends.
    with boot("python3-cloudmac", "clang", "libbpf-dev", "linux-libc-dev", "llvm") as machine:
        before = files(machine)
        install(machine, "python3-cloudmac")
        machine.run("python3", "-c", "import cloudmac_sdk; cloudmac_sdk.connect")
        assert "stations" in machine.run("cloudmac", "--help")
        examples = "/usr/share/doc/python3-cloudmac/examples"
        machine.run("python3", "-m", "py_compile", f"{examples}/autoscaler.py")
        machine.run("rm", "-r", f"{examples}/__pycache__")
        script = f"{examples}/images/scripts/null.click"
        machine.run("cloudmac-lvnf", "compile", script, "-o", "/root/null.bpf.o")
        machine.run("rm", "/root/null.bpf.o")
        remove(machine, "python3-cloudmac", purge=True)
        assert files(machine) == before


def test_the_source_of_the_driver(boot):
    """Without headers of a kernel, DKMS only registers it."""
    with boot("cloudmac-vap-dkms") as machine:
        before = files(machine)
        install(machine, "cloudmac-vap-dkms")
        assert "cloudmac-hwsim/0.2.0: added" in machine.run("dkms", "status")
        for series in ("6.1", "6.12"):
            place = f"/root/{series}"
            machine.shell(
                'cd /usr/src/cloudmac-hwsim-*; ./prepare "$1" "$2"', f"{series}.0-1", place
            )
            assert "cloudmac" in machine.run("cat", f"{place}/mac80211_hwsim.c")
            machine.run("rm", "-r", place)
        remove(machine, "cloudmac-vap-dkms", purge=True)
        assert files(machine) == before


@pytest.mark.full
def test_dkms_builds_the_driver(boot):
    with boot("cloudmac-vap-dkms", *HEADERS) as machine:
        before = files(machine)
        install(machine, "cloudmac-vap-dkms")
        release = machine.shell("ls /lib/modules").strip()
        status = machine.run("dkms", "status", "cloudmac-hwsim", "-k", release)
        assert "installed" in status, machine.shell(
            "cat /var/lib/dkms/cloudmac-hwsim/*/*/log/make.log"
        )
        module = machine.shell("find /lib/modules -name 'cloudmac_hwsim.ko*'").strip()
        assert machine.run("modinfo", "-F", "vermagic", module).split()[0] == release
        remove(machine, "cloudmac-vap-dkms", purge=True)
        assert not machine.shell("find /lib/modules -name 'cloudmac_hwsim.ko*'")
        assert {name for name in files(machine) - before if "cloudmac" in name} == set()
