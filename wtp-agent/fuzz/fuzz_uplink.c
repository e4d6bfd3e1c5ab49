/* SPDX-License-Identifier: Apache-2.0 */
/* What a radio delivers: radiotap and 802.11. The first octet chooses VLAN and
 * leases. */
#include "cloudmac.h"
#include "frame/uplink.h"
#include "fuzz.h"

static bool serves(void *arg, const uint8_t *bssid)
{
	return *(const uint8_t *)arg & 1 & bssid[5];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cloudmac_frame parsed;
	struct cloudmac_chain chain = { 0 };
	struct uplink_frame out;
	uint8_t wire[4096], *copy, choice;

	if (size < 1 || size > 3000)
		return 0;
	choice = *data++;
	size--;
	copy = fuzz_copy(data, size);
	if (!uplink_wrap(copy, size, choice & 2 ? choice : -1, serves, &choice,
			 &out)) {
		if (out.tx_status && choice & 4) {
			chain.n = choice >> 5 & 3;
			uplink_report_chain(&out, &chain, (uint32_t)size,
					    out.frame);
		}
		/* What is sent must be well formed by the specification. */
		memcpy(wire, out.head, out.head_len);
		memcpy(wire + out.head_len, out.body, out.body_len);
		if (cloudmac_frame_parse(wire,
					 (u32)(out.head_len + out.body_len),
					 CLOUDMAC_UPLINK, &parsed))
			abort();
	}
	free(copy);
	return 0;
}
