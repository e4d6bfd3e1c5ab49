/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of the entries of a map, as somebody has read them, to find what has
 * changed since then. Does no I/O. */
#ifndef MAP_COPY_H
#define MAP_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_copy {
	size_t key_size, value_size;
	uint8_t *entries; /* key, value, and whether it was found again */
	size_t n, room;
	uint32_t *slots; /* number of the entry from 1, by hash; 0: none */
	unsigned int slots_n;
	size_t octets; /* of memory */
	size_t *left;  /* octets that this copy and others may still take */
};

/* What an entry of the map is, compared with the copy. */
enum map_news { MAP_SAME, MAP_NEW, MAP_CHANGED };

/* Begins an empty copy. Needs hash_choose_keys(). */
void map_copy_begin(struct map_copy *copy, size_t key_size, size_t value_size,
		    size_t *left);

/* Frees the copy, which is empty then. */
void map_copy_end(struct map_copy *copy);

/* Returns how an entry differs from the copy. One that does not is found
 * again. */
enum map_news map_copy_compare(struct map_copy *copy, const uint8_t *key,
			       const uint8_t *value);

/* Takes an entry over; it is found again if 'is_found'. Returns false if there
 * is no room. */
bool map_copy_put(struct map_copy *copy, const uint8_t *key,
		  const uint8_t *value, bool is_found);

/* Returns the key of the first entry from 'from' on that was not found again,
 * with its number in '*at', or NULL. */
const uint8_t *map_copy_lost(const struct map_copy *copy, size_t from,
			     size_t *at);

#endif
