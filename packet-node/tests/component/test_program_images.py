#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The images of kind program in lvnf/: hosts behind the ports of an LVNF."""

import json
import unittest

from cpp_component import IMAGES, prepare
from image_component import ImageTest

# Answers every request with the address 203.0.113.1.
DNS_SERVER = """
import socket
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("0.0.0.0", 53))
print("ready", flush=True)
while True:
    request, client = server.recvfrom(512)
    end = request.index(b"\\0", 12) + 5
    answer = b"\\xc0\\x0c\\0\\x01\\0\\x01\\0\\0\\0\\x3c\\0\\x04" + bytes([203, 0, 113, 1])
    server.sendto(request[:2] + b"\\x81\\x80\\0\\x01\\0\\x01\\0\\0\\0\\0" + request[12:end] + answer, client)
"""
# Prints the sender, the code and the last octets of an answer, or "silence".
DNS_CLIENT = """
import socket, sys
name = b"".join(bytes([len(label)]) + label.encode() for label in sys.argv[2].split(".")) + b"\\0"
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
client.settimeout(float(sys.argv[3]))
request = b"\\xca\\xfe\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0" + name + b"\\0\\x01\\0\\x01"
client.sendto(request, (sys.argv[1], 53))
try:
    answer, sender = client.recvfrom(512)
    print(sender[0], answer[3] & 15, ".".join(map(str, answer[-4:])) if answer[7] else "none")
except TimeoutError:
    print("silence")
"""
# Asks again and again, and does not wait for answers.
DNS_QUESTIONS = """
import socket, sys, time
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
question = b"\\xca\\xfe\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\x04good\\x07example\\0\\0\\x01\\0\\x01"
while True:
    client.sendto(question, (sys.argv[1], 53))
    print("ready", flush=True)
    time.sleep(0.05)
"""
PING = """
import socket, sys
try:
    socket.create_connection((sys.argv[1], int(sys.argv[2])), float(sys.argv[3]))
except ConnectionRefusedError:
    print("refused")
except TimeoutError:
    print("silence")
"""


class ImagesTest(ImageTest):
    def write(self, controller, handler, **request):
        controller.call("lvnf.write", lvnf="one", handler=handler, **request)

    def test_firewall(self):
        with self.session() as (_, controller):
            with self.hosts(controller, "firewall") as (one, other):

                def look(seconds):
                    return self.output(one, PING, other.address, "7", seconds)

                def entry(key):
                    return {"entries": [{"key": key, "value": True}]}

                self.assertEqual(100_000, one.send_to(other, 100_000))
                self.assertEqual("refused", look("5"))
                self.write(controller, "closed", **entry("tcp . 7"))
                self.assertEqual("silence", look("0.3"))
                self.write(controller, "closed", delete=["tcp . 7", "udp . 9"])
                self.assertEqual("refused", look("5"))
                self.write(controller, "blocked", **entry("192.0.2.96/29"))
                read = controller.call("lvnf.read", lvnf="one", handler="blocked")
                self.assertEqual(entry("192.0.2.96/29")["entries"], read["entries"])
                self.assertEqual("silence", look("0.3"))
                self.write(controller, "blocked", delete=["192.0.2.96/29"])
                self.assertEqual("refused", look("5"))

    def test_dns_filter(self):
        config = json.loads((IMAGES / "programs/dns-filter.json").read_text())["files"]
        config["dnsmasq.conf"] = config["dnsmasq.conf"].replace("192.0.2.1", "192.0.2.98")
        with self.session() as (_, controller):
            with self.hosts(controller, "dns-filter", files=config) as (one, other):

                def ask(name, seconds="5"):
                    return self.output(one, DNS_CLIENT, other.address, name, seconds)

                with other.started(DNS_SERVER):
                    good, blocked = f"{other.address} 0 203.0.113.1", f"{other.address} 3 none"
                    self.assertEqual(good, ask("good.example"))
                    self.assertEqual(blocked, ask("blocked.example"))
                    self.assertEqual(blocked, ask("www.blocked.example"))
                    # Other frames do not meet the program, and exempt clients neither.
                    self.assertEqual(100_000, one.send_to(other, 100_000))
                    entries = [{"key": one.address, "value": True}]
                    self.write(controller, "exempt", entries=entries)
                    self.assertEqual(good, ask("blocked.example"))
                    self.write(controller, "exempt", delete=[one.address])
                    self.assertEqual(blocked, ask("blocked.example"))

    def test_ndpi(self):
        with self.session() as (_, controller):
            with self.hosts(controller, "ndpi") as (one, other):
                with one.started(DNS_QUESTIONS, other.address):
                    read = controller.call("lvnf.read", lvnf="one", handler="protocols")
                self.assertRegex(read["entries"][0]["value"], r"\tDNS +packets: [1-9]")


if __name__ == "__main__":
    prepare()
    unittest.main()
