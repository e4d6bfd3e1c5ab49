// SPDX-License-Identifier: GPL-2.0-only
/*
 * Channel switches that the controller requests (wire/SPECIFICATION.md, 4). Each
 * request is answered at once, and again when its switch ends. A repeated request
 * is answered with the current state and starts nothing.
 */
#include "follower.h"

#include <stdio.h>
#include <string.h>

/* Time for hostapd and the kernel after the last beacon that announces it. */
#define GRACE_MS	2000

static void answer(struct follower *f, const struct cloudmac_switch *message)
{
	uint8_t frame[CLOUDMAC_SWITCH_PACKED];

	cloudmac_switch_pack(frame, message);
	f->send(frame, f->arg);
}

static void end(struct follower *f, struct job *job,
		enum cloudmac_switch_reason reason)
{
	if (job->answer.state == CLOUDMAC_SWITCH_UNDER_WAY)
		hostapd_close(&job->hostapd);
	job->answer.state = reason ? CLOUDMAC_SWITCH_REFUSED :
				     CLOUDMAC_SWITCH_DONE;
	job->answer.reason = (uint8_t)reason;
	answer(f, &job->answer);
}

/* Starts a switch in hostapd and answers the controller. */
static void begin(struct follower *f, struct job *job, unsigned int count,
		  uint64_t now)
{
	unsigned int freq = job->answer.frequency;
	enum cloudmac_switch_reason reason;

	reason = hostapd_open(&job->hostapd, f->control, job->answer.bssid);
	if (reason) {
		end(f, job, reason);
		return;
	}
	job->answer.state = CLOUDMAC_SWITCH_UNDER_WAY;
	if (job->hostapd.freq == freq) {
		end(f, job, CLOUDMAC_SWITCH_NO_REASON);
		return;
	}
	reason = hostapd_switch(&job->hostapd, freq, count);
	if (reason) {
		end(f, job, reason);
		return;
	}
	job->begun = now;
	job->deadline = now + (uint64_t)count * job->hostapd.beacon_ms +
			GRACE_MS;
	answer(f, &job->answer);
}

/* Returns the job of a VAP, or else an unused job or the oldest that has ended.
 * Returns NULL if all are under way.
 */
static struct job *find_job(struct follower *f, const uint8_t *bssid)
{
	struct job *oldest = NULL, *job;

	for (job = f->jobs; job < f->jobs + FOLLOWER_JOBS; job++) {
		if (job->answer.type && !memcmp(job->answer.bssid, bssid,
						CLOUDMAC_ADDR_LEN))
			return job;
		if (job->answer.state != CLOUDMAC_SWITCH_UNDER_WAY &&
		    (!oldest || job->begun < oldest->begun))
			oldest = job;
	}
	return oldest;
}

/**
 * follower_frame - handles a frame from the wire
 * @f: the follower
 * @data: the frame, with its Ethernet header
 * @len: length in octets
 * @now: monotonic time, ms
 *
 * Counts frames that are not requests by the parser's error: announcements as
 * CLOUDMAC_ERR_VERSION, answers as CLOUDMAC_ERR_KIND.
 */
void follower_frame(struct follower *f, const uint8_t *data, size_t len,
		    uint64_t now)
{
	struct cloudmac_switch request, busy;
	struct job *job;
	int err;

	err = cloudmac_switch_parse(data, (uint32_t)len, &request);
	if (!err && request.type != CLOUDMAC_SWITCH_REQUEST)
		err = CLOUDMAC_ERR_KIND;
	if (err) {
		f->ignored[err]++;
		return;
	}
	busy = request;
	busy.type = CLOUDMAC_SWITCH_ANSWER;
	busy.state = CLOUDMAC_SWITCH_REFUSED;
	busy.reason = CLOUDMAC_SWITCH_BUSY;
	job = find_job(f, request.bssid);
	if (!job) {
		answer(f, &busy);
		return;
	}
	if (job->answer.type && job->answer.number == request.number &&
	    job->answer.frequency == request.frequency &&
	    !memcmp(job->answer.bssid, request.bssid, CLOUDMAC_ADDR_LEN)) {
		answer(f, &job->answer);
		return;
	}
	if (job->answer.state == CLOUDMAC_SWITCH_UNDER_WAY) {
		answer(f, &busy);
		return;
	}
	memset(job, 0, sizeof(*job));
	job->answer = request;
	job->answer.type = CLOUDMAC_SWITCH_ANSWER;
	begin(f, job, request.count, now);
}

/**
 * follower_fds - lists the sockets to poll
 * @f: the follower
 * @fds: filled with at most FOLLOWER_JOBS entries
 *
 * Return: number of entries.
 */
size_t follower_fds(const struct follower *f, struct pollfd *fds)
{
	size_t i, n = 0;

	for (i = 0; i < FOLLOWER_JOBS; i++)
		if (f->jobs[i].answer.state == CLOUDMAC_SWITCH_UNDER_WAY)
			fds[n++] = (struct pollfd){
				.fd = f->jobs[i].hostapd.fd,
				.events = POLLIN,
			};
	return n;
}

/**
 * follower_ready - handles an event of hostapd
 * @f: the follower
 * @fd: one of follower_fds() that is readable
 */
void follower_ready(struct follower *f, int fd)
{
	unsigned int freq = 0;
	struct job *job;

	for (job = f->jobs; job < f->jobs + FOLLOWER_JOBS; job++) {
		if (job->answer.state != CLOUDMAC_SWITCH_UNDER_WAY ||
		    job->hostapd.fd != fd)
			continue;
		switch (hostapd_read_event(&job->hostapd, &freq)) {
		case HOSTAPD_SWITCHED:
			end(f, job, freq == job->answer.frequency ?
					    CLOUDMAC_SWITCH_NO_REASON :
					    CLOUDMAC_SWITCH_UNFINISHED);
			break;
		case HOSTAPD_ENDED:
			end(f, job, CLOUDMAC_SWITCH_UNFINISHED);
			break;
		case HOSTAPD_NOTHING:
			break;
		}
		return;
	}
}

/**
 * follower_tick - ends the switches whose deadline has passed
 * @f: the follower
 * @now: monotonic time, ms
 */
void follower_tick(struct follower *f, uint64_t now)
{
	struct job *job;

	for (job = f->jobs; job < f->jobs + FOLLOWER_JOBS; job++)
		if (job->answer.state == CLOUDMAC_SWITCH_UNDER_WAY &&
		    now >= job->deadline)
			end(f, job, CLOUDMAC_SWITCH_UNFINISHED);
}

/**
 * follower_close - disconnects from all hostapds
 * @f: the follower
 *
 * hostapd completes a switch that is under way, but its end is not reported.
 */
void follower_close(struct follower *f)
{
	struct job *job;

	for (job = f->jobs; job < f->jobs + FOLLOWER_JOBS; job++)
		if (job->answer.state == CLOUDMAC_SWITCH_UNDER_WAY)
			hostapd_close(&job->hostapd);
}
