/* SPDX-License-Identifier: GPL-2.0-only */
/* Channel switches that the controller requests, and the state of each. */
#ifndef FOLLOWER_H
#define FOLLOWER_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "hostapd.h"

#define FOLLOWER_JOBS	64	/* VAPs of one host whose switches are remembered */

/* Sends an answer, an Ethernet frame of CLOUDMAC_SWITCH_PACKED octets. */
typedef void answer_fn(const uint8_t *frame, void *arg);

/* A switch. One that has ended stays, as the controller may repeat its request. */
struct job {
	struct cloudmac_switch answer;	/* type 0: unused */
	struct hostapd hostapd;		/* open while the switch is under way */
	uint64_t deadline;		/* ms */
	uint64_t begun;			/* ms */
};

struct follower {
	const char *control;		/* hostapd's ctrl_interface */
	answer_fn *send;
	void *arg;
	unsigned long ignored[CLOUDMAC_ERR_MAX]; /* frames, by error */
	struct job jobs[FOLLOWER_JOBS];
};

void follower_frame(struct follower *f, const uint8_t *data, size_t len,
		    uint64_t now);
size_t follower_fds(const struct follower *f, struct pollfd *fds);
void follower_ready(struct follower *f, int fd);
void follower_tick(struct follower *f, uint64_t now);
void follower_close(struct follower *f);

#endif /* FOLLOWER_H */
