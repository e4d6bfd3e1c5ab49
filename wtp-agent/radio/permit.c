/* SPDX-License-Identifier: Apache-2.0 */
#include "permit.h"

#include <errno.h>
#include <string.h>

#define NONE 0xffff

static uint16_t *bucket_of(struct permit_table *table, const uint8_t *bssid)
{
	return &table->buckets[hash_bucket(hash_octets(0, bssid, ADDR_LEN),
					   PERMIT_BUCKETS)];
}

static void add_to_index(struct permit_table *table, size_t i)
{
	struct permit *permit = &table->permits[i];
	uint16_t *bucket = bucket_of(table, permit->bssid);

	permit->chain = *bucket;
	*bucket = (uint16_t)i;
}

static void index_permits(struct permit_table *table)
{
	memset(table->buckets, 0xff, sizeof(table->buckets));
	for (size_t i = 0; i < table->n; i++)
		add_to_index(table, i);
}

void permit_init(struct permit_table *table)
{
	memset(table, 0, sizeof(*table));
	index_permits(table);
}

bool permit_is_valid(const struct permit *permit, uint64_t now_ms)
{
	return now_ms < permit->expires_ms;
}

/* Returns the permit of 'bssid', also if it has expired, or NULL. */
static struct permit *find_any(struct permit_table *table,
			       const uint8_t *bssid)
{
	uint16_t i = *bucket_of(table, bssid);

	for (; i != NONE; i = table->permits[i].chain)
		if (!memcmp(table->permits[i].bssid, bssid, ADDR_LEN))
			return &table->permits[i];
	return NULL;
}

static struct permit *find_valid(struct permit_table *table,
				 const uint8_t *bssid, uint64_t now_ms)
{
	struct permit *permit = find_any(table, bssid);

	return permit && permit_is_valid(permit, now_ms) ? permit : NULL;
}

const struct permit *permit_find(const struct permit_table *table,
				 const uint8_t *bssid, uint64_t now_ms)
{
	return find_valid((struct permit_table *)(uintptr_t)table, bssid,
			  now_ms);
}

static void drop_expired(struct permit_table *table, uint64_t now_ms)
{
	size_t kept = 0;

	for (size_t i = 0; i < table->n; i++)
		if (permit_is_valid(&table->permits[i], now_ms))
			table->permits[kept++] = table->permits[i];
	if (kept == table->n)
		return;
	table->n = kept;
	index_permits(table);
}

/* Makes sure that 'bssid' has a place, expired if it is new. Returns false if
 * the table is full. */
static bool reserve(struct permit_table *table, const uint8_t *bssid)
{
	struct permit *permit = &table->permits[table->n];

	if (find_any(table, bssid))
		return true;
	if (table->n == PERMITS_MAX)
		return false;
	*permit = (struct permit){ .expires_ms = 0 };
	memcpy(permit->bssid, bssid, ADDR_LEN);
	add_to_index(table, table->n++);
	return true;
}

int permit_grant(struct permit_table *table, const uint8_t *bssids, size_t n,
		 unsigned int radio, uint64_t expires_ms, uint64_t now_ms)
{
	drop_expired(table, now_ms);
	/* Places that a refused request reserved count as expired. */
	for (size_t i = 0; i < n; i++)
		if (!reserve(table, bssids + i * ADDR_LEN))
			return ENOSPC;
	for (size_t i = 0; i < n; i++) {
		struct permit *permit = find_any(table, bssids + i * ADDR_LEN);

		permit->radio = radio;
		permit->expires_ms = expires_ms;
	}
	return 0;
}

bool permit_revoke(struct permit_table *table, const uint8_t *bssid,
		   uint64_t now_ms)
{
	struct permit *permit = find_valid(table, bssid, now_ms);

	if (permit)
		permit->expires_ms = 0;
	return permit != NULL;
}
