/* SPDX-License-Identifier: Apache-2.0 */
/* What the maps of an image may be and take. Does no I/O. */
#ifndef MAP_LIMITS_H
#define MAP_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "node_error.h"

/* A map, as an object file or the kernel describes it. */
struct map_plan {
	const char *name;
	uint32_t type, key_size, value_size, max_entries;
};

/* Checks the type of a map of an image. */
bool map_check_type(const struct map_plan *map, struct node_error *error);

/* Returns the octets that the kernel takes for the map with all its entries,
 * on a machine of so many possible CPUs: no less, and at most twice as many.
 */
uint64_t map_octets(const struct map_plan *map, unsigned int cpus);

/* Adds the octets of a map to those of its image. Refuses more than
 * IMAGE_MEMORY_MAX. */
bool map_add_octets(const struct map_plan *map, unsigned int cpus,
		    uint64_t *octets, struct node_error *error);

#endif
