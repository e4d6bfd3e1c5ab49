# SPDX-License-Identifier: Apache-2.0
"""Compiles a script to the object file of an image."""

import pathlib
import subprocess
import sysconfig
import tempfile

from .errors import ImageError
from .generate import generate
from .graph import build

HEADERS = pathlib.Path(__file__).resolve().parents[2]
SIZE_MAX = 1024 * 1024  # octets that a packet node accepts
SOURCE = "image.bpf.c"


def _run(*command, folder):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ImageError(
            f"cannot run {command[0]}: {error.strerror}: install clang and llvm"
        ) from None
    if done.returncode:
        raise ImageError(
            f"{command[0]} refuses the image's C, which is an error of cloudmac-lvnf: look at it with "
            f"--keep-c\n{done.stderr.strip()}"
        )


def compile_c(source):
    """Returns the object file of an image in C."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, SOURCE)
        path.write_text(source, encoding="utf-8")
        multiarch = sysconfig.get_config_var("MULTIARCH") or ""
        _run(
            # Version 2 has registers of 64 bits only: a kernel that loads an image without CAP_PERFMON
            # refuses to put 4 octets on the stack where a pointer was.
            # Freestanding: a handler may have the name of a function of the C library.
            *("clang", "-target", "bpf", "-mcpu=v2", "-O2", "-g", "-ffreestanding"),
            *("-Wall", "-Wextra", "-Werror"),
            # The same script makes the same image, in whatever folder.
            *(f"-ffile-prefix-map={folder}=.", f"-ffile-prefix-map={HEADERS}=lvnf"),
            *(f"-I{HEADERS}", "-idirafter", f"/usr/include/{multiarch}"),
            *("-c", SOURCE, "-o", "image.bpf.o"),
            folder=folder,
        )
        _run("llvm-strip", "-g", "image.bpf.o", folder=folder)
        image = pathlib.Path(folder, "image.bpf.o").read_bytes()
    if len(image) > SIZE_MAX:
        raise ImageError(f"the image has {len(image)} octets, a node accepts {SIZE_MAX}")
    return image


def translate(script, ports=None, handlers=()):
    """Returns a script as C, and the number of ports of the image."""
    graph = build(script, ports)
    return generate(graph, handlers), graph.ports
