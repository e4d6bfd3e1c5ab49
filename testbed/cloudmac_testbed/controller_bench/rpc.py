# SPDX-License-Identifier: Apache-2.0
"""Serves the control protocol: JSON-RPC 2.0 over TLS 1.3, one object in each line."""
import asyncio
import json
import ssl

LINE_MAX = 65536
UNKNOWN_METHOD = -32601


class RpcError(Exception):
    """An error answer. code: of the protocol."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class UnknownMethod(RpcError):
    """There is no such method."""

    def __init__(self, name):
        super().__init__(UNKNOWN_METHOD, f"no method {name}")


def claim(_, params):
    """Returns the result of session.claim: the bench has one controller, so each claim is accepted."""
    return {"term": params["term"]}


def tls(authority, certificate, key=None):
    """Returns the TLS context of a server that demands a certificate of ``authority``.
    certificate, key: paths; without a key, the first file has both."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(authority)
    context.load_cert_chain(certificate, key)
    return context


def answer(peer, line):
    """Returns the answer to a line as an object; None for a notification. peer: has ``call(method,
    params)``, which raises RpcError."""
    request = json.loads(line)
    if "id" not in request:
        return None
    head = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        return {**head, "result": peer.call(request["method"], request.get("params", {}))}
    except RpcError as error:
        return {**head, "error": {"code": error.code, "message": str(error)}}


def encode(message):
    """Returns a message as a line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


async def serve(peer, address, port, context):
    """Listens for the controller, and has ``peer`` answer. peer.writers: the open connections."""

    async def connected(reader, writer):
        peer.writers.add(writer)
        try:
            while line := await reader.readline():
                reply = answer(peer, line)
                if reply:
                    writer.write(encode(reply))
                    await writer.drain()
        except (ConnectionError, ssl.SSLError, asyncio.IncompleteReadError):
            pass
        finally:
            peer.writers.discard(writer)
            writer.close()

    return await asyncio.start_server(connected, address, port, ssl=context, limit=LINE_MAX)
