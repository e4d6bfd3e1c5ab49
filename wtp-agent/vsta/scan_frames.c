/* SPDX-License-Identifier: Apache-2.0 */
#include "scan_frames.h"

#include <string.h>

#include "guest_frames.h"
#include "scan_needs.h"

#define PRIORITY_MESSAGE 7
#define RATE_1		 2 /* units of 500 kb/s */
#define RATE_6		 12
#define BAND_5GHZ	 5000 /* MHz */

_Static_assert(CLOUDMAC_VSTA_SSIDS_MAX <= SCAN_SSIDS_MAX,
	       "a visit has room for a scan");

void scan_send_done(struct vsta_radio *on, const struct guest *guest)
{
	uint8_t content[CLOUDMAC_RADIOTAP_HLEN + CLOUDMAC_VSTA_HLEN +
			CLOUDMAC_VSTA_DONE_LEN] = {
		[2] = CLOUDMAC_RADIOTAP_HLEN
	};
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_SIGNAL_UNKNOWN,
		.priority = PRIORITY_MESSAGE,
		.kind = CLOUDMAC_KIND_VSTA,
		.vap = cloudmac_vap_id(guest->address),
	};
	const struct vsta_host *host = &on->vsta->host;
	struct uplink_frame frame;

	_Static_assert(sizeof(content) <= UPLINK_MADE_MAX, "it fits");
	cloudmac_vsta_done_pack(content + CLOUDMAC_RADIOTAP_HLEN,
				guest->address, on->radio->address,
				&guest->scan.done);
	uplink_make(&frame, on->radio->address, &tag, content, sizeof(content),
		    host->vlan);
	host->ops->send(host->arg, &frame);
	host->ops->flush(host->arg);
}

static uint16_t next_number(const struct guest *guest, unsigned int after)
{
	return (uint16_t)((guest->number + SCAN_NUMBER_DISTANCE + after) %
			  IEEE80211_NUMBERS);
}

static void send_probe(struct vsta_radio *on, const struct guest *guest,
		       unsigned int i)
{
	const struct cloudmac_ssid *ssid = &guest->scan.request.ssids[i];
	unsigned int mhz = on->scanner.visit.mhz;
	const struct radiotap rt = {
		.present = 1u << RADIOTAP_RATE | 1u << RADIOTAP_TX_FLAGS,
		.rate = mhz < BAND_5GHZ ? RATE_1 : RATE_6,
		.tx_flags = RADIOTAP_TX_NOACK | RADIOTAP_TX_NOSEQ |
			    RADIOTAP_TX_NOREORDER,
	};
	uint8_t frame[GUEST_PROBE_MAX];
	size_t len;

	if (!scan_visit_add_question(&on->scanner.visit, ssid, guest->address))
		return;
	len = guest_frame_make_probe(frame, guest->address, ssid, mhz,
				     next_number(guest, i));
	queue_inject_now(&on->radio->queue, &rt, frame, len);
}

/* Sends the probe requests of a virtual station, whose address the answers
 * need. If the visit has no room for all, the scan awaits another visit. */
static void ask_for(struct vsta_radio *on, struct guest *guest)
{
	struct scan *scan = &guest->scan;

	if (guest->radio != on->radio->index || !scan->joined ||
	    !(scan->request.flags & CLOUDMAC_VSTA_ACTIVE))
		return;
	if (on->scanner.visit.asked_n + scan->request.ssids_n >
	    SCAN_SSIDS_MAX) {
		scan->joined = false;
		return;
	}
	for (unsigned int i = 0; i < scan->request.ssids_n; i++)
		send_probe(on, guest, i);
}

void scan_send_probes(struct vsta_radio *on)
{
	struct guests *guests = &on->vsta->guests;
	struct guest *first = scan_payer(on, true);

	/* The scan that the visit is for has room, so each one ends. */
	if (first)
		ask_for(on, first);
	for (size_t i = 0; i < guests->n; i++)
		if (&guests->entries[i] != first)
			ask_for(on, &guests->entries[i]);
}

static void send_null(struct vsta_radio *on, struct scanner_null *null)
{
	const struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS,
		.tx_flags = RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER,
	};
	uint8_t frame[GUEST_NULL_LEN];
	size_t len = guest_frame_make_null(frame, null->guest, null->bssid,
					   null->dozes, null->number);

	null->tries++;
	if (null->tries > 1)
		frame[1] |= IEEE80211_RETRY;
	queue_inject_now(&on->radio->queue, &rt, frame, len);
}

void scan_begin_doze(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;
	const struct guests *guests = &on->vsta->guests;
	uint64_t now_ms = clock_ms();

	scanner->nulls_n = 0;
	for (size_t i = 0; i < guests->n; i++) {
		const struct guest *guest = &guests->entries[i];
		struct scanner_null *null = &scanner->nulls[scanner->nulls_n];

		if (guest->radio != on->radio->index ||
		    !guest_is_associated(guest, on->radio->frequency,
					 now_ms) ||
		    !(guest->hello.flags & CLOUDMAC_VSTA_AWAKE))
			continue;
		*null = (struct scanner_null){ .number = next_number(guest, 0),
					       .dozes = true };
		memcpy(null->guest, guest->address, ADDR_LEN);
		memcpy(null->bssid, guest->hello.bssid, ADDR_LEN);
		scanner->nulls_n++;
		send_null(on, null);
	}
}

void scan_end_doze(struct vsta_radio *on)
{
	struct scanner *scanner = &on->scanner;

	for (size_t i = 0; i < scanner->nulls_n; i++) {
		struct scanner_null *null = &scanner->nulls[i];

		null->dozes = false;
		null->tries = 0;
		null->number =
			(uint16_t)((null->number + 1) % IEEE80211_NUMBERS);
		send_null(on, null);
	}
}

bool scan_doze_is_known(const struct vsta_radio *on)
{
	for (size_t i = 0; i < on->scanner.nulls_n; i++)
		if (!on->scanner.nulls[i].acked)
			return false;
	return true;
}

/* Returns the null frame that the echo is of, or NULL. */
static struct scanner_null *find_null(struct scanner *scanner,
				      const uint8_t *frame)
{
	uint8_t made[GUEST_NULL_LEN];

	for (size_t i = 0; i < scanner->nulls_n; i++) {
		struct scanner_null *null = &scanner->nulls[i];
		size_t len =
			guest_frame_make_null(made, null->guest, null->bssid,
					      null->dozes, null->number);

		if (ieee80211_same_frame(made, len, frame, len))
			return null;
	}
	return NULL;
}

bool scan_doze_status(struct vsta_radio *on, const uint8_t *frame, bool failed)
{
	struct scanner_null *null;

	if (frame[0] != 0x48 ||
	    cloudmac_80211_hdrlen(frame, GUEST_NULL_LEN) != GUEST_NULL_LEN)
		return false;
	null = find_null(&on->scanner, frame);
	if (!null)
		return false;
	if (failed && null->tries < SCAN_NULL_TRIES)
		send_null(on, null);
	else
		null->acked = !failed;
	return true;
}
