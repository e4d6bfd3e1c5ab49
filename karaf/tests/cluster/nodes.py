# SPDX-License-Identifier: Apache-2.0
"""Runs three controllers as one cluster, each in its own network namespace. A bridge
connects them with the hub, which holds the switch and this process:

    [ member-1 10.77.0.1 ]--+
    [ member-2 10.77.0.2 ]--+-- bridge -- [ hub 10.77.0.254: this process, the switch ]
    [ member-3 10.77.0.3 ]--+
"""
import base64
import contextlib
import ctypes
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

ASSEMBLY = pathlib.Path(
    os.environ.get("CLOUDMAC_ASSEMBLY", pathlib.Path(__file__).parents[2] / "target" / "assembly")
).resolve()
PASSWORD = "correct horse"
MEMBERS = 3
PORT = 2550
START_SECONDS = 400
# Three controllers start at once on few cores. The full compiler would delay heartbeats.
FRUGAL = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
CLONE_NEWNET = 0x40000000
OWNS = re.compile(r"This member owns the application, term (\d+)")
ENDS = "This member no longer owns the application"
SHARDS = (("Config", "topology"), ("Operational", "topology"), ("Operational", "default"))


def run(*command, **keywords):
    """Run a command and return its output. RuntimeError with its message if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **keywords)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr or done.stdout}")
    return done.stdout


def wait_for(what, condition, seconds, interval=0.2):
    """Wait until the condition returns a true value, and return the value."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise TimeoutError(f"awaited {what} for {seconds} s")
        time.sleep(interval)


@contextlib.contextmanager
def network(name):
    """Create namespaces ``name``-hub, ``name``-1 ... and enter the hub inside the context."""
    spaces = [f"{name}-hub", *(f"{name}-{number}" for number in range(1, MEMBERS + 1))]
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        for space in spaces:
            run("ip", "netns", "add", space)
            run("ip", "-n", space, "link", "set", "lo", "up")
        hub = spaces[0]
        run("ip", "-n", hub, "link", "add", "wire", "type", "bridge")
        run("ip", "-n", hub, "addr", "add", "10.77.0.254/24", "dev", "wire")
        run("ip", "-n", hub, "link", "set", "wire", "up")
        for number, space in enumerate(spaces[1:], 1):
            port = f"m{number}"
            run(*f"ip -n {hub} link add {port} type veth peer eth0 netns {space}".split())
            run("ip", "-n", hub, "link", "set", port, "master", "wire", "up")
            run("ip", "-n", space, "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
            run("ip", "-n", space, "link", "set", "eth0", "up")
        enter(f"/run/netns/{hub}")
        yield spaces
    finally:
        enter(f"/proc/self/fd/{home}")
        os.close(home)
        for space in spaces:
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)


def enter(path):
    libc = ctypes.CDLL(None, use_errno=True)
    with open(path, "rb") as space:
        if libc.setns(space.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), f"setns {path}")


class ClusterNode:
    """One member of the cluster, in namespace ``space``."""

    def __init__(self, number, home, space):
        self.number, self.home, self.space = number, home, space
        self.name, self.address = f"member-{number}", f"10.77.0.{number}"
        self.process, self.restarts, self.is_cut = None, 0, False
        self.logged = 0
        """Length of the log when it was started."""

    def set_up(self, pki, *options):
        """Copy the distribution and make it a member, with its certificate in folder ``pki``. ``options`` are for
        cloudmac-cluster."""
        shutil.copytree(
            ASSEMBLY,
            self.home,
            ignore=lambda folder, _: ["system"] if folder == str(ASSEMBLY) else [],
        )
        (self.home / "system").symlink_to(ASSEMBLY / "system")  # 200 MB, never written
        tool = self.home / "bin" / "cloudmac-setup"
        password = ("--restconf-password-file", "-")
        run(tool, "--generate", *password, "--switch-tcp", input=PASSWORD + "\n")
        # cloudmac-setup refuses plain HTTP for other machines.
        web = self.home / "etc" / "org.ops4j.pax.web.cfg"
        loopback = "listening.addresses = 127.0.0.1"
        assert loopback in web.read_text()
        web.write_text(web.read_text().replace(loopback, f"listening.addresses = {self.address}"))
        addresses = [f"10.77.0.{number}" for number in range(1, MEMBERS + 1)]
        self.cluster_tool(str(self.number), *addresses, "--pki", pki, *options)

    def cluster_tool(self, *words):
        return run(self.home / "bin" / "cloudmac-cluster", *words)

    def start(self):
        self.logged = len(self.log())
        with open(self.home / "output.log", "ab") as output:
            self.process = subprocess.Popen(
                ["ip", "netns", "exec", self.space, self.home / "bin" / "karaf", "daemon"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                env={**os.environ, "JAVA_MAX_MEM": "1000m", "EXTRA_JAVA_OPTS": FRUGAL},
            )

    def kill(self, how=signal.SIGKILL):
        """End its processes with this signal."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.process = None

    def running(self):
        return self.process is not None and self.process.poll() is None

    def request(self, method, path, body=None, seconds=10):
        """Return HTTP status (0 without an answer in time) and body."""
        connection = http.client.HTTPConnection(self.address, 8181, timeout=seconds)
        token = base64.b64encode(f"admin:{PASSWORD}".encode()).decode()
        headers = {"Authorization": f"Basic {token}", "Accept": "application/yang-data+json"}
        if path.startswith("/jolokia"):
            headers["Accept"] = "application/json"
        if body is not None:
            headers["Content-Type"] = "application/yang-data+json"
        try:
            data = json.dumps(body) if body is not None else None
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except OSError as error:
            return 0, str(error)
        except http.client.HTTPException as error:
            return 0, repr(error)
        finally:
            connection.close()

    def bean(self, name, attribute):
        """Return an attribute of a JMX bean, or None."""
        status, text = self.request("GET", f"/jolokia/read/{name}/{attribute}", seconds=5)
        return json.loads(text).get("value") if status == 200 else None

    def in_sync(self):
        """Return true if each of its shards has a leader and is in sync with it."""
        return all(
            self.bean(
                "org.opendaylight.controller:Category=ShardManager,"
                f"name=shard-manager-{store.lower()},type=Distributed{store}Datastore",
                "SyncStatus",
            )
            for store in ("Config", "Operational")
        )

    def leader(self, store, shard):
        """Return the member that leads a shard according to this member, or None."""
        value = self.bean(
            f"org.opendaylight.controller:Category=Shards,name={self.name}-shard-{shard}-"
            f"{store.lower()},type=Distributed{store}Datastore",
            "Leader",
        )
        return value.split("-shard-")[0] if value else None

    def lead(self):
        """Make this member the leader of all SHARDS."""
        for store, shard in SHARDS:
            body = {"input": {"shard-name": shard, "data-store-type": store.lower()}}
            path = "/rests/operations/cluster-admin:make-leader-local"
            status, text = self.request("POST", path, body, seconds=30)
            if status not in (200, 204) and self.leader(store, shard) != self.name:
                raise RuntimeError(f"{self.name} did not become leader of {shard}: {text}")
        wait_for(
            f"{self.name} leads",
            lambda: all(self.leader(*shard) == self.name for shard in SHARDS),
            30,
        )

    def cluster_members(self):
        """Return the addresses of the members of its cluster, or an empty list."""
        text = self.bean("akka:type=Cluster", "Members") or ""
        return [address for address in text.split(",") if address]

    def cut_off(self, cut=True):
        """Cut its link to all others, or repair it."""
        self.is_cut = cut
        run("ip", "link", "set", f"m{self.number}", "down" if cut else "up")

    def log_of_this_run(self):
        return self.log()[self.logged :]

    def log(self):
        file = self.home / "data" / "log" / "karaf.log"
        return file.read_text(errors="replace") if file.exists() else ""


def certificates(folder):
    """Create an authority and a certificate for each member in ``folder``, and return the folder."""
    tool = ASSEMBLY / "bin" / "cloudmac-pki"
    run(tool, "cluster", folder)
    for number in range(1, MEMBERS + 1):
        run(tool, "member", folder, str(number))
    return folder


class Background(threading.Thread):
    """A thread that runs inside its context. Its run() returns soon after ``ended`` is set."""

    def __init__(self):
        super().__init__(daemon=True)
        self.ended = threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.ended.set()
        self.join()


def term(node):
    """Return the term with which a member runs the application, or None if it does not."""
    if not node.running():
        return None
    log = node.log_of_this_run()
    found = list(OWNS.finditer(log))
    return int(found[-1][1]) if found and log.rfind(ENDS) < found[-1].start() else None


def owner(nodes):
    """Return the member that runs the application, or None."""
    owners = [node for node in nodes if term(node)]
    assert len(owners) < 2, f"{owners[0].name} and {owners[1].name} both run the application"
    return owners[0] if owners else None


@contextlib.contextmanager
def members(place, options=()):
    """Yield the nodes, set up and off. ``options`` are for cloudmac-cluster."""
    if not (ASSEMBLY / "bin" / "cloudmac-cluster").exists():
        raise FileNotFoundError(
            f"no controller in {ASSEMBLY}: build it first (./cloudmac build java)"
        )
    with network(f"cmcl{os.getpid()}") as spaces:
        nodes = [
            ClusterNode(number, place / f"member-{number}", spaces[number]) for number in (1, 2, 3)
        ]
        try:
            pki = certificates(place / "pki")
            for node in nodes:
                node.set_up(pki, *options)
            yield nodes
        finally:
            for node in nodes:
                node.kill()


@contextlib.contextmanager
def cluster(place, options=(), report=print):
    """Yield the nodes, all up and in sync. ``options`` are for cloudmac-cluster."""
    with members(place, options) as nodes:
        began = time.monotonic()
        for node in nodes:
            node.start()
        wait_until_up(nodes)
        report(
            f"cluster is up after {time.monotonic() - began:.0f} s, "
            f"after {sum(node.restarts for node in nodes)} restarts of members"
        )
        yield nodes


def wait_until_up(nodes, seconds=START_SECONDS):
    """Wait until these members answer and are in sync. Restarts members that the cluster has
    removed and that therefore ended, as systemd does. All at once: a member may need the others."""

    def up(node):
        if not node.running():
            node.restarts += 1
            if node.restarts > 3:
                raise RuntimeError(f"{node.name} ended:\n{node.log()[-3000:]}")
            node.start()
        return node.request("GET", "/rests/operations")[0] == 200 and node.in_sync()

    missing = list(nodes)

    def all_up():
        missing[:] = [node for node in missing if not up(node)]
        return not missing

    try:
        wait_for(
            f"{', '.join(node.name for node in nodes)} to serve and be in sync",
            all_up,
            seconds,
            1,
        )
    except TimeoutError as error:
        logs = "\n".join(f"{node.name}:\n{node.log()[-6000:]}" for node in missing)
        raise TimeoutError(f"{error}\n{logs}") from None
