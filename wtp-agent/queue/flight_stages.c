/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_stages.h"

#include "frame/frame.h"

unsigned int flight_stage_find(const struct cloudmac_chain *chain,
			       unsigned int stage)
{
	while (stage < chain->n && !chain->stages[stage].tries)
		stage++;
	return stage;
}

bool flight_stage_has_next(const struct flight_frame *frame)
{
	return flight_stage_find(&frame->chain, frame->stage + 1) <
	       frame->chain.n;
}

/* Returns true if all tries of the chain have one rate. */
static bool wants_one_rate(const struct cloudmac_chain *chain,
			   struct cloudmac_rate *rate, unsigned int *tries)
{
	*tries = 0;
	for (unsigned int i = 0; i < chain->n; i++) {
		if (!chain->stages[i].tries)
			continue;
		if (!*tries)
			*rate = chain->stages[i].rate;
		else if (!rate_equal(rate, &chain->stages[i].rate))
			return false;
		*tries += chain->stages[i].tries;
	}
	return *tries;
}

/* One rate for all tries is used as it is. For several, mac80211's rate
 * control chooses: it sees the result of aggregates. */
static void apply_local(const struct flight *flight,
			struct flight_frame *frame)
{
	struct cloudmac_rate rate = { .kind = CLOUDMAC_RATE_NONE };
	unsigned int tries;

	frame->rt.tx_flags &=
		(uint16_t) ~(RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER);
	if (!frame->chain.n)
		return; /* as the standard's fields say */
	frame->rt.present &= ~(1u << RADIOTAP_RETRIES);
	if (wants_one_rate(&frame->chain, &rate, &tries)) {
		rate_limit_width(&rate, flight->width);
		frame->rt.retries =
			(uint8_t)(tries <= UINT8_MAX ? tries - 1 : UINT8_MAX);
		frame->rt.present |= 1u << RADIOTAP_RETRIES;
	} else {
		rate.kind = CLOUDMAC_RATE_NONE;
	}
	rate_to_radiotap(&frame->rt, &rate);
}

/* Sets radiotap to the current stage. */
static void apply_stage(const struct flight *flight,
			struct flight_frame *frame)
{
	const struct cloudmac_stage *stage;
	struct cloudmac_rate rate;

	if (frame->stage >= frame->chain.n)
		return; /* no chain: as the standard's fields say */
	stage = &frame->chain.stages[frame->stage];
	rate = stage->rate;
	rate_limit_width(&rate, flight->width);
	rate_to_radiotap(&frame->rt, &rate);
	frame->rt.retries = (uint8_t)(stage->tries - 1);
	frame->rt.present |= 1u << RADIOTAP_RETRIES;
}

void flight_stage_apply(const struct flight *flight,
			struct flight_frame *frame)
{
	if (frame->local) {
		apply_local(flight, frame);
		return;
	}
	frame->rt.tx_flags |= RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER;
	apply_stage(flight, frame);
}

void flight_stage_record(struct flight_frame *frame, const struct radiotap *rt)
{
	const struct cloudmac_stage *asked =
		&frame->chain.stages[frame->stage];
	struct cloudmac_stage *done = &frame->done.stages[frame->stage];
	const struct cloudmac_rate used = rate_from_radiotap(rt);

	if (RADIOTAP_HAS(rt, RADIOTAP_RETRIES))
		done->tries = rt->retries < UINT8_MAX
				      ? (uint8_t)(rt->retries + 1)
				      : UINT8_MAX;
	else
		done->tries =
			rt->tx_flags & RADIOTAP_TX_FAIL ? asked->tries : 1;
	done->rts = rt->tx_flags & RADIOTAP_TX_RTS;
	done->cts = rt->tx_flags & RADIOTAP_TX_CTS;
	if (used.kind != CLOUDMAC_RATE_NONE) {
		done->changed = asked->changed ||
				(asked->rate.kind != CLOUDMAC_RATE_NONE &&
				 !rate_equal(&used, &asked->rate));
		done->rate = used;
	}
}

void flight_stage_record_local(struct flight_frame *frame,
			       const struct radiotap *rt)
{
	const struct cloudmac_rate used = rate_from_radiotap(rt);
	unsigned int stage = 0;

	for (unsigned int i = 0; i < frame->chain.n; i++)
		if (frame->chain.stages[i].tries &&
		    rate_equal(&used, &frame->chain.stages[i].rate)) {
			stage = i;
			break;
		}
	frame->stage = stage;
	flight_stage_record(frame, rt);
}
