# SPDX-License-Identifier: Apache-2.0
"""Reads and writes the controller's files, and defines the error for operators."""
import os
import pathlib
import re

# A continued line of a properties file.
CONTINUED = re.compile(r"\\\n[ \t]*")


LOOPBACK = {"::1", "[::1]", "localhost"}


class SetupError(Exception):
    """An error that is printed as one line."""


def replace(file, content, mode=None):
    """Replace a file atomically. ``content`` is text or bytes. Without
    ``mode``, the new file has the mode of the old one. Its owner is the owner of its
    folder, the account that runs the controller."""
    if mode is None:
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
    new = file.with_name(file.name + ".tmp")
    new.unlink(missing_ok=True)
    # The folder's owner may be another account, so root follows no link that this account has put there.
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content.encode() if isinstance(content, str) else content)
        os.fchmod(descriptor, mode)
        if os.geteuid() == 0:
            folder = file.parent.stat()
            os.fchown(descriptor, folder.st_uid, folder.st_gid)
    os.replace(new, file)


def give_to_folders_owner(path):
    """Give the file to the folder's owner, if this process runs as root."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def setting(file, key):
    """Return the value of a key in a properties file, or None."""
    found = None
    text = CONTINUED.sub("", file.read_text()) if file.exists() else ""
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name.strip() == key:
            found = value.strip()
    return found


def set_settings(file, values, mode=None):
    """Set the keys of a properties file to the values of a dict, atomically. Without ``mode``,
    the file keeps its mode."""
    lines, missing = [], dict(values)
    for line in file.read_text().splitlines():
        key = line.partition("=")[0].strip()
        if key in values:
            if key not in missing:
                continue
            line = f"{key} = {missing.pop(key)}".rstrip()
        lines.append(line)
    lines += [f"{key} = {value}".rstrip() for key, value in missing.items()]
    replace(file, "\n".join(lines) + "\n", mode)


def remove_settings(file, keys):
    """Remove the keys from a properties file, atomically."""
    lines = file.read_text().splitlines()
    kept = [line for line in lines if line.partition("=")[0].strip() not in keys]
    replace(file, "\n".join(kept) + "\n")


def is_loopback(address):
    """Return true if no other machine can reach what listens on the address."""
    return address in LOOPBACK or address.startswith("127.")


def running(home):
    """Return true if the controller in folder ``home`` runs."""
    try:
        pid = int((home / "karaf.pid").read_text())
        return str(home) in pathlib.Path(f"/proc/{pid}/cmdline").read_text()
    except (OSError, ValueError):
        return False
