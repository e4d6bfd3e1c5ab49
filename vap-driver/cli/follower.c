// SPDX-License-Identifier: GPL-2.0-only
/*
 * Channel switches that the controller asks for, section 4 of the wire format's
 * specification: each request is answered at once, and again when its switch is
 * through. A request that comes again is answered and does nothing: that is how
 * the controller asks how it stands.
 */
#include "follower.h"

#include <stdio.h>
#include <string.h>

/* After the last beacon that announces it: hostapd and the kernel have work. */
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

/* Ask hostapd; tell the controller. */
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

/* The job of a VAP; else one that is free, or that was through first. */
static struct job *job_of(struct follower *f, const uint8_t *bssid)
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
 * follower_frame - take a frame from the wire
 * @f: the follower
 * @data: from its Ethernet header on
 * @len: octets
 * @now: ms
 *
 * What is no request is counted by the parser's reason: an announcement is of
 * another version, an answer of another kind.
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
	job = job_of(f, request.bssid);
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
 * follower_fds - what is to be waited for
 * @f: the follower
 * @fds: FOLLOWER_JOBS at most
 *
 * Return: how many there are.
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
 * follower_ready - hear what hostapd has to say
 * @f: the follower
 * @fd: one of follower_fds() that can be read
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
 * follower_tick - give up what takes too long
 * @f: the follower
 * @now: ms
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
 * follower_close - let go of all hostapds
 * @f: the follower; what is under way goes on without being reported
 */
void follower_close(struct follower *f)
{
	struct job *job;

	for (job = f->jobs; job < f->jobs + FOLLOWER_JOBS; job++)
		if (job->answer.state == CLOUDMAC_SWITCH_UNDER_WAY)
			hostapd_close(&job->hostapd);
}
