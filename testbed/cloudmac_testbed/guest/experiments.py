# SPDX-License-Identifier: Apache-2.0
"""Experiments that run inside the guest. Each takes the lab and returns plain data."""
import time

from . import shell, switch, traffic


def probe(lab, qdisc="pfifo_fast", warm=20, count=400):
    out = {}
    for host in lab.topology.of_kind("switch"):
        for p in lab.ports(host.name):
            if p in ("swa", "swb") and qdisc != "pfifo_fast":
                out[host.name] = switch.tool(host.name, "ovs-vsctl", "--", "set", "port", p, "qos=@q", "--", "--id=@q", "create", "qos", f"type={qdisc}")
    a, b = "ct1", "ct2"
    address = lab.topology.hosts[b].address.split("/")[0]
    out["first"] = traffic.ping(a, address, 3)
    out["idle"] = traffic.ping(a, address, 20)
    cross = traffic.CrossTraffic(a, b, address, warm + int(count * 0.05) + 1)
    time.sleep(warm)
    out["loaded"] = traffic.ping(a, address, count, 0.05)
    out.update(cross.result(warm, warm + count * 0.05))
    out["uptime"] = shell.uptime()
    out["tc"] = switch.queues("swa", "swb")
    return out

