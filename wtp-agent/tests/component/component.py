# SPDX-License-Identifier: Apache-2.0
"""The base of the tests of the whole agent over Ethernet "radios"."""

import tempfile
import unittest

from agent import Agent, binary
from connection import ControllerConnection, RpcError
from pki import Pki


class ComponentTest(unittest.TestCase):
    """Tests agents. The module of the tests calls make_links() before."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def agent(self, **options):
        return Agent(binary(), self.pki, **options)

    def controller(self, **options):
        return ControllerConnection(self.pki, **options)

    def assert_code(self, code, controller, method, **params):
        with self.assertRaises(RpcError) as caught:
            controller.call(method, **params)
        self.assertEqual(code, caught.exception.code, caught.exception)
