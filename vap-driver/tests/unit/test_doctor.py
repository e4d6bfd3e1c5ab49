# SPDX-License-Identifier: Apache-2.0
"""cloudmac-vap doctor: the causes that it names on hosts that the tests make up."""

import subprocess
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "build/cloudmac-vap"
KERNEL = "6.1.0-40-amd64"
EFI_VARIABLE = "sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
MAC80211 = f"lib/modules/{KERNEL}/kernel/net/mac80211/mac80211.ko.xz"
DRIVER = f"lib/modules/{KERNEL}/updates/dkms/cloudmac_hwsim.ko.xz"
LOADED = "sys/module/cloudmac_hwsim/refcnt"


@pytest.fixture(name="host")
def made_up_host(tmp_path):
    """Returns a function that writes files of a host, and one that examines it."""

    def write(**files):
        for path, content in files.items():
            place = tmp_path / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())

    def examine(kernel=KERNEL):
        done = subprocess.run(
            [TOOL, "doctor", "--root", str(tmp_path), "--kernel", kernel],
            capture_output=True,
            text=True,
        )
        assert done.stderr == ""
        return done.returncode, done.stdout

    return write, examine


def test_nothing_found(host):
    write, examine = host
    write(**{MAC80211: "", DRIVER: ""})
    assert examine() == (0, "nothing found that keeps this host from running VAPs\n")


@pytest.mark.parametrize("kernel", ["6.6.30", "5.10.0-30-amd64", "6.10.1", "6.13.0", "7.1.0"])
def test_kernel_without_patches(host, kernel):
    status, text = host[1](kernel)
    assert status == 1 and f"Kernel {kernel}: the module has patches for" in text, text
    assert "Start a kernel 6.1 or 6.12" in text


def test_kernel_without_mac80211(host):
    status, text = host[1]("6.12.1-cloud-amd64")
    assert status == 1 and "Kernel 6.12.1-cloud-amd64 has no mac80211" in text, text
    assert "Install linux-image-amd64" in text


def test_module_that_is_not_installed(host):
    write, examine = host
    write(**{MAC80211: ""})
    status, text = examine()
    assert status == 1 and f"not installed for kernel {KERNEL}" in text, text
    assert "dkms autoinstall" in text


def test_secure_boot(host):
    write, examine = host
    write(**{MAC80211: "", DRIVER: "", EFI_VARIABLE: b"\6\0\0\0\1"})
    status, text = examine()
    assert status == 1 and "Secure Boot is on" in text and "mokutil --import" in text, text
    write(**{LOADED: "0"})
    assert examine()[0] == 0, "the kernel knows the key"
    write(**{EFI_VARIABLE: b"\6\0\0\0\0"})
    assert examine()[0] == 0


@pytest.mark.parametrize(
    "soft, hard, kind, words",
    [
        ("1", "0", "wlan", "rfkill blocks radio vap0.\n    Run 'rfkill unblock wlan'."),
        ("0", "1", "wlan", "rfkill blocks radio vap0 by hardware."),
        ("1", "0", "bluetooth", None),
        ("0", "0", "wlan", None),
    ],
)
def test_rfkill(host, soft, hard, kind, words):
    write, examine = host
    place = "sys/class/rfkill/rfkill0"
    write(**{f"{place}/soft": f"{soft}\n", f"{place}/hard": f"{hard}\n"})
    write(**{LOADED: "0", f"{place}/name": "vap0\n", f"{place}/type": f"{kind}\n"})
    status, text = examine()
    assert status == (1 if words else 0) and (words or "nothing found") in text, text


@pytest.mark.parametrize("managed", ["true", "full", "false", None])
def test_network_manager(host, managed):
    write, examine = host
    write(
        **{LOADED: "0", "sys/class/net/wlan0/ifindex": "7\n", "sys/class/net/eth0/ifindex": "2\n"}
    )
    write(**{"sys/class/net/wlan0/phy80211/name": "vap0\n"})
    write(**{"run/NetworkManager/devices/2": "[device]\nmanaged=true\n"})
    if managed:
        write(**{"run/NetworkManager/devices/7": f"[device]\nmanaged={managed}\n"})
    status, text = examine()
    if managed in ("true", "full"):
        assert status == 1 and "NetworkManager manages wlan0" in text and "eth0" not in text, text
    else:
        assert status == 0, text


def test_refused_options():
    for options in (["--root"], ["--json"], ["more"], ["--root", "r" * 1025]):
        done = subprocess.run([TOOL, "doctor", *options], capture_output=True, text=True)
        assert done.returncode == 2 and "usage:" in done.stderr, (options, done.stderr)


def test_this_host():
    """It ends with one of its two statuses and says something."""
    done = subprocess.run([TOOL, "doctor"], capture_output=True, text=True)
    assert done.returncode in (0, 1) and done.stdout, done
