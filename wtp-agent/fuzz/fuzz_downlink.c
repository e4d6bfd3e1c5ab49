/* SPDX-License-Identifier: Apache-2.0 */
/* What the wire delivers: Ethernet frames. */
#include "frame/downlink.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);
	uint8_t head[RADIOTAP_BUILD_MAX];
	struct downlink_frame out;

	if (!downlink_unwrap(copy, size, &out) &&
	    (radiotap_build(&out.rt, head) > sizeof(head) || out.rt.token ||
	     out.chain.n > CLOUDMAC_CHAIN_MAX ||
	     out.body + out.body_len > copy + size))
		abort();
	free(copy);
	return 0;
}
