# SPDX-License-Identifier: Apache-2.0
"""Process 1 of the guest after ``init``. Builds the lab of the plan, then serves the
machine's requests or runs one experiment, and powers off."""
import json
import os
import pathlib
import sys
import time
import traceback

EXCHANGE = pathlib.Path("/run/exchange")


def power_off():
    """Ends the guest. Does not return."""
    pathlib.Path("/proc/sysrq-trigger").write_text("s")
    pathlib.Path("/proc/sysrq-trigger").write_text("o")
    while True:
        time.sleep(1)


def write_result(result):
    """Writes the result for the machine, in one step."""
    new = EXCHANGE / "result.json.new"
    new.write_text(json.dumps(result), encoding="utf-8")
    new.rename(EXCHANGE / "result.json")


def reap(child):
    """Waits for all processes that end, until ``child`` ends: the duty of process 1."""
    while os.wait()[0] != child:
        pass


def main():
    child = os.fork()
    if child:
        reap(child)
        power_off()
    try:
        from . import lab

        plan = json.loads((EXCHANGE / "plan.json").read_text(encoding="utf-8"))
        write_result({"ok": True, "result": lab.carry_out(plan)})
    except Exception as error:  # process 1 must report every failure, then end the guest
        traceback.print_exc()
        write_result({"ok": False, "error": f"{type(error).__name__}: {error}"})
    sys.stdout.flush()
    power_off()


if __name__ == "__main__":
    main()
