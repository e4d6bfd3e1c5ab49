# SPDX-License-Identifier: Apache-2.0
"""Pings from stations while a test does something else."""
import contextlib
import threading

from cloudmac_testbed import client
from cloudmac_testbed.guest import basics, traffic

COUNT, INTERVAL_S = 25, 0.2


@contextlib.contextmanager
def echoes(*names):
    """Sends pings from the stations to their gateways meanwhile, five in a second each. Fails if
    one is lost."""
    ended, results = threading.Event(), {name: [] for name in names}

    def ping(name):
        address = client.call(basics.gateway, name=name)
        while not ended.is_set():
            results[name].append(
                client.call(
                    traffic.ping, host=name, address=address, count=COUNT, interval_s=INTERVAL_S
                )
            )

    threads = [threading.Thread(target=ping, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    for name, each in results.items():
        assert each, f"{name} sent nothing"
        for one in each:
            assert (one["sent"], one["lost"]) == (COUNT, 0), (name, one)
