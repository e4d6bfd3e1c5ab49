# SPDX-License-Identifier: Apache-2.0
"""Makes roots of Debian 12 to install packages in, and keeps them in the cache.

A root is a small Debian that boots, and above it a layer with the packages on which one of ours
depends, and no more: a missing dependency is then a failed test. The names of both have a hash of
their lists of packages, so that a root is made again only when its list changes. Only making one
needs a mirror of Debian, the one of this machine."""
import contextlib
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess

HOME = os.environ.get("HOME", "/root")
CACHE = pathlib.Path(
    os.environ.get("CLOUDMAC_CACHE")
    or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or f"{HOME}/.cache", "cloudmac")
)
ROOTS = CACHE / "packages" / "roots"
SUITE = "bookworm"
BASE = ("systemd", "systemd-sysv")
"""What a root has besides the essential packages and apt."""
INSTALL = """
set -eu
mount -t overlay overlay -o lowerdir="$1",upperdir="$2/upper",workdir="$2/work" "$3"
mount -t proc proc "$3/proc"
mount --rbind /dev "$3/dev"
cp --remove-destination /etc/resolv.conf "$3/etc/resolv.conf"
printf '#!/bin/sh\nexit 101\n' >"$3/usr/sbin/policy-rc.d"
chmod 755 "$3/usr/sbin/policy-rc.d"
root=$3
shift 3
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
chroot "$root" apt-get update -q
chroot "$root" apt-get install -q -y --no-install-recommends "$@"
chroot "$root" apt-get clean
rm -rf "$root"/var/lib/apt/lists/* "$root"/usr/sbin/policy-rc.d "$root"/etc/resolv.conf
"""


def dependencies(field):
    """Returns the names of the packages in a field Depends. Of alternatives, the first."""
    first = (part.split("|")[0].strip() for part in field.split(",") if part.strip())
    return tuple(sorted({re.match(r"[a-z0-9.+-]+", name)[0] for name in first}))


def named(kind, packages):
    """Returns the folder of a root or layer with these packages."""
    digest = hashlib.sha256("\n".join((SUITE, INSTALL, *packages)).encode()).hexdigest()
    return ROOTS / f"{kind}-{digest[:16]}"


def mirror():
    """Returns the lines for sources.list with which this machine gets Debian 12."""
    done = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI) $(COMPONENT)"]
        + ["Created-By: Packages", "Origin: Debian"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = sorted({line for line in done.stdout.splitlines() if line.startswith(SUITE)})
    if not found:
        raise RuntimeError(f"apt of this machine has no mirror of {SUITE}")
    lines = (line.split() for line in found)
    return "".join(f"deb {uri} {suite} {component}\n" for suite, uri, component in lines)


def run(command, log, text=None):
    """Runs a command that may need minutes. Raises RuntimeError with the end of its output."""
    with open(log, "w+", encoding="utf-8") as output:
        done = subprocess.run(
            command, input=text, stdout=output, stderr=output, text=True, check=False
        )
        if done.returncode:
            output.seek(0)
            raise RuntimeError(f"{command[0]} failed, see {log}:\n{output.read()[-2000:]}")


@contextlib.contextmanager
def new(folder):
    """Gives a folder to fill in, which gets its name when it is complete. Nothing if it exists."""
    ROOTS.mkdir(parents=True, exist_ok=True)
    with open(ROOTS / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.exists():
            yield None
            return
        for old in ROOTS.glob(f"{folder.name.rpartition('-')[0]}-*"):
            if re.fullmatch(r"[0-9a-f]{16}(\.log|\.new)?", old.name[len(folder.name) - 16 :]):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        unfinished = folder.with_suffix(".new")
        unfinished.mkdir()
        yield unfinished
        unfinished.rename(folder)


def base(kind="base", packages=BASE, customize=()):
    """Returns a root with the essential packages, apt and these. The default is the one that all
    layers have below them. customize: commands of sh to run at the end, with the root's folder as
    $1."""
    folder = named(kind, (*packages, *customize))
    with new(folder) as place:
        if place:
            run(
                ["mmdebstrap", "--variant=minbase", f"--include={','.join(packages)}"]
                + [f"--customize-hook={command}" for command in customize]
                + [SUITE, str(place), "-"],
                folder.with_suffix(".log"),
                mirror(),
            )
    return folder


def layer(name, packages):
    """Returns the folders of an overlay, the upper one first, in which these packages are
    installed. name: what the layer is for."""
    bottom = base()
    if not packages:
        return (bottom,)
    folder = named(name, (*BASE, *packages))
    with new(folder) as place:
        if place:
            for part in ("upper", "work", "root"):
                (place / part).mkdir()
            run(
                ["unshare", "--mount", "sh", "-c", INSTALL, "sh"]
                + [str(bottom), str(place), str(place / "root"), *packages],
                folder.with_suffix(".log"),
            )
            shutil.rmtree(place / "work")
    return (folder / "upper", bottom)
