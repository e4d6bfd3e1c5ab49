# SPDX-License-Identifier: Apache-2.0
"""Reads how long the lab kernel has used the machine's processors. It is a process, and so is
each process in it. So the times are exact to the nanosecond, however busy the machine is."""
import pathlib

KERNEL = "linux"


def used_ns(starter):
    """Returns (the guest's kernel, its processes): ns that they have run, by the machine's
    scheduler. starter: id of the process that has started the guest.

    The kernel is the first descendant of that name; the guest's processes are its children. The
    time of a program that has ended meanwhile is lost."""
    children = {}
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            _, _, rest = (place / "stat").read_text().rpartition(")")
        except OSError:
            continue
        children.setdefault(int(rest.split()[1]), []).append(place)
    kernel = _kernel(starter, children)
    if kernel is None:
        return 0, 0
    programs = children.get(int(kernel.name), [])
    return _ran_ns(kernel), sum(_ran_ns(place) for place in programs)


def _kernel(starter, children):
    below = [starter]
    while below:
        for place in children.get(below.pop(), []):
            try:
                words = (place / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if pathlib.Path(words[0].decode()).name == KERNEL:
                return place
            below.append(int(place.name))
    return None


def _ran_ns(place):
    """Returns the sum over all threads of a process."""
    total = 0
    for task in place.glob("task/[0-9]*/schedstat"):
        try:
            total += int(task.read_text().split()[0])
        except (OSError, ValueError, IndexError):
            continue
    return total
