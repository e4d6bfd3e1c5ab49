# SPDX-License-Identifier: Apache-2.0
"""A RESTCONF server with what the SDK uses. All its answers are late, and so is what its node
does."""
import base64
import contextlib
import http.server
import json
import re
import threading
import time
from urllib.parse import parse_qs, unquote

from fake_events import FakeEvents
from fake_journal import RPC, STREAM, FakeJournal
from fake_network import FakeNetwork
from rejected import Rejected

USER, PASSWORD = "admin", "a password of the test"
LATE_S, OPERATORS_LATE_S = 0.05, 0.02
NODE_S = 0.15
"""How long the node takes for a change of an LVNF."""
PAGE = 3
"""Entries of a handler in one answer."""
LVNF = re.compile(r"data/cloudmac-nfv:tenants/tenant=([^/?]+)/lvnf=([^/?]+)")
CHAIN = re.compile(r"data/cloudmac-nfv:tenants/tenant=([^/?]+)/chain=([^/?]+)")
CHAIN_STATE = re.compile(r"data/cloudmac-nfv:chain-state/chain=([^,]+),([^/?]+)")
STATE = re.compile(r"data/cloudmac-nfv:nfv-state/lvnf=([^,]+),([^/?]+)")


class FakeController:
    """The server, as a context manager. ``gate`` is set; while a test clears it, nothing is
    answered. ``broken``: what the node says of each change of an LVNF, None if it accepts."""

    def __init__(self):
        self.gate = threading.Event()
        self.gate.set()
        self.lock = threading.Lock()
        self.requests = []
        self.images, self.lvnfs, self.handlers, self.chains = {}, {}, {}, {}
        self.broken = None
        self.chain_status = "active"
        self.events = FakeEvents()
        self.counters = lambda: [
            {"port": 1},
            {"port": 0, "packets-in": "18446744073709551615", "waiting": 3},
        ]
        self.node_time = lambda: "1"
        # The answers and inputs of the RPCs of maps.
        self.graph, self.graph_refusal, self.graph_inputs = lambda name: {}, None, []
        self.session = "open"
        self.network, self.journal = FakeNetwork(), FakeJournal()
        handler = type("Bound", (_Request,), {"controller": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.gate.set()
        self.journal.close()
        self.server.shutdown()
        self.server.server_close()

    def carry_out(self, method, path, body):
        """Returns the answer's JSON. Raises Rejected."""
        with self.lock:
            self.requests.append((method, path, body))
            if self.network.knows(path):
                return self.network.carry_out(method, path, body)
            if path.endswith(":read-events"):
                output = self.events.read(body["cloudmac-nfv:input"])
                if self.events.drop():
                    raise ConnectionAbortedError
                return {"cloudmac-nfv:output": output}
            if path.startswith("operations/cloudmac-nfv:"):
                output = self._rpc(path.partition(":")[2], body["cloudmac-nfv:input"])
                return {"cloudmac-nfv:output": output}
            if found := STATE.match(path):
                return {"cloudmac-nfv:lvnf": [self._state(*map(unquote, found.groups()))]}
            if found := CHAIN_STATE.match(path):
                return {"cloudmac-nfv:chain": [self._chain(*map(unquote, found.groups()))]}
            if found := CHAIN.match(path):
                return self._lead(method, tuple(map(unquote, found.groups())), body)
            if path.startswith("data/cloudmac-nfv:nfv-state"):
                node = {"name": "pn1", "session": self.session, "maximum-lvnfs": 64}
                if self.session != "open":
                    node["reason"] = "refused"
                return {"cloudmac-nfv:nfv-state": {"packet-node": [node], **self.network.functions}}
            if found := LVNF.match(path):
                return self._configure(method, tuple(map(unquote, found.groups())), body)
            return self._tenants(method, path, body)

    def _tenants(self, method, path, body):
        if method == "PATCH":
            (tenant,) = body["cloudmac-nfv:tenants"]["tenant"]
            self.events.configure(tenant)
            for image in tenant.get("image", []):
                base64.b64decode(image.get("object", ""), validate=True)
                self.images[tenant["name"], image["name"]] = image
            return None
        name = unquote(re.search("tenant=([^/?]+)", path)[1])
        of_tenant = [key for key in self.lvnfs if key[0] == name]
        if method == "DELETE" and "/trigger=" in path:
            del self.events.triggers[name, unquote(path.rpartition("=")[2])]
        elif method == "DELETE" and "/image=" in path:
            image = unquote(path.rpartition("=")[2])
            if any(self.lvnfs[key]["config"]["image"] == image for key in of_tenant):
                raise Rejected(409, "invalid-value", f"image {image} is in use")
            del self.images[name, image]
        elif method == "DELETE":
            self.images = {key: one for key, one in self.images.items() if key[0] != name}
            self.lvnfs = {key: one for key, one in self.lvnfs.items() if key[0] != name}
        else:
            images = [{"name": image} for tenant, image in self.images if tenant == name]
            lvnfs = [{"name": lvnf} for _, lvnf in of_tenant]
            return {"cloudmac-nfv:tenant": [{"image": images, "lvnf": lvnfs}]}
        return None

    def _lead(self, method, key, body):
        """Changes a chain. Its LVNFs must be there, as at the controller."""
        when = time.monotonic() + NODE_S
        if method == "DELETE":
            self.chains[key] |= {"gone": when}
            return None
        (entry,) = body["cloudmac-nfv:chain"]
        for hop in entry["hop"]:
            if (key[0], hop["lvnf"]) not in self.lvnfs:
                raise Rejected(400, "invalid-value", f"the tenant has no LVNF {hop['lvnf']}")
        before = self.chains.get(key, {}).get("config")
        self.chains[key] = {"config": entry, "before": before, "ready": when}
        return None

    def _chain(self, tenant, name):
        known = self.chains.get((tenant, name))
        if known and time.monotonic() > known.get("gone", time.monotonic()):
            del self.chains[tenant, name]
            known = None
        if not known:
            raise Rejected(409, "data-missing", "Request could not be completed: no such data")
        is_ready = time.monotonic() > known["ready"]
        config = known["config"] if is_ready else known["before"]
        entry = {"tenant": tenant, "name": name, "segment": [3501, 3500]}
        if not config:
            return {**entry, "status": "preparing"}
        return {**entry, "status": self.chain_status, "rules": len(config["hop"])}

    def _configure(self, method, key, body):
        if method == "DELETE":
            if key not in self.lvnfs:
                raise Rejected(409, "data-missing", "Data does not exist")
            for (tenant, name), chain in self.chains.items():
                hops = [(tenant, hop["lvnf"]) for hop in chain["config"]["hop"]]
                if key in hops and "gone" not in chain:
                    raise Rejected(400, "invalid-value", f"chain {name} has it")
            self.lvnfs[key]["gone"] = time.monotonic() + NODE_S
            return None
        (entry,) = body["cloudmac-nfv:lvnf"]
        known = self.lvnfs.get(key, {"config": {}, "before": None})
        if method == "PUT" and entry["packet-node"] == "nowhere":
            raise Rejected(400, "invalid-value", "there is no packet node\n   nowhere")
        before = self._state(*key) if key in self.lvnfs else None
        config = {**known["config"], **entry} if method == "PATCH" else entry
        ready = time.monotonic() + NODE_S
        self.lvnfs[key] = {"config": config, "before": before, "ready": ready, "no": self.broken}
        return None

    def _state(self, tenant, name):
        """Returns the state of an LVNF, as of the time before its change while the node works."""
        known = self.lvnfs.get((tenant, name))
        if known and "gone" in known and time.monotonic() > known["gone"]:
            del self.lvnfs[tenant, name]
            known = None
        if not known:
            raise Rejected(409, "data-missing", "Request could not be completed: no such data")
        config = known["config"]
        entry = {"tenant": tenant, "name": name, "packet-node": config["packet-node"]}
        if self.session != "open":
            return {**entry, "status": "waiting"}
        if time.monotonic() < known["ready"]:
            return known["before"] or {**entry, "status": "waiting"}
        if known["no"]:
            return {**entry, "status": "failed", "problem": known["no"]}
        ports = [
            {"port": 1, "interface": f"{name}p1", "openflow-port": 8},
            {"port": 0, "interface": f"{name}p0", "openflow-port": 7},
        ]
        mode = config.get("mode", "running")
        return {**entry, "status": "ready", "mode": mode, "port": ports}

    def _rpc(self, name, given):
        if name in ("read-ucqm", "read-ncqm", "read-lqm"):
            self.graph_inputs.append((name, given))
            if self.graph_refusal:
                raise Rejected(400, "invalid-value", self.graph_refusal)
            return self.graph(name)
        if self._state(given["tenant"], given["lvnf"])["status"] != "ready":
            raise Rejected(503, "resource-denied", "the LVNF is not there yet")
        if name == "read-counters":
            return {"node-time": self.node_time(), "port": self.counters()}
        handler = given["handler"]
        if handler not in self.handlers:
            raise Rejected(404, "data-missing", f"no handler '{handler}'")
        entries = self.handlers[handler]
        if name == "write-handler":
            for key in given.get("delete", []):
                entries.pop(key, None)
            entries.update({one["key"]: one["value"] for one in given.get("entry", [])})
            return {"written": len(given.get("entry", []))}
        keys = list(entries)
        first = keys.index(given["after"]) + 1 if "after" in given else 0
        page = keys[first : first + PAGE]
        return {
            "entry": [{"key": key, "value": entries[key]} for key in page],
            "more": first + PAGE < len(keys),
        }


class _Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    controller = None

    def _serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.controller.gate.wait()
        if self.path.partition("?")[0] == STREAM and self.command == "GET":
            self._stream(self.controller.journal)
            return
        is_operators = FakeNetwork.knows(self.path.removeprefix("/rests/"))
        time.sleep(OPERATORS_LATE_S if is_operators else LATE_S)
        try:
            status, answer = self._answer(json.loads(body) if body else None)
        except ConnectionAbortedError:
            self.close_connection = True
            return
        text = json.dumps(answer).encode() if answer else b""
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.send_header("Set-Cookie", "JSESSIONID=one; Path=/")
        self.end_headers()
        with contextlib.suppress(OSError):  # a client that has ended
            self.wfile.write(text)

    do_GET = do_PUT = do_PATCH = do_POST = do_DELETE = _serve

    def _is_authentic(self):
        account = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        return self.headers.get("Authorization") == f"Basic {account}"

    def _stream(self, journal):
        after = "".join(parse_qs(self.path.partition("?")[2]).get("after", ()))
        journal.asked.append(after)
        time.sleep(OPERATORS_LATE_S)
        self.close_connection = True
        if journal.is_away:
            return
        refusal = journal.refusal if self._is_authentic() else (401, "not authenticated")
        self.send_response(refusal[0] if refusal else 200)
        if refusal:
            error = {"error-tag": "resource-denied", "error-message": refusal[1]}
            if journal.retry_after is not None:
                self.send_header("Retry-After", journal.retry_after)
            self.end_headers()
            self.wfile.write(json.dumps({"errors": {"error": [error]}}).encode())
            return
        self.send_header("Content-Type", "text/event-stream;charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

        def write(octets):
            if octets:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(octets), octets))
                self.wfile.flush()

        try:
            journal.stream(after, write)
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            pass  # the client is gone, or the test breaks the stream

    def _answer(self, body):
        if not self._is_authentic():
            return 401, None
        # The SDK keeps no session.
        if "Cookie" in self.headers:
            return 500, None
        path = self.path.removeprefix("/rests/")
        try:
            if path == RPC:
                output = self.controller.journal.read(body["cloudmac-events:input"])
                return 200, {"cloudmac-events:output": output}
            answer = self.controller.carry_out(self.command, path, body)
            return 200 if answer else 204, answer
        except Rejected as error:
            status, tag, text = error.args
            problem = {"error-type": "application", "error-tag": tag}
            if text is not None:
                problem["error-message"] = text
            return status, {"errors": {"error": [problem]}}

    def log_message(self, *_):
        """Keeps standard error for failures."""
