# SPDX-License-Identifier: Apache-2.0
"""Connections of a controller to the agent, and to the daemons of VAP hosts and packet nodes."""

import json
import socket
import ssl

PORT = 4919
VAP_HOST_PORT = 4920
PACKET_NODE_PORT = 4921


class RpcError(Exception):
    """An error answer of a daemon."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.data = error.get("data", "")


class ControllerConnection:
    """One TLS connection to a daemon."""

    def __init__(
        self,
        pki,
        authority="good",
        cert="controller",
        trust="good",
        version=ssl.TLSVersion.TLSv1_3,
        host="127.0.0.1",
        source="",
        port=PORT,
    ):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.minimum_version = context.maximum_version = version
        context.load_verify_locations(pki.path(trust, "ca.pem"))
        if cert:
            context.load_cert_chain(
                pki.path(authority, f"{cert}.pem"), pki.path(authority, f"{cert}.key")
            )
        raw = socket.create_connection((host, port), 5, (source, 0))
        try:
            self.socket = context.wrap_socket(raw)
        except BaseException:
            raw.close()
            raise
        self.buffer = b""
        self.id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def line(self):
        """Returns the object in the next line, or None at the end."""
        while b"\n" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, **params):
        """Sends a request, and does not wait for its answer."""
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.send(json.dumps(request).encode() + b"\n")

    def call(self, method, **params):
        self.ask(method, **params)
        return self.answer()

    def answer(self):
        """Returns the answer to the last request."""
        while True:
            answer = self.line()
            if answer.get("id") == self.id:
                break
        if "error" in answer:
            raise RpcError(answer["error"])
        return answer["result"]

    def notification(self, method, **params):
        """Returns the next notification of this method with these members. Skips others."""
        while True:
            line = self.line()
            assert line is not None, f"the connection ended before {method}"
            if line.get("method") == method and params.items() <= line["params"].items():
                return line["params"]

    def ended(self):
        """Returns true if the agent has closed the connection."""
        try:
            return self.socket.recv(1) == b""
        except (ssl.SSLError, ConnectionError):
            return True
