# SPDX-License-Identifier: Apache-2.0
"""Makes an image of kind program from a folder: PROGRAMS.md describes both."""

import json
import pathlib

from .errors import ImageError

DESCRIPTION = "program.json"
RULESET = "ruleset.nft"
OCTETS_MAX = 1024 * 1024


def pack(folder):
    """Returns the image of a folder: its description with the ruleset and all other files."""
    folder = pathlib.Path(folder)
    try:
        program = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ImageError(f"{folder / DESCRIPTION}: {error}") from error
    if not isinstance(program, dict):
        raise ImageError(f"{folder / DESCRIPTION}: it is no JSON object")
    files = {}
    for path in sorted(folder.iterdir()):
        if path.name not in (DESCRIPTION, RULESET) and path.is_file():
            files[path.name] = path.read_text(encoding="utf-8")
    if (folder / RULESET).exists():
        program["ruleset"] = (folder / RULESET).read_text(encoding="utf-8")
    if files:
        program["files"] = files
    image = json.dumps(program, indent=1).encode() + b"\n"
    if len(image) > OCTETS_MAX:
        raise ImageError(f"{folder}: the image has {len(image)} octets, at most {OCTETS_MAX} fit")
    return image
