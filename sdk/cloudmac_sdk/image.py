# SPDX-License-Identifier: Apache-2.0
"""Images: the programs of LVNFs."""
import base64
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

from . import program as programs
from .errors import ImageRefused

COMPILER = "cloudmac-lvnf"
IN_TREE = pathlib.Path(__file__).resolve().parents[2] / "lvnf" / COMPILER


def compiler():
    """Returns the path of the compiler of scripts: of the variable CLOUDMAC_LVNF, on PATH, or of
    this source tree."""
    return os.environ.get("CLOUDMAC_LVNF") or shutil.which(COMPILER) or IN_TREE


class Image:
    """The program of LVNFs.

    vnf: a script in Click's syntax as text, or the path of an object file (NAME.o) or of a script
    as a pathlib.Path. program: instead of vnf, a program as a dict (lvnf/PROGRAMS.md describes it),
    or its folder or JSON file as a pathlib.Path. nb_ports: ports that an LVNF has, 1 to 8; 1 if
    None, 2 for a program. handlers: for a script, pairs (name, "element.handler"); others declare
    their own. name: at the controller, derived from the content if None."""

    def __init__(self, vnf=None, nb_ports=None, handlers=(), name=None, program=None):
        if (vnf is None) == (program is None):
            raise TypeError("an image needs either vnf or program")
        if vnf is not None and not isinstance(vnf, (str, pathlib.Path)):
            raise TypeError(f"vnf is {type(vnf).__name__}, not a script or a pathlib.Path")
        if program is not None and not isinstance(program, (dict, pathlib.Path)):
            raise TypeError(f"program is {type(program).__name__}, not a dict or a pathlib.Path")
        self.vnf, self.program = vnf, program
        self.nb_ports = nb_ports or (1 if program is None else 2)
        self.handlers = dict(handlers)
        self.name = name
        self._lock = threading.Lock()
        self._made = None
        if self.is_object() and self.handlers:
            raise ValueError(f"{vnf}: an object file declares its handlers itself")
        if program is not None and self.handlers:
            raise ValueError("a program declares its handlers itself")

    def is_object(self):
        """Returns true for an object file."""
        return isinstance(self.vnf, pathlib.Path) and self.vnf.suffix == ".o"

    def is_script(self):
        """Returns true for a script, whose handlers are known: others declare their own."""
        return self.vnf is not None and not self.is_object()

    def make(self):
        """Returns the Future of RESTCONF's entry of the image: name, ports, and object or program. A
        script is compiled once, in a thread of its own. Its error is ImageRefused."""
        with self._lock:
            if self._made is None:
                self._made = concurrent.futures.Future()
                threading.Thread(target=self._work, args=(self._made,), daemon=True).start()
            return self._made

    def _work(self, made):
        try:
            made.set_result(self._made_program() if self.vnf is None else self._made_object())
        except ImageRefused as error:
            made.set_exception(error)
        except Exception as error:  # whatever it is, who waits must be told
            made.set_exception(ImageRefused(f"cannot make the image: {error}"))

    def _entry(self, content, kind, value):
        if self.name is None:
            self.name = f"i-{hashlib.sha256(content).hexdigest()[:16]}-{self.nb_ports}"
        return {"name": self.name, kind: value, "ports": self.nb_ports}

    def _made_object(self):
        content = self.vnf.read_bytes() if self.is_object() else self._compiled()
        return self._entry(content, "object", base64.b64encode(content).decode())

    def _made_program(self):
        described = self.program
        if isinstance(described, pathlib.Path):
            described = json.loads(self._packed() if described.is_dir() else described.read_bytes())
        content = json.dumps(described, sort_keys=True).encode()
        return self._entry(content, "program", programs.entry(described))

    def _packed(self):
        """Returns the JSON text of the folder of a program."""
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder, "image.json")
            return self._run(["pack", self.program, "-o", output], b"", output)

    @staticmethod
    def _run(words, data, output):
        """Runs the compiler. Returns what it has written."""
        done = subprocess.run([compiler(), *words], input=data, capture_output=True, check=False)
        if done.returncode:
            raise ImageRefused(done.stderr.decode(errors="replace").strip())
        return output.read_bytes()

    def _compiled(self):
        """Returns the object file of the script."""
        is_text = isinstance(self.vnf, str)
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder, "image.bpf.o")
            named = [f"--handler={name}={source}" for name, source in self.handlers.items()]
            words = ["compile", "-" if is_text else self.vnf, "-o", output]
            data = self.vnf.encode() if is_text else b""
            return self._run([*words, f"--ports={self.nb_ports}", *named], data, output)
