# SPDX-License-Identifier: Apache-2.0
"""A database of Open vSwitch that answers late."""

import contextlib
import socket
import threading


class SlowDatabase:
    """A socket where the answers of another one arrive later.

    wait: called before each answer."""

    def __init__(self, path, database, wait):
        self.database, self.wait = str(database), wait
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(path))
        self.server.listen(10)
        self.thread = threading.Thread(target=self._run)
        self.answering = []

    def _run(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.server.accept()
                answering = threading.Thread(target=self._answer, args=(client,))
                self.answering.append(answering)
                answering.start()

    def _answer(self, client):
        with client, socket.socket(socket.AF_UNIX) as database:
            database.connect(self.database)
            database.sendall(client.recv(65536))
            self.wait()
            with contextlib.suppress(BrokenPipeError):
                client.sendall(database.recv(65536))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        self.thread.join()
        for thread in self.answering:
            thread.join()


class HeldDatabase(SlowDatabase):
    """Answers at once, except for hold() to release()."""

    def __init__(self, path, database):
        self.may_answer, self.is_asked = threading.Event(), threading.Event()
        self.may_answer.set()
        super().__init__(path, database, self._hold)

    def _hold(self):
        self.is_asked.set()
        self.may_answer.wait(60)

    def hold(self):
        self.is_asked.clear()
        self.may_answer.clear()

    def release(self):
        self.may_answer.set()

    def __exit__(self, *error):
        self.release()
        super().__exit__(*error)
