// SPDX-License-Identifier: GPL-2.0-only
/*
 * Port security, hypervisors and cloud networks know the address of each port, and drop
 * frames with other addresses. CloudMAC's frames have other addresses both ways: radio
 * tags and stations. A request goes out once with the interface's own source address and once
 * with a foreign one. The other end answers each, and says which requests it has got;
 * the answers have own and foreign sources and destinations too. The frames have
 * CloudMAC's ethertype, but addresses that no rule of its switches matches.
 */
#include "probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "interface.h"

#define ETHERTYPE	0x1337
#define MAGIC		"cloudmac probe 1"
#define ROUNDS		3
#define ROUND_MS	300

enum type { REQUEST = 1, ANSWER = 2 };

/* What a frame shows by its arrival, as bits of frame.kind and frame.heard. */
enum kind {
	OWN = 1,		/* that frames pass at all */
	FOREIGN_SOURCE = 2,
	FOREIGN_DESTINATION = 4,
};

static const uint8_t broadcast[ETH_ALEN] = { 255, 255, 255, 255, 255, 255 };
static const uint8_t foreign[ETH_ALEN] = { 0x02, 0x13, 0x37, 0, 0, 1 };

/* A request or an answer as it is on the wire, without padding. */
struct frame {
	uint8_t destination[ETH_ALEN];
	uint8_t source[ETH_ALEN];
	uint16_t ethertype;	/* big-endian */
	char magic[sizeof(MAGIC)];
	uint8_t run[8];		/* random, the same in all frames of one probe */
	uint8_t type;
	uint8_t kind;
	uint8_t heard;		/* answers: kinds of the requests that arrived */
	uint8_t requester[ETH_ALEN];
} __attribute__((packed));

struct link {
	const char *name;
	int fd;
	uint8_t address[ETH_ALEN];
};

/* Opens a link that receives the frames to all addresses. Prints an error. */
static bool open_link(struct link *link, const char *name)
{
	struct sockaddr_ll place = { .sll_family = AF_PACKET,
				     .sll_protocol = htons(ETHERTYPE) };
	struct packet_mreq all = { .mr_type = PACKET_MR_PROMISC };
	struct ifreq request = { 0 };

	link->name = name;
	place.sll_ifindex = all.mr_ifindex = (int)interface_index(name);
	if (!place.sll_ifindex) {
		fprintf(stderr, "cloudmac-vap: no interface %s\n", name);
		return false;
	}
	link->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (link->fd < 0 ||
	    bind(link->fd, (struct sockaddr *)&place, sizeof(place)) ||
	    setsockopt(link->fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof(all)) ||
	    !if_indextoname((unsigned int)place.sll_ifindex, request.ifr_name) ||
	    ioctl(link->fd, SIOCGIFHWADDR, &request)) {
		fprintf(stderr, "cloudmac-vap: cannot probe %s: %s\n", name,
			strerror(errno));
		if (link->fd >= 0)
			close(link->fd);
		return false;
	}
	memcpy(link->address, request.ifr_hwaddr.sa_data, ETH_ALEN);
	return true;
}

static bool send_frame(const struct link *link, struct frame *frame)
{
	frame->ethertype = htons(ETHERTYPE);
	memcpy(frame->magic, MAGIC, sizeof(MAGIC));
	if (send(link->fd, frame, sizeof(*frame), 0) == sizeof(*frame))
		return true;
	fprintf(stderr, "cloudmac-vap: cannot send on %s: %s\n", link->name,
		strerror(errno));
	return false;
}

/* Receives one frame. Returns 1 if it is of the type, 0 for any other frame, or after
 * the time, and -1 after an error. Waits for ever if the time is negative.
 */
static int receive(const struct link *link, enum type type, struct frame *frame,
		   int timeout_ms)
{
	struct pollfd waiting = { .fd = link->fd, .events = POLLIN };
	struct sockaddr_ll from;
	socklen_t size = sizeof(from);
	ssize_t n;

	if (poll(&waiting, 1, timeout_ms) == 0)
		return 0;
	n = recvfrom(link->fd, frame, sizeof(*frame), MSG_TRUNC,
		     (struct sockaddr *)&from, &size);
	if (n < 0) {
		fprintf(stderr, "cloudmac-vap: cannot receive on %s: %s\n",
			link->name, strerror(errno));
		return -1;
	}
	return n >= (ssize_t)sizeof(*frame) && from.sll_pkttype != PACKET_OUTGOING &&
	       !memcmp(frame->magic, MAGIC, sizeof(MAGIC)) && frame->type == type;
}

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Sends both requests: from the own address, and from a foreign one. */
static bool request(const struct link *link, struct frame *frame)
{
	bool sent;

	memcpy(frame->destination, broadcast, ETH_ALEN);
	memcpy(frame->source, link->address, ETH_ALEN);
	frame->kind = OWN;
	sent = send_frame(link, frame);
	memcpy(frame->source, foreign, ETH_ALEN);
	frame->kind = FOREIGN_SOURCE;
	return sent && send_frame(link, frame);
}

/* Collects, until a time, the kinds of answers that arrive (in) and of requests that
 * they report (out).
 */
static bool collect(const struct link *link, const struct frame *sent, long long end,
		    unsigned int *out, unsigned int *in)
{
	struct frame answer;
	long long left;
	int got;

	while ((left = end - now_ms()) > 0) {
		got = receive(link, ANSWER, &answer, (int)left);
		if (got < 0)
			return false;
		if (got && !memcmp(answer.run, sent->run, sizeof(answer.run))) {
			*out |= answer.heard;
			*in |= answer.kind;
		}
	}
	return true;
}

static int judge(const char *name, unsigned int out, unsigned int in)
{
	if (!in) {
		printf("No answer to probes on %s: frames of ethertype 0x%x do not pass, or the other end does not answer.\n"
		       "    Run 'cloudmac-vap doctor --answer INTERFACE' on the host of the switch, with the interface towards this host.\n",
		       name, ETHERTYPE);
		return EXIT_FAILURE;
	}
	if (!(out & FOREIGN_SOURCE))
		printf("Frames with a foreign source address do not leave through %s: probably port security drops them.\n"
		       "    Allow them at the port of this host. libvirt: no filter against MAC spoofing; VMware: forged transmits; Hyper-V: MAC address spoofing; Proxmox: MAC filter off; OpenStack: port security off.\n",
		       name);
	if (!(in & FOREIGN_SOURCE))
		printf("Frames with a foreign source address do not arrive at %s: probably port security drops them at the other end.\n"
		       "    Allow them at the port of the other end.\n",
		       name);
	if (!(in & FOREIGN_DESTINATION))
		printf("Frames to a foreign address do not arrive at %s.\n"
		       "    Allow them at the port of this host. VMware: promiscuous mode; macvlan: mode passthru.\n",
		       name);
	if (out & in & FOREIGN_SOURCE && in & FOREIGN_DESTINATION) {
		printf("frames with foreign addresses pass both ways at %s\n", name);
		return EXIT_SUCCESS;
	}
	return EXIT_FAILURE;
}

/**
 * probe_link - prints which frames do not pass between an interface and the other end
 * @name: the interface
 *
 * Return: EXIT_SUCCESS if all pass, else EXIT_FAILURE.
 */
int probe_link(const char *name)
{
	struct frame frame = { .type = REQUEST };
	unsigned int out = 0, in = 0;
	struct link link;
	bool done = true;

	if (!open_link(&link, name))
		return EXIT_FAILURE;
	done = getrandom(frame.run, sizeof(frame.run), 0) == sizeof(frame.run);
	memcpy(frame.requester, link.address, ETH_ALEN);
	for (int round = 0; done && round < ROUNDS; round++)
		done = request(&link, &frame) &&
		       collect(&link, &frame, now_ms() + ROUND_MS, &out, &in);
	close(link.fd);
	return done ? judge(name, out, in) : EXIT_FAILURE;
}

/* Sends an answer of each kind. */
static bool answer(const struct link *link, struct frame *frame)
{
	static const uint8_t kinds[] = { OWN, FOREIGN_SOURCE, FOREIGN_DESTINATION };
	bool sent = true;

	frame->type = ANSWER;
	for (size_t i = 0; sent && i < sizeof(kinds); i++) {
		frame->kind = kinds[i];
		memcpy(frame->source,
		       kinds[i] == FOREIGN_SOURCE ? foreign : link->address, ETH_ALEN);
		memcpy(frame->destination,
		       kinds[i] == FOREIGN_DESTINATION ? foreign : frame->requester,
		       ETH_ALEN);
		sent = send_frame(link, frame);
	}
	return sent;
}

/**
 * probe_answer - answers the probes that arrive at an interface, for ever
 * @name: the interface
 *
 * Return: EXIT_FAILURE after an error.
 */
int probe_answer(const char *name)
{
	uint8_t run[sizeof(((struct frame *)0)->run)] = { 0 };
	struct frame frame;
	struct link link;
	uint8_t heard = 0;
	int got;

	if (!open_link(&link, name))
		return EXIT_FAILURE;
	printf("answering probes on %s\n", name);
	fflush(stdout);
	while ((got = receive(&link, REQUEST, &frame, -1)) >= 0) {
		if (!got)
			continue;
		if (memcmp(run, frame.run, sizeof(run)) != 0) {
			memcpy(run, frame.run, sizeof(run));
			heard = 0;
			printf("probe from %02x:%02x:%02x:%02x:%02x:%02x\n",
			       frame.requester[0], frame.requester[1],
			       frame.requester[2], frame.requester[3],
			       frame.requester[4], frame.requester[5]);
			fflush(stdout);
		}
		heard |= frame.kind;
		frame.heard = heard;
		if (!answer(&link, &frame))
			break;
	}
	close(link.fd);
	return EXIT_FAILURE;
}
