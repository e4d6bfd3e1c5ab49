/* SPDX-License-Identifier: Apache-2.0 */
/* What one virtual station can cost the others of its radio. */
#include "antenna.h"
#include "unit.h"
#include "vsta/scanner.h"

#define AWAY_MHZ 2437

static struct cloudmac_vsta_scan scan_of(uint16_t id, uint8_t flags)
{
	return (struct cloudmac_vsta_scan){ .id = id,
					    .flags = flags,
					    .frequencies_n = 1,
					    .frequencies = { AWAY_MHZ } };
}

static void skip_sent(void)
{
	while (antenna_next())
		continue;
}

/* The virtual station begins a new scan in each absence, for 'seconds'. The
 * other one holds the channel. Returns how many milliseconds the radio is
 * away. */
static unsigned int scan_in_each_absence(const uint8_t *holder,
					 const uint8_t *guest,
					 unsigned int seconds)
{
	const struct scanner *scanner = &antenna_vsta.radios[0].scanner;
	bool was_away = false;
	unsigned int away_ms = 0;
	uint16_t id = 1;

	for (unsigned int ms = 0; ms < 1000 * seconds; ms++) {
		bool is_away = scanner->state == SCANNER_LISTENING &&
			       scanner->is_away;
		struct cloudmac_vsta_scan scan = scan_of(
			id, CLOUDMAC_VSTA_ACTIVE | CLOUDMAC_VSTA_FRESH);

		if (ms % 1000 == 0)
			antenna_hello(holder, ANTENNA_MHZ);
		if (!ms || (is_away && !was_away)) {
			antenna_scan(guest, &scan);
			id++;
		}
		was_away = is_away;
		away_ms += is_away;
		antenna_pass(1);
		antenna_work();
		skip_sent();
	}
	return away_ms;
}

static void test_a_new_scan_does_not_save_the_budget(void)
{
	unsigned int away_ms;

	antenna_begin(STATIONS_PINNED);
	away_ms = scan_in_each_absence(antenna_lease(1), antenna_lease(2), 60);
	CHECK(away_ms > GUEST_BUDGET_MS / 2);
	CHECK(away_ms <=
	      GUEST_BUDGET_MS + 60 * GUEST_BUDGET_PERMILLE + SCANNER_AWAY_MS);
	antenna_end();
}

/* The frames of others also wait while the radio tries to leave. An access
 * point that does not exist acknowledges nothing. */
static void test_attempts_to_leave_cost_budget(void)
{
	const struct cloudmac_vsta_scan scan = scan_of(1, 0);
	const uint8_t *guest;
	unsigned int paused_ms = 0;

	antenna_begin(STATIONS_PINNED);
	guest = antenna_lease(1);
	guests_get(&antenna_vsta.guests, guest, 0)->budget =
		(struct guest_budget){ .ms = 100, .updated_ms = unit_now_ms };
	for (unsigned int ms = 0; ms < 10000; ms++) {
		if (ms % 1000 == 0) {
			antenna_associate(guest);
			antenna_scan(guest, &scan);
		}
		antenna_pass(1);
		paused_ms += antenna_vsta.radios[0].pauses != 0;
		antenna_work();
		skip_sent();
	}
	CHECK(paused_ms > 100);
	CHECK(paused_ms <= 100 + 10 * GUEST_BUDGET_PERMILLE +
				   SCANNER_LEAVE_MS + SCANNER_AWAY_MS);
	antenna_end();
}

const struct unit_test vsta_limits_tests[] = {
	UNIT_TEST(test_a_new_scan_does_not_save_the_budget),
	UNIT_TEST(test_attempts_to_leave_cost_budget),
	{ NULL, NULL },
};
