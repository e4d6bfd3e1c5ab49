/* SPDX-License-Identifier: Apache-2.0 */
/* What a radio delivers: radiotap and 802.11, and the frame that the agent
 * injected. The first octet chooses VLAN and leases, the second one the length
 * of the injected frame, which follows. The sanitizer detects any access
 * beyond either. */
#include "cloudmac.h"
#include "frame/ieee80211.h"
#include "frame/uplink.h"
#include "fuzz.h"
#include "limits/known_vaps.h"

#define LENGTHS 2 /* octets before the injected frame */

/* One VAP, called "a". */
static struct known_vaps vaps;

static void learn_vap(void)
{
	static const uint8_t beacon[39] = { 0x80, [37] = 1, [38] = 'a' };

	known_vaps_init(&vaps);
	known_vaps_add_beacon(&vaps, beacon, sizeof(beacon), 1);
}

static bool serves(void *arg, const uint8_t *bssid)
{
	return *(const uint8_t *)arg & 1 & bssid[5];
}

/* Reports the chain of the injected frame if the echo is one of it. */
static void report(struct uplink_frame *out, const uint8_t *sent,
		   size_t sent_len, uint8_t choice)
{
	const struct cloudmac_chain chain = { .n = choice >> 5 & 3 };

	if (!cloudmac_80211_hdrlen(sent, (uint32_t)sent_len))
		return;
	if (ieee80211_same_frame(sent, sent_len, out->frame, out->frame_len) ||
	    ieee80211_same_payload(sent, sent_len, out->frame, out->frame_len))
		uplink_report_chain(out, &chain, choice, sent, sent_len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cloudmac_frame parsed;
	struct uplink_frame out;
	uint8_t wire[13000], *copy, *sent, choice;
	size_t sent_len;

	if (size < LENGTHS || size > 12000)
		return 0;
	if (!vaps.n)
		learn_vap();
	choice = data[0];
	sent_len = data[1];
	data += LENGTHS;
	size -= LENGTHS;
	if (sent_len > size)
		sent_len = size;
	sent = fuzz_copy(data, sent_len);
	size -= sent_len;
	copy = fuzz_copy(data + sent_len, size);
	if (!uplink_wrap(copy, size, choice & 2 ? choice : -1, serves, &choice,
			 &out)) {
		if (!out.tx_status && ieee80211_is_probe_request(out.frame))
			known_vaps_wants_probe(&vaps, out.frame, out.frame_len,
					       1);
		if (out.tx_status)
			report(&out, sent, sent_len, choice);
		/* What is sent must be well formed by the specification. */
		memcpy(wire, out.head, out.head_len);
		memcpy(wire + out.head_len, out.body, out.body_len);
		if (cloudmac_frame_parse(wire,
					 (u32)(out.head_len + out.body_len),
					 CLOUDMAC_UPLINK, &parsed))
			abort();
	}
	free(copy);
	free(sent);
	return 0;
}
