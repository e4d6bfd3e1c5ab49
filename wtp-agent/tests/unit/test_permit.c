/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdbool.h>

#include "radio/permit.h"
#include "unit.h"

#define MODEL_BSSIDS 1500 /* more than the table has places */

static struct permit_table table;
static uint8_t list[PERMITS_MAX + 1][ADDR_LEN];

static const uint8_t *bssid_of(unsigned int number)
{
	static uint8_t bssid[ADDR_LEN] = { 2 };

	bssid[4] = (uint8_t)(number >> 8);
	bssid[5] = (uint8_t)number;
	return bssid;
}

/* Puts 'n' BSSIDs from number 'first' on into the list. */
static void fill_list(unsigned int first, size_t n)
{
	for (size_t i = 0; i < n; i++)
		memcpy(list[i], bssid_of(first + (unsigned int)i), ADDR_LEN);
}

static int grant(unsigned int first, size_t n, unsigned int radio,
		 uint64_t expires_ms, uint64_t now_ms)
{
	fill_list(first, n);
	return permit_grant(&table, list[0], n, radio, expires_ms, now_ms);
}

static const struct permit *find(unsigned int number, uint64_t now_ms)
{
	return permit_find(&table, bssid_of(number), now_ms);
}

static size_t count(uint64_t now_ms)
{
	size_t n = 0;

	for (size_t i = 0; i < table.n; i++)
		n += permit_is_valid(&table.permits[i], now_ms);
	return n;
}

static void test_grant_renew_expire(void)
{
	permit_init(&table);
	CHECK(!find(1, 0));
	CHECK_INT(0, grant(1, 2, 3, 1000, 0));
	CHECK(find(1, 999) && find(2, 999) && !find(3, 999));
	CHECK_INT(3, find(1, 999)->radio);
	CHECK_MEM(bssid_of(1), find(1, 0)->bssid, ADDR_LEN);
	CHECK_INT(0, grant(1, 1, 3, 2000, 999));
	CHECK(find(1, 1999) && !find(2, 1000));
	CHECK(!find(1, 2000));
	CHECK_INT(0, count(2000));
}

/* A renewal may also be for a shorter time. */
static void test_the_last_grant_counts(void)
{
	permit_init(&table);
	CHECK_INT(0, grant(1, 1, 0, 5000, 0));
	CHECK_INT(0, grant(1, 1, 0, 1000, 0));
	CHECK(!find(1, 1000));
}

static void test_a_grant_moves_the_permit(void)
{
	permit_init(&table);
	CHECK_INT(0, grant(1, 2, 0, 1000, 0));
	CHECK_INT(0, grant(1, 1, 1, 1000, 0));
	CHECK_INT(1, find(1, 0)->radio);
	CHECK_INT(0, find(2, 0)->radio);
	CHECK_INT(2, count(0));
}

static void test_revoke(void)
{
	permit_init(&table);
	CHECK(!permit_revoke(&table, bssid_of(1), 0));
	CHECK_INT(0, grant(1, 3, 0, 1000, 0));
	CHECK(permit_revoke(&table, bssid_of(2), 0));
	CHECK(find(1, 0) && !find(2, 0) && find(3, 0));
	CHECK(!permit_revoke(&table, bssid_of(2), 0));
	/* One that has expired is gone, too. */
	CHECK(!permit_revoke(&table, bssid_of(1), 1000));
	CHECK_INT(0, grant(2, 1, 1, 1000, 0));
	CHECK_INT(1, find(2, 0)->radio);
	CHECK_INT(3, count(0));
}

static void test_a_full_table(void)
{
	permit_init(&table);
	CHECK_INT(0, grant(0, PERMITS_MAX, 0, 1000, 0));
	CHECK_INT(PERMITS_MAX, count(0));
	for (unsigned int i = 0; i < PERMITS_MAX; i++)
		CHECK(find(i, 0) != NULL);
	CHECK_INT(ENOSPC, grant(PERMITS_MAX, 1, 0, 1000, 0));
	CHECK(!find(PERMITS_MAX, 0));
	/* All can be renewed, and moved. */
	CHECK_INT(0, grant(0, PERMITS_MAX, 1, 2000, 999));
	CHECK_INT(1, find(PERMITS_MAX - 1, 1999)->radio);
	/* A revoked one makes room, and expired ones do. */
	CHECK(permit_revoke(&table, bssid_of(7), 999));
	CHECK_INT(0, grant(PERMITS_MAX, 1, 0, 2000, 999));
	CHECK(find(PERMITS_MAX, 999) && !find(7, 999));
	CHECK_INT(ENOSPC, grant(7, 1, 0, 3000, 1999));
	CHECK_INT(0, grant(5000, PERMITS_MAX, 0, 3000, 2000));
	CHECK(!find(0, 2000) && find(5000, 2000));
}

/* Neither new permits, nor renewals and moves before the one that does not
 * fit. */
static void test_all_or_none(void)
{
	permit_init(&table);
	CHECK_INT(0, grant(0, PERMITS_MAX - 2, 0, 1000, 0));
	/* Two known ones, two that fit, one that does not. */
	CHECK_INT(ENOSPC, grant(PERMITS_MAX - 4, 5, 1, 9000, 0));
	CHECK_INT(PERMITS_MAX - 2, count(0));
	for (unsigned int i = 0; i < PERMITS_MAX + 1; i++) {
		const struct permit *permit = find(i, 0);

		CHECK_INT(i < PERMITS_MAX - 2, permit != NULL);
		if (permit)
			CHECK(!permit->radio && permit->expires_ms == 1000);
	}
	CHECK_INT(0, grant(PERMITS_MAX - 4, 4, 1, 9000, 0));
	CHECK_INT(PERMITS_MAX, count(0));
}

static void test_a_bssid_may_be_listed_twice(void)
{
	permit_init(&table);
	CHECK_INT(0, grant(0, PERMITS_MAX - 1, 0, 1000, 0));
	fill_list(PERMITS_MAX - 1, 1);
	for (size_t i = 1; i < PERMITS_MAX; i++)
		memcpy(list[i], list[0], ADDR_LEN);
	CHECK_INT(0, permit_grant(&table, list[0], PERMITS_MAX, 2, 1000, 0));
	CHECK_INT(2, find(PERMITS_MAX - 1, 0)->radio);
	CHECK_INT(PERMITS_MAX, count(0));
}

/* The model: the permits as an array by BSSID. */
static struct model {
	unsigned int radio;
	uint64_t expires_ms;
} model[MODEL_BSSIDS];

static bool model_has(unsigned int number, uint64_t now_ms)
{
	return now_ms < model[number].expires_ms;
}

static int model_grant(unsigned int first, size_t n, unsigned int radio,
		       uint64_t expires_ms, uint64_t now_ms)
{
	size_t held = n;

	for (unsigned int i = 0; i < MODEL_BSSIDS; i++)
		held += (i < first || i >= first + n) && model_has(i, now_ms);
	if (held > PERMITS_MAX)
		return ENOSPC;
	for (unsigned int i = first; i < first + n; i++)
		model[i] = (struct model){ radio, expires_ms };
	return 0;
}

static void compare(uint64_t now_ms)
{
	for (unsigned int i = 0; i < MODEL_BSSIDS; i++) {
		const struct permit *permit = find(i, now_ms);

		CHECK_INT(model_has(i, now_ms), permit != NULL);
		if (permit)
			CHECK(permit->radio == model[i].radio &&
			      permit->expires_ms == model[i].expires_ms);
	}
}

static uint32_t next_random(void)
{
	static uint32_t state = 1;

	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

static void test_random_operations(void)
{
	unsigned int refused = 0, before = unit_failures;
	uint64_t now_ms = 0;

	permit_init(&table);
	memset(model, 0, sizeof(model));
	for (int step = 0; step < 1000 && unit_failures == before; step++) {
		unsigned int first = next_random() % MODEL_BSSIDS;
		size_t n = 1 + next_random() % 300;
		unsigned int radio = next_random() % 3;
		uint64_t expires_ms = now_ms + 1 + next_random() % 1000;

		if (first + n > MODEL_BSSIDS)
			n = MODEL_BSSIDS - first;
		if (next_random() % 3) {
			int err = model_grant(first, n, radio, expires_ms,
					      now_ms);

			refused += err != 0;
			CHECK_INT(err,
				  grant(first, n, radio, expires_ms, now_ms));
		} else {
			CHECK_INT(model_has(first, now_ms),
				  permit_revoke(&table, bssid_of(first),
						now_ms));
			model[first].expires_ms = 0;
		}
		compare(now_ms);
		now_ms += next_random() % 40;
	}
	CHECK(refused > 50 && refused < 500);
}

const struct unit_test permit_tests[] = {
	UNIT_TEST(test_grant_renew_expire),
	UNIT_TEST(test_the_last_grant_counts),
	UNIT_TEST(test_a_grant_moves_the_permit),
	UNIT_TEST(test_revoke),
	UNIT_TEST(test_a_full_table),
	UNIT_TEST(test_all_or_none),
	UNIT_TEST(test_a_bssid_may_be_listed_twice),
	UNIT_TEST(test_random_operations),
	{ NULL, NULL },
};
