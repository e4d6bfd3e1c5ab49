/* SPDX-License-Identifier: Apache-2.0 */
/* The simplest forwarder, for comparison: one recv() and one send() per
 * frame.
 *
 *	plain IN OUT
 */
#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdint.h>
#include <sys/socket.h>

static int open_socket(const char *ifname, uint16_t protocol)
{
	struct packet_mreq member = {
		.mr_ifindex = (int)if_nametoindex(ifname),
		.mr_type = PACKET_MR_PROMISC,
	};
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(protocol),
		.sll_ifindex = member.mr_ifindex,
	};
	int fd = socket(AF_PACKET, SOCK_RAW, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &member,
		       sizeof(member)))
		error(1, errno, "%s", ifname);
	return fd;
}

int main(int argc, char **argv)
{
	static uint8_t frame[4096];
	struct sockaddr_ll address;
	int in, out;

	if (argc != 3)
		error(2, 0, "usage: plain IN OUT");
	in = open_socket(argv[1], ETH_P_ALL);
	out = open_socket(argv[2], 0);
	for (;;) {
		socklen_t size = sizeof(address);
		ssize_t len = recvfrom(in, frame, sizeof(frame), 0,
				       (struct sockaddr *)&address, &size);

		if (len > 0 && address.sll_pkttype != PACKET_OUTGOING)
			(void)send(out, frame, (size_t)len, 0);
	}
}
