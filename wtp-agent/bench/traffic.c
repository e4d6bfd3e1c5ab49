/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames through a forwarder: in at one interface, out at another.
 *
 *	traffic rate IN OUT SECONDS FRAME-FILE
 *	traffic latency IN OUT COUNT FRAME-FILE
 *
 * 'rate' keeps at most WINDOW frames on their way, so that the forwarder is
 * always busy and never overrun, and prints "<frames> <seconds> <lost>". What
 * came out is the interface's own counter: nothing receives the frames there.
 * 'latency' sends one frame at a time and prints the microseconds that each
 * took, one a line; it stops at the first that is lost.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BATCH	   32
#define WINDOW	   256
#define FRAME_MAX  4096
#define LOST_AFTER 0.5 /* seconds without progress */

static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static int open_socket(const char *ifname, uint16_t protocol)
{
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(protocol),
		.sll_ifindex = (int)if_nametoindex(ifname),
	};
	int fd = socket(AF_PACKET, SOCK_RAW, 0), on = 1;

	/* The benchmark does not measure the sender, so frames bypass its
	 * queueing discipline. */
	setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof(on));
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)))
		error(1, errno, "%s", ifname);
	return fd;
}

static int open_counter(const char *ifname)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/sys/class/net/%s/statistics/rx_packets",
		 ifname);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		error(1, errno, "%s", path);
	return fd;
}

static uint64_t read_counter(int fd)
{
	char text[32] = "";

	if (pread(fd, text, sizeof(text) - 1, 0) <= 0)
		error(1, errno, "counter");
	return strtoull(text, NULL, 10);
}

static void send_batch(int fd, uint8_t *frame, size_t len, int n)
{
	static struct mmsghdr messages[BATCH];
	static struct iovec part;

	part = (struct iovec){ frame, len };
	for (int i = 0; i < n; i++) {
		messages[i].msg_hdr.msg_iov = &part;
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	for (int done = 0; done < n;) {
		int sent = sendmmsg(fd, messages + done,
				    (unsigned int)(n - done), 0);

		if (sent < 0 && errno != ENOBUFS)
			error(1, errno, "send");
		if (sent > 0)
			done += sent;
	}
}

static void rate(const char *in, const char *out, double seconds,
		 uint8_t *frame, size_t len)
{
	int fd = open_socket(in, 0), counter = open_counter(out);
	uint64_t first = read_counter(counter), received = 0, sent = 0;
	uint64_t lost = 0, at_start = 0;
	double start = now(), progress = start, warm = start + seconds / 5;
	bool counting = false;
	double t;

	while ((t = now()) < start + seconds) {
		uint64_t count = read_counter(counter) - first;

		if (count != received)
			progress = t;
		received = count;
		if (!counting && t >= warm) {
			counting = true;
			at_start = received;
			warm = t;
		}
		if (sent - lost - received + BATCH <= WINDOW) {
			send_batch(fd, frame, len, BATCH);
			sent += BATCH;
		} else if (t - progress > LOST_AFTER) {
			lost = sent - received;
			progress = t;
		}
	}
	printf("%llu %.6f %llu\n", (unsigned long long)(received - at_start),
	       t - warm, (unsigned long long)lost);
}

static void latency(const char *in, const char *out, long count,
		    uint8_t *frame, size_t len)
{
	int to = open_socket(in, 0), from = open_socket(out, ETH_P_ALL);
	struct timeval patience = { .tv_usec = 500000 };
	uint8_t buffer[FRAME_MAX];

	setsockopt(from, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	for (long i = 0; i < count; i++) {
		struct sockaddr_ll address;
		socklen_t size = sizeof(address);
		double start = now();

		send_batch(to, frame, len, 1);
		do {
			if (recvfrom(from, buffer, sizeof(buffer), 0,
				     (struct sockaddr *)&address, &size) < 0)
				error(1, errno, "frame %ld is lost", i);
		} while (address.sll_pkttype == PACKET_OUTGOING);
		printf("%.2f\n", (now() - start) * 1e6);
	}
}

int main(int argc, char **argv)
{
	uint8_t frame[FRAME_MAX];
	FILE *file;
	size_t len;

	if (argc != 6)
		error(2, 0, "usage: traffic rate|latency IN OUT AMOUNT FILE");
	file = fopen(argv[5], "rb");
	if (!file)
		error(1, errno, "%s", argv[5]);
	len = fread(frame, 1, sizeof(frame), file);
	fclose(file);
	if (!strcmp(argv[1], "rate"))
		rate(argv[2], argv[3], atof(argv[4]), frame, len);
	else
		latency(argv[2], argv[3], atol(argv[4]), frame, len);
	return 0;
}
