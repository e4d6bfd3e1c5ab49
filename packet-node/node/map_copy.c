/* SPDX-License-Identifier: Apache-2.0 */
#include "map_copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define SLOTS_MIN 1024

static size_t entry_size(const struct map_copy *copy)
{
	return copy->key_size + copy->value_size + 1;
}

static uint8_t *entry_at(const struct map_copy *copy, size_t i)
{
	return copy->entries + i * entry_size(copy);
}

static uint8_t *is_found(const struct map_copy *copy, uint8_t *entry)
{
	return entry + copy->key_size + copy->value_size;
}

void map_copy_begin(struct map_copy *copy, size_t key_size, size_t value_size,
		    size_t *left)
{
	*copy = (struct map_copy){ .key_size = key_size,
				   .value_size = value_size,
				   .left = left };
}

void map_copy_end(struct map_copy *copy)
{
	free(copy->entries);
	free(copy->slots);
	if (copy->left)
		*copy->left += copy->octets;
	*copy = (struct map_copy){ 0 };
}

/* Returns the hash of a key of any length. */
static uint32_t hash_key(const struct map_copy *copy, const uint8_t *key)
{
	uint32_t hash = 0;

	for (size_t at = 0; at < copy->key_size; at += HASH_OCTETS_MAX) {
		const size_t rest = copy->key_size - at;

		hash = hash_octets(hash, key + at,
				   rest < HASH_OCTETS_MAX ? rest
							  : HASH_OCTETS_MAX);
	}
	return hash;
}

/* Returns the slot of a key, or the free one where it belongs. */
static uint32_t *find_slot(const struct map_copy *copy, const uint8_t *key)
{
	unsigned int at = hash_bucket(hash_key(copy, key), copy->slots_n);

	while (copy->slots[at] && memcmp(entry_at(copy, copy->slots[at] - 1),
					 key, copy->key_size))
		at = (at + 1) % copy->slots_n;
	return &copy->slots[at];
}

/* Returns the entry with a key, or NULL. */
static uint8_t *find(const struct map_copy *copy, const uint8_t *key)
{
	const uint32_t *slot = copy->slots ? find_slot(copy, key) : NULL;

	return slot && *slot ? entry_at(copy, *slot - 1) : NULL;
}

enum map_news map_copy_compare(struct map_copy *copy, const uint8_t *key,
			       const uint8_t *value)
{
	uint8_t *entry = find(copy, key);

	if (!entry)
		return MAP_NEW;
	if (memcmp(entry + copy->key_size, value, copy->value_size))
		return MAP_CHANGED;
	*is_found(copy, entry) = true;
	return MAP_SAME;
}

/* Makes room for twice as many entries. At most half of the slots are in use.
 */
static bool grow(struct map_copy *copy)
{
	const unsigned int slots_n =
		copy->slots_n ? 2 * copy->slots_n : SLOTS_MIN;
	const size_t room = slots_n / 2;
	const size_t octets =
		room * entry_size(copy) + slots_n * sizeof(*copy->slots);
	uint8_t *entries;
	uint32_t *slots;

	if (octets > *copy->left + copy->octets)
		return false;
	entries = realloc(copy->entries, room * entry_size(copy));
	if (!entries)
		return false;
	copy->entries = entries;
	slots = calloc(slots_n, sizeof(*slots));
	if (!slots)
		return false;
	free(copy->slots);
	copy->slots = slots;
	copy->slots_n = slots_n;
	copy->room = room;
	*copy->left -= octets - copy->octets;
	copy->octets = octets;
	for (size_t i = 0; i < copy->n; i++)
		*find_slot(copy, entry_at(copy, i)) = (uint32_t)i + 1;
	return true;
}

bool map_copy_put(struct map_copy *copy, const uint8_t *key,
		  const uint8_t *value, bool found)
{
	uint8_t *entry = find(copy, key);

	if (!entry) {
		if (copy->n == copy->room && !grow(copy))
			return false;
		*find_slot(copy, key) = (uint32_t)copy->n + 1;
		entry = entry_at(copy, copy->n++);
		memcpy(entry, key, copy->key_size);
	}
	memcpy(entry + copy->key_size, value, copy->value_size);
	*is_found(copy, entry) = found;
	return true;
}

const uint8_t *map_copy_lost(const struct map_copy *copy, size_t from,
			     size_t *at)
{
	for (size_t i = from; i < copy->n; i++)
		if (!*is_found(copy, entry_at(copy, i))) {
			*at = i;
			return entry_at(copy, i);
		}
	return NULL;
}
