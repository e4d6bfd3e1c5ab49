# SPDX-License-Identifier: Apache-2.0
"""The base of the tests of images of kind program: hosts behind the ports of an LVNF."""

import contextlib
import json

from cpp_component import IMAGES
from hosts import Host
from program_component import ProgramTest


class ImageTest(ProgramTest):
    @contextlib.contextmanager
    def hosts(self, controller, image, **changes):
        """The LVNF 'one' of an image between the hosts a and b."""
        manifest = json.loads((IMAGES / "programs" / f"{image}.json").read_text())
        self.add_manifest(controller, name=image, **{**manifest, **changes})
        added = controller.call("lvnf.add", lvnf="one", image=image)
        self.await_state(controller, "running", 60)
        first, second = (port["interface"] for port in added["ports"])
        with Host("a", first) as one, Host("b", second) as other:
            yield one, other
        controller.call("lvnf.remove", lvnf="one")
        self.assert_nothing_left()

    @staticmethod
    def output(host, source, *words):
        with host.program(source, *words) as program:
            return program.stdout.read().strip()
