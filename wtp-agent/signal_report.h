/* SPDX-License-Identifier: Apache-2.0 */
/* Notifications of how strongly stations are heard, for one session. */
#ifndef SIGNAL_REPORT_H
#define SIGNAL_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"

struct agent;

#define SIGNAL_REPORT_MIN_MS 20
#define SIGNAL_REPORT_MAX_MS 60000

/* 'send' takes over the text; 'ready' says whether there is place for more.
 * If there is not, the report waits for the next interval. */
struct signal_report {
	struct agent *agent;
	bool (*ready)(void *arg);
	void (*send)(void *arg, char *text);
	void *arg;
	struct loop_timer timer;
	unsigned int interval_ms; /* 0: none wanted */
	uint64_t since;		  /* what was reported, see struct signals */
};

void signal_report_init(struct signal_report *report, struct agent *agent,
			bool (*ready)(void *arg),
			void (*send)(void *arg, char *text), void *arg);

/* Report every 'interval_ms', or no more if that is 0. Each report has the
 * stations that were heard since the one before. */
void signal_report_set(struct signal_report *report, unsigned int interval_ms);

#endif
