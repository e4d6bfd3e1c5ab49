/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "unit.h"

#define ADDRESSES 4096
#define BUCKETS	  64

static unsigned int bucket(unsigned int i)
{
	const uint8_t address[6] = {
		2, 0, 0, 0, (uint8_t)(i >> 8), (uint8_t)i
	};

	return hash_bucket(hash_octets(0, address, sizeof(address)), BUCKETS);
}

/* Neighbouring addresses fill all buckets alike. */
static void test_spread(void)
{
	unsigned int count[BUCKETS] = { 0 };

	for (unsigned int i = 0; i < ADDRESSES; i++)
		count[bucket(i)]++;
	for (unsigned int i = 0; i < BUCKETS; i++)
		CHECK(count[i] > 32 && count[i] < 128);
}

static void test_all_of_the_input_counts(void)
{
	const uint8_t octets[HASH_OCTETS_MAX] = { 0 };
	const uint32_t hash = hash_octets(0, octets, 8);

	CHECK(hash != hash_octets(1, octets, 8));
	CHECK(hash != hash_octets(0, octets, 7));
	for (size_t i = 0; i < HASH_OCTETS_MAX; i++) {
		uint8_t changed[HASH_OCTETS_MAX] = { 0 };

		changed[i] = 1;
		CHECK(hash_octets(0, octets, HASH_OCTETS_MAX) !=
		      hash_octets(0, changed, HASH_OCTETS_MAX));
	}
}

/* An input may be longer than the keys. Only a sanitizer sees them exceeded.
 */
static void test_long_input(void)
{
	uint8_t octets[2 * HASH_OCTETS_MAX] = { 0 };
	const uint32_t hash = hash_octets(0, octets, sizeof(octets));

	CHECK(hash != hash_octets(0, octets, HASH_OCTETS_MAX));
	octets[HASH_OCTETS_MAX] = 1;
	CHECK(hash == hash_octets(0, octets, sizeof(octets)));
}

/* Addresses that share a bucket do so no more with other keys. In a process of
 * its own: the other tests have constant keys. */
static void test_buckets_depend_on_the_keys(void)
{
	bool together[ADDRESSES];
	unsigned int pairs = 0, again = 0;
	int status = -1;
	pid_t child;

	for (unsigned int i = 1; i < ADDRESSES; i++) {
		together[i] = bucket(i) == bucket(0);
		pairs += together[i];
	}
	child = fork();
	if (child == 0) {
		hash_choose_keys();
		for (unsigned int i = 1; i < ADDRESSES; i++)
			again += together[i] && bucket(i) == bucket(0);
		_exit(again < pairs / 2 ? 0 : 1);
	}
	waitpid(child, &status, 0);
	CHECK_INT(0, status);
}

const struct unit_test hash_tests[] = {
	UNIT_TEST(test_spread),
	UNIT_TEST(test_all_of_the_input_counts),
	UNIT_TEST(test_long_input),
	UNIT_TEST(test_buckets_depend_on_the_keys),
	{ NULL, NULL },
};
