# SPDX-License-Identifier: Apache-2.0
"""Boots a root by systemd-nspawn and runs commands in it. It has no network, and what it writes is
in memory."""
import os
import shutil
import socket
import subprocess
import tempfile
import uuid

BOOT = """
set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o lowerdir="$2",upperdir="$1/upper",workdir="$1/work" "$1/root"
root=$1/root
shift 2
exec systemd-nspawn --quiet --register=no --keep-unit --private-network --console=pipe \\
    --directory="$root" "$@"
"""
BOOTED = ("--notify-ready=yes", "--capability=all", "--boot")
"""How a root runs whose init is systemd."""
BOOT_SECONDS = 120
"""A deadline, not a pause: a boot takes about two seconds."""


class Machine:
    """A booted root, as a context. ``lower``: folders of the overlay, the upper one first.
    ``shown``: folders of this machine to show read-only, by their path in the root. ``how``: further
    words for systemd-nspawn, at the end the command to run as the first process."""

    def __init__(self, lower, shown, how=BOOTED):
        self.lower, self.shown, self.how = lower, shown, how

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="cloudmac-packages-")
        self.console = open(f"{self.folder}.log", "w+", encoding="utf-8", errors="replace")
        name = f"\0cloudmac-packages-{uuid.uuid4()}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.bind(name)
            told.settimeout(BOOT_SECONDS)
            self.process = subprocess.Popen(
                ["unshare", "--mount", "sh", "-c", BOOT, "sh", self.folder]
                + [":".join(map(str, self.lower)), f"--uuid={uuid.uuid4().hex}"]
                + [f"--bind-ro={outside}:{inside}" for inside, outside in self.shown.items()]
                + list(self.how),
                stdin=subprocess.DEVNULL,
                stdout=self.console,
                stderr=self.console,
                env={**os.environ, "NOTIFY_SOCKET": f"@{name[1:]}"},
            )
            try:
                self.leader = self.wait_until_booted(told)
            except BaseException:
                self.__exit__()
                raise
        return self

    def wait_until_booted(self, told):
        """Returns the id of the root's first process once its units are started."""
        leader, words = None, ""
        try:
            while "READY=1" not in words.split("\n"):
                words = told.recv(4096).decode()
                for word in words.split("\n"):
                    if word.startswith("X_NSPAWN_LEADER_PID="):
                        leader = word.partition("=")[2]
        except socket.timeout:
            self.console.seek(0)
            raise RuntimeError(f"the root did not boot:\n{self.console.read()[-2000:]}") from None
        return leader

    def stop(self):
        """Ends the root as its first process asks for."""
        self.process.terminate()
        self.process.wait(BOOT_SECONDS)

    def __exit__(self, *_):
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.console.close()
        os.unlink(f"{self.folder}.log")
        shutil.rmtree(self.folder)

    def tried(self, *command):
        """Runs a command in the root. Returns its status and all its output."""
        done = subprocess.run(
            ["nsenter", "--target", self.leader, "--all", "--root"]
            + [
                "env",
                "-i",
                "--chdir=/",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "LC_ALL=C.UTF-8",
                "HOME=/root",
            ]
            + ["DEBIAN_FRONTEND=noninteractive", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def run(self, *command):
        """Runs a command in the root that must not fail. Returns its output."""
        status, output = self.tried(*command)
        assert status == 0, f"{' '.join(command)}: status {status}\n{output}"
        return output

    def shell(self, script, *arguments):
        """Runs a script of sh in the root that must not fail. Returns its output."""
        return self.run("sh", "-euc", script, "sh", *arguments)

    def state(self, unit):
        """Returns systemd's word for the state of a unit, as active or failed."""
        return self.tried("systemctl", "is-active", unit)[1].strip()

    def journal(self, unit):
        """Returns what a unit wrote."""
        return self.run("journalctl", "--no-pager", "--output=cat", f"--unit={unit}")

    def property(self, unit, name):
        """Returns a property of a unit."""
        return self.run("systemctl", "show", "--value", f"--property={name}", unit).strip()
