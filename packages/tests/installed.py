# SPDX-License-Identifier: Apache-2.0
"""What tests of all packages do in a root."""

EXPOSURE = 4.0
"""What "systemd-analyze security" may say of a service at most."""
FILES = """
find / -xdev \\( -path /run -o -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /packages \\
    -o -path /certificates -o -path /var/log -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg \\
    -o -path /var/tmp -o -path /var/lib/systemd \\) -prune -o -printf '%p\\n' |
    grep -vxE '/etc/(passwd|group|shadow|gshadow|subuid|subgid)-?|/etc/\\.pwd\\.lock|/etc/ld\\.so\\.cache' | sort
find /var/lib/systemd /etc/systemd \\( -name '*cloudmac*' \\)
grep -E cloudmac /etc/passwd /etc/group || true
"""


def files(machine):
    """Returns the names of the root's files, without those that apt and systemd keep for
    themselves, and its accounts."""
    return set(machine.shell(FILES).splitlines())


def install(machine, *names, again=False):
    """Installs packages as an operator does."""
    machine.shell(
        'again=$1; shift; cd /packages; for name; do set -- "$@" ./"$name"_*.deb; shift; done;'
        'apt-get install -q -y --no-install-recommends $again "$@"',
        "--reinstall" if again else "",
        *names,
    )


def remove(machine, name, purge=False):
    """Removes a package, with its configuration and state if it is purged."""
    machine.run("apt-get", "purge" if purge else "remove", "-q", "-y", name)


def exposure(machine, unit):
    """Returns the number in which "systemd-analyze security" sums up a service's rights."""
    last = machine.run("systemd-analyze", "security", "--no-pager", unit).strip().splitlines()[-1]
    return float(last.split(":")[1].split()[0])
