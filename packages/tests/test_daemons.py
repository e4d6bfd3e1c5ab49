# SPDX-License-Identifier: Apache-2.0
"""Installs the daemons in clean roots of Debian 12: they start, keep their configuration, and
leave nothing."""
import pytest
from installed import EXPOSURE, exposure, files, install, remove

CONFIGURE = """
name=$1 certificate=$2
install -m 644 /certificates/ca.pem /etc/cloudmac/ca.pem
install -m 644 /certificates/$certificate.pem /etc/cloudmac/$3.pem
install -m 600 /certificates/$certificate.key /etc/cloudmac/$3.key
cp /usr/share/doc/cloudmac-$name/$name.conf /etc/cloudmac/$name.conf
"""
CERTIFICATES = {
    "wtp": ("wtp-02-00-00-00-00-01", "wtp"),
    "vapd": ("vap-host-vaps1", "vapd"),
    "cpp": ("packet-node-cpp1", "packet-node"),
}
DAEMONS = sorted(CERTIFICATES)
PREPARE = {
    # A packet node need not have a switch, and a root of tests has none. systemd mounts bpf on a
    # machine, not in a root.
    "cpp": "sed -i '/^bridge = /d' /etc/cloudmac/cpp.conf; "
    "mount -o remount,rw /sys; mkdir -p /sys/fs/bpf; mount -t bpf bpf /sys/fs/bpf",
    "vapd": "true",
    # The wired interface is a veth. There is no radio: mac80211_hwsim would be the machine's.
    "wtp": "sed -i 's/^#id = /id = /' /etc/cloudmac/wtp.conf;"
    "ip link add eth0 mtu 1700 type veth peer eth1 && ip link set eth0 up",
}
MORE = {"wtp": ("iproute2",)}
MORE_EXPOSED = {"cpp": 7.2}
"""Its supervisors and programs share the service: see its drop-in."""


@pytest.mark.parametrize("daemon", DAEMONS)
def test_a_daemon_in_a_clean_root(boot, daemon):
    package = unit = f"cloudmac-{daemon}"
    config = f"/etc/cloudmac/{daemon}.conf"
    with boot(package, *MORE.get(daemon, ())) as machine:
        before = files(machine)
        install(machine, package)
        assert machine.run("systemctl", "is-enabled", unit).strip() == "enabled"
        # Without a configuration it waits for one, and that is no failure.
        assert machine.state(unit) == "inactive"
        assert machine.property(unit, "ConditionResult") == "no"
        assert (
            machine.run(
                "systemd-analyze", "verify", "--man=no", f"/lib/systemd/system/{unit}.service"
            )
            == ""
        )
        assert exposure(machine, unit) <= MORE_EXPOSED.get(daemon, EXPOSURE)

        machine.shell(CONFIGURE, daemon, *CERTIFICATES[daemon])
        machine.shell(PREPARE[daemon])
        machine.run(f"/usr/sbin/{package}", "--check-config")
        if daemon == "wtp":
            machine.tried("systemctl", "start", unit)
            # The sandbox let it come as far as the radios that are not there.
            said = machine.journal(unit)
            assert "no nl80211" in said or "phy0" in said, said
            machine.tried("systemctl", "stop", unit)
        else:
            machine.tried("systemctl", "start", unit)
            assert machine.state(unit) == "active", machine.journal(unit)

        machine.shell('echo "# mine" >>"$1"', config)
        mine = machine.run("cat", config)
        install(machine, package, again=True)
        assert machine.run("cat", config) == mine
        if daemon != "wtp":
            assert machine.state(unit) == "active", machine.journal(unit)

        remove(machine, package)
        assert machine.state(unit) == "inactive"
        assert machine.run("cat", config) == mine
        remove(machine, package, purge=True)
        # Keys are the operator's.
        machine.shell("rm /etc/cloudmac/*.pem /etc/cloudmac/*.key; rmdir /etc/cloudmac")
        assert files(machine) - before == set()
        assert before - files(machine) == set()
        assert machine.run("systemctl", "--failed", "--no-legend") == ""
