# SPDX-License-Identifier: Apache-2.0
"""IPClassifier: chooses an output by IPv4 addresses, protocols and ports."""

import ipaddress
import re

from .base import Element

PATTERNS_MAX = 32
PROTOCOLS = {"icmp": 1, "tcp": 6, "udp": 17}
DIRECTION = re.compile(r"src|dst")


class IPClassifier(Element):
    """Sends an Ethernet frame to the output of the first pattern that matches its IPv4 packet.
    Frames without IPv4 match only '-'. Ports are those of TCP and UDP; a fragment that is not the
    first has none."""

    USAGE = "IPClassifier(PATTERN, ...), with patterns such as 'udp and dst port 53' and -"
    SUMMARY = "output n: as Classifier, with tcp, udp, icmp, src/dst host A, src/dst port N, and"
    TYPES = """
struct lvnf_ip {
        bool is_ip;
        bool has_ports;
        __u8 protocol;
        __u32 src_host, dst_host;
        __u16 src_port, dst_port;
};

/* Reads the IPv4 packet of an Ethernet frame. */
static __always_inline void lvnf_ip_read(struct __sk_buff *packet,
                                         struct lvnf_ip *ip)
{
        __u8 head[20];
        __be32 hosts[2];
        __be16 type, ports[2];

        if (!lvnf_load(packet, ETH_HLEN - 2, &type, sizeof(type)) ||
            type != bpf_htons(ETH_P_IP) ||
            !lvnf_load(packet, ETH_HLEN, head, sizeof(head)) ||
            head[0] >> 4 != 4 || (head[0] & 0x0f) < 5)
                return;
        __builtin_memcpy(hosts, head + 12, sizeof(hosts));
        ip->is_ip = true;
        ip->protocol = head[9];
        ip->src_host = bpf_ntohl(hosts[0]);
        ip->dst_host = bpf_ntohl(hosts[1]);
        if ((head[9] != 6 && head[9] != 17) || (head[6] & 0x1f) || head[7] ||
            !lvnf_load(packet, ETH_HLEN + 4 * (head[0] & 0x0f), ports,
                       sizeof(ports)))
                return;
        ip->has_ports = true;
        ip->src_port = bpf_ntohs(ports[0]);
        ip->dst_port = bpf_ntohs(ports[1]);
}
"""
    CODE = """
static __always_inline int $name(struct __sk_buff *packet)
{
        struct lvnf_ip ip = { 0 };

        lvnf_ip_read(packet, &ip);
$patterns       return LVNF_DROP;
}
"""

    def read(self, arguments):
        self.expect_number_of(arguments, 1, PATTERNS_MAX)
        self.patterns = [self.pattern(argument) for argument in arguments]
        self.outputs = len(self.patterns)

    def pattern(self, argument):
        """Returns the conditions of a pattern in C; none for '-'."""
        if argument.text == "-":
            return []
        found = []
        for text in re.split(r"\s+and\s+", argument.text):
            found += self.primitive(argument, text.split())
        return list(dict.fromkeys(found))

    def primitive(self, argument, words):
        """Returns the conditions of words such as 'src port 53'."""
        if len(words) == 1 and words[0] in PROTOCOLS:
            return ["ip.is_ip", f"ip.protocol == {PROTOCOLS[words[0]]}"]
        if len(words) == 3 and DIRECTION.fullmatch(words[0]):
            if words[1] == "host":
                return ["ip.is_ip", f"ip.{words[0]}_host == {self.address(argument, words[2]):#x}"]
            if words[1] == "port":
                return ["ip.has_ports", f"ip.{words[0]}_port == {self.port(argument, words[2])}"]
        return self.refuse(
            argument.position,
            f"'{' '.join(words)}' is not one of tcp, udp, icmp, src/dst host A.B.C.D, src/dst port N",
        )

    def address(self, argument, text):
        """Returns the IPv4 address as a number."""
        try:
            return int(ipaddress.IPv4Address(text))
        except ValueError:
            return self.refuse(argument.position, f"'{text}' is no IPv4 address")

    def port(self, argument, text):
        """Returns the number of a port."""
        if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF):
            self.refuse(argument.position, f"'{text}' is no port from 0 to 65535")
        return int(text)

    def values(self):
        return {
            "patterns": "".join(
                f"\tif ({' && '.join(pattern)})\n\t\treturn {number};\n"
                if pattern
                else f"\treturn {number};\n"
                for number, pattern in enumerate(self.patterns)
            )
        }
