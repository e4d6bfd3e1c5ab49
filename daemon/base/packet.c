/* SPDX-License-Identifier: Apache-2.0 */
#include "packet.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Octets: enough for all frames but A-MSDUs. Of a longer frame the ring has
 * the start, and the socket's queue a copy (PACKET_COPY_THRESH). Places for
 * the longest frame would take three times the memory.
 */
#define FRAME_SIZE	4096
#define LONG_FRAMES	8	  /* in a batch */
#define LONG_QUEUE	(2 << 20) /* octets in the socket's queue */
#define ERRORS_MAX	16	  /* in a row, before a frame */
#define BLOCK_SIZE	(16 * FRAME_SIZE)
#define VLAN_MASK	0x0fff
#define PASS_ALL	0xffffffff
#define ANCILLARY(what) ((uint32_t)(SKF_AD_OFF + (what)))

#ifndef PACKET_IGNORE_OUTGOING
#define PACKET_IGNORE_OUTGOING 23
#endif

/*
 * Filters by ethertype and VLAN tag before the kernel copies a frame. The
 * socket is bound to all protocols: the kernel removes the VLAN tag before it
 * delivers a frame to a socket of one ethertype, and delivers none on a port
 * of a bridge.
 */
static int attach_filter(int fd, const struct packet_filter *filter)
{
	const uint32_t vlan = filter->vlan < 0 ? 0 : (uint32_t)filter->vlan;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ANCILLARY(SKF_AD_PKTTYPE)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 6, 0),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ANCILLARY(SKF_AD_PROTOCOL)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, filter->ethertype, 0, 4),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ANCILLARY(SKF_AD_VLAN_TAG)),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, VLAN_MASK),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, vlan, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, PASS_ALL),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_filter all[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ANCILLARY(SKF_AD_PKTTYPE)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, PASS_ALL),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };
	int on = 1;

	if (!filter->ethertype) {
		program.len = sizeof(all) / sizeof(all[0]);
		program.filter = all;
	}
	if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program,
		       sizeof(program)))
		return errno;
	/* Avoids a copy of each sent frame; older kernels use the filter. */
	(void)setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on,
			 sizeof(on));
	return 0;
}

/*
 * Uses version 2 of the ring: version 3 delivers an incomplete block only
 * after a timer of at least a millisecond.
 */
static int map_ring(struct packet *packet)
{
	struct tpacket_req request = {
		.tp_block_size = BLOCK_SIZE,
		.tp_block_nr = PACKET_RING * FRAME_SIZE / BLOCK_SIZE,
		.tp_frame_size = FRAME_SIZE,
		.tp_frame_nr = PACKET_RING,
	};
	int version = TPACKET_V2;
	void *ring;

	if (setsockopt(packet->fd, SOL_PACKET, PACKET_VERSION, &version,
		       sizeof(version)) ||
	    setsockopt(packet->fd, SOL_PACKET, PACKET_RX_RING, &request,
		       sizeof(request)))
		return errno;
	packet->ring_len = (size_t)PACKET_RING * FRAME_SIZE;
	ring = mmap(NULL, packet->ring_len, PROT_READ | PROT_WRITE, MAP_SHARED,
		    packet->fd, 0);
	if (ring == MAP_FAILED)
		return errno;
	packet->ring = ring;
	return 0;
}

/* Makes the kernel keep frames whole that are longer than the ring's places.
 */
static int keep_long_frames(struct packet *packet)
{
	int on = 1, octets = LONG_QUEUE;

	packet->long_frames = malloc((size_t)LONG_FRAMES * PACKET_LONGEST);
	if (!packet->long_frames)
		return ENOMEM;
	if (setsockopt(packet->fd, SOL_SOCKET, SO_RCVBUFFORCE, &octets,
		       sizeof(octets)) ||
	    setsockopt(packet->fd, SOL_PACKET, PACKET_COPY_THRESH, &on,
		       sizeof(on)))
		return errno;
	return 0;
}

static int be_promiscuous(int fd, int ifindex)
{
	struct packet_mreq member = {
		.mr_ifindex = ifindex,
		.mr_type = PACKET_MR_PROMISC,
	};

	return setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &member,
			  sizeof(member))
		       ? errno
		       : 0;
}

static int set_send_buffer(int fd, int octets)
{
	return octets && setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &octets,
				    sizeof(octets))
		       ? errno
		       : 0;
}

/* A socket of protocol 0 receives nothing. */
static int open_bound(int ifindex, uint16_t protocol, int *fd)
{
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(protocol),
		.sll_ifindex = ifindex,
	};

	if (*fd < 0)
		*fd = socket(AF_PACKET,
			     SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (*fd < 0)
		return errno;
	return bind(*fd, (struct sockaddr *)&address, sizeof(address)) ? errno
								       : 0;
}

int packet_open(struct packet *packet, int ifindex,
		const struct packet_filter *filter)
{
	int err;

	*packet = (struct packet)PACKET_CLOSED;
	packet->ifindex = ifindex;
	err = open_bound(ifindex, 0, &packet->tx_fd);
	if (!err)
		err = set_send_buffer(packet->tx_fd, filter->send_buffer);
	/* No frame may arrive before filter and ring are set up. */
	if (!err)
		err = open_bound(ifindex, 0, &packet->fd);
	if (!err)
		err = attach_filter(packet->fd, filter);
	if (!err)
		err = keep_long_frames(packet);
	if (!err)
		err = map_ring(packet);
	if (!err)
		err = open_bound(ifindex, ETH_P_ALL, &packet->fd);
	if (!err && filter->promiscuous)
		err = be_promiscuous(packet->fd, ifindex);
	if (err)
		packet_close(packet);
	return err;
}

void packet_close(struct packet *packet)
{
	if (packet->ring)
		munmap(packet->ring, packet->ring_len);
	free(packet->long_frames);
	if (packet->fd >= 0)
		close(packet->fd);
	if (packet->tx_fd >= 0)
		close(packet->tx_fd);
	*packet = (struct packet)PACKET_CLOSED;
}

static struct tpacket2_hdr *ring_frame(const struct packet *packet,
				       unsigned int index)
{
	return (void *)(packet->ring +
			(size_t)(index % PACKET_RING) * FRAME_SIZE);
}

/* Reads the frame at the head of the socket's queue, whose start is in the
 * ring. Returns its length, or 0. */
static size_t read_long_frame(struct packet *packet, uint8_t *data)
{
	const int flags = MSG_DONTWAIT | MSG_TRUNC;
	ssize_t len = recv(packet->fd, data, PACKET_LONGEST, flags);

	/* Errors of the interface come before the frame, each once. */
	for (unsigned int i = 0; len < 0 && errno != EAGAIN && i < ERRORS_MAX;
	     i++) {
		packet->error = errno;
		len = recv(packet->fd, data, PACKET_LONGEST, flags);
	}
	if (len > PACKET_LONGEST)
		packet->too_long++;
	return len > 0 && len <= PACKET_LONGEST ? (size_t)len : 0;
}

/* Returns the frame of which the ring has the start only, and sets '*len'.
 * Returns NULL if the frame is lost. */
static uint8_t *find_long_frame(struct packet *packet, uint32_t status,
				size_t *len)
{
	uint8_t *data =
		packet->long_frames + (size_t)packet->long_n * PACKET_LONGEST;

	if (!(status & TP_STATUS_COPY)) {
		packet->overruns++;
		return NULL;
	}
	*len = read_long_frame(packet, data);
	if (!*len)
		return NULL;
	packet->long_n++;
	return data;
}

unsigned int packet_receive(struct packet *packet,
			    void (*handle)(void *arg, uint8_t *data,
					   size_t len),
			    void (*done)(void *arg), void *arg)
{
	unsigned int n;

	packet->long_n = 0;
	for (n = 0; n < PACKET_BATCH && packet->long_n < LONG_FRAMES; n++) {
		struct tpacket2_hdr *frame =
			ring_frame(packet, packet->next + n);
		uint32_t status =
			__atomic_load_n(&frame->tp_status, __ATOMIC_ACQUIRE);
		uint8_t *data = (uint8_t *)frame + frame->tp_mac;
		size_t len = frame->tp_snaplen;

		if (!(status & TP_STATUS_USER))
			break;
		if (frame->tp_len > len)
			data = find_long_frame(packet, status, &len);
		if (data)
			handle(arg, data, len);
	}
	done(arg);
	for (unsigned int i = 0; i < n; i++)
		__atomic_store_n(
			&ring_frame(packet, packet->next + i)->tp_status,
			TP_STATUS_KERNEL, __ATOMIC_RELEASE);
	packet->next = (packet->next + n) % PACKET_RING;
	return n;
}

void packet_read_overruns(struct packet *packet)
{
	struct tpacket_stats stats;
	socklen_t len = sizeof(stats);

	/* Each read resets the kernel's counters. */
	if (!getsockopt(packet->fd, SOL_PACKET, PACKET_STATISTICS, &stats,
			&len))
		packet->overruns += stats.tp_drops;
}

int packet_error(struct packet *packet)
{
	socklen_t len = sizeof(int);
	int err = packet->error;

	packet->error = 0;
	if (err)
		return err;
	if (getsockopt(packet->fd, SOL_SOCKET, SO_ERROR, &err, &len))
		return errno;
	return err;
}
