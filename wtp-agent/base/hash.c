/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#define FNV_PRIME 16777619u

uint32_t hash_octets(uint32_t seed, const uint8_t *data, size_t len)
{
	while (len--)
		seed = (seed ^ *data++) * FNV_PRIME;
	return seed;
}

unsigned int hash_bucket(uint32_t hash, unsigned int buckets)
{
	return (hash ^ hash >> 16) & (buckets - 1);
}
