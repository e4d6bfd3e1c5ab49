/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/radiotap.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size), out[RADIOTAP_BUILD_MAX];
	struct radiotap rt, again;
	size_t len;

	radiotap_parse(copy, size, &rt);
	len = radiotap_build(&rt, out);
	if (len > sizeof(out))
		abort();
	/* Parsing returns chain and token, whatever fields precede it. */
	radiotap_parse(out, len, &again);
	if (again.token != rt.token || again.chain.n != rt.chain.n ||
	    memcmp(again.chain.stages, rt.chain.stages,
		   rt.chain.n * sizeof(rt.chain.stages[0])))
		abort();
	free(copy);
	return 0;
}
