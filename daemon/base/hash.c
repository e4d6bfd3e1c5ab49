/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <errno.h>
#include <sys/random.h>

/* The keys of the number and the length, and one for each word. */
enum { KEY_START, KEY_NUMBER, KEY_LENGTH, KEY_WORDS };

/* Without meaning: the fraction of the square roots of the first primes. */
static uint64_t keys[KEY_WORDS + HASH_OCTETS_MAX / 4 + 1] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
	0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
	0x1f83d9abfb41bd6b, 0x5be0cd19137e2179, 0xcbbb9d5dc1059ed8,
	0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
	0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7,
	0x47b5481dbefa4fa4, 0xae5f9156e7b6d99b, 0xcf6c85d39d1a1e15,
	0x2f73477d6a4563ca, 0x6d1826cafd82e1ed,
};

void hash_choose_keys(void)
{
	/* So few octets come whole or not at all. */
	while (getrandom(keys, sizeof(keys), 0) < 0 && errno == EINTR)
		;
}

uint32_t hash_octets(uint32_t number, const uint8_t *data, size_t len)
{
	const uint64_t *key = keys + KEY_WORDS;
	uint64_t sum = keys[KEY_START] + keys[KEY_NUMBER] * number +
		       keys[KEY_LENGTH] * len;
	uint32_t word = 0;

	if (len > HASH_OCTETS_MAX)
		len = HASH_OCTETS_MAX;
	for (; len >= 4; data += 4, len -= 4)
		sum += *key++ * ((uint32_t)data[0] | (uint32_t)data[1] << 8 |
				 (uint32_t)data[2] << 16 |
				 (uint32_t)data[3] << 24);
	while (len--)
		word |= (uint32_t)data[len] << 8 * len;
	sum += *key * word;
	return (uint32_t)(sum >> 32);
}

unsigned int hash_bucket(uint32_t hash, unsigned int buckets)
{
	return hash & (buckets - 1);
}
