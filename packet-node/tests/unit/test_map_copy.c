/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/base.h"
#include "node/map_copy.h"
#include "unit.h"

#define MANY 5000

static struct map_copy copy;
static size_t left = 16U << 20;

static bool put(uint32_t key, uint64_t value)
{
	return map_copy_put(&copy, (const uint8_t *)&key,
			    (const uint8_t *)&value, false);
}

static enum map_news compare(uint32_t key, uint64_t value)
{
	return map_copy_compare(&copy, (const uint8_t *)&key,
				(const uint8_t *)&value);
}

static void begin(void)
{
	map_copy_begin(&copy, sizeof(uint32_t), sizeof(uint64_t), &left);
}

static void test_finds_what_differs(void)
{
	begin();
	CHECK(compare(1, 2) == MAP_NEW);
	for (uint32_t i = 0; i < MANY; i++)
		CHECK(put(i * 7919, i));
	CHECK(copy.n == MANY);
	for (uint32_t i = 0; i < MANY; i++)
		CHECK(compare(i * 7919, i) == MAP_SAME);
	CHECK(compare(7919, 2) == MAP_CHANGED);
	CHECK(compare(7918, 1) == MAP_NEW);
	CHECK(put(7919, 2));
	CHECK(copy.n == MANY);
	CHECK(compare(7919, 2) == MAP_SAME);
	map_copy_end(&copy);
	CHECK(!copy.n && compare(7919, 2) == MAP_NEW);
}

static void test_finds_what_is_gone(void)
{
	const uint32_t wanted[] = { 3, 8 };
	size_t at = 0;

	begin();
	for (uint32_t i = 0; i < 10; i++)
		put(i, i);
	for (uint32_t i = 0; i < 10; i++)
		if (i != 3 && i != 8)
			compare(i, i);
	/* Another value is no other entry. */
	CHECK(put(10, 1));
	CHECK(map_copy_put(&copy, (const uint8_t *)&(uint32_t){ 10 },
			   (const uint8_t *)&(uint64_t){ 2 }, true));
	for (size_t i = 0; i < 2; i++) {
		const uint8_t *key = map_copy_lost(&copy, at, &at);

		CHECK(key != NULL);
		CHECK_MEM(&wanted[i], key, sizeof(wanted[i]));
		at++;
	}
	CHECK(!map_copy_lost(&copy, at, &at));
	map_copy_end(&copy);
}

static void test_has_a_limit(void)
{
	static uint8_t value[4096];
	const size_t before = left;
	uint32_t key = 0;

	map_copy_begin(&copy, sizeof(key), sizeof(value), &left);
	while (key < 10000 &&
	       map_copy_put(&copy, (const uint8_t *)&key, value, false))
		key++;
	CHECK(key > 0 && key * sizeof(value) <= before);
	CHECK(key < 10000 && copy.n == key);
	CHECK(left < before && copy.octets == before - left);
	map_copy_end(&copy);
	CHECK(left == before);
}

/* With a hash of the beginning alone, this takes minutes. */
static void test_long_keys(void)
{
	uint8_t key[HASH_OCTETS_MAX + 4] = { 0 };

	map_copy_begin(&copy, sizeof(key), 1, &left);
	for (uint32_t i = 0; i < 60000; i++) {
		memcpy(key + HASH_OCTETS_MAX, &i, sizeof(i));
		CHECK(map_copy_put(&copy, key, key, false));
	}
	CHECK(copy.n == 60000);
	map_copy_end(&copy);
}

const struct unit_test map_copy_tests[] = {
	UNIT_TEST(test_finds_what_differs),
	UNIT_TEST(test_finds_what_is_gone),
	UNIT_TEST(test_has_a_limit),
	UNIT_TEST(test_long_keys),
	{ NULL, NULL },
};
