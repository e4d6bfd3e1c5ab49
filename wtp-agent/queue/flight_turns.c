/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_turns.h"

#include <string.h>

#include "flight_table.h"

/* Charges a station for a period. */
static void add_to_period(struct flight_station *station, uint64_t us,
			  uint64_t now_us)
{
	uint64_t period = now_us / FLIGHT_PERIOD_US;

	if (station->period != period) {
		station->last_period_us =
			station->period + 1 == period ? station->period_us : 0;
		station->period_us = 0;
		station->period = period;
	}
	station->period_us += (uint32_t)us;
}

unsigned int flight_share_permille(const struct flight_station *station,
				   uint64_t now_ms)
{
	uint64_t period = now_ms * 1000 / FLIGHT_PERIOD_US;
	uint32_t us = station->period == period	      ? station->last_period_us
		      : station->period + 1 == period ? station->period_us
						      : 0;

	return us / (FLIGHT_PERIOD_US / 1000);
}

/* Returns the turn that pays for a frame between the addresses (station, VAP),
 * or NULL. */
static struct flight_turn *find_turn(struct flight *flight,
				     const uint8_t *addresses,
				     const uint8_t *frame, size_t len)
{
	struct flight_station *station =
		flight_station_find(flight, addresses);

	if (!station)
		return NULL;
	return &station->turns[flight_ac_of(ieee80211_flow_tid(frame, len))];
}

void flight_charge_tx(struct flight *flight, const uint8_t *frame, size_t len,
		      uint64_t us, uint64_t now_ms)
{
	struct flight_turn *turn =
		find_turn(flight, ieee80211_addr1(frame), frame, len);

	if (!turn)
		return;
	/* Else a station would never use its share. */
	if (!us)
		us = len * turn->station->ns_per_octet / 1000;
	airtime_charge_tx(&turn->entry, us);
	turn->station->tx_us += us;
	add_to_period(turn->station, us, now_ms * 1000);
}

void flight_charge_rx(struct flight *flight, const uint8_t *frame, size_t len,
		      uint64_t us, uint64_t now_ms)
{
	uint8_t addresses[FLIGHT_FLOW_ADDRESSES];
	struct flight_turn *turn;

	memcpy(addresses, ieee80211_addr2(frame), ADDR_LEN);
	memcpy(addresses + ADDR_LEN, ieee80211_addr1(frame), ADDR_LEN);
	turn = find_turn(flight, addresses, frame, len);
	if (!turn)
		return;
	airtime_charge_rx(&turn->entry, us);
	turn->station->rx_us += us;
	add_to_period(turn->station, us, now_ms * 1000);
}

/* Returns the estimated airtime of a frame at its next injection. */
static uint32_t estimate_us(const struct flight_frame *frame)
{
	const struct cloudmac_rate rate = rate_from_radiotap(&frame->rt);
	uint64_t us = 0;

	if (!frame->local)
		us = airtime_exchange_us(
			&rate, 0, frame->len + IEEE80211_FCS_LEN, 1, true);
	if (!us)
		us = frame->len * frame->flow->station->ns_per_octet / 1000;
	return (uint32_t)us;
}

static void add_load(struct flight_load *load,
		     const struct flight_frame *frame)
{
	load->frames++;
	*(frame->local ? &load->local_us : &load->single_us) += frame->us;
}

static void subtract_load(struct flight_load *load,
			  const struct flight_frame *frame)
{
	load->frames--;
	*(frame->local ? &load->local_us : &load->single_us) -= frame->us;
}

static struct flight_turn *turn_of(const struct flight_flow *flow)
{
	return &flow->station->turns[flow->ac];
}

void flight_turn_start_tx(struct flight *flight, struct flight_frame *frame,
			  uint64_t now_ms)
{
	struct flight_turn *turn = turn_of(frame->flow);

	frame->us = estimate_us(frame);
	add_load(&flight->loads[frame->flow->ac], frame);
	add_load(&turn->load, frame);
	airtime_serve(&turn->entry, frame->us, now_ms * 1000);
}

void flight_turn_end_tx(struct flight *flight, struct flight_frame *frame)
{
	struct flight_turn *turn = turn_of(frame->flow);

	subtract_load(&flight->loads[frame->flow->ac], frame);
	subtract_load(&turn->load, frame);
	airtime_refund(&turn->entry, frame->us);
}

void flight_turn_charge_lost(struct flight_frame *frame)
{
	airtime_charge_tx(&turn_of(frame->flow)->entry, frame->us);
}

/* Appends a flow to the turn of its station. */
static void append(struct flight_turn *turn, struct flight_flow *flow)
{
	flow->turn_next = NULL;
	flow->turn_before = turn->last;
	if (turn->last)
		turn->last->turn_next = flow;
	else
		turn->first = flow;
	turn->last = flow;
}

void flight_turn_add(struct flight *flight, struct flight_flow *flow)
{
	struct flight_turn *turn = turn_of(flow);

	append(turn, flow);
	airtime_activate(&flight->schedulers[flow->ac], &turn->entry);
}

void flight_turn_remove(struct flight_flow *flow)
{
	struct flight_turn *turn = turn_of(flow);

	if (flow->turn_before)
		flow->turn_before->turn_next = flow->turn_next;
	else
		turn->first = flow->turn_next;
	if (flow->turn_next)
		flow->turn_next->turn_before = flow->turn_before;
	else
		turn->last = flow->turn_before;
}

void flight_turn_wake(struct flight *flight, const struct flight_flow *flow)
{
	airtime_unblock(&flight->schedulers[flow->ac], &turn_of(flow)->entry);
}

void flight_turn_rotate(struct flight_turn *turn)
{
	struct flight_flow *flow = turn->first;

	if (flow == turn->last)
		return;
	flight_turn_remove(flow);
	append(turn, flow);
}
