/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_table.h"

#include <stdlib.h>
#include <string.h>

/* Before the first TX status: MCS 0 in 20 MHz. */
#define NS_PER_OCTET_SLOWEST 1231

enum flight_ac flight_ac_of(uint8_t tid)
{
	/* IEEE Std 802.11-2020, table 10-1, by user priority. */
	static const enum flight_ac acs[] = {
		FLIGHT_AC_BE, FLIGHT_AC_BK, FLIGHT_AC_BK, FLIGHT_AC_BE,
		FLIGHT_AC_VI, FLIGHT_AC_VI, FLIGHT_AC_VO, FLIGHT_AC_VO,
	};

	return tid == IEEE80211_NO_TID ? FLIGHT_AC_BE
				       : acs[tid & IEEE80211_UP_MASK];
}

static void leave_list(struct flight_station *station)
{
	station->list->n--;
	DLIST_REMOVE(station->list, station, next, before);
}

static void append(struct flight_station_list *list,
		   struct flight_station *station)
{
	station->list = list;
	DLIST_APPEND(list, station, next, before);
	list->n++;
}

static struct flight_station **station_bucket(struct flight *flight,
					      const uint8_t *addresses)
{
	uint32_t hash = hash_octets(0, addresses, FLIGHT_FLOW_ADDRESSES);

	return &flight->station_buckets[hash_bucket(hash, FLIGHT_BUCKETS)];
}

struct flight_station *flight_station_find(struct flight *flight,
					   const uint8_t *addresses)
{
	struct flight_station *station = *station_bucket(flight, addresses);

	while (station &&
	       memcmp(station->addresses, addresses, FLIGHT_FLOW_ADDRESSES))
		station = station->chain;
	return station;
}

static uint16_t weight_of(const struct flight *flight,
			  const struct flight_station *station)
{
	return airtime_weights_of_station(&flight->weights,
					  station->addresses + ADDR_LEN,
					  station->addresses);
}

/* Returns a new station, in no list. */
static struct flight_station *make_station(struct flight *flight,
					   const uint8_t *addresses)
{
	struct flight_station **bucket = station_bucket(flight, addresses);
	struct flight_station *station = calloc(1, sizeof(*station));

	if (!station)
		return NULL;
	memcpy(station->addresses, addresses, FLIGHT_FLOW_ADDRESSES);
	station->ns_per_octet = NS_PER_OCTET_SLOWEST;
	station->chain = *bucket;
	*bucket = station;
	for (int i = 0; i < FLIGHT_ACS; i++) {
		station->turns[i].station = station;
		airtime_entry_init(&station->turns[i].entry,
				   weight_of(flight, station));
	}
	flight->memory += sizeof(*station);
	return station;
}

static void free_station(struct flight *flight, struct flight_station *station)
{
	struct flight_station **at =
		station_bucket(flight, station->addresses);

	while (*at != station)
		at = &(*at)->chain;
	*at = station->chain;
	leave_list(station);
	for (int i = 0; i < FLIGHT_ACS; i++)
		airtime_remove(&flight->schedulers[i],
			       &station->turns[i].entry);
	flight->memory -= sizeof(*station);
	free(station);
}

/* Returns the station of a new flow, a new one if there is none; NULL without
 * memory. */
static struct flight_station *add_flow(struct flight *flight,
				       const uint8_t *addresses)
{
	struct flight_station *station =
		flight_station_find(flight, addresses);

	if (!station) {
		station = make_station(flight, addresses);
		if (!station)
			return NULL;
		append(&flight->active, station);
	} else if (!station->flows) {
		leave_list(station);
		append(&flight->active, station);
	}
	station->flows++;
	return station;
}

static void remove_flow(struct flight *flight, struct flight_station *station)
{
	if (--station->flows)
		return;
	leave_list(station);
	append(&flight->idle, station);
	if (flight->idle.n > FLIGHT_IDLE_MAX)
		free_station(flight, flight->idle.first);
}

void flight_stations_destroy(struct flight *flight)
{
	while (flight->idle.first)
		free_station(flight, flight->idle.first);
}

/* A bucket is never longer than the number of frames. */
static struct flight_flow **flow_bucket(struct flight *flight,
					const uint8_t *addresses, uint8_t tid)
{
	uint32_t hash = hash_octets(tid, addresses, FLIGHT_FLOW_ADDRESSES);

	return &flight->buckets[hash_bucket(hash, FLIGHT_BUCKETS)];
}

static uint8_t flow_tid(const struct downlink_frame *frame)
{
	return frame->own ? frame->own_tid
			  : ieee80211_flow_tid(frame->body, frame->body_len);
}

struct flight_flow *flight_flow_find(struct flight *flight,
				     const struct downlink_frame *frame)
{
	const uint8_t *addresses = ieee80211_addr1(frame->body);
	uint8_t tid = flow_tid(frame);
	struct flight_flow *flow = *flow_bucket(flight, addresses, tid);

	for (; flow; flow = flow->next)
		if (flow->tid == tid &&
		    !memcmp(flow->addresses, addresses, FLIGHT_FLOW_ADDRESSES))
			return flow;
	return NULL;
}

struct flight_flow *flight_flow_get(struct flight *flight,
				    const struct downlink_frame *frame)
{
	const uint8_t *addresses = ieee80211_addr1(frame->body);
	uint8_t tid = flow_tid(frame);
	struct flight_flow **bucket = flow_bucket(flight, addresses, tid);
	struct flight_flow *flow = flight_flow_find(flight, frame);

	if (flow)
		return flow;
	flow = calloc(1, sizeof(*flow));
	if (!flow)
		return NULL;
	flow->station = add_flow(flight, addresses);
	if (!flow->station) {
		free(flow);
		return NULL;
	}
	memcpy(flow->addresses, addresses, FLIGHT_FLOW_ADDRESSES);
	flow->tid = tid;
	flow->ac = flight_ac_of(tid);
	flow->next = *bucket;
	*bucket = flow;
	flight->memory += sizeof(*flow);
	return flow;
}

void flight_flow_free(struct flight *flight, struct flight_flow *flow)
{
	struct flight_flow **at =
		flow_bucket(flight, flow->addresses, flow->tid);

	flight->draining -= flow->draining;
	while (*at != flow)
		at = &(*at)->next;
	*at = flow->next;
	remove_flow(flight, flow->station);
	flight->memory -= sizeof(*flow);
	free(flow);
}

static void update_weights(struct flight *flight,
			   const struct flight_station_list *list)
{
	for (struct flight_station *station = list->first; station;
	     station = station->next)
		for (int i = 0; i < FLIGHT_ACS; i++)
			station->turns[i].entry.weight =
				weight_of(flight, station);
}

bool flight_set_weight(struct flight *flight, const uint8_t *address,
		       uint16_t weight)
{
	if (!airtime_weights_set(&flight->weights, address, weight))
		return false;
	update_weights(flight, &flight->active);
	update_weights(flight, &flight->idle);
	return true;
}

size_t flight_list_stations(const struct flight *flight,
			    const struct flight_station **out, size_t max)
{
	const struct flight_station *station;
	size_t n = 0;

	for (station = flight->active.last; station && n < max;
	     station = station->before)
		out[n++] = station;
	for (station = flight->idle.last; station && n < max;
	     station = station->before)
		out[n++] = station;
	return n;
}

void flight_station_update_rate(struct flight_station *station,
				const struct radiotap *rt)
{
	const struct cloudmac_rate rate = rate_from_radiotap(rt);
	uint32_t shorter, longer;

	if (rate_equal(&rate, &station->rate))
		return;
	station->rate = rate;
	/* The difference of two lengths is free of the preamble. */
	shorter = airtime_ppdu_us(&rate, 0, 1000);
	longer = airtime_ppdu_us(&rate, 0, 3000);
	if (longer > shorter)
		station->ns_per_octet = (longer - shorter) * 1000 / 2000;
}
