/* SPDX-License-Identifier: Apache-2.0 */
#include "scan_end.h"

#include "scan_frames.h"

_Static_assert(SCAN_END_DEADLINE_MS < CLOUDMAC_VSTA_SCAN_TIMEOUT,
	       "the abort arrives in time");

/* Ends the scans that were answered from memory and have waited. */
static void on_answer_timer(void *arg)
{
	struct vsta_radio *on = arg;
	struct guests *guests = &on->vsta->guests;
	uint64_t now_ms = clock_ms(), next_ms = UINT64_MAX;

	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];
		struct scan *scan = &guest->scan;

		if (guest->radio != on->radio->index || !scan->report_pending)
			continue;
		if (scan->report_ms > now_ms) {
			if (scan->report_ms < next_ms)
				next_ms = scan->report_ms;
			continue;
		}
		scan->report_pending = false;
		scan_send_done(on, guest);
	}
	if (next_ms != UINT64_MAX)
		loop_timer_start(on->vsta->host.loop,
				 &on->scanner.answer_timer, next_ms - now_ms);
}

static void abort_scan(struct vsta_radio *on, struct guest *guest)
{
	char text[ADDR_TEXTLEN];

	scan_abort(&guest->scan);
	scan_send_done(on, guest);
	log_limited(LOG_LEVEL_WARN,
		    "%s: scan of virtual station %s aborted after %u s",
		    on->radio->config->phy, addr_format(guest->address, text),
		    SCAN_END_DEADLINE_MS / 1000);
}

/* Aborts the scans that are overdue. */
static void on_deadline(void *arg)
{
	struct vsta_radio *on = arg;
	struct guests *guests = &on->vsta->guests;
	uint64_t now_ms = clock_ms(), next_ms = UINT64_MAX;

	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];
		uint64_t due_ms = guest->scan.begun_ms + SCAN_END_DEADLINE_MS;

		if (guest->radio != on->radio->index || !guest->scan.runs)
			continue;
		if (due_ms <= now_ms)
			abort_scan(on, guest);
		else if (due_ms < next_ms)
			next_ms = due_ms;
	}
	if (next_ms != UINT64_MAX)
		loop_timer_start(on->vsta->host.loop,
				 &on->scanner.deadline_timer,
				 next_ms - now_ms);
}

void scan_end_init(struct vsta_radio *on)
{
	on->scanner.answer_timer =
		(struct loop_timer){ .handler = on_answer_timer, .arg = on };
	on->scanner.deadline_timer =
		(struct loop_timer){ .handler = on_deadline, .arg = on };
}

void scan_end_close(struct vsta_radio *on)
{
	loop_timer_stop(on->vsta->host.loop, &on->scanner.answer_timer);
	loop_timer_stop(on->vsta->host.loop, &on->scanner.deadline_timer);
}

void scan_end_later(struct vsta_radio *on, struct guest *guest)
{
	struct scanner *scanner = &on->scanner;

	guest->scan.report_pending = true;
	guest->scan.report_ms = clock_ms() + SCAN_END_ANSWER_MS;
	/* Those of scans that ended before are earlier. */
	if (!scanner->answer_timer.armed)
		loop_timer_start(on->vsta->host.loop, &scanner->answer_timer,
				 SCAN_END_ANSWER_MS);
}

void scan_end_watch(struct vsta_radio *on, const struct guest *guest)
{
	struct scanner *scanner = &on->scanner;

	/* Those of scans that began before are earlier. */
	if (guest->scan.runs && !scanner->deadline_timer.armed)
		loop_timer_start(on->vsta->host.loop, &scanner->deadline_timer,
				 SCAN_END_DEADLINE_MS);
}
