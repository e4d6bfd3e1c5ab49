# SPDX-License-Identifier: Apache-2.0
"""Images of kind program: how lvnf/PROGRAMS.md and RESTCONF name their parts."""


def entry(program):
    """Returns RESTCONF's container "program" of a program as lvnf/PROGRAMS.md describes it. The
    controller checks it."""
    out = dict(program)
    if "files" in out:
        out["file"] = [
            {"name": name, "content": content} for name, content in out.pop("files").items()
        ]
    if "handlers" in out:
        out["handler"] = [
            {"name" if key == "handler" else key: value for key, value in handler.items()}
            for handler in out.pop("handlers")
        ]
    if "capabilities" in out:
        out["capability"] = out.pop("capabilities")
    return out
