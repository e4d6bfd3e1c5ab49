/* SPDX-License-Identifier: Apache-2.0 */
#include "control/methods.h"
#include "unit.h"

/* Whoever adds a method decides whether it is an order. */
static void test_orders(void)
{
	static const char no_orders[] =
		" agent.info ack.list announce.list stats signal.subscribe "
		"stations.airtime airtime.get vsta.list bss.heard log.level ";
	char name[64];

	for (const struct rpc_method *one = methods; one->name; one++) {
		snprintf(name, sizeof(name), " %s ", one->name);
		if (one->is_order != !strstr(no_orders, name))
			unit_fail(__FILE__, __LINE__, one->name);
	}
}

const struct unit_test method_table_tests[] = {
	UNIT_TEST(test_orders),
	{ NULL, NULL },
};
