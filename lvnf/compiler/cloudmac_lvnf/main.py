# SPDX-License-Identifier: Apache-2.0
"""The command cloudmac-lvnf."""

import argparse
import pathlib
import sys

from .elements import CLASSES
from .errors import ImageError, ScriptError
from .graph import PORTS_MAX
from .image import compile_c, translate
from .program import pack


def _ports(text):
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= PORTS_MAX:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to {PORTS_MAX}")
    return int(text)


def _parser():
    parser = argparse.ArgumentParser(
        prog="cloudmac-lvnf",
        description="Makes images of LVNFs from scripts in Click's syntax and from programs.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    compiling = commands.add_parser("compile", help="compile a script")
    compiling.add_argument("script", metavar="SCRIPT", help="file, or - for the standard input")
    compiling.add_argument(
        *("-o", "--output"), metavar="IMAGE.bpf.o", required=True, help="the image"
    )
    compiling.add_argument(
        *("-p", "--ports"),
        type=_ports,
        metavar="N",
        help="ports of the image (default: those that the script uses)",
    )
    compiling.add_argument(
        "--handler",
        action="append",
        default=[],
        metavar="NAME=ELEMENT.HANDLER",
        help="let controllers read and write this under NAME; may be repeated",
    )
    compiling.add_argument("--keep-c", metavar="FILE", help="also write the image in C")
    packing = commands.add_parser("pack", help="make an image of the folder of a program")
    packing.add_argument("folder", metavar="FOLDER", help="has program.json")
    packing.add_argument(*("-o", "--output"), metavar="IMAGE.json", required=True, help="the image")
    commands.add_parser("elements", help="list the classes of elements")
    return parser


def _list_elements():
    for found in sorted(CLASSES.values(), key=lambda found: found.USAGE):
        print(f"{found.USAGE}\n    {found.SUMMARY}")
        for name, handler in found.HANDLERS.items():
            print(f"    handler {name}: {handler.summary}")


def _compile(arguments):
    """Returns the exit code."""
    file = arguments.script
    try:
        if file == "-":
            file, data = "<stdin>", sys.stdin.buffer.read()
        else:
            data = pathlib.Path(file).read_bytes()
        source, _ = translate(data.decode("utf-8", "replace"), arguments.ports, arguments.handler)
        if arguments.keep_c:
            pathlib.Path(arguments.keep_c).write_text(source, encoding="utf-8")
        pathlib.Path(arguments.output).write_bytes(compile_c(source))
    except ScriptError as error:
        print(error.describe(file), file=sys.stderr)
        return 1
    except (ImageError, OSError) as error:
        print(f"cloudmac-lvnf: {error}", file=sys.stderr)
        return 1
    return 0


def _pack(arguments):
    """Returns the exit code."""
    try:
        pathlib.Path(arguments.output).write_bytes(pack(arguments.folder))
    except (ImageError, OSError, UnicodeDecodeError) as error:
        print(f"cloudmac-lvnf: {error}", file=sys.stderr)
        return 1
    return 0


def main(words=None):
    """Runs the command. Returns its exit code: 1 if the script or program is refused."""
    arguments = _parser().parse_args(words)
    if arguments.command == "elements":
        _list_elements()
        return 0
    return _pack(arguments) if arguments.command == "pack" else _compile(arguments)
