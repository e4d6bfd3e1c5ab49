/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hash function of all tables, with keys that only this process knows:
 * with a function that everybody knows, a stranger could choose addresses that
 * all fall into one bucket, or into that of a certain station.
 *
 * It is the multilinear function of 32-bit words with 64-bit keys (Lemire and
 * Kaser, "Strongly universal string hashing is fast"): whoever does not know
 * the keys makes two inputs of up to HASH_OCTETS_MAX octets collide by chance
 * only.
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_OCTETS_MAX 64

/* Chooses the keys at random. Call it before the first hash. Without it the
 * keys are constants: tests are then the same in each run. */
void hash_choose_keys(void);

/* Returns the hash of 'number', of 'len', and of the first HASH_OCTETS_MAX of
 * the 'len' octets at 'data'. The number is a further part of the input, or 0.
 */
uint32_t hash_octets(uint32_t number, const uint8_t *data, size_t len);

/* Returns the bucket of a hash in a table of 'buckets', a power of two. */
unsigned int hash_bucket(uint32_t hash, unsigned int buckets);

#endif
