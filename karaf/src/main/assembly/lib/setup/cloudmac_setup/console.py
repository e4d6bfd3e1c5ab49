# SPDX-License-Identifier: Apache-2.0
"""Users of the console (ssh): etc/users.properties.

Groups give roles. The names of ours are not Karaf's, because Karaf's viewers read all settings by JMX.
"""
import hashlib
import re

from .files import SetupError, replace

HASH = "{CRYPT}"
GROUPS = {
    "viewer": "ssh,cloudmac-viewer",
    "operator": "ssh,cloudmac-viewer,cloudmac-operator",
    "admin": "admin,manager,viewer,systembundles,ssh",
}
"""Roles of the group of each role of RESTCONF, as etc/users.properties ships them."""


def hashed(password):
    """Return the hash in the format that etc/org.apache.karaf.jaas.cfg sets."""
    return HASH + hashlib.sha512(password.encode()).hexdigest() + HASH


def users(file):
    """Return the groups of each user, by name."""
    found = {}
    for line in file.read_text().splitlines():
        name, separator, value = line.partition("=")
        name = name.strip()
        if separator and not name.startswith(("#", "!", "_g_")):
            groups = [part.strip() for part in value.split(",")[1:]]
            found[name] = [one.removeprefix("_g_:") for one in groups if one.startswith("_g_:")]
    return found


def set_user(file, name, role, password):
    """Add a user with a role, or replace the user of this name."""
    lines = _without(file, name)
    group = f"_g_\\:{role}group"
    if not any(line.partition("=")[0].strip() == group for line in lines):
        lines.append(f"{group} = group,{GROUPS[role]}")
    lines.append(f"{name} = {hashed(password)},_g_:{role}group")
    replace(file, "\n".join(lines) + "\n", 0o600)


def remove_user(file, name):
    """Remove a user. Returns true if there was one."""
    found = name in users(file)
    if found:
        replace(file, "\n".join(_without(file, name)) + "\n", 0o600)
    return found


def check_name(name):
    """Raise SetupError if a name is not for an account of an operator."""
    if not may_remove(name):
        raise SetupError("karaf is set with --karaf-password-file")


def may_remove(name):
    """Return true if a user of this name goes with RESTCONF's account: karaf is another one."""
    return name != "karaf"


def _without(file, name):
    user = re.compile(rf"[ \t]*{re.escape(name)}[ \t]*[=:]")
    return [line for line in file.read_text().splitlines() if not user.match(line)]
