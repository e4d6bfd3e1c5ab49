# SPDX-License-Identifier: Apache-2.0
"""Keeps the logs of a lab kernel that failed, where the next one does not remove them."""
import shutil

LOGS = (
    "log",
    "console.log",
    "controller/*.log",
    "controller/upper/data/log/*.log",
    "exchange/log/*.log",
)
"""Patterns of the logs in the folder of a lab, or of a measurement."""


def keep(run, target):
    """Copies the logs of the folder ``run`` to the folder ``target``, which is emptied before.
    Those that programs of the guest wrote lie in its folder ``log``, as errors name them. Returns
    target."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "log").mkdir(parents=True)
    for pattern in LOGS:
        for log in run.glob(pattern):
            of_guest = log.parent.parent.name == "exchange"
            shutil.copy(log, target / "log" if of_guest else _free(target, log.name))
    return target


def _free(target, name):
    """Returns the place of a log of the machine's programs. ``log`` is the guest's folder."""
    return target / ("supervisor.log" if name == "log" else name)


def kept(error, run, target):
    """Keeps the logs, and returns an error's text with the folder that has them."""
    text = str(error) or type(error).__name__
    try:
        return f"{text}; the logs are kept in {keep(run, target)}"
    except OSError as problem:
        return f"{text}; the logs could not be kept: {problem}"
