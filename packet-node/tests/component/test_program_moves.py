#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The state of programs goes from one LVNF to another one, with the hosts behind it."""

import subprocess
import unittest

from cpp_component import prepare
from daemon import until
from hosts import answer
from image_component import ImageTest

# Answers each line with the address and the port that the connection seems to come from.
ECHO = """
import socket
server = socket.create_server(("0.0.0.0", 5001))
print("ready", flush=True)
connection, client = server.accept()
for line in connection.makefile():
    connection.sendall(f"{line.strip()} {client[0]} {client[1]}\\n".encode())
"""
# Sends each line that it is given over one connection, and prints the answer.
TALK = """
import socket, sys
connection = socket.create_connection((sys.argv[1], 5001), 10)
connection.settimeout(30)
answers = connection.makefile()
for line in sys.stdin:
    connection.sendall(line.encode())
    print(answers.readline().strip(), flush=True)
"""
TRACKED = "add table bridge a; add chain bridge a b; add rule bridge a b ct state new accept"
CONNECTIONS = {"handler": "connections"}


def tracks_in_bridges():
    """Returns whether the kernel tracks connections of frames that a bridge forwards."""
    words = ["unshare", "--net", "nft", TRACKED]
    return not subprocess.run(words, capture_output=True, check=False).returncode


def talk(client):
    """Returns a function that says a word, or nothing, and returns the next answer; None if there is
    none in so many seconds."""

    def say(word, seconds=30):
        if word:
            client.stdin.write(f"{word}\n")
            client.stdin.flush()
        return answer(client, seconds)

    return say


class MovesTest(ImageTest):
    def add_second(self, controller, image):
        """Adds the LVNF 'two', and waits until its program runs. Returns its interfaces."""
        added = controller.call("lvnf.add", lvnf="two", image=image)

        def runs():
            return controller.call("state.list", lvnf="two")["program"] == "running"

        until("the program of LVNF two", runs, 60)
        return [port["interface"] for port in added["ports"]]

    def connection(self, controller, name):
        """Returns the only connection of TCP that an LVNF knows, as an entry."""
        read = controller.call("state.read", lvnf=name, **CONNECTIONS)
        found = [entry for entry in read["entries"] if "-p tcp" in entry["key"]]
        self.assertLessEqual(len(found), 1)
        return found[0] if found else None

    def check_move(self, controller, image, from_address):
        """A connection goes on at another LVNF when its state has come there, and not before."""
        with self.hosts(controller, image) as (one, other):
            with other.started(ECHO), one.program(TALK, other.address) as client:
                say = talk(client)
                word, address, port = say("before").split()
                self.assertEqual(("before", from_address or one.address), (word, address))
                for host, interface in zip((one, other), self.add_second(controller, image)):
                    host.move_to(interface)
                self.assertIsNone(say("without", 1))
                entry = self.connection(controller, "one")
                self.assertIn("--state ESTABLISHED", entry["value"])
                if from_address:
                    self.assertIn(f"-n {from_address}:{port}", entry["value"])
                controller.call("state.write", lvnf="two", **CONNECTIONS, entries=[entry])
                self.assertEqual(f"without {address} {port}", say(None))
                self.assertEqual(f"after {address} {port}", say("after"))
                self.assertEqual(entry["key"], self.connection(controller, "two")["key"])
                controller.call("state.write", lvnf="two", **CONNECTIONS, delete=[entry["key"]])
                self.assertIsNone(self.connection(controller, "two"))
            controller.call("lvnf.remove", lvnf="two")

    def test_nat(self):
        with self.session() as (_, controller):
            self.check_move(controller, "nat", "192.0.2.1")

    @unittest.skipUnless(tracks_in_bridges(), "the kernel has no NF_CONNTRACK_BRIDGE")
    def test_stateful_firewall(self):
        with self.session() as (_, controller):
            self.check_move(controller, "stateful-firewall", None)

    def test_what_is_refused(self):
        with self.session() as (_, controller):
            with self.hosts(controller, "nat"):
                for method, text, request in (
                    ("state.write", "the key of a connection", {"delete": ["-F"]}),
                    ("state.write", "'entries' or 'delete'", {}),
                    ("lvnf.write", "not writable", {"delete": []}),
                ):
                    request |= {"lvnf": "one"} | CONNECTIONS
                    self.assert_refused(-32602, text, controller, method, **request)
                for method, text in (("state.read", "declares no"), ("state.write", "declares no")):
                    request = {"lvnf": "one", "handler": "other", "delete": []}
                    self.assert_refused(-32021, text, controller, method, **request)


if __name__ == "__main__":
    prepare()
    unittest.main()
