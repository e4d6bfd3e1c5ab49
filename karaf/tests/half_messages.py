# SPDX-License-Identifier: Apache-2.0
"""Opens connections that each send half an OVSDB message over TLS, and keeps them open. If the
controller closes one later, it opens another one.

A program that runs in the controller's namespace. Its arguments are the certificate's files and
the numbers of connections and of source addresses. Each line of standard input asks for a line
with the counts in JSON. It ends with standard input."""
import asyncio
import json
import pathlib
import resource
import ssl
import subprocess
import sys

PORT = 6640
HALF = b'{"id":1,"error":null,"result":["' + b"x" * 16384
AT_ONCE = 50
"""Number of TLS handshakes at a time."""
TRICKLE_S = 2
"""Time between further octets, below the southbound's probe.seconds: the connections never idle."""


class HalfMessages:
    """Runs the program, as a context manager.

    namespace: of the controller; pki, name: folder and name of a switch's certificate; number: of
    connections; sources: number of their source addresses, from 127.0.0.2."""

    def __init__(self, namespace, pki, name, number, sources):
        files = (pki / f"{name}.pem", pki / f"{name}.key", pki / "switches-ca.pem")
        program = (sys.executable, pathlib.Path(__file__), *files, str(number), str(sources))
        self.command = ("ip", "netns", "exec", namespace, *program)
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()

    def counts(self):
        """Returns the numbers of connections: ``sent`` half a message so far, ``open`` now, and
        ``refused`` before that."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Attackers:
    """Attackers with one connection each."""

    def __init__(self, certificate, key, authority):
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.tls.check_hostname = False
        self.tls.load_verify_locations(authority)
        self.tls.load_cert_chain(certificate, key)
        self.places = asyncio.Semaphore(AT_ONCE)
        self.counts = {"sent": 0, "open": 0, "refused": 0}

    async def attacker(self, source):
        """Holds a connection from this address all the time, unless the first one is refused."""
        try:
            streams = await self.opened(source)
        except OSError:
            self.counts["refused"] += 1
            return
        self.counts["sent"] += 1
        while True:
            self.counts["open"] += 1
            await self.hold(*streams)
            self.counts["open"] -= 1
            streams = await self.opened_again(source)

    async def opened(self, source):
        """Returns the streams of a connection from this address that has sent half a message."""
        async with self.places:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", PORT, ssl=self.tls, local_addr=(source, 0)
            )
            writer.write(HALF)
            try:
                await writer.drain()
            except OSError:
                writer.close()
                raise
        return reader, writer

    async def opened_again(self, source):
        """Returns the same of another connection, as soon as there is a place for it."""
        while True:
            try:
                return await self.opened(source)
            except OSError:
                await asyncio.sleep(1)

    @staticmethod
    async def hold(reader, writer):
        """Sends further octets of the message until the controller closes the connection."""

        async def trickle():
            while True:
                await asyncio.sleep(TRICKLE_S)
                writer.write(b"x")

        sending = asyncio.create_task(trickle())
        try:
            while await reader.read(4096):
                pass
        except OSError:
            pass
        finally:
            sending.cancel()

    async def answer(self):
        """Answers each line of standard input, until its end."""
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(json.dumps(self.counts), flush=True)


async def main():
    *files, number, sources = sys.argv[1:]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    attack = Attackers(*files)
    addresses = [f"127.0.0.{2 + index}" for index in range(int(sources))]
    connections = [
        asyncio.create_task(attack.attacker(addresses[index % len(addresses)]))
        for index in range(int(number))
    ]
    await attack.answer()
    for connection in connections:
        connection.cancel()
    await asyncio.wait(connections)


if __name__ == "__main__":
    asyncio.run(main())
