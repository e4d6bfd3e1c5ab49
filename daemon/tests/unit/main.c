/* SPDX-License-Identifier: Apache-2.0 */
/* The tests of the library. */
#include "unit.h"

extern const struct unit_test admission_tests[], clock_floor_tests[],
	config_file_tests[], hash_tests[], misc_tests[], rpc_tests[],
	terms_tests[], worker_tests[];

int main(void)
{
	const struct unit_test *const files[] = {
		admission_tests,
		clock_floor_tests,
		config_file_tests,
		hash_tests,
		misc_tests,
		worker_tests,
#ifdef WITH_LIBRARIES
		rpc_tests,
		terms_tests,
#endif
		NULL,
	};

	unit_run(files);
	return unit_end();
}
