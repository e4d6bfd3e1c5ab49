/* SPDX-License-Identifier: Apache-2.0 */
#include "supervision.h"

static uint64_t min(uint64_t one, uint64_t other)
{
	return one < other ? one : other;
}

static void enter(struct supervision *s, enum supervision_state state,
		  uint64_t now_ms)
{
	s->state = state;
	s->since_ms = now_ms;
}

void supervision_init(struct supervision *s, bool has_command,
		      uint64_t period_ms, uint64_t now_ms)
{
	*s = (struct supervision){
		.has_command = has_command,
		.has_probe = period_ms,
		.period_ms = period_ms,
		.state = SUPERVISION_PAUSED,
		.since_ms = now_ms,
	};
}

/* Counts a failure and chooses the pause behind it. */
static void fail(struct supervision *s, uint64_t now_ms)
{
	const bool was_good = s->state == SUPERVISION_RUNNING &&
			      now_ms - s->since_ms >= SUPERVISION_GOOD_MS;

	s->failures++;
	s->pause_ms = was_good || !s->pause_ms
			      ? SUPERVISION_PAUSE_MIN_MS
			      : min(2 * s->pause_ms, SUPERVISION_PAUSE_MAX_MS);
	s->is_killed = false;
	enter(s, s->has_command ? SUPERVISION_ENDING : SUPERVISION_STARTING,
	      now_ms);
}

static bool is_probe_due(const struct supervision *s, uint64_t now_ms)
{
	return s->has_probe && !s->is_probing && now_ms >= s->probe_ms;
}

static enum supervision_action next_starting(struct supervision *s,
					     uint64_t now_ms)
{
	const uint64_t age_ms = now_ms - s->since_ms;

	if (!s->has_probe &&
	    (!s->has_command || age_ms >= SUPERVISION_PROOF_MS))
		enter(s, SUPERVISION_RUNNING, now_ms);
	else if (s->has_command && age_ms >= SUPERVISION_START_MS)
		fail(s, now_ms);
	else if (!is_probe_due(s, now_ms))
		return SUPERVISION_WAIT;
	else {
		s->is_probing = true;
		return SUPERVISION_PROBE;
	}
	return supervision_next(s, now_ms);
}

enum supervision_action supervision_next(struct supervision *s,
					 uint64_t now_ms)
{
	switch (s->state) {
	case SUPERVISION_PAUSED:
		if (now_ms - s->since_ms < s->pause_ms)
			return SUPERVISION_WAIT;
		enter(s, SUPERVISION_STARTING, now_ms);
		s->probe_ms = now_ms;
		return s->has_command ? SUPERVISION_START
				      : supervision_next(s, now_ms);
	case SUPERVISION_STARTING:
		return next_starting(s, now_ms);
	case SUPERVISION_RUNNING:
		if (!is_probe_due(s, now_ms))
			return SUPERVISION_WAIT;
		s->is_probing = true;
		return SUPERVISION_PROBE;
	default:
		if (s->is_killed)
			return SUPERVISION_WAIT;
		s->is_killed = true;
		return SUPERVISION_KILL;
	}
}

uint64_t supervision_due(const struct supervision *s)
{
	const uint64_t probe_ms =
		s->has_probe && !s->is_probing ? s->probe_ms : UINT64_MAX;

	switch (s->state) {
	case SUPERVISION_PAUSED:
		return s->since_ms + s->pause_ms;
	case SUPERVISION_STARTING:
		if (!s->has_command)
			return probe_ms;
		return min(probe_ms,
			   s->since_ms + (s->has_probe
						  ? SUPERVISION_START_MS
						  : SUPERVISION_PROOF_MS));
	case SUPERVISION_RUNNING:
		return probe_ms;
	default:
		return UINT64_MAX;
	}
}

void supervision_ended(struct supervision *s, uint64_t now_ms)
{
	if (s->state != SUPERVISION_ENDING)
		fail(s, now_ms);
	/* The caller ends the probe too: it was of this program. */
	s->is_probing = false;
	enter(s, SUPERVISION_PAUSED, now_ms);
}

void supervision_probed(struct supervision *s, bool is_good, uint64_t now_ms)
{
	s->is_probing = false;
	s->probe_ms = now_ms + s->period_ms;
	if (s->state == SUPERVISION_STARTING && is_good)
		enter(s, SUPERVISION_RUNNING, now_ms);
	else if (s->state == SUPERVISION_STARTING)
		s->probe_ms = now_ms + min(s->period_ms, SUPERVISION_PROBE_MS);
	else if (s->state == SUPERVISION_RUNNING && !is_good)
		fail(s, now_ms);
}
