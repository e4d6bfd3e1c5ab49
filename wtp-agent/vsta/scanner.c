/* SPDX-License-Identifier: Apache-2.0 */
#include "scanner.h"

#include <string.h>

#include "scan_end.h"
#include "scan_frames.h"
#include "scan_memory.h"
#include "scan_needs.h"

/* The pause before the radio tries again to return. */
#define RETURN_RETRY_MS 50
#define BUDGET_WAIT_MS	100

bool scanner_is_away(const struct vsta_radio *on)
{
	const struct scanner *scanner = &on->scanner;

	switch (scanner->state) {
	case SCANNER_LEAVING:
	case SCANNER_TUNING:
	case SCANNER_RETURNING:
		return true;
	case SCANNER_LISTENING:
		return scanner->is_away;
	default:
		return false;
	}
}

static void start_timer(struct vsta_radio *on, uint64_t ms)
{
	loop_timer_start(on->vsta->host.loop, &on->scanner.timer, ms);
}

/* Ends the visit for its scans. */
static void end_visit(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;
	struct guests *guests = &on->vsta->guests;
	unsigned int mhz = scanner->visit.mhz;
	enum scan_result result =
		scanner->has_failed ? SCAN_UNUSABLE : SCAN_VISITED;

	scanner->visit.ended_ms = clock_ms();
	if (!scanner->has_failed)
		scan_visits_note(&scanner->visits, &scanner->visit);
	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];

		if (guest->radio == on->radio->index && guest->scan.joined &&
		    scan_finish(&guest->scan, mhz, result))
			scan_send_done(on, guest);
	}
	scanner->visit.mhz = 0;
}

static void rest(struct vsta_radio *on, uint64_t ms)
{
	on->scanner.state = SCANNER_RESTING;
	start_timer(on, ms);
	on->settle(on);
}

static void end_slot(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;
	uint64_t spent = clock_ms() - scanner->slot_ms;
	uint64_t pause = 0;

	if (scanner->is_away && scanner->is_busy)
		pause = spent + SCANNER_REST_MS < SCANNER_CYCLE_MS
				? SCANNER_CYCLE_MS - spent
				: SCANNER_REST_MS;
	scanner->is_away = false;
	if (scanner->has_failed || scanner->slots <= 1)
		end_visit(on);
	else
		scanner->slots--;
	rest(on, pause);
}

/* Returns how many slots let a visit hear the beacons. */
static unsigned int count_slots(struct vsta_radio *on)
{
	const struct guest *guest = scan_payer(on, true);
	unsigned int most = SCANNER_SLOTS_MAX;

	if (guest)
		most /= guest->scan.request.frequencies_n;
	return most < SCANNER_SLOTS ? most : SCANNER_SLOTS;
}

/* Decides how long the slot lasts, and the visit. Sends probe requests in the
 * first slot. 'spent' is what the change of the channel took, or 0. */
static void begin_listening(struct vsta_radio *on, uint64_t spent)
{
	struct scanner *scanner = &on->scanner;
	bool short_slots = scanner->is_away && scanner->is_busy;
	bool full = scan_needs_beacons(on);
	uint64_t ms = full ? SCANNER_PASSIVE_MS : SCANNER_ACTIVE_MS;

	if (!scanner->slots) {
		scanner->slots = short_slots && full ? count_slots(on) : 1;
		if (!scanner->visit.is_quiet)
			scan_send_probes(on);
		/* Last: from here on, scan_payer() leaves out active scans. */
		scanner->visit.full = full;
	}
	/* The way back takes as long as the way there. */
	if (short_slots)
		ms = 2 * spent + 4 < SCANNER_AWAY_MS / 2
			     ? SCANNER_AWAY_MS - 2 * spent - 4
			     : SCANNER_AWAY_MS / 2;
	scanner->state = SCANNER_LISTENING;
	start_timer(on, ms);
}

static bool has_budget(struct scanner *scanner)
{
	static const struct budget_limit limit = { SCANNER_BUDGET_MS,
						   SCANNER_BUDGET_PERMILLE };

	return budget_left(&scanner->budget, &limit, clock_ms()) >= 0;
}

/* Charges the time since the slot began, in which frames of others waited. The
 * guest that made the radio leave pays, whatever its scan is by now. */
static void charge(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;
	struct guest *guest = guests_find(&on->vsta->guests, scanner->payer);
	uint64_t spent = clock_ms() - scanner->slot_ms;

	if (!scanner->is_busy)
		return;
	budget_charge(&scanner->budget, spent);
	if (guest)
		guest_charge(guest, spent);
}

static void end_absence(struct vsta_radio *on)
{
	charge(on);
	scan_end_doze(on);
	vsta_unpause(on, VSTA_PAUSE_VISIT);
	end_slot(on);
}

static void on_returned(void *arg, const struct radio_result *result)
{
	struct vsta_radio *on = arg;
	struct scanner *scanner = &on->scanner;

	if (scanner->state == SCANNER_CLOSED)
		return;
	/* Meanwhile a controller may have set another channel. */
	if (result->err || on->radio->frequency != scanner->home) {
		if (result->err)
			log_limited(LOG_LEVEL_ERROR,
				    "%s: cannot return to %u MHz: %s",
				    on->radio->config->phy, scanner->home,
				    strerror(result->err));
		start_timer(on, RETURN_RETRY_MS);
		return;
	}
	end_absence(on);
}

static void go_home(struct vsta_radio *on)
{
	on->scanner.state = SCANNER_RETURNING;
	on->scanner.home = on->radio->frequency;
	if (on->scanner.home)
		radio_request_return(on->radio, on_returned, on);
	else /* it has none yet */
		end_absence(on);
}

static void on_tuned(void *arg, const struct radio_result *result)
{
	struct vsta_radio *on = arg;
	struct scanner *scanner = &on->scanner;

	if (scanner->state == SCANNER_CLOSED)
		return;
	scanner->has_failed = result->err != 0;
	if (scanner->has_failed) {
		go_home(on);
		return;
	}
	scanner->visit.is_quiet = result->ruling.verdict != REGULATORY_ALLOWED;
	begin_listening(on, clock_ms() - scanner->tuned_ms);
}

static void tune(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;

	loop_timer_stop(on->vsta->host.loop, &scanner->timer);
	scanner->state = SCANNER_TUNING;
	scanner->tuned_ms = clock_ms();
	radio_request_visit(on->radio, scanner->visit.mhz, on_tuned, on);
}

/* Leaves the channel when the access points know it and nothing is in flight.
 * Then nothing is lost. After many attempts it leaves anyway: the access point
 * may have gone, or may not exist. */
static void leave(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;

	if (scanner->attempts < SCANNER_ATTEMPTS &&
	    (!scan_doze_is_known(on) || on->radio->queue.flight.in_flight.n))
		return;
	scanner->attempts = 0;
	tune(on);
}

/* Stays for now. */
static void postpone(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;

	scanner->attempts++;
	scanner->is_away = false;
	charge(on);
	scan_end_doze(on);
	vsta_unpause(on, VSTA_PAUSE_VISIT);
	rest(on, SCANNER_REST_MS);
	queue_run(&on->radio->queue);
}

/* The slots of a visit that has to hear every beacon have times of their own.
 */
static bool must_await_beacon(struct vsta_radio *on)
{
	return on->scanner.is_busy && !scan_needs_beacons(on) &&
	       on->scanner.attempts < SCANNER_ATTEMPTS;
}

/* Gives the visit up if its scans have ended otherwise, or if another scan can
 * pay for a visit of its own. Else waits for budget. */
static void wait_for_budget(struct vsta_radio *on)
{
	if (scan_first(on, true) && !scan_payer(on, false)) {
		rest(on, BUDGET_WAIT_MS);
		return;
	}
	on->scanner.visit.mhz = 0;
	rest(on, 0);
}

static void begin_slot(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;
	struct guest *guest;
	uint64_t wait_ms;

	scanner->is_busy = scan_is_disturbing(on);
	guest = scan_payer(on, true);
	if (!guest) {
		wait_for_budget(on);
		return;
	}
	if (on->radio->frequency == scanner->visit.mhz) {
		scanner->is_away = false;
		scanner->slot_ms = clock_ms();
		begin_listening(on, 0);
		return;
	}
	if (on->target || (scanner->is_busy && !has_budget(scanner))) {
		rest(on, BUDGET_WAIT_MS);
		return;
	}
	wait_ms = must_await_beacon(on) ? scan_beacon_wait(on, clock_ms()) : 0;
	if (wait_ms) {
		scanner->attempts++;
		rest(on, wait_ms);
		return;
	}
	scanner->is_away = true;
	scanner->slot_ms = clock_ms();
	memcpy(scanner->payer, guest->address, ADDR_LEN);
	scanner->state = SCANNER_LEAVING;
	vsta_pause(on, VSTA_PAUSE_VISIT);
	scan_begin_doze(on);
	start_timer(on, SCANNER_LEAVE_MS);
	leave(on);
}

/* Begins a visit of the next frequency that a scan wants. */
static void begin_visit(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;
	struct guests *guests = &on->vsta->guests;
	struct guest *payer;

	scanner->state = SCANNER_IDLE;
	if (on->target || !scan_first(on, false))
		return;
	scanner->is_busy = scan_is_disturbing(on);
	payer = scan_payer(on, false);
	if (!payer) {
		start_timer(on, BUDGET_WAIT_MS);
		return;
	}
	memset(&scanner->visit, 0, sizeof(scanner->visit));
	scanner->visit.mhz = scan_next(&payer->scan);
	scanner->slots = scanner->attempts = 0;
	scanner->has_failed = false;
	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];

		if (guest->radio == on->radio->index)
			guest->scan.joined = scan_may_join(on, guest, payer);
	}
	begin_slot(on);
}

static void on_timer(void *arg)
{
	struct vsta_radio *on = arg;
	struct scanner *scanner = &on->scanner;

	switch (scanner->state) {
	case SCANNER_LEAVING:
		postpone(on);
		break;
	case SCANNER_LISTENING:
		if (scanner->is_away)
			go_home(on);
		else
			end_slot(on);
		break;
	case SCANNER_RETURNING:
		go_home(on);
		break;
	case SCANNER_IDLE: /* no scan had budget */
		begin_visit(on);
		break;
	case SCANNER_RESTING:
		if (scanner->visit.mhz)
			begin_slot(on);
		else
			begin_visit(on);
		break;
	default:
		break;
	}
}

void scanner_init(struct vsta_radio *on)
{
	on->scanner.timer =
		(struct loop_timer){ .handler = on_timer, .arg = on };
	scan_end_init(on);
	scan_memory_init(on);
}

void scanner_close(struct vsta_radio *on)
{
	loop_timer_stop(on->vsta->host.loop, &on->scanner.timer);
	scan_end_close(on);
	scan_memory_close(on);
	on->scanner.state = SCANNER_CLOSED;
}

void scanner_request(struct vsta_radio *on, struct guest *guest,
		     const struct cloudmac_vsta_scan *request)
{
	switch (scan_start(&guest->scan, request, clock_ms())) {
	case SCAN_ANSWERED:
		scan_send_done(on, guest);
		break;
	case SCAN_STARTED:
		scan_remember(on, guest);
		scan_end_watch(on, guest);
		scanner_run(on);
		break;
	default:
		break;
	}
}

void scanner_run(struct vsta_radio *on)
{
	if (on->scanner.state == SCANNER_IDLE)
		begin_visit(on);
	else if (on->scanner.state == SCANNER_LEAVING)
		leave(on);
}

bool scanner_status(struct vsta_radio *on, const struct uplink_frame *status)
{
	if (!scan_doze_status(on, status->frame,
			      status->rt.tx_flags & RADIOTAP_TX_FAIL))
		return false;
	scanner_run(on);
	return true;
}
