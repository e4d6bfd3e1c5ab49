/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When a program is started, probed and ended, and when its gate is open. Does
 * no I/O and reads no clock.
 *
 *	paused -> starting -> running
 *	   ^          |          |
 *	   '------ ending <------'
 *
 * A program is running when its probe has succeeded, or if it has none, after
 * SUPERVISION_PROOF_MS. The pause before the next start doubles with each
 * failure, and is short again after the program ran for a while. A ruleset
 * without a command is never ended: a failed probe makes it starting again.
 */
#ifndef SUPERVISION_H
#define SUPERVISION_H

#include <stdbool.h>
#include <stdint.h>

#define SUPERVISION_PROOF_MS	 200
#define SUPERVISION_START_MS	 10000 /* until the first probe succeeds */
#define SUPERVISION_PAUSE_MIN_MS 100
#define SUPERVISION_PAUSE_MAX_MS 30000
#define SUPERVISION_GOOD_MS	 60000 /* of running, for a short pause */
#define SUPERVISION_PROBE_MS	 100   /* at most, until the first success */

enum supervision_state {
	SUPERVISION_PAUSED,
	SUPERVISION_STARTING,
	SUPERVISION_RUNNING,
	SUPERVISION_ENDING,
};

enum supervision_action {
	SUPERVISION_WAIT, /* until supervision_due() */
	SUPERVISION_START,
	SUPERVISION_PROBE,
	SUPERVISION_KILL,
};

struct supervision {
	bool has_command, has_probe;
	uint64_t period_ms;
	enum supervision_state state;
	bool is_probing; /* until supervision_probed() */
	bool is_killed;	 /* until supervision_ended() */
	uint64_t since_ms;
	uint64_t probe_ms; /* the next probe */
	uint64_t pause_ms; /* the next pause */
	uint64_t failures; /* ends and failed probes */
};

/* The program is started at once. 'period_ms' is 0 without a probe. */
void supervision_init(struct supervision *supervision, bool has_command,
		      uint64_t period_ms, uint64_t now_ms);

/* Returns what to do now. Call it again after everything that it told, until
 * there is nothing to do. */
enum supervision_action supervision_next(struct supervision *supervision,
					 uint64_t now_ms);

/* Returns when to call supervision_next() if nothing happens before;
 * UINT64_MAX: never. */
uint64_t supervision_due(const struct supervision *supervision);

/* The program has ended, or did not start. */
void supervision_ended(struct supervision *supervision, uint64_t now_ms);

/* A probe has ended. */
void supervision_probed(struct supervision *supervision, bool is_good,
			uint64_t now_ms);

#endif
