/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Adds and removes the entries of stations in mac80211, and the access points
 * that these need. mac80211 takes time for both. While it changes an entry,
 * the frames of the station wait. While access points start or stop, all
 * frames of the radio do: mac80211 would drop them.
 */
#ifndef STATION_ENTRIES_H
#define STATION_ENTRIES_H

#include "aggregation_state.h"

/* Adds an entry of the station if its access point runs. Else starts the
 * access points if that is possible yet. 'tid' is that of the frame that
 * requires it. */
void entry_add(struct aggregation *aggregation, struct radio *radio,
	       struct peer *peer, const struct lease *lease, uint8_t tid,
	       uint64_t now);

/* Removes the entry of a station; mac80211 drops the frames in it. A dozing
 * station may keep its sessions. */
void entry_remove(struct aggregation *aggregation, struct peer *peer);

/* Removes the entry of a station that is awake. The frames without TX status
 * wait again afterwards. */
void entry_requeue(struct aggregation *aggregation, struct peer *peer);

/* Stops the access point of a slot, with all its entries. The radio's frames
 * wait until it has stopped. */
void aggregation_stop(struct aggregation *aggregation, struct radio *radio,
		      unsigned int slot);

/* Stops all access points of the radio. */
void aggregation_stop_radio(struct aggregation *aggregation,
			    struct radio *radio);

/* Calls 'stopped' at the end of each stop and removal. If that failed, the
 * interface of the access point remains. No access point starts in the slot
 * until aggregation_remove_ap() succeeds. */
void aggregation_watch_stops(struct aggregation *aggregation,
			     radio_done *stopped, void *arg);

/* Returns the slots of a radio in which the interface of an access point
 * remains: a bit is a slot. */
uint64_t aggregation_remaining(const struct aggregation *aggregation,
			       unsigned int radio);

/* Removes what a failed stop or start of an access point left. Does nothing
 * while a request of the access point is pending: its result is reported. */
void aggregation_remove_ap(struct aggregation *aggregation,
			   struct radio *radio, unsigned int slot);

#endif
