/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration files, of both formats. */
#include "config/wtp_config.h"
#include "fuzz.h"

static void report(void *arg, const char *text)
{
	(void)arg;
	if (!*text)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct config config;

	config_parse(&config, "file", (const char *)data, size, report, NULL);
	return 0;
}
