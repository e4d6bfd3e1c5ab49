// SPDX-License-Identifier: GPL-2.0-only
/*
 * cloudmac-vap follow: receives the controller's frames on the wired interface
 * and sends the answers there, until a signal ends it.
 */
#include "follow.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "follower.h"

#define FRAME_MAX	2048
#define TICK_MS		250

/*
 * The wired interface's socket. It reports that the interface goes down, but not
 * that it is deleted. An interface goes down before it is deleted, so once it
 * was down, the loop checks whether it still exists.
 */
struct wire {
	const char *name;
	unsigned int ifindex;
	int fd;
	bool was_down;
};

static int fail(const char *what)
{
	fprintf(stderr, "cloudmac-vap: %s: %s\n", what, strerror(errno));
	return EXIT_FAILURE;
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Opens a socket for the control ethertype only. */
static bool open_wire(struct wire *wire, const char *lower)
{
	struct sockaddr_ll place = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(CLOUDMAC_ETHERTYPE_ANNOUNCE),
	};

	wire->name = lower;
	wire->was_down = false;
	wire->ifindex = if_nametoindex(lower);
	if (!wire->ifindex)
		return false; /* index 0 would bind to all interfaces */
	place.sll_ifindex = (int)wire->ifindex;
	wire->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (wire->fd >= 0 &&
	    bind(wire->fd, (struct sockaddr *)&place, sizeof(place))) {
		close(wire->fd);
		return false;
	}
	return wire->fd >= 0;
}

/* Checks if the interface exists, up or down. */
static bool wire_exists(const struct wire *wire)
{
	char name[IF_NAMESIZE];

	return if_indextoname(wire->ifindex, name);
}

/* Prints one line on an answer. */
static void print_answer(const uint8_t *frame)
{
	struct cloudmac_switch m;
	const char *state;

	if (cloudmac_switch_parse(frame, CLOUDMAC_SWITCH_PACKED, &m))
		return;
	state = m.state == CLOUDMAC_SWITCH_DONE	     ? "done" :
		m.state == CLOUDMAC_SWITCH_UNDER_WAY ? "under way" :
						       "refused";
	printf("switch %u of %02x:%02x:%02x:%02x:%02x:%02x to %u MHz: %s",
	       m.number, m.bssid[0], m.bssid[1], m.bssid[2], m.bssid[3],
	       m.bssid[4], m.bssid[5], m.frequency, state);
	if (m.reason)
		printf(", reason %u", m.reason);
	putchar('\n');
	fflush(stdout);
}

static void send_answer(const uint8_t *frame, void *arg)
{
	const struct wire *wire = arg;

	print_answer(frame);
	/* The controller repeats a request whose answer is lost. */
	if (send(wire->fd, frame, CLOUDMAC_SWITCH_PACKED, 0) < 0)
		fail("cannot send an answer");
}

/* Reads one frame. Returns false if the socket has failed. */
static bool read_wire(struct follower *f, struct wire *wire)
{
	struct sockaddr_ll from;
	socklen_t size = sizeof(from);
	uint8_t frame[FRAME_MAX];
	ssize_t len = recvfrom(wire->fd, frame, sizeof(frame), MSG_DONTWAIT,
			       (struct sockaddr *)&from, &size);

	if (len < 0) {
		if (errno == ENETDOWN)
			wire->was_down = true;
		return errno == EAGAIN || errno == EINTR || errno == ENETDOWN;
	}
	if (from.sll_pkttype != PACKET_OUTGOING)
		follower_frame(f, frame, (size_t)len, now_ms());
	return true;
}

/* Handles events until a signal arrives or the interface is deleted. */
static int loop(struct follower *f, struct wire *wire, int signals)
{
	struct pollfd fds[2 + FOLLOWER_JOBS] = {
		{ .fd = wire->fd, .events = POLLIN },
		{ .fd = signals, .events = POLLIN },
	};
	size_t n, i;

	for (;;) {
		n = follower_fds(f, fds + 2);
		if (poll(fds, n + 2, n || wire->was_down ? TICK_MS : -1) < 0 &&
		    errno != EINTR)
			return fail("poll");
		if (fds[1].revents)
			return EXIT_SUCCESS;
		for (i = 2; i < n + 2; i++)
			if (fds[i].revents)
				follower_ready(f, fds[i].fd);
		if (fds[0].revents && !read_wire(f, wire))
			return fail(wire->name);
		if (wire->was_down && !wire_exists(wire))
			return fail(wire->name);
		follower_tick(f, now_ms());
	}
}

/**
 * follow - switches channels at the controller's request
 * @lower: name of the wired interface
 * @control: folder of hostapd's control sockets (ctrl_interface)
 *
 * Runs until SIGINT or SIGTERM arrives, or until the interface is deleted.
 *
 * Return: EXIT_SUCCESS after a signal, EXIT_FAILURE otherwise.
 */
int follow(const char *lower, const char *control)
{
	struct follower f = { .control = control, .send = send_answer };
	struct wire wire;
	int signals, status;
	sigset_t set;

	if (!open_wire(&wire, lower))
		return fail(lower);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signals = signalfd(-1, &set, SFD_CLOEXEC);
	if (signals < 0) {
		close(wire.fd);
		return fail("signalfd");
	}
	f.arg = &wire;
	status = loop(&f, &wire, signals);
	follower_close(&f);
	close(signals);
	close(wire.fd);
	return status;
}
