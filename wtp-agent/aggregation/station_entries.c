/* SPDX-License-Identifier: Apache-2.0 */
#include "station_entries.h"

#include <errno.h>
#include <string.h>

#include "session_frames.h"

static struct peer *find_peer(struct aggregation *aggregation,
			      const struct radio_result *result)
{
	return peers_find(&aggregation->peers, result->bssid, result->station);
}

/* Notes the end of a request. At the end of the last one the station's frames
 * go again. */
static void end_request(struct radio *radio, struct peer *peer)
{
	if (--peer->requests)
		return;
	if (peer->entry == PEER_ENTRY_REMOVING) {
		peer->entry = PEER_ENTRY_NONE;
		if (peer->requeue)
			queue_requeue(&radio->queue, peer->bssid,
				      peer->station);
		peer->requeue = false;
	}
	flight_release(&radio->queue.flight, &peer->hold);
}

/* Makes the station's frames wait until the request has ended. */
static void begin_request(struct radio *radio, struct peer *peer,
			  enum peer_entry entry)
{
	peer->entry = entry;
	peer->requests++;
	flight_hold(&radio->queue.flight, &peer->hold, peer->bssid,
		    peer->station);
	queue_flush(&radio->queue);
}

static void on_entry_removed(void *arg, const struct radio_result *result)
{
	struct peer *peer = find_peer(arg, result);

	/* Its access point may have stopped before, and another program may
	 * have removed the interface. */
	if (result->err && result->err != ENOENT && result->err != ENODEV)
		log_limited(LOG_LEVEL_WARN,
			    "%s: the entry of a station remains: %s",
			    result->radio->config->phy, strerror(result->err));
	if (peer)
		end_request(result->radio, peer);
}

static void entry_delete(struct aggregation *aggregation, struct radio *radio,
			 struct peer *peer)
{
	uint16_t tids = flight_local_tids(&radio->queue.flight, peer->bssid,
					  peer->station);

	begin_request(radio, peer, PEER_ENTRY_REMOVING);
	for (uint8_t tid = 0; tid < PEER_TIDS; tid++)
		if (tids & 1u << tid)
			peer_session(peer, tid)->radio_holds_frames = true;
	peer_handle_all(peer, BLOCK_ACK_SUSPECTED, clock_ms());
	radio_request_sta_del(radio, peer->slot, peer->bssid, peer->station,
			      on_entry_removed, aggregation);
}

void entry_remove(struct aggregation *aggregation, struct peer *peer)
{
	struct radio *radio = &aggregation->radios[peer->radio];
	struct shadow_ap *ap =
		shadow_ap_of(aggregation->aps[peer->radio], peer->slot);
	uint64_t now = clock_ms();

	entry_delete(aggregation, radio, peer);
	flight_drain(&radio->queue.flight, peer->bssid, peer->station,
		     now + QUEUE_DRAIN_MS);
	if (ap)
		shadow_ap_suspect(ap, now);
}

void entry_requeue(struct aggregation *aggregation, struct peer *peer)
{
	peer->requeue = true;
	entry_delete(aggregation, &aggregation->radios[peer->radio], peer);
}

static void begin_ap_request(struct aggregation *aggregation,
			     struct radio *radio)
{
	if (!aggregation->ap_requests[radio->index]++)
		queue_pause(&radio->queue);
}

static void end_ap_request(struct aggregation *aggregation,
			   struct radio *radio)
{
	if (!--aggregation->ap_requests[radio->index])
		queue_resume(&radio->queue);
}

static void on_ap_removed(void *arg, const struct radio_result *result)
{
	struct aggregation *aggregation = arg;

	shadow_ap_end_stop(
		&aggregation->aps[result->radio->index][result->slot], result);
	if (aggregation->stopped)
		aggregation->stopped(aggregation->stopped_arg, result);
}

static void on_ap_stopped(void *arg, const struct radio_result *result)
{
	struct radio *radio = result->radio;

	on_ap_removed(arg, result);
	/* No TX status follows. */
	flight_drain_now(&radio->queue.flight, result->bssid, NULL);
	end_ap_request(arg, radio);
}

/* The access point of the peer stops, and its entry ends with it. */
static void drop_entry(struct aggregation *aggregation, struct radio *radio,
		       struct peer *peer)
{
	flight_drain(&radio->queue.flight, peer->bssid, peer->station,
		     clock_ms() + QUEUE_DRAIN_MS);
	peer->entry = PEER_ENTRY_REMOVING;
	peer->requeue = false;
	peers_forget(&aggregation->peers, peer);
}

void aggregation_stop(struct aggregation *aggregation, struct radio *radio,
		      unsigned int slot)
{
	struct peers *peers = &aggregation->peers;
	struct shadow_ap *ap =
		shadow_ap_of(aggregation->aps[radio->index], slot);
	uint8_t bssid[ADDR_LEN];

	if (!ap || !shadow_ap_is_wanted(ap))
		return;
	for (unsigned int i = 0; i < peers->n; i++) {
		struct peer *peer = &peers->places[i];

		if (peer->entry != PEER_ENTRY_NONE &&
		    peer->radio == radio->index && peer->slot == slot)
			drop_entry(aggregation, radio, peer);
	}
	memcpy(bssid, ieee80211_addr2(ap->beacon), ADDR_LEN);
	shadow_ap_begin_stop(ap);
	begin_ap_request(aggregation, radio);
	radio_request_ap_stop(radio, slot, bssid, on_ap_stopped, aggregation);
}

void aggregation_watch_stops(struct aggregation *aggregation,
			     radio_done *stopped, void *arg)
{
	aggregation->stopped = stopped;
	aggregation->stopped_arg = arg;
}

uint64_t aggregation_remaining(const struct aggregation *aggregation,
			       unsigned int radio)
{
	uint64_t slots = 0;

	for (unsigned int slot = 0; slot < LEASES_MAX; slot++)
		if (aggregation->aps[radio][slot].remains)
			slots |= (uint64_t)1 << slot;
	return slots;
}

/* Frames go on: the access point does not run. */
void aggregation_remove_ap(struct aggregation *aggregation,
			   struct radio *radio, unsigned int slot)
{
	static const uint8_t unknown[ADDR_LEN];
	struct shadow_ap *ap = &aggregation->aps[radio->index][slot];

	if (ap->requests)
		return;
	shadow_ap_begin_removal(ap);
	radio_request_ap_stop(radio, slot, unknown, on_ap_removed,
			      aggregation);
}

void aggregation_stop_radio(struct aggregation *aggregation,
			    struct radio *radio)
{
	for (unsigned int slot = 0; slot < LEASES_MAX; slot++)
		aggregation_stop(aggregation, radio, slot);
}

static void on_ap_started(void *arg, const struct radio_result *result)
{
	struct aggregation *aggregation = arg;
	struct radio *radio = result->radio;
	struct shadow_ap *ap = &aggregation->aps[radio->index][result->slot];

	if (shadow_ap_end_start(ap, result, clock_ms())) {
		/* The start may have made the interface. */
		if (!result->refused)
			aggregation_remove_ap(aggregation, radio,
					      result->slot);
		aggregation_stop_radio(aggregation, radio);
	}
	end_ap_request(aggregation, radio);
}

/* Starts the access points of all leases of the radio that do not run, if they
 * are ready. */
static void start_access_points(struct aggregation *aggregation,
				struct radio *radio, uint64_t now)
{
	const struct lease_table *leases = aggregation->leases;
	struct shadow_ap *aps = aggregation->aps[radio->index];

	if (!shadow_ap_all_ready(aps, radio, leases, now))
		return;
	for (size_t i = 0; i < leases->n; i++) {
		const struct lease *lease = &leases->leases[i];
		struct shadow_ap *ap = &aps[lease->slot];

		if (lease->radio != radio->index ||
		    ap->state == SHADOW_AP_RUNNING)
			continue;
		shadow_ap_begin_start(ap);
		begin_ap_request(aggregation, radio);
		radio_request_ap_start(radio, lease->slot, ap->beacon,
				       ap->beacon_len, on_ap_started,
				       aggregation);
		if (ap->state == SHADOW_AP_STOPPED) /* refused at once */
			return;
	}
}

/* Postpones the next attempt to add the entry. */
static void postpone_entry(struct peer *peer,
			   const struct radio_result *result, uint64_t now)
{
	if (result->refused) {
		peer->retry_after_ms = now + PEER_BUSY_RETRY_MS;
		return;
	}
	shadow_ap_log_refusal(result->radio, "station", peer->station,
			      result->err);
	peer->retry_after_ms = now + PEER_RETRY_MS;
}

static void on_entry_added(void *arg, const struct radio_result *result)
{
	struct aggregation *aggregation = arg;
	struct peer *peer = find_peer(aggregation, result);
	struct radio *radio = result->radio;
	uint64_t now = clock_ms();
	bool vanished = false; /* the interface: another program removed it */

	if (!peer)
		return;
	/* Else a removal follows. */
	if (peer->entry == PEER_ENTRY_ADDING) {
		peer->entry =
			result->err ? PEER_ENTRY_NONE : PEER_ENTRY_PRESENT;
		if (result->err) {
			postpone_entry(peer, result, now);
			vanished = result->err == ENODEV;
		} else {
			flight_make_local(&radio->queue.flight, peer->bssid,
					  peer->station);
		}
		if (block_ack_is_settling(peer_session(peer, peer->entry_tid),
					  now))
			move_window(aggregation, radio, peer, peer->entry_tid);
	}
	end_request(radio, peer);
	if (vanished)
		aggregation_stop_radio(aggregation, radio);
}

void entry_add(struct aggregation *aggregation, struct radio *radio,
	       struct peer *peer, const struct lease *lease, uint8_t tid,
	       uint64_t now)
{
	const struct shadow_ap *ap =
		shadow_ap_of(aggregation->aps[radio->index], lease->slot);

	if (ap->state != SHADOW_AP_RUNNING) {
		start_access_points(aggregation, radio, now);
		return;
	}
	peer->radio = (uint8_t)radio->index;
	peer->slot = lease->slot;
	peer->entry_tid = tid;
	begin_request(radio, peer, PEER_ENTRY_ADDING);
	radio_request_sta_add(radio, lease->slot, peer->bssid, peer->station,
			      &peer->described, on_entry_added, aggregation);
}
