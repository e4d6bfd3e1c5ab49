/* SPDX-License-Identifier: Apache-2.0 */
#include "shadow_ap.h"

#include <string.h>

/* The pause after the kernel refused an access point. */
#define RETRY_MS 5000
/* While a station that dozes still has an entry, mac80211 buffers group frames
 * for its own next beacon, and later ones behind them. A group frame without a
 * status for this time is buffered. */
#define STUCK_MS 40

void shadow_ap_log_refusal(const struct radio *radio, const char *what,
			   const uint8_t *address, int err)
{
	char text[ADDR_TEXTLEN];

	log_limited(LOG_LEVEL_WARN,
		    "%s: no aggregation: the kernel refuses %s %s: %s",
		    radio->config->phy, what, addr_format(address, text),
		    strerror(err));
}

struct shadow_ap *shadow_ap_of(struct shadow_ap aps[LEASES_MAX],
			       unsigned int slot)
{
	return slot < LEASES_MAX ? &aps[slot] : NULL;
}

/* A beacon of the slot's previous lease does not count. */
static bool has_beacon(const struct shadow_ap *ap, const struct lease *lease)
{
	return ap->beacon_len &&
	       !memcmp(ieee80211_addr2(ap->beacon), lease->bssid, ADDR_LEN);
}

static bool is_ready(const struct shadow_ap *ap, const struct lease *lease,
		     uint64_t now)
{
	return !ap->requests && !ap->remains &&
	       (ap->state == SHADOW_AP_RUNNING ||
		(now >= ap->retry_after_ms && has_beacon(ap, lease)));
}

bool shadow_ap_all_ready(const struct shadow_ap aps[LEASES_MAX],
			 const struct radio *radio,
			 const struct lease_table *leases, uint64_t now)
{
	if (radio->channel_requests)
		return false;
	for (size_t i = 0; i < leases->n; i++) {
		const struct lease *lease = &leases->leases[i];

		if (lease->radio == radio->index &&
		    !is_ready(&aps[lease->slot], lease, now))
			return false;
	}
	return true;
}

void shadow_ap_begin_start(struct shadow_ap *ap)
{
	ap->state = SHADOW_AP_STARTING;
	ap->requests++;
}

bool shadow_ap_end_start(struct shadow_ap *ap,
			 const struct radio_result *result, uint64_t now)
{
	ap->requests--;
	/* A stop follows. */
	if (ap->state != SHADOW_AP_STARTING)
		return false;
	ap->state = result->err ? SHADOW_AP_STOPPED : SHADOW_AP_RUNNING;
	if (!result->err)
		return false;
	shadow_ap_log_refusal(result->radio, "access point", result->bssid,
			      result->err);
	ap->retry_after_ms = now + RETRY_MS;
	return true;
}

bool shadow_ap_is_wanted(const struct shadow_ap *ap)
{
	return ap->state == SHADOW_AP_STARTING ||
	       ap->state == SHADOW_AP_RUNNING;
}

void shadow_ap_begin_stop(struct shadow_ap *ap)
{
	unsigned int requests = ap->requests;
	bool remains = ap->remains;

	memset(ap, 0, sizeof(*ap));
	ap->state = SHADOW_AP_STOPPING;
	ap->requests = requests + 1;
	ap->remains = remains;
}

void shadow_ap_begin_removal(struct shadow_ap *ap)
{
	ap->requests++;
}

void shadow_ap_end_stop(struct shadow_ap *ap,
			const struct radio_result *result)
{
	if (!--ap->requests)
		ap->state = SHADOW_AP_STOPPED;
	ap->remains = result->err;
}

void shadow_ap_suspect(struct shadow_ap *ap, uint64_t now)
{
	if (ap->group_in_flight && !ap->suspect_ms)
		ap->suspect_ms = now;
}

bool shadow_ap_is_stuck(const struct shadow_ap *ap, uint64_t now)
{
	return ap->state == SHADOW_AP_RUNNING && ap->suspect_ms &&
	       ap->group_in_flight && now >= ap->suspect_ms + STUCK_MS;
}

/* A copy of a beacon with a channel switch announcement would announce the
 * switch again and again. */
static void keep_beacon(struct shadow_ap *ap,
			const struct downlink_frame *frame)
{
	struct ieee80211_element element;

	if (frame->body_len > sizeof(ap->beacon) ||
	    ieee80211_beacon_element(frame->body, frame->body_len,
				     IEEE80211_ELEMENT_CHANNEL_SWITCH,
				     &element))
		return;
	memcpy(ap->beacon, frame->body, frame->body_len);
	ap->beacon_len = frame->body_len;
	ap->requires_mfp =
		ieee80211_beacon_requires_mfp(frame->body, frame->body_len);
}

void shadow_ap_add_group_frame(struct shadow_ap *ap,
			       const struct downlink_frame *frame)
{
	if (!ap->group_in_flight)
		ap->suspect_ms = 0;
	if (ap->state != SHADOW_AP_RUNNING && ieee80211_is_beacon(frame->body))
		keep_beacon(ap, frame);
	ap->group = ieee80211_sequence_control(frame->body);
	ap->group_in_flight = true;
}

void shadow_ap_end_group_frame(struct shadow_ap *ap, const uint8_t *frame)
{
	if (ap->group == ieee80211_sequence_control(frame))
		ap->group_in_flight = false;
}

bool shadow_ap_requires_mfp(const struct shadow_ap *ap,
			    const struct lease *lease)
{
	return ap->requires_mfp && has_beacon(ap, lease);
}
