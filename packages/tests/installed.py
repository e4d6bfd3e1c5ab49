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

READY = """
# Ends with the first line that decides, or at the deadline.
log=/var/lib/cloudmac/data/log/karaf.log
word=$(timeout 600 sh -c 'tail -n +1 --retry -F "$0" 2>/dev/null |
    grep -m 1 -oE "System ready|Error installing boot features|Exception in thread"' "$log")
[ "$word" = "System ready" ] || { tail -n 60 "$log"; exit 1; }
"""
ASK = """
import base64, json, pathlib, urllib.request, sys
words = pathlib.Path("/etc/cloudmac-controller/initial-passwords").read_text().split()
password = words[words.index("restconf") + 1]
request = urllib.request.Request(
    "http://127.0.0.1:8181/rests/data/cloudmac:cloudmac/settings",
    headers={"Authorization": "Basic " + base64.b64encode(f"admin:{password}".encode()).decode()},
)
if len(sys.argv) > 1:
    request.method, request.data = "PUT", sys.argv[1].encode()
    request.add_header("Content-Type", "application/yang-data+json")
with urllib.request.urlopen(request, timeout=60) as answer:
    print(answer.read().decode())
"""
"""Prints the controller's settings, or sets them to the first argument."""
SETTINGS = '{"cloudmac:settings": {"lease-time": 600000}}'


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
