# SPDX-License-Identifier: Apache-2.0
"""Texts of the files that make a controller a member of a cluster."""
import ipaddress
import re

from . import cluster_tls
from .files import SetupError

PORT = 2550
# Modules with their own shard: switches, and OpenFlow.
MODULES = {
    "inventory": "urn:opendaylight:inventory",
    "topology": "urn:TBD:params:xml:ns:yang:network-topology",
}

CLUSTER = "odl-cloudmac-cluster"
FEATURES_BOOT = re.compile(r"^featuresBoot\s*=((?:[^\n]*\\\n)*[^\n]*)$", re.MULTILINE)

# Other values are OpenDaylight's defaults. cloudmac-cluster --help explains the trade-offs.
AKKA = """\
# Made by cloudmac-cluster.
odl-cluster-data {{
  # All members, in the same order on each. Our bundle cloudmac-cluster decides by this list who forms a cluster and who
  # joins it: any majority can start. Akka's own seed nodes cannot do that. Only the first seed may form a cluster, so
  # nothing would start while it is off; and members that each list themselves first would form a cluster each when
  # they start together, which Akka never merges.
  cloudmac.members = [{members}]
  akka {{
    remote.artery {{
      enabled = on
      # No port accepts clear text. Each side needs a certificate of the cluster's authority, with the same common name.
      transport = tls-tcp
      canonical.hostname = "{address}"
      canonical.port = {port}
      ssl {{
        ssl-engine-provider = akka.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider
        rotating-keys-engine {{
          key-file = "{key}"
          cert-file = "{certificate}"
          ca-cert-file = "{authority}"
          protocol = TLSv1.3
          enabled-algorithms = [TLS_AES_256_GCM_SHA384, TLS_AES_128_GCM_SHA256]
          # New connections use renewed files after this time. It also ends the use of a key read together with the
          # certificate of another one, while cloudmac-cluster replaces both.
          ssl-context-cache-ttl = 10 s
        }}
      }}
    }}
    cluster {{
      seed-nodes = []
      roles = ["{member}"]
      # Our bundle asks again after 3 s, and may then know of another member.
      retry-unsuccessful-join-after = 3 s
      # A member without a heartbeat for about pause + interval is unreachable; the others take over its switches, and
      # the application if it was the owner. The end of its TCP connections does not count: Akka opens them again. These
      # 1.75 s are most of a takeover. Then, at once or in parallel: the ownership supervisor names another owner, after
      # the removal below if the supervisor was lost too; the shards elect leaders, after 1 s without heartbeats;
      # the new owner stores its term and starts, with the switches that are connected to it. A shorter pause
      # takes a busy Java process for dead: garbage collection and the start of a member pause it for up to a second.
      failure-detector {{
        heartbeat-interval = 250 ms
        acceptable-heartbeat-pause = {pause} ms
        expected-response-after = 250 ms
      }}
      unreachable-nodes-reaper-interval = 200 ms
      gossip-interval = 200 ms
      leader-actions-interval = 200 ms
      # After this time the majority removes an unreachable member, and a minority removes itself. Only then
      # a new ownership supervisor replaces a lost one. down-all-when-unstable is off, since bad links must
      # not remove all members: two owners for a while do no harm, because WTPs refuse the older term, and the
      # datastore needs a majority.
      split-brain-resolver.stable-after = {stable} ms
      split-brain-resolver.down-all-when-unstable = off
      down-removal-margin = 200 ms
      singleton.hand-over-retry-interval = 200 ms
      singleton-proxy.singleton-identification-interval = 200 ms
    }}
    # A removed member needs a restart to rejoin. It exits with an error, and systemd restarts it.
    coordinated-shutdown.reason-overrides {{
      "akka.actor.CoordinatedShutdown$ClusterDowningReason$".exit-jvm = on
    }}
    persistence.snapshot-store.local {{
      use-lz4-compression = false
      lz4-blocksize = 256KB
    }}
  }}
}}
"""

DATASTORE = """\
# Made by cloudmac-cluster. The heartbeat of a shard's leader also reports commits. A leader that misses this
# many heartbeats and is unreachable is replaced.
shard-heartbeat-interval-in-millis = {heartbeat}
shard-election-timeout-factor = {factor}

# OpenDaylight's defaults.
operational.persistent = false
maximum-message-slice-size = 491520
use-tell-based-protocol = true
snapshot-on-root-overwrite = false
export-on-recovery = off
"""

# AAA would create a key store that nothing here uses. All members would write it into the datastore at the first start.
AAA_CERT = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- Made by cloudmac-cluster. -->
<aaa-cert-service-config xmlns="urn:opendaylight:yang:aaa:cert">
  <use-config>false</use-config>
  <use-mdsal>false</use-mdsal>
</aaa-cert-service-config>
"""


def member(number):
    return f"member-{number}"


def akka(number, addresses, pause, stable):
    """Return akka.conf of one member."""
    members = ", ".join(
        f'"akka://opendaylight-cluster-data@{bracketed(address)}:{PORT}"' for address in addresses
    )
    return AKKA.format(
        address=bracketed(addresses[number - 1]),
        port=PORT,
        members=members,
        member=member(number),
        pause=pause,
        stable=stable,
        key=cluster_tls.KEY,
        certificate=cluster_tls.CERTIFICATE,
        authority=cluster_tls.AUTHORITY,
    )


def bracketed(address):
    """Return an address in its shortest form, as a URI has it."""
    short = ipaddress.ip_address(address)
    return f"[{short}]" if short.version == 6 else str(short)


def shards(members):
    """Return module-shards.conf with every shard on every member."""
    replicas = ", ".join(f'"{member(number + 1)}"' for number in range(members))
    entries = "".join(
        f'  {{ name = "{name}", shards = [{{ name = "{name}", replicas = [{replicas}] }}] }}\n'
        for name in ("default", *MODULES)
    )
    return f"# Made by cloudmac-cluster.\nmodule-shards = [\n{entries}]\n"


def modules():
    """Return modules.conf, which assigns YANG modules to shards."""
    entries = "".join(
        f'  {{ name = "{name}", namespace = "{namespace}", shard-strategy = "module" }}\n'
        for name, namespace in MODULES.items()
    )
    return f"# Made by cloudmac-cluster.\nmodules = [\n{entries}]\n"


def features(text):
    """Return Karaf's features.cfg with the cluster's feature. Other choices of features stay."""
    found = FEATURES_BOOT.search(text)
    if not found:
        raise SetupError("no featuresBoot in etc/org.apache.karaf.features.cfg")
    names = re.split(r"[\s,()\\]+", found[1])
    if any(name.partition("/")[0] == CLUSTER for name in names):
        return text
    return text[: found.end()].rstrip() + f", {CLUSTER}" + text[found.end() :]
