/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shadow access points: access points of mac80211 with the BSSID of a lease,
 * made of the VAP's beacon. mac80211 treats frames that are injected with this
 * BSSID as its own, so it can aggregate them. The VAP stays the station's
 * access point.
 */
#ifndef SHADOW_AP_H
#define SHADOW_AP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame/frame.h"
#include "radio/radio.h"

enum shadow_ap_state {
	SHADOW_AP_STOPPED,
	SHADOW_AP_STARTING,
	SHADOW_AP_RUNNING,
	SHADOW_AP_STOPPING,
};

struct shadow_ap {
	enum shadow_ap_state state;
	unsigned int requests;	 /* that are pending */
	uint64_t retry_after_ms; /* no start before */
	bool remains;		 /* the latest stop failed: no start */
	/* The VAP's latest beacon. */
	uint8_t beacon[IEEE80211_MMPDU_MAX];
	size_t beacon_len;
	bool requires_mfp; /* of all stations, by the beacon */
	/* The latest group frame: its sequence control, and whether its TX
	 * status is awaited. */
	uint16_t group;
	bool group_in_flight;
	uint64_t suspect_ms; /* since when it may be buffered, or 0 */
};

/* Returns the access point of a slot in 'aps', those of one radio; NULL for a
 * slot out of range. */
struct shadow_ap *shadow_ap_of(struct shadow_ap aps[LEASES_MAX],
			       unsigned int slot);

/* Returns true if the access points of all leases of the radio can start: the
 * VAPs' beacons are known, no pause runs, no request is pending, and none
 * remains after a stop that failed. mac80211 may have no way to inject frames,
 * beacons included, for a BSSID without an access point while others have one.
 */
bool shadow_ap_all_ready(const struct shadow_ap aps[LEASES_MAX],
			 const struct radio *radio,
			 const struct lease_table *leases, uint64_t now);

/* Notes that a start is requested, and its result. Returns true if the caller
 * must stop this access point and all others: the kernel refused it. */
void shadow_ap_begin_start(struct shadow_ap *ap);
bool shadow_ap_end_start(struct shadow_ap *ap,
			 const struct radio_result *result, uint64_t now);

/* Returns true if the access point runs, or is being started. */
bool shadow_ap_is_wanted(const struct shadow_ap *ap);

/* Notes that a stop is requested. Clears the state. */
void shadow_ap_begin_stop(struct shadow_ap *ap);
/* Notes that the removal of what a start or stop left is requested. */
void shadow_ap_begin_removal(struct shadow_ap *ap);
/* Notes the end of a stop or a removal. */
void shadow_ap_end_stop(struct shadow_ap *ap,
			const struct radio_result *result);

/* Notes that the entry of a dozing station was removed: mac80211 may have
 * buffered a group frame that is in flight. */
void shadow_ap_suspect(struct shadow_ap *ap, uint64_t now);

/* Returns true if mac80211 buffers group frames: the status of a suspected one
 * does not come. The caller stops all access points of the radio. */
bool shadow_ap_is_stuck(const struct shadow_ap *ap, uint64_t now);

/* Notes a group frame that is about to be enqueued; keeps the VAP's beacon. */
void shadow_ap_add_group_frame(struct shadow_ap *ap,
			       const struct downlink_frame *frame);

/* Notes the TX status of a group frame. */
void shadow_ap_end_group_frame(struct shadow_ap *ap, const uint8_t *frame);

/* Returns true if all stations of the lease protect management frames. Such a
 * station would not accept a DELBA, and has no session. */
bool shadow_ap_requires_mfp(const struct shadow_ap *ap,
			    const struct lease *lease);

/* Logs that the kernel refused to add 'what' with this address. */
void shadow_ap_log_refusal(const struct radio *radio, const char *what,
			   const uint8_t *address, int err);

#endif
