/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <unistd.h>

#include "base/addr.h"
#include "base/clock.h"
#include "base/counters.h"
#include "base/log.h"
#include "base/loop.h"
#include "server/lines.h"
#include "unit.h"

static void test_addresses(void)
{
	static const char *const bad[] = {
		"",
		"02:00:00:00:00:0",
		"02:00:00:00:00:011",
		"02-00-00-00-00-01",
		"02:00:00:00:00:0g",
		"02:00:00:00:00 01",
		"020:0:00:00:00:01",
	};
	uint8_t addr[6] = { 9, 9, 9, 9, 9, 9 };
	char text[ADDR_TEXTLEN];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK(!addr_parse(bad[i], addr));
	CHECK_INT(9, addr[0]);
	CHECK(addr_parse("02:aB:Cd:00:fF:01", addr));
	CHECK_STR("02:ab:cd:00:ff:01", addr_format(addr, text));
	CHECK(addr_is_bssid(addr));
	addr[4] = addr[5] = 0xff;
	CHECK(!addr_is_bssid(addr));
}

static void test_every_reason_has_a_name(void)
{
	for (unsigned int i = DROP_NONE + 1; i < DROP_MAX; i++)
		CHECK(drop_reason_name((enum drop_reason)i) != NULL);
	CHECK(drop_reason_name(DROP_MAX) == NULL);
	for (int i = 1; i < CLOUDMAC_ERR_MAX; i++)
		CHECK_STR(cloudmac_error_name(i),
			  drop_reason_name((enum drop_reason)i));
}

static void test_log_limit(void)
{
	struct log_limit limit = { 0 };
	unsigned int left_out = 9;

	CHECK(log_limit_pass(&limit, 5, &left_out));
	CHECK_INT(0, left_out);
	CHECK(!log_limit_pass(&limit, 6, &left_out));
	CHECK(!log_limit_pass(&limit, 5 + LOG_PERIOD_MS - 1, &left_out));
	CHECK(log_limit_pass(&limit, 5 + LOG_PERIOD_MS, &left_out));
	CHECK_INT(2, left_out);
}

static char got[64];

static bool take(void *arg, const char *line, size_t len)
{
	(void)arg;
	snprintf(got + strlen(got), sizeof(got) - strlen(got), "<%.*s>",
		 (int)len, line);
	return memcmp(line, "end", len < 3 ? len : 3) != 0 || len < 3;
}

/* Returns how many octets stay unread, or -1 if a line is too long. */
static int feed(struct lines *lines, const char *text)
{
	size_t len = strlen(text);

	return lines_feed(lines, &text, &len, take, NULL) ? (int)len : -1;
}

static void test_lines(void)
{
	struct lines lines;

	CHECK(lines_init(&lines, 5));
	got[0] = '\0';
	CHECK_INT(0, feed(&lines, "ab"));
	CHECK_INT(0, feed(&lines, "c\n\n12345\nx"));
	CHECK_STR("<abc><><12345>", got);
	CHECK_INT(1, lines.len);
	CHECK_INT(0, feed(&lines, "2345"));
	CHECK_INT(-1, feed(&lines, "6"));
	lines.len = 0;
	got[0] = '\0';
	/* The rest is the caller's. */
	CHECK_INT(5, feed(&lines, "end\nmore\n"));
	CHECK_STR("<end>", got);
	CHECK_INT(-1, feed(&lines, "123456\n"));
	lines_destroy(&lines);
}

struct order {
	struct loop loop;
	struct loop_timer timers[3];
	char text[16];
};

static struct order order;

static void first(void *arg)
{
	(void)arg;
	strcat(order.text, "1");
	loop_timer_stop(&order.loop, &order.timers[1]);
}

static void never(void *arg)
{
	(void)arg;
	strcat(order.text, "2");
}

static void last(void *arg)
{
	(void)arg;
	strcat(order.text, "3");
	loop_stop(&order.loop);
}

static void test_timers(void)
{
	memset(&order, 0, sizeof(order));
	CHECK_INT(0, loop_init(&order.loop));
	order.timers[0].handler = first;
	order.timers[1].handler = never;
	order.timers[2].handler = last;
	loop_timer_start(&order.loop, &order.timers[2], 301);
	loop_timer_start(&order.loop, &order.timers[1], 300);
	loop_timer_start(&order.loop, &order.timers[0], 60000);
	loop_timer_start(&order.loop, &order.timers[0], 1);
	CHECK_INT(0, loop_run(&order.loop));
	CHECK_STR("13", order.text);
	loop_destroy(&order.loop);
}

static void wait_us(useconds_t us)
{
	uint64_t until = clock_us() + us;

	while (clock_us() < until)
		usleep(us);
}

static void test_clock(void)
{
	uint64_t before = clock_ms(), held;

	wait_us(2000);
	CHECK(clock_ms() > before);
	clock_cache_begin();
	held = clock_ms();
	CHECK(held > before);
	wait_us(2000);
	CHECK_INT(held, clock_ms());
	clock_cache_invalidate();
	CHECK(clock_ms() > held);
	held = clock_ms();
	wait_us(2000);
	CHECK_INT(held, clock_ms());
	clock_cache_begin();
	CHECK(clock_ms() > held);
	held = clock_ms();
	wait_us(2000);
	clock_cache_end();
	CHECK(clock_ms() > held);
	held = clock_ms();
	wait_us(2000);
	CHECK(clock_ms() > held);
}

const struct unit_test misc_tests[] = {
	UNIT_TEST(test_addresses),
	UNIT_TEST(test_every_reason_has_a_name),
	UNIT_TEST(test_log_limit),
	UNIT_TEST(test_lines),
	UNIT_TEST(test_timers),
	UNIT_TEST(test_clock),
	{ NULL, NULL },
};
