/* SPDX-License-Identifier: Apache-2.0 */
/* Notifications of signal strength, for one session. */
#ifndef SIGNAL_REPORT_H
#define SIGNAL_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

struct control_host;

#define SIGNAL_REPORT_MIN_MS 20
#define SIGNAL_REPORT_MAX_MS 60000

/* 'send' frees the text. If 'ready' returns false, the report waits for the
 * next interval. */
struct signal_report {
	const struct control_host *host;
	bool (*ready)(void *arg);
	void (*send)(void *arg, char *text);
	void *arg;
	struct loop_timer timer;
	unsigned int interval_ms; /* 0: none wanted */
	uint64_t since; /* 'sequence' of struct signals at the last report */
};

void signal_report_init(struct signal_report *report,
			const struct control_host *host,
			bool (*ready)(void *arg),
			void (*send)(void *arg, char *text), void *arg);

/* Sets the interval of reports; 0 ends them. Each report lists the stations
 * heard since the previous one. */
void signal_report_set(struct signal_report *report, unsigned int interval_ms);

#endif
