# SPDX-License-Identifier: Apache-2.0
"""The control socket of an ovs-vswitchd that is made up."""

import contextlib
import json
import socket
import threading
import time

PID = 4242


def requests_in(text):
    """Returns the requests at the start of a text, and what is left: a request without its end."""
    decoder, requests = json.JSONDecoder(), []
    while text := text.lstrip():
        try:
            request, end = decoder.raw_decode(text)
        except ValueError:
            break
        requests.append(request)
        text = text[end:]
    return requests, text


class VswitchdDouble:
    """Listens in a folder as ovs-vswitchd would.

    answers: what it answers to each "revalidator/wait", in order: an object, octets, or None for
    nothing. It does what else it is asked.
    seconds: how long each of these answers takes."""

    def __init__(self, folder, answers, seconds=0.0):
        self.answers, self.seconds = list(answers), seconds
        self.requests, self.changes = [], []
        (folder / "ovs-vswitchd.pid").write_text(f"{PID}\n")
        self.path = folder / f"ovs-vswitchd.{PID}.ctl"
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(self.path))
        self.server.listen(10)
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.server.accept()
                threading.Thread(target=self._serve, args=(client,)).start()

    def _serve(self, client):
        with client, contextlib.suppress(ConnectionError):
            rest = ""
            while data := client.recv(4096):
                requests, rest = requests_in(rest + data.decode())
                for request in requests:
                    if answer := self._answer(request):
                        client.sendall(answer)

    def _answer(self, request):
        answer = {"error": None}
        if request["method"] == "revalidator/wait":
            self.requests.append((request["method"], request["params"]))
            answer = self.answers.pop(0) if self.answers else None
            time.sleep(self.seconds)
        else:
            self.changes.append((request["method"], request["params"]))
        if isinstance(answer, dict):
            return json.dumps({"id": request["id"], "result": None, **answer}).encode()
        return answer

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        self.thread.join()
        self.path.unlink()
