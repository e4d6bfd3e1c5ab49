/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 802.11 frames of many transmitters through one path or several, in turn.
 *
 *	traffic rate SECONDS PAYLOAD TRANSMITTERS BURST WINDOW SWITCH IN:OUT...
 *	traffic send FRAMES PAYLOAD TRANSMITTERS BURST WINDOW SWITCH IN:OUT...
 *
 * 'rate' sends for so many seconds, after a tenth of this time that does not
 * count, and until each path has had as many bursts. 'send' sends so many
 * frames. Both then wait for the last frame and
 * print "<all sent> <sent> <received> <seconds> <busy>": frames with and
 * without those that do not count, the time until the last one came, and the
 * processor time that it took. What came is the counter of the interface OUT:
 * nothing receives the frames there.
 *
 * The kernel handles each frame before the call that sends it returns, so its
 * work is in the processor time of this program, and frames wait nowhere. But
 * a switch in user space needs a WINDOW: at most so many frames are on their
 * way. The processor time of the process SWITCH counts too, unless it is 0.
 *
 * The frames are those that the paper's filter of duplicates takes: 802.11 QoS
 * data to an access point, with UDP, behind an outer Ethernet header. They do
 * not bypass the queueing discipline of IN, because the plug of an LVNF is
 * there.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
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

#define BATCH	    64
#define PATHS_MAX   64
#define PAYLOAD_MAX 1400
#define LOST_AFTER  5	/* seconds without progress */
#define WARM_UP	    0.1 /* of the time */

#define OUTER	    14
#define WIFI	    26
#define LLC	    8
#define IP_UDP	    28
#define HEADERS	    (OUTER + WIFI + LLC + IP_UDP)
#define TRANSMITTER (OUTER + 10)
#define SEQUENCE    (OUTER + 22)

struct path {
	struct sockaddr_ll in;
	int counter;
	uint64_t before;
};

static struct path paths[PATHS_MAX];
static unsigned int paths_n;
static uint8_t headers[BATCH][HEADERS], body[PAYLOAD_MAX];
static struct iovec parts[BATCH][2];
static struct mmsghdr messages[BATCH];
static uint32_t transmitters, stride, transmitter, sequence;
static unsigned int next_path, in_burst, burst;
static uint64_t sent, window;
static clockid_t switch_clock;
static bool has_switch;
static int fd;

static double read_clock(clockid_t clock)
{
	struct timespec at;

	clock_gettime(clock, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static double now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

static void sleep_a_little(void)
{
	const struct timespec pause = { .tv_nsec = 10000 };

	nanosleep(&pause, NULL);
}

static void find_switch(pid_t pid)
{
	int err = pid ? clock_getcpuclockid(pid, &switch_clock) : 0;

	if (err)
		error(1, err, "process %d", (int)pid);
	has_switch = pid != 0;
}

/* Returns the processor time of this process and of the switch. */
static double busy(void)
{
	return read_clock(CLOCK_PROCESS_CPUTIME_ID) +
	       (has_switch ? read_clock(switch_clock) : 0);
}

/* --- paths --------------------------------------------------------------- */

static uint64_t read_counter(int counter)
{
	char text[32] = "";

	if (pread(counter, text, sizeof(text) - 1, 0) <= 0)
		error(1, errno, "counter");
	return strtoull(text, NULL, 10);
}

static unsigned int index_of(const char *ifname)
{
	unsigned int ifindex = if_nametoindex(ifname);

	if (!ifindex)
		error(1, errno, "%s", ifname);
	return ifindex;
}

static void add_path(char *text)
{
	struct path *path = &paths[paths_n];
	const char *in = strtok(text, ":"), *out = strtok(NULL, ":");
	char file[128];

	if (!out || paths_n == PATHS_MAX)
		error(2, 0, "at most %d IN:OUT", PATHS_MAX);
	path->in = (struct sockaddr_ll){ .sll_family = AF_PACKET,
					 .sll_halen = 6,
					 .sll_ifindex = (int)index_of(in) };
	snprintf(file, sizeof(file), "/sys/class/net/%s/statistics/rx_packets",
		 out);
	path->counter = open(file, O_RDONLY);
	if (path->counter < 0)
		error(1, errno, "%s", file);
	path->before = read_counter(path->counter);
	paths_n++;
}

static uint64_t read_received(void)
{
	uint64_t received = 0;

	for (unsigned int i = 0; i < paths_n; i++)
		received += read_counter(paths[i].counter) - paths[i].before;
	return received;
}

/* Paths take turns, so the first one tells roughly about all. To read all
 * would take longer with more paths. */
static uint64_t estimate_received(void)
{
	return (read_counter(paths[0].counter) - paths[0].before) * paths_n;
}

/* --- frames -------------------------------------------------------------- */

static void make_headers(uint8_t *to, uint16_t payload)
{
	static const uint8_t outer[] = { 2, 0, 0, 0,  12, 1,	2,
					 0, 0, 0, 12, 2,  0xbb, 0xbb };
	static const uint8_t wifi[WIFI] = {
		0x88, 0x01, 0, 0,	      /* QoS data, to the AP */
		2,    0,    0, 0, 0x0b, 0x0b, /* the access point */
		2,    0,    0, 0, 0,	0,    /* the transmitter */
		2,    0,    0, 0, 0x0d, 0x0d, /* the destination */
	};
	static const uint8_t llc[LLC] = { 0xaa, 0xaa, 3, 0, 0, 0, 8, 0 };
	const uint16_t octets = (uint16_t)(IP_UDP + payload);
	const uint8_t ip[IP_UDP] = {
		0x45, 0, (uint8_t)(octets >> 8), (uint8_t)octets, 0, 0, 0, 0,
		64,   17
	};

	memcpy(to, outer, OUTER);
	memcpy(to + OUTER, wifi, WIFI);
	memcpy(to + OUTER + WIFI, llc, LLC);
	memcpy(to + OUTER + WIFI + LLC, ip, IP_UDP);
}

static void make_messages(uint16_t payload)
{
	for (int i = 0; i < BATCH; i++) {
		make_headers(headers[i], payload);
		parts[i][0] = (struct iovec){ headers[i], HEADERS };
		parts[i][1] = (struct iovec){ body, payload };
		messages[i].msg_hdr = (struct msghdr){
			.msg_namelen = sizeof(struct sockaddr_ll),
			.msg_iov = parts[i],
			.msg_iovlen = 2,
		};
	}
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
	return b ? common_divisor(b, a % b) : a;
}

/* The transmitters take turns in an order that is not the order in which a
 * table got them, or the processor would fetch entries before they are asked
 * for. Each has a turn before one has a second. */
static void choose_order(uint32_t n)
{
	transmitters = n;
	stride = (uint32_t)(n * 0.618) + 1;
	while (common_divisor(stride, n) != 1)
		stride++;
	transmitter = (uint32_t)time(NULL) % n;
}

static void fill_in(int i)
{
	uint8_t *frame = headers[i];

	messages[i].msg_hdr.msg_name = &paths[next_path].in;
	if (++in_burst == burst) {
		in_burst = 0;
		next_path = next_path + 1 == paths_n ? 0 : next_path + 1;
	}
	for (int at = 0; at < 3; at++)
		frame[TRANSMITTER + 3 + at] =
			(uint8_t)(transmitter >> (16 - 8 * at));
	frame[SEQUENCE] = (uint8_t)(sequence << 4);
	frame[SEQUENCE + 1] = (uint8_t)(sequence >> 4);
	sequence++;
	transmitter += stride;
	if (transmitter >= transmitters)
		transmitter -= transmitters;
}

static void send_batch(int n)
{
	for (int i = 0; i < n; i++)
		fill_in(i);
	for (int done = 0; done < n;) {
		int some = sendmmsg(fd, messages + done,
				    (unsigned int)(n - done), 0);

		if (some < 0 && errno != ENOBUFS)
			error(1, errno, "send");
		if (some > 0)
			done += some;
	}
	sent += (uint64_t)n;
}

/* --- traffic ------------------------------------------------------------- */

struct result {
	uint64_t sent, received; /* frames */
	double seconds, busy;
};

/* Sends until one of the limits, and waits for what is on its way then. */
static struct result run(double seconds, uint64_t frames)
{
	const uint64_t sent_before = sent, received_before = read_received();
	uint64_t received = received_before, lost = sent - received;
	double start = now(), progress = start, t = start;
	const double busy_before = busy();

	while ((t < start + seconds || sent % (burst * paths_n)) &&
	       sent - sent_before < frames) {
		uint64_t left = frames - (sent - sent_before);

		if (sent + BATCH <= received + lost + window) {
			send_batch(left < BATCH ? (int)left : BATCH);
		} else {
			uint64_t count = estimate_received();

			if (count != received)
				progress = t;
			else if (t - progress > LOST_AFTER)
				lost = sent - received;
			else
				sleep_a_little();
			received = count;
		}
		t = now();
	}
	for (progress = t; sent > received + lost && t - progress < LOST_AFTER;
	     t = now()) {
		uint64_t count = read_received();

		if (count != received)
			progress = t;
		else
			sleep_a_little();
		received = count;
	}
	return (struct result){ sent - sent_before, received - received_before,
				(sent > received + lost ? progress : t) -
					start,
				busy() - busy_before };
}

int main(int argc, char **argv)
{
	const int octets = 1 << 23;
	struct result result;
	uint16_t payload;
	bool is_rate;

	if (argc < 9)
		error(2, 0,
		      "usage: traffic rate|send AMOUNT PAYLOAD TRANSMITTERS "
		      "BURST WINDOW SWITCH IN:OUT...");
	is_rate = !strcmp(argv[1], "rate");
	payload = (uint16_t)atoi(argv[3]);
	if (payload > PAYLOAD_MAX)
		error(2, 0, "at most %d octets of payload", PAYLOAD_MAX);
	choose_order((uint32_t)atol(argv[4]));
	find_switch((pid_t)atol(argv[7]));
	for (int i = 8; i < argc; i++)
		add_path(argv[i]);
	burst = (unsigned int)atol(argv[5]);
	window = (uint64_t)atol(argv[6]);
	fd = socket(AF_PACKET, SOCK_RAW, 0);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &octets,
				 sizeof(octets)))
		error(1, errno, "socket");
	make_messages(payload);
	if (is_rate) {
		run(atof(argv[2]) * WARM_UP, UINT64_MAX);
		result = run(atof(argv[2]), UINT64_MAX);
	} else {
		result = run(1e9, strtoull(argv[2], NULL, 10));
	}
	printf("%llu %llu %llu %.6f %.6f\n", (unsigned long long)sent,
	       (unsigned long long)result.sent,
	       (unsigned long long)result.received, result.seconds,
	       result.busy);
	return 0;
}
