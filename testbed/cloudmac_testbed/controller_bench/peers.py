# SPDX-License-Identifier: Apache-2.0
"""Runs all simulated agents and VAP hosts in a process of their own, so that their work delays no
measurement."""
import asyncio
import multiprocessing
import signal

from . import certificates
from .agents import Agent
from .plan import AGENT_PORT, VAP_HOST_PORT
from .rpc import serve, tls
from .vap_hosts import VapHost

START_SECONDS, STOP_SECONDS = 120, 10


class Peers:
    """The process, as a context manager. folder: with the certificates."""

    def __init__(self, plan, folder):
        self._pipe, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(
            target=_main, args=(plan, folder, other), daemon=True
        )

    def __enter__(self):
        self._process.start()
        self._call("started", seconds=START_SECONDS)
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.join(STOP_SECONDS)

    def authorize(self, station):
        """Has a station of the plan join its VAP."""
        self._pipe.send(("authorize", station.vap.host, station.vap.bssid, station.address))

    def requests(self):
        """Returns how many requests all agents and all VAP hosts have answered."""
        return self._call("requests")

    def leases(self):
        """Returns the BSSIDs of the leases of each WTP, by its id."""
        return self._call("leases")

    def _call(self, word, seconds=30):
        self._pipe.send((word,))
        if not self._pipe.poll(seconds):
            raise TimeoutError(f"the simulated peers did not answer '{word}' within {seconds} s")
        return self._pipe.recv()


def _main(plan, folder, pipe):
    # The terminal's Ctrl-C goes to all processes; the parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(plan, folder, pipe))


async def _serve(plan, folder, pipe):
    authority = folder / "ca.pem"
    agents = [Agent(wtp) for wtp in plan.wtps]
    hosts = {
        name: VapHost(name, [vap for vap in plan.vaps if vap.host == name]) for name in plan.hosts
    }
    servers = []
    for agent in agents:
        context = tls(authority, certificates.pair_file(folder, agent.wtp))
        servers.append(await serve(agent, agent.wtp.address, AGENT_PORT, context))
    for name, host in hosts.items():
        context = tls(authority, *(folder / f"vap-host-{name}.{end}" for end in ("pem", "key")))
        servers.append(await serve(host, plan.hosts[name], VAP_HOST_PORT, context))
    ended = asyncio.get_running_loop().create_future()

    def on_message():
        try:
            word, *arguments = pipe.recv()
        except EOFError:
            ended.set_result(None)
            return
        if word == "authorize":
            host, *arguments = arguments
            hosts[host].authorize(*arguments)
        elif word == "requests":
            pipe.send(
                {
                    "agents": sum(agent.requests for agent in agents),
                    "vap_hosts": sum(host.requests for host in hosts.values()),
                }
            )
        elif word == "leases":
            pipe.send({agent.wtp.id: agent.leased() for agent in agents})
        else:
            pipe.send(word)

    asyncio.get_running_loop().add_reader(pipe.fileno(), on_message)
    await ended
