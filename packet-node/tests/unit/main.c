/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

extern const struct unit_test answer_tests[], base64_tests[],
	connections_tests[], cpp_config_tests[], limits_tests[],
	loader_filter_tests[], manifest_tests[], map_copy_tests[],
	marker_tests[], names_tests[], nft_set_tests[], orders_tests[],
	ovsdb_tests[], shape_tests[], supervision_tests[], trigger_tests[],
	upload_tests[];

int main(void)
{
	const struct unit_test *const files[] = {
		answer_tests,	  base64_tests,	  connections_tests,
		cpp_config_tests, limits_tests,	  loader_filter_tests,
		manifest_tests,	  map_copy_tests, marker_tests,
		names_tests,	  nft_set_tests,  orders_tests,
		ovsdb_tests,	  shape_tests,	  supervision_tests,
		trigger_tests,	  upload_tests,	  NULL,
	};

	unit_run(files);
	return unit_end();
}
