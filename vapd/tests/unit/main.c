/* SPDX-License-Identifier: Apache-2.0 */
/* The tests of the daemon. */
#include "unit.h"

extern const struct unit_test associated_tests[], channel_switch_tests[],
	hostapd_text_tests[], method_table_tests[];

int main(void)
{
	const struct unit_test *const files[] = {
		associated_tests,
		channel_switch_tests,
		hostapd_text_tests,
#ifdef WITH_LIBRARIES
		method_table_tests,
#endif
		NULL,
	};

	unit_run(files);
	return unit_end();
}
