/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"
#include "radiotap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size), out[RADIOTAP_BUILD_MAX];
	struct radiotap rt;

	radiotap_parse(copy, size, &rt);
	if (radiotap_build(&rt, out) > sizeof(out))
		abort();
	free(copy);
	return 0;
}
