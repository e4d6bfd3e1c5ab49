/* SPDX-License-Identifier: Apache-2.0 */
#include "map_limits.h"

#include <inttypes.h>
#include <linux/bpf.h>

#include "image_limits.h"

/* Of Linux on 64 bits, rounded up: struct htab_elem, struct bucket, struct
 * lpm_trie_node. */
#define HASH_ELEMENT 48
#define HASH_BUCKET  16
#define TRIE_NODE    40
#define POINTER	     8

bool map_check_type(const struct map_plan *map, struct node_error *error)
{
	switch (map->type) {
	case BPF_MAP_TYPE_ARRAY:
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_LRU_HASH:
	case BPF_MAP_TYPE_PERCPU_ARRAY:
	case BPF_MAP_TYPE_PERCPU_HASH:
	case BPF_MAP_TYPE_LRU_PERCPU_HASH:
	case BPF_MAP_TYPE_LPM_TRIE:
		return true;
	default:
		return node_fail(error, NODE_REFUSED,
				 "map '%.40s' is of a type that images cannot "
				 "have (%" PRIu32 ")",
				 map->name, map->type);
	}
}

static uint64_t round_up_8(uint64_t n)
{
	return (n + 7) / 8 * 8;
}

static uint64_t round_up_to_power(uint64_t n)
{
	uint64_t power = 1;

	while (power < n)
		power *= 2;
	return power;
}

/* The greatest product is below 2^33 entries of 2^33 octets on 2^13 CPUs, so
 * it may be more than 64 bits. */
static uint64_t times(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX / 4
						      : product;
}

uint64_t map_octets(const struct map_plan *map, unsigned int cpus)
{
	const uint64_t key = round_up_8(map->key_size);
	const uint64_t value = round_up_8(map->value_size);
	const uint64_t n = map->max_entries;
	/* Without CAP_PERFMON, the kernel rounds arrays up too. */
	const uint64_t slots = round_up_to_power(n);

	switch (map->type) {
	case BPF_MAP_TYPE_ARRAY:
		return times(slots, value);
	case BPF_MAP_TYPE_PERCPU_ARRAY:
		return times(slots, POINTER + times(value, cpus));
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_LRU_HASH:
		/* A hash has a spare element for each CPU. */
		return times(n + cpus, HASH_ELEMENT + key + value) +
		       slots * HASH_BUCKET;
	case BPF_MAP_TYPE_PERCPU_HASH:
	case BPF_MAP_TYPE_LRU_PERCPU_HASH:
		return times(n + cpus, HASH_ELEMENT + key + POINTER +
					       times(value, cpus)) +
		       slots * HASH_BUCKET;
	case BPF_MAP_TYPE_LPM_TRIE:
		/* Inner nodes are at most as many as entries. */
		return times(2 * n,
			     round_up_to_power(TRIE_NODE + key + value));
	default:
		return 0;
	}
}

bool map_add_octets(const struct map_plan *map, unsigned int cpus,
		    uint64_t *octets, struct node_error *error)
{
	const uint64_t more = map_octets(map, cpus);

	if (more > IMAGE_MEMORY_MAX || *octets + more > IMAGE_MEMORY_MAX)
		return node_fail(error, NODE_REFUSED,
				 "with map '%.40s', the image needs %" PRIu64
				 " octets of memory, more than %d",
				 map->name, *octets + more, IMAGE_MEMORY_MAX);
	*octets += more;
	return true;
}
