/* SPDX-License-Identifier: Apache-2.0 */
/* Compares a message of a virtual station with that of a vector. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "cloudmac_vsta.h"

struct expected_message {
	int type; /* enum cloudmac_vsta_type, or 0: the frame is no message */
	struct cloudmac_vsta_hello hello;
	struct cloudmac_vsta_scan scan;
	struct cloudmac_vsta_done done;
};

static bool same_ssid(const struct cloudmac_ssid *got,
		      const struct cloudmac_ssid *want)
{
	return got->len == want->len &&
	       !memcmp(got->octets, want->octets, want->len);
}

static bool same_hello(const struct cloudmac_vsta_hello *got,
		       const struct cloudmac_vsta_hello *want)
{
	return got->flags == want->flags && got->frequency == want->frequency &&
	       !memcmp(got->bssid, want->bssid, sizeof(want->bssid)) &&
	       same_ssid(&got->ssid, &want->ssid);
}

static bool same_scan(const struct cloudmac_vsta_scan *got,
		      const struct cloudmac_vsta_scan *want)
{
	u8 i;

	if (got->flags != want->flags || got->id != want->id ||
	    got->frequencies_n != want->frequencies_n ||
	    got->ssids_n != want->ssids_n ||
	    memcmp(got->frequencies, want->frequencies,
		   sizeof(want->frequencies)) != 0)
		return false;
	for (i = 0; i < want->ssids_n; i++)
		if (!same_ssid(&got->ssids[i], &want->ssids[i]))
			return false;
	return true;
}

static bool same_done(const struct cloudmac_vsta_done *got,
		      const struct cloudmac_vsta_done *want)
{
	return got->status == want->status && got->id == want->id &&
	       got->visited == want->visited &&
	       got->remembered == want->remembered;
}

/* Packs the message with the addresses of 'frame'. Returns its length. */
static u16 message_pack(u8 *at, const struct cloudmac_frame *frame,
			const struct expected_message *want)
{
	const u8 *to = frame->frame + 4, *from = frame->frame + 10;

	if (want->type == CLOUDMAC_VSTA_HELLO)
		return cloudmac_vsta_hello_pack(at, from, &want->hello);
	if (want->type == CLOUDMAC_VSTA_SCAN)
		return cloudmac_vsta_scan_pack(at, from, &want->scan);
	return cloudmac_vsta_done_pack(at, to, from, &want->done);
}

/* Returns the name of what differs from 'want', or NULL. Packs 'want' if the
 * vector is canonical. */
static const char *message_difference(const struct cloudmac_frame *frame,
				      const struct expected_message *want,
				      bool canonical)
{
	struct cloudmac_vsta_hello hello;
	struct cloudmac_vsta_scan scan;
	struct cloudmac_vsta_done done;
	u8 packed[CLOUDMAC_VSTA_MAX];

	if (cloudmac_vsta_hello_parse(frame, &hello) !=
		    (want->type == CLOUDMAC_VSTA_HELLO) ||
	    cloudmac_vsta_scan_parse(frame, &scan) !=
		    (want->type == CLOUDMAC_VSTA_SCAN) ||
	    cloudmac_vsta_done_parse(frame, &done) !=
		    (want->type == CLOUDMAC_VSTA_SCAN_DONE))
		return "message";
	if (!want->type)
		return NULL;
	if (want->type == CLOUDMAC_VSTA_HELLO &&
	    !same_hello(&hello, &want->hello))
		return "hello";
	if (want->type == CLOUDMAC_VSTA_SCAN && !same_scan(&scan, &want->scan))
		return "scan";
	if (want->type == CLOUDMAC_VSTA_SCAN_DONE &&
	    !same_done(&done, &want->done))
		return "scan done";
	if (canonical &&
	    (message_pack(packed, frame, want) != frame->frame_len ||
	     memcmp(packed, frame->frame, frame->frame_len) != 0))
		return "packed message";
	return NULL;
}

#endif /* MESSAGES_H */
