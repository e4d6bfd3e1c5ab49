/* SPDX-License-Identifier: Apache-2.0 */
/* The hash function of all tables: FNV-1a of 32 bits (IETF draft
 * draft-eastlake-fnv). */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_SEED 2166136261u /* FNV's offset basis */

/* Returns the hash of 'len' octets at 'data', continued from 'seed', which is
 * HASH_SEED or the result for preceding octets. */
uint32_t hash_octets(uint32_t seed, const uint8_t *data, size_t len);

/* Returns the bucket of a hash in a table of 'buckets', a power of two. */
unsigned int hash_bucket(uint32_t hash, unsigned int buckets);

#endif
