/* SPDX-License-Identifier: Apache-2.0 */
/* What the wire delivers: Ethernet frames. */
#include "downlink.h"
#include "fuzz.h"

static uint64_t now(void)
{
	return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);
	struct downlink_frame out;

	if (!downlink_unwrap(copy, size, now, &out) &&
	    (out.head_len > RADIOTAP_BUILD_MAX ||
	     out.body + out.body_len > copy + size))
		abort();
	free(copy);
	return 0;
}
