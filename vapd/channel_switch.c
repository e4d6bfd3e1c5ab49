/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_switch.h"

#include <stdio.h>
#include <string.h>

static enum channel_switch_step fail(struct channel_switch *job,
				     enum channel_switch_failure failure)
{
	job->state = SWITCH_NONE;
	job->failure = failure;
	return SWITCH_FAILED;
}

static enum channel_switch_step done(struct channel_switch *job)
{
	job->state = SWITCH_NONE;
	return SWITCH_DONE;
}

enum channel_switch_step channel_switch_begin(struct channel_switch *job,
					      const uint8_t *bssid,
					      unsigned int frequency,
					      unsigned int count)
{
	memset(job, 0, sizeof(*job));
	job->state = SWITCH_CHECKS;
	memcpy(job->bssid, bssid, ADDR_LEN);
	job->frequency = frequency;
	job->count = count;
	return SWITCH_ASK_STATUS;
}

static bool is_same(const struct channel_switch *job,
		    const struct hostapd_status *status)
{
	return status && status->enabled &&
	       !memcmp(status->bssid, job->bssid, ADDR_LEN);
}

enum channel_switch_step
channel_switch_status(struct channel_switch *job,
		      const struct hostapd_status *status)
{
	if (job->state == SWITCH_CONFIRMS)
		return is_same(job, status) &&
				       status->frequency == job->frequency
			       ? done(job)
			       : fail(job, SWITCH_UNFINISHED);
	if (job->state != SWITCH_CHECKS)
		return SWITCH_WAIT;
	if (!is_same(job, status))
		return fail(job, SWITCH_GONE);
	if (status->frequency == job->frequency)
		return done(job);
	if (status->bss_n != 1)
		return fail(job, SWITCH_SHARED);
	job->status = *status;
	job->state = SWITCH_ORDERED;
	return SWITCH_ORDER;
}

void channel_switch_command(const struct channel_switch *job, char *out,
			    size_t size)
{
	/* Without these words hostapd disables HT, VHT and HE. */
	snprintf(out, size, "CHAN_SWITCH %u %u%s%s%s", job->count,
		 job->frequency, job->status.ht ? " ht" : "",
		 job->status.vht ? " vht" : "", job->status.he ? " he" : "");
}

/* Waits for the end of a switch that hostapd announces. */
static enum channel_switch_step await_end(struct channel_switch *job,
					  uint64_t now_ms)
{
	job->state = SWITCH_ANNOUNCED;
	job->deadline_ms = now_ms +
			   (uint64_t)job->count * job->status.beacon_ms +
			   CHANNEL_SWITCH_GRACE_MS;
	return SWITCH_WAIT;
}

enum channel_switch_step channel_switch_answer(struct channel_switch *job,
					       const char *answer,
					       uint64_t now_ms)
{
	if (job->state != SWITCH_ORDERED)
		return SWITCH_WAIT;
	if (strncmp(answer, "OK", 2))
		return fail(job, SWITCH_REFUSED);
	return await_end(job, now_ms);
}

enum channel_switch_step channel_switch_silence(struct channel_switch *job,
						uint64_t now_ms)
{
	switch (job->state) {
	case SWITCH_CHECKS:
		return fail(job, SWITCH_NO_ANSWER);
	case SWITCH_ORDERED:
		return await_end(job, now_ms);
	case SWITCH_CONFIRMS:
		return fail(job, SWITCH_UNFINISHED);
	default:
		return SWITCH_WAIT;
	}
}

enum channel_switch_step
channel_switch_event(struct channel_switch *job,
		     const struct hostapd_event *event)
{
	bool announced = job->state == SWITCH_ORDERED ||
			 job->state == SWITCH_ANNOUNCED ||
			 job->state == SWITCH_CONFIRMS;

	if (job->state == SWITCH_NONE)
		return SWITCH_WAIT;
	switch (event->type) {
	case HOSTAPD_CHANNEL:
		if (!announced)
			return SWITCH_WAIT;
		return event->frequency == job->frequency
			       ? done(job)
			       : fail(job, SWITCH_UNFINISHED);
	case HOSTAPD_DISABLED:
	case HOSTAPD_TERMINATING:
		return fail(job, announced ? SWITCH_UNFINISHED : SWITCH_GONE);
	default:
		return SWITCH_WAIT;
	}
}

enum channel_switch_step channel_switch_tick(struct channel_switch *job,
					     uint64_t now_ms)
{
	if (job->state != SWITCH_ANNOUNCED || now_ms < job->deadline_ms)
		return SWITCH_WAIT;
	job->state = SWITCH_CONFIRMS;
	return SWITCH_ASK_STATUS;
}
