/* SPDX-License-Identifier: Apache-2.0 */
/* What the wire delivers: Ethernet frames. Beacons make their VAP known. */
#include "frame/downlink.h"
#include "frame/ieee80211.h"
#include "fuzz.h"
#include "limits/known_vaps.h"

static struct known_vaps vaps;

/* Only a beacon with an SSID makes its transmitter known. A permit passes
 * only beacons and probe responses. */
static void announce(const struct downlink_frame *frame)
{
	known_vaps_init(&vaps);
	known_vaps_add_beacon(&vaps, frame->body, frame->body_len, 1);
	if (vaps.n != known_vaps_has(&vaps, frame->bssid, 1))
		abort();
	if (ieee80211_announces_vap(frame->body, frame->body_len) &&
	    !ieee80211_has_timestamp(frame->body, frame->body_len))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);
	uint8_t head[RADIOTAP_BUILD_MAX];
	struct downlink_frame out;

	if (!downlink_unwrap(copy, size, &out)) {
		if (radiotap_build(&out.rt, head) > sizeof(head) ||
		    out.rt.token || out.chain.n > CLOUDMAC_CHAIN_MAX ||
		    out.body + out.body_len > copy + size)
			abort();
		announce(&out);
	}
	free(copy);
	return 0;
}
