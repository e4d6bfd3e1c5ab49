/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The VAP and the radio around an agent that awaits TX statuses.
 *
 *	answers VAP AIR PID STATIONS WINDOW FRAMES FRAME-FILE
 *
 * As the radio it answers each injected frame with its TX status at once. As
 * the VAP it sends copies of a frame to STATIONS in turns and keeps WINDOW of
 * them on their way, until the agent has reported the TX status. Prints
 * "<frames> <failed> <seconds>" for FRAMES frames, where the seconds are the
 * processor time of the process PID. A quarter as many frames warm up before.
 *
 * The file has the frame as on the wire. The program writes the last octet of
 * the receiver and the sequence number. It runs on the agent's core, so it
 * receives all that the agent has done since, and the agent all that it sent.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define BATCH	     64
#define FRAME_MAX    4096
#define STATIONS_MAX 256
#define BUFFER	     (8 << 20) /* octets of a socket's queue */
#define PATIENCE_MS  3000
#define WIRE_TYPE    0x1337
#define RADIO_TYPE   0x88b5

/* Offsets in an 802.11 frame. */
#define RECEIVER 4
#define SEQUENCE 22

/* Offsets in radiotap, and what a TX status has first: TX flags. */
#define LENGTH	4
#define MORE	0x80 /* in the last octet of a word of fields */
#define TX_FAIL 0x01

/* What a monitor interface delivers with a TX status: TX flags without FAIL,
 * no retries, HT MCS 15 in 20 MHz with the short guard interval. */
static const uint8_t status_head[] = {
	/* The Ethernet header of the test radio. */
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0, 0, 0x88, 0xb5,
	/* radiotap: version, length, fields and their values */
	0, 0, 14, 0, 0, 0x80, 0x0a, 0, 0, 0, 0, 7, 4, 15
};

struct batch {
	struct mmsghdr messages[BATCH];
	struct iovec parts[BATCH][2];
	uint8_t frames[BATCH][FRAME_MAX];
	unsigned int n;
};

struct vap {
	int fd;
	uint8_t frame[FRAME_MAX];
	size_t len, body; /* body: the offset of the 802.11 frame */
	unsigned int stations, station;
	uint16_t sequences[STATIONS_MAX];
	unsigned int on_way;
	unsigned long failed;
	struct batch sent, statuses;
};

struct air {
	int fd;
	struct batch injected, answers;
};

static double now(clockid_t clock)
{
	struct timespec at;

	if (clock_gettime(clock, &at))
		error(1, errno, "the agent's processor time");
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static int open_socket(const char *ifname, uint16_t protocol)
{
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(protocol),
		.sll_ifindex = (int)if_nametoindex(ifname),
	};
	int fd = socket(AF_PACKET, SOCK_RAW, 0), on = 1, size = BUFFER;

	setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof(on));
	setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof(on));
	setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof(size));
	setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)))
		error(1, errno, "%s", ifname);
	return fd;
}

static void init_batch(struct batch *batch)
{
	for (int i = 0; i < BATCH; i++) {
		batch->parts[i][0].iov_base = batch->frames[i];
		batch->parts[i][0].iov_len = FRAME_MAX;
		batch->messages[i].msg_hdr.msg_iov = batch->parts[i];
		batch->messages[i].msg_hdr.msg_iovlen = 1;
	}
}

static void send_batch(int fd, struct batch *batch)
{
	for (unsigned int done = 0; done < batch->n;) {
		int sent = sendmmsg(fd, batch->messages + done,
				    batch->n - done, 0);

		if (sent < 0 && errno != ENOBUFS)
			error(1, errno, "send");
		if (sent > 0)
			done += (unsigned int)sent;
	}
	batch->n = 0;
}

/* Receives at most a batch. Does not wait. */
static void receive_batch(int fd, struct batch *batch)
{
	int n = recvmmsg(fd, batch->messages, BATCH, MSG_DONTWAIT, NULL);

	if (n < 0 && errno != EAGAIN)
		error(1, errno, "receive");
	batch->n = n < 0 ? 0 : (unsigned int)n;
}

/* Returns the offset of the 802.11 frame behind Ethernet and radiotap. */
static size_t body_offset(const uint8_t *frame)
{
	const uint8_t *radiotap = frame + ETH_HLEN;

	return ETH_HLEN + (size_t)(radiotap[2] | radiotap[3] << 8);
}

static bool is_failed(const uint8_t *frame)
{
	const uint8_t *word = frame + ETH_HLEN + LENGTH;

	while (word[3] & MORE)
		word += 4;
	return word[4] & TX_FAIL;
}

static void send_frames(struct vap *vap, unsigned int n)
{
	struct batch *batch = &vap->sent;

	vap->on_way += n;
	while (n--) {
		uint8_t *frame = batch->frames[batch->n];
		uint8_t *body = frame + vap->body;
		uint16_t *sequence = &vap->sequences[vap->station];

		memcpy(frame, vap->frame, vap->len);
		frame[ETH_ALEN - 1] = body[RECEIVER + ETH_ALEN - 1] =
			(uint8_t)vap->station;
		body[SEQUENCE] = (uint8_t)*sequence;
		body[SEQUENCE + 1] = (uint8_t)(*sequence >> 8);
		*sequence = (uint16_t)(*sequence + 0x10);
		vap->station = (vap->station + 1) % vap->stations;
		batch->parts[batch->n][0].iov_len = vap->len;
		if (++batch->n == BATCH)
			send_batch(vap->fd, batch);
	}
	send_batch(vap->fd, batch);
}

/* Answers each injected frame with its TX status. */
static void answer(struct air *air)
{
	struct batch *injected = &air->injected, *answers = &air->answers;

	receive_batch(air->fd, injected);
	for (unsigned int i = 0; i < injected->n; i++) {
		size_t body = body_offset(injected->frames[i]);

		answers->parts[i][0].iov_base = (void *)status_head;
		answers->parts[i][0].iov_len = sizeof(status_head);
		answers->parts[i][1].iov_base = injected->frames[i] + body;
		answers->parts[i][1].iov_len =
			injected->messages[i].msg_len - body;
		answers->messages[i].msg_hdr.msg_iovlen = 2;
	}
	answers->n = injected->n;
	send_batch(air->fd, answers);
}

/* Returns how many TX statuses the agent has reported. */
static unsigned int count_statuses(struct vap *vap)
{
	struct batch *batch = &vap->statuses;

	receive_batch(vap->fd, batch);
	for (unsigned int i = 0; i < batch->n; i++)
		vap->failed += is_failed(batch->frames[i]);
	vap->on_way -= batch->n;
	return batch->n;
}

/* Waits, then answers and counts. Returns the number of frames that are done.
 */
static unsigned int step(struct vap *vap, struct air *air)
{
	struct pollfd fds[] = {
		{ .fd = air->fd, .events = POLLIN },
		{ .fd = vap->fd, .events = POLLIN },
	};

	if (poll(fds, 2, PATIENCE_MS) <= 0)
		error(1, 0, "%u frames have no TX status within %d ms",
		      vap->on_way, PATIENCE_MS);
	answer(air);
	return count_statuses(vap);
}

/* Lets at least 'frames' pass. Returns their number. */
static unsigned long pass(struct vap *vap, struct air *air,
			  unsigned long frames)
{
	unsigned long done = 0;

	while (done < frames) {
		unsigned int n = step(vap, air);

		send_frames(vap, n);
		done += n;
	}
	return done;
}

static void read_frame(struct vap *vap, const char *path)
{
	FILE *file = fopen(path, "rb");

	if (!file)
		error(1, errno, "%s", path);
	vap->len = fread(vap->frame, 1, sizeof(vap->frame), file);
	fclose(file);
	vap->body = body_offset(vap->frame);
}

int main(int argc, char **argv)
{
	static struct vap vap;
	static struct air air;
	unsigned long frames, done;
	clockid_t clock;
	double start;

	if (argc != 8)
		error(2, 0,
		      "usage: answers VAP AIR PID STATIONS WINDOW FRAMES FILE");
	read_frame(&vap, argv[7]);
	vap.stations = (unsigned int)atoi(argv[4]);
	if (!vap.stations || vap.stations > STATIONS_MAX)
		error(2, 0, "1 to %d stations", STATIONS_MAX);
	if (clock_getcpuclockid(atoi(argv[3]), &clock))
		error(1, 0, "no process %s", argv[3]);
	frames = strtoul(argv[6], NULL, 10);
	vap.fd = open_socket(argv[1], WIRE_TYPE);
	air.fd = open_socket(argv[2], RADIO_TYPE);
	init_batch(&vap.sent);
	init_batch(&vap.statuses);
	init_batch(&air.injected);
	init_batch(&air.answers);
	send_frames(&vap, (unsigned int)atoi(argv[5]));
	pass(&vap, &air, frames / 4);
	vap.failed = 0;
	start = now(clock);
	done = pass(&vap, &air, frames);
	printf("%lu %lu %.9f\n", done, vap.failed, now(clock) - start);
	/* None may be in flight when the next run begins. */
	while (vap.on_way)
		step(&vap, &air);
	return 0;
}
