# SPDX-License-Identifier: Apache-2.0
"""Images in this machine's kernel, by the system call bpf: frames in, frames out."""

import ctypes
import json
import os
import pathlib
import subprocess
import tempfile

from cloudmac_lvnf.image import compile_c, translate

SYS_BPF = {"x86_64": 321, "aarch64": 280}[os.uname().machine]
BPF_OBJ_GET, BPF_PROG_TEST_RUN = 7, 10
PINS = pathlib.Path("/sys/fs/bpf")
# Of struct __sk_buff. The gate puts the port and its partner into cb.
CB_OFFSET, CONTEXT_SIZE = 48, 192
GARBAGE = b"\x07" * 16  # what cb has behind the port
TC_ACT_UNSPEC, TC_ACT_SHOT = 0xFFFFFFFF, 2
# The loader of a packet node has no more: without CAP_PERFMON, the verifier refuses more programs.
CAPABILITIES = "-all,+bpf,+net_admin"
NOBODY = "65534"


def prepare():
    """Mounts a file system for pins. Call it once, in a new mount namespace."""
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["mount", "-t", "bpf", "-o", "mode=777", "bpf", PINS], check=True)


class ObjGet(ctypes.Structure):
    """union bpf_attr of BPF_OBJ_GET."""

    _fields_ = [("pathname", ctypes.c_uint64), ("fd", ctypes.c_uint32), ("flags", ctypes.c_uint32)]


class TestRun(ctypes.Structure):
    """union bpf_attr of BPF_PROG_TEST_RUN."""

    __test__ = False
    _fields_ = [
        *((name, ctypes.c_uint32) for name in ("fd", "retval", "size_in", "size_out")),
        *((name, ctypes.c_uint64) for name in ("data_in", "data_out")),
        *((name, ctypes.c_uint32) for name in ("repeat", "duration", "ctx_in_n", "ctx_out_n")),
        *((name, ctypes.c_uint64) for name in ("ctx_in", "ctx_out")),
        *((name, ctypes.c_uint32) for name in ("flags", "cpu", "batch_size")),
    ]


def _bpf(command, attributes):
    libc = ctypes.CDLL(None, use_errno=True)
    found = libc.syscall(SYS_BPF, command, ctypes.byref(attributes), ctypes.sizeof(attributes))
    if found < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


class Image:
    """An image in the kernel, loaded as a packet node does."""

    number = 0

    def __init__(self, script, handlers=(), ports=None, source=None):
        source = source or translate(script, ports, handlers)[0]
        Image.number += 1
        self.pin = PINS / f"image{Image.number}"
        self.maps = PINS / f"maps{Image.number}"
        with tempfile.NamedTemporaryFile(suffix=".bpf.o") as file:
            file.write(compile_c(source))
            file.flush()
            os.chmod(file.name, 0o644)
            self._load(file.name)
        path = ctypes.create_string_buffer(str(self.pin).encode())
        self.fd = _bpf(BPF_OBJ_GET, ObjGet(pathname=ctypes.addressof(path)))

    def _load(self, file):
        done = subprocess.run(
            [
                *("setpriv", "--reuid", NOBODY, "--clear-groups", "--bounding-set", CAPABILITIES),
                *("--inh-caps", CAPABILITIES, "--ambient-caps", CAPABILITIES),
                *("bpftool", "--mapcompat", "prog", "load", file, self.pin),
                *("type", "classifier", "pinmaps", self.maps),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.returncode, done.stderr[-3000:]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)
        subprocess.run(["rm", "-r", self.pin, self.maps], check=False, stderr=subprocess.DEVNULL)

    def send(self, frame, port=0):
        """Returns the port where the frame leaves and its octets, or None if it is dropped."""
        context = ctypes.create_string_buffer(CONTEXT_SIZE)
        context[CB_OFFSET : CB_OFFSET + 20] = port.to_bytes(4, "little") + GARBAGE
        data_in = ctypes.create_string_buffer(bytes(frame), len(frame))
        data_out = ctypes.create_string_buffer(len(frame) + 256)
        run = TestRun(
            fd=self.fd,
            size_in=len(frame),
            size_out=len(data_out),
            data_in=ctypes.addressof(data_in),
            data_out=ctypes.addressof(data_out),
            repeat=1,
            ctx_in_n=CONTEXT_SIZE,
            ctx_out_n=CONTEXT_SIZE,
            ctx_in=ctypes.addressof(context),
            ctx_out=ctypes.addressof(context),
        )
        _bpf(BPF_PROG_TEST_RUN, run)
        if run.retval == TC_ACT_SHOT:
            return None
        assert run.retval == TC_ACT_UNSPEC, run.retval
        out = int.from_bytes(context.raw[CB_OFFSET : CB_OFFSET + 4], "little")
        return out, data_out.raw[: run.size_out]

    def nanoseconds(self, frame, repeat):
        """Returns the mean time of the image's program for a frame that it does not change."""
        data = ctypes.create_string_buffer(bytes(frame), len(frame))
        run = TestRun(fd=self.fd, size_in=len(frame), data_in=ctypes.addressof(data), repeat=repeat)
        _bpf(BPF_PROG_TEST_RUN, run)
        return run.duration

    def read(self, handler):
        """Returns what a map has as a list of pairs, by the types in its BTF."""
        text = subprocess.check_output(
            ["bpftool", "-j", "map", "dump", "pinned", self.maps / handler], text=True
        )
        return [(each["formatted"]["key"], each["formatted"]["value"]) for each in json.loads(text)]

    def value(self, handler):
        """Returns the only value of a map."""
        ((_, value),) = self.read(handler)
        return value

    def write(self, handler, value, key=bytes(4)):
        """Writes the octets of a value."""
        subprocess.run(
            [
                *("bpftool", "map", "update", "pinned", self.maps / handler),
                *("key", *map(str, key), "value", *map(str, value)),
            ],
            check=True,
        )
