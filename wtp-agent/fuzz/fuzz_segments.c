/* SPDX-License-Identifier: Apache-2.0 */
/* What VAPs send in segments. The input is a list of Ethernet frames: the time
 * since the one before (ms, one octet), the length (two octets), the frame. */
#include "cloudmac.h"
#include "frame/downlink.h"
#include "fuzz.h"
#include "queue/segments.h"

#define HEAD 3

static struct segments segments;

/* The whole frame lies in the table's memory. */
static void check_whole(uint8_t *whole, size_t len)
{
	struct downlink_frame out;

	if (whole < segments.octets ||
	    whole + len > segments.octets + sizeof(segments.octets))
		abort();
	if (downlink_unwrap(whole, len, &out))
		return;
	if (out.body_len > CLOUDMAC_80211_MAX ||
	    out.body + out.body_len != whole + len)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t drops[DROP_MAX] = { 0 }, now_ms = 0;

	segments_init(&segments);
	while (size >= HEAD) {
		size_t len = cloudmac_get_be16(data + 1);
		uint8_t *copy, *whole;
		enum drop_reason reason;

		now_ms += data[0];
		data += HEAD;
		size -= HEAD;
		if (len > size)
			len = size;
		copy = whole = fuzz_copy(data, len);
		data += len;
		size -= len;
		reason = segments_add(&segments, now_ms, &whole, &len);
		if (reason && whole)
			abort();
		if (whole)
			check_whole(whole, len);
		free(copy);
	}
	segments_update_counters(&segments, now_ms + CLOUDMAC_REASSEMBLY_MS,
				 drops);
	for (size_t i = 0; i < SEGMENTS_FRAMES; i++)
		if (segments.partials[i].used)
			abort();
	return 0;
}
