/* SPDX-License-Identifier: Apache-2.0 */
/* A phase of an exchange ends in exchange_step(), which starts the next one.
 * At the end of the exchange its frames leave the queue or are tried again. */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

#include "air_state.h"
#include "delivery.h"
#include "duration.h"
#include "loss.h"
#include "reception.h"

static const uint8_t no_address[ADDR_LEN];

static struct air_account *account(struct air *air, const struct air_frame *f)
{
	const uint8_t *ta = ieee80211_ta(f->data, f->len);

	return account_of(air, ta ? ta : no_address, ieee80211_ra(f->data));
}

/* Charges the signal that starts to the radio and to the frame's addresses. */
static void charge_signal(struct air *air, unsigned i,
			  const struct exchange *x)
{
	uint64_t ns = x->signal->end - x->signal->start;

	account(air, x->mpdu[0])->tx_ns += ns;
	air->radio[i]->counters.air_ns += ns;
}

static void trace(const struct air *air, const struct signal *signal,
		  const struct air_frame *frame, unsigned mpdu, unsigned mpdus,
		  bool received)
{
	const struct air_frame *about =
		air->radio[signal->initiator]->exchange.mpdu[0];
	const uint8_t *ta = ieee80211_ta(about->data, about->len);
	const uint8_t *ra = ieee80211_ra(about->data);
	bool answers = signal->from != signal->initiator;
	struct air_trace t = {
		.ra = answers ? ta : ra,
		.ta = answers ? ra : ta,
		.kind = signal->kind,
		.from = signal->from,
		.mhz = signal->mhz,
		.rate = signal->rate,
		.power_dbm =
			air->radio[signal->from]->power_dbm - signal->less_db,
		.start = signal->start,
		.end = signal->end,
		.frame = frame,
		.mpdu = mpdu,
		.mpdus = mpdus,
		.received = received,
	};

	if (air->ops->trace)
		air->ops->trace(air->arg, &t);
}

static void enter(struct exchange *x, enum phase phase, uint64_t at)
{
	x->phase = phase;
	x->at = at;
}

static void send_rts(struct air *air, unsigned i, struct exchange *x)
{
	struct phy_rate rate = phy_response(&x->stage->rate);

	x->signal = signal_start(air, AIR_RTS, i, x->mpdu[0]->mhz, &rate, 0,
				 duration_of_control(x, PHY_RTS_LEN));
	charge_signal(air, i, x);
	enter(x, PHASE_RTS, x->signal->end);
}

/* Returns by how many dB the power of a frame is below that of its radio. */
static double below_radio(const struct air *air, unsigned i,
			  const struct air_frame *frame)
{
	double less = air->radio[i]->power_dbm - frame->power_dbm;

	return less > 0 ? less : 0;
}

/* Starts the data's signal. It includes CTS-to-self and the SIFS after it,
 * because no other radio can start in between. */
static void send_data(struct air *air, unsigned i, struct exchange *x)
{
	uint64_t before = 0;

	if (x->stage->cts_to_self && !x->stage->rts)
		before = duration_of_control(x, PHY_CTS_LEN) +
			 phy_sifs(x->mpdu[0]->mhz);
	for (unsigned k = 0; k < x->mpdus; k++) {
		air_frame_stage(x->mpdu[k])->used++;
		x->received[k] = false;
		doze_sends(&air->radio[i]->doze, x->mpdu[k]->data,
			   x->mpdu[k]->len);
		air->radio[i]->counters.tries++;
		account(air, x->mpdu[k])->tries++;
	}
	x->signal = signal_start(
		air, AIR_PPDU, i, x->mpdu[0]->mhz, &x->stage->rate,
		below_radio(air, i, x->mpdu[0]), before + duration_of_data(x));
	charge_signal(air, i, x);
	x->response = NULL;
	enter(x, PHASE_DATA, x->signal->end);
}

void exchange_start(struct air *air, unsigned i, enum ac ac)
{
	struct radio *radio = air->radio[i];
	struct exchange *x = &radio->exchange;
	const struct contention *contention = &radio->contention[ac];

	x->ac = ac;
	x->initiator = i;
	x->txop_end = air->now + contention->edca.txop;
	aggregate_choose(air, contention, x);
	for (unsigned k = 0; k < x->mpdus; k++)
		x->mpdu[k]->sending = true;
	if (x->stage->rts && duration_has_response(x))
		send_rts(air, i, x);
	else
		send_data(air, i, x);
}

/* Takes a frame from the queue and reports its fate. */
static void finish(struct air *air, unsigned i, struct air_frame *frame,
		   bool acked)
{
	struct radio *radio = air->radio[i];
	const struct exchange *x = &radio->exchange;
	struct air_account *a = account(air, frame);

	contend_dequeue(&radio->contention[x->ac], frame);
	radio->queued--;
	a->frames++;
	if (acked) {
		doze_acked(&radio->doze, frame->data, frame->len);
		radio->counters.acked++;
		a->acked++;
		a->octets += frame->len + PHY_FCS_LEN;
	} else {
		radio->counters.failed++;
	}
	if (!frame->dropped)
		air->ops->status(air->arg, i, frame, acked, x->response_dbm);
	free(frame);
}

/* Starts another exchange in the same transmit opportunity. Returns false if
 * it does not fit. */
static bool continue_txop(struct air *air, struct radio *radio)
{
	struct exchange *x = &radio->exchange;
	const struct contention *contention = &radio->contention[x->ac];
	uint64_t start;

	if (!contention->edca.txop || !contention->head)
		return false;
	start = air->now + phy_sifs(radio->mhz);
	aggregate_choose(air, contention, x);
	if (start + duration_of_data(x) + duration_after_data(x) > x->txop_end)
		return false;
	for (unsigned k = 0; k < x->mpdus; k++)
		x->mpdu[k]->sending = true;
	enter(x, PHASE_DATA_GAP, start);
	return true;
}

/* Ends the exchange: its frames leave the queue or are tried again. */
static void conclude(struct air *air, unsigned i, bool success)
{
	struct radio *radio = air->radio[i];
	struct exchange *x = &radio->exchange;
	struct contention *contention = &radio->contention[x->ac];
	bool gave_up = false, unicast = duration_has_response(x);

	for (unsigned k = 0; k < x->mpdus; k++) {
		struct air_frame *frame = x->mpdu[k];

		frame->sending = false;
		if (success && x->received[k]) {
			finish(air, i, frame, unicast);
		} else if (!air_frame_stage(frame) || frame->dropped) {
			gave_up = true;
			finish(air, i, frame, false);
		} else {
			ieee80211_set_retry(frame->data);
		}
	}
	enter(x, PHASE_IDLE, AIR_NEVER);
	if (success && continue_txop(air, radio))
		return;
	/* Other radios start their AIFS at the end of the response too. */
	radio->sends_until = later(radio->sends_until, air->now);
	if (success || gave_up)
		contend_success(air, contention);
	else
		contend_failure(air, contention);
}

static void end_rts(struct air *air, unsigned i, struct exchange *x)
{
	const struct air_frame *frame = x->mpdu[0];
	uint64_t sifs = phy_sifs(frame->mhz);
	uint64_t nav = 3 * sifs + duration_of_control(x, PHY_CTS_LEN) +
		       duration_of_data(x) + duration_after_data(x) - sifs;
	struct signal *signal = x->signal;
	double sinr;

	x->responder = -1;
	for (unsigned j = 0; j < air->radios && x->responder < 0; j++)
		if (j != i && air_holds(air, j, ieee80211_ra(frame->data)) &&
		    !doze_misses(&air->radio[j]->doze, frame->data,
				 frame->len) &&
		    signal_locked(air, signal, j, &sinr) &&
		    air->radio[j]->nav_until <= air->now &&
		    signal_survives(air, &signal->rate, PHY_RTS_LEN, sinr))
			x->responder = (int)j;
	trace(air, signal, NULL, 0, 1, x->responder >= 0);
	signal_end(air, signal, PHY_RTS_LEN, nav, x->responder);
	x->signal = NULL;
	if (x->responder < 0) {
		air_frame_stage(x->mpdu[0])->used++;
		enter(x, PHASE_TIMEOUT, duration_response_deadline(air, x));
		return;
	}
	air->radio[x->responder]->nav_until =
		later(air->radio[x->responder]->nav_until, air->now + nav);
	enter(x, PHASE_CTS_GAP, air->now + sifs);
}

static void start_response(struct air *air, struct exchange *x,
			   enum air_kind kind, size_t octets, enum phase phase)
{
	struct phy_rate rate = phy_response(&x->stage->rate);

	x->response = signal_start(air, kind, (unsigned)x->responder,
				   x->mpdu[0]->mhz, &rate, 0,
				   duration_of_control(x, octets));
	x->response->initiator = x->initiator;
	enter(x, phase, x->response->end);
}

/* Ends the response. Returns true if the initiator received it. */
static bool end_response(struct air *air, unsigned i, struct exchange *x,
			 size_t octets, uint64_t nav)
{
	struct signal *signal = x->response;
	double sinr;
	bool heard = signal_locked(air, signal, i, &sinr) &&
		     signal_survives(air, &signal->rate, octets, sinr);

	if (heard)
		x->response_dbm = loss_to_db(signal->power[i]);
	trace(air, signal, NULL, 0, 1, heard);
	signal_end(air, signal, octets, nav, (int)i);
	x->response = NULL;
	return heard;
}

static void end_cts(struct air *air, unsigned i, struct exchange *x)
{
	uint64_t sifs = phy_sifs(x->mpdu[0]->mhz);
	uint64_t nav = sifs + duration_of_data(x) + duration_after_data(x);

	if (end_response(air, i, x, PHY_CTS_LEN, nav)) {
		enter(x, PHASE_DATA_GAP, air->now + sifs);
		return;
	}
	air_frame_stage(x->mpdu[0])->used++;
	conclude(air, i, false);
}

static void end_data(struct air *air, unsigned i, struct exchange *x)
{
	struct signal *signal = x->signal;
	bool unicast = duration_has_response(x),
	     heard = delivery_of_data(air, x);
	uint64_t sifs = phy_sifs(signal->mhz);

	for (unsigned k = 0; k < x->mpdus; k++) {
		trace(air, signal, x->mpdu[k], k, x->mpdus,
		      x->received[k] || !unicast);
		if (x->received[k])
			aggregate_observe(air, x->mpdu[k]);
	}
	signal_end(air, signal, x->octets, duration_after_data(x),
		   x->responder);
	x->signal = NULL;
	if (!unicast) {
		memset(x->received, 1, sizeof(x->received));
		conclude(air, i, true);
	} else if (heard) {
		struct radio *responder = air->radio[x->responder];

		responder->nav_until =
			later(responder->nav_until,
			      air->now + duration_after_data(x));
		enter(x, PHASE_RESPONSE_GAP, air->now + sifs);
	} else {
		air->radio[i]->counters.collisions++;
		enter(x, PHASE_TIMEOUT, duration_response_deadline(air, x));
	}
}

static void end_ack(struct air *air, unsigned i, struct exchange *x)
{
	uint64_t ns = phy_sifs(x->mpdu[0]->mhz) + x->response->end -
		      x->response->start;

	account(air, x->mpdu[0])->response_ns += ns;
	air->radio[i]->counters.air_ns += ns;
	conclude(air, i,
		 end_response(air, i, x, duration_response_octets(x), 0));
}

void exchange_step(struct air *air, unsigned i)
{
	struct exchange *x = &air->radio[i]->exchange;

	switch (x->phase) {
	case PHASE_IDLE:
		break;
	case PHASE_RTS:
		end_rts(air, i, x);
		break;
	case PHASE_CTS_GAP:
		start_response(air, x, AIR_CTS, PHY_CTS_LEN, PHASE_CTS);
		break;
	case PHASE_CTS:
		end_cts(air, i, x);
		break;
	case PHASE_DATA_GAP:
		send_data(air, i, x);
		break;
	case PHASE_DATA:
		end_data(air, i, x);
		break;
	case PHASE_RESPONSE_GAP:
		start_response(air, x, x->aggregate ? AIR_BLOCK_ACK : AIR_ACK,
			       duration_response_octets(x), PHASE_RESPONSE);
		break;
	case PHASE_RESPONSE:
		end_ack(air, i, x);
		break;
	case PHASE_TIMEOUT:
		conclude(air, i, false);
		break;
	}
}
