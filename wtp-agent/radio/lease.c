/* SPDX-License-Identifier: Apache-2.0 */
#include "lease.h"

#include <errno.h>
#include <string.h>

#include "cloudmac.h"

#define NONE 0xff

static unsigned int lease_bucket(const uint8_t *bssid)
{
	return hash_bucket(hash_octets(0, bssid, ADDR_LEN), LEASE_BUCKETS);
}

/* Frames look leases up; only a new or ended lease changes the index. */
static void index_leases(struct lease_table *table)
{
	memset(table->buckets, NONE, sizeof(table->buckets));
	for (size_t i = 0; i < table->n; i++) {
		struct lease *lease = &table->leases[i];
		uint8_t *bucket = &table->buckets[lease_bucket(lease->bssid)];

		lease->chain = *bucket;
		*bucket = (uint8_t)i;
	}
}

void lease_init(struct lease_table *table, const struct lease_ops *ops,
		void *ops_arg)
{
	memset(table, 0, sizeof(*table));
	table->ops = ops;
	table->ops_arg = ops_arg;
	index_leases(table);
}

static struct lease *find_lease(struct lease_table *table,
				const uint8_t *bssid)
{
	uint8_t i = table->buckets[lease_bucket(bssid)];

	for (; i != NONE; i = table->leases[i].chain)
		if (!memcmp(table->leases[i].bssid, bssid, ADDR_LEN))
			return &table->leases[i];
	return NULL;
}

const struct lease *lease_find_any(const struct lease_table *table,
				   const uint8_t *bssid)
{
	return find_lease((struct lease_table *)(uintptr_t)table, bssid);
}

const struct lease *lease_find(const struct lease_table *table,
			       const uint8_t *bssid)
{
	const struct lease *lease = lease_find_any(table, bssid);

	return lease && lease->installed ? lease : NULL;
}

bool lease_has_vap(const struct lease_table *table, uint16_t vap)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->leases[i].installed &&
		    cloudmac_vap_id(table->leases[i].bssid) == vap)
			return true;
	return false;
}

static bool slot_is_used(const struct lease_table *table, unsigned int radio,
			 unsigned int slot)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->leases[i].radio == radio &&
		    table->leases[i].slot == slot)
			return true;
	return false;
}

static size_t count_on(const struct lease_table *table, unsigned int radio)
{
	size_t count = 0;

	for (size_t i = 0; i < table->n; i++)
		count += table->leases[i].radio == radio;
	return count;
}

static int create_lease(struct lease_table *table, const uint8_t *bssid,
			enum lease_role role, unsigned int radio, size_t limit,
			uint64_t expires_ms)
{
	unsigned int slot = 0;

	if (table->n == LEASES_MAX || count_on(table, radio) >= limit)
		return ENOSPC;
	while (slot < LEASES_MAX &&
	       (slot_is_used(table, radio, slot) ||
		table->ops->is_blocked(table->ops_arg, radio, slot)))
		slot++;
	if (slot == LEASES_MAX)
		return ENOSPC;
	table->leases[table->n] = (struct lease){
		.role = role,
		.radio = radio,
		.slot = slot,
		.expires_ms = expires_ms,
	};
	memcpy(table->leases[table->n++].bssid, bssid, ADDR_LEN);
	index_leases(table);
	table->ops->install(table->ops_arg, radio, slot, bssid);
	return 0;
}

int lease_grant(struct lease_table *table, const uint8_t *bssid,
		enum lease_role role, unsigned int radio, size_t limit,
		uint64_t expires_ms, bool *created)
{
	struct lease *lease = find_lease(table, bssid);

	*created = !lease;
	if (!lease)
		return create_lease(table, bssid, role, radio, limit,
				    expires_ms);
	if (lease->role != role)
		return ENOTUNIQ;
	if (lease->radio != radio)
		return EADDRINUSE;
	if (lease->expires_ms != LEASE_FOREVER)
		lease->expires_ms = expires_ms;
	return 0;
}

static void forget_lease(struct lease_table *table, struct lease *lease)
{
	*lease = table->leases[--table->n];
	index_leases(table);
}

bool lease_finish_install(struct lease_table *table, unsigned int radio,
			  unsigned int slot, int err)
{
	for (size_t i = 0; i < table->n; i++) {
		struct lease *lease = &table->leases[i];

		if (lease->radio != radio || lease->slot != slot)
			continue;
		lease->installed = !err;
		if (err)
			forget_lease(table, lease);
		return true;
	}
	return false;
}

void lease_set_ack_ifindex(struct lease_table *table, unsigned int radio,
			   unsigned int slot, int ifindex)
{
	for (size_t i = 0; i < table->n; i++) {
		struct lease *lease = &table->leases[i];

		if (lease->radio == radio && lease->slot == slot)
			lease->ack_ifindex = ifindex;
	}
}

int lease_ack_ifindex(const struct lease_table *table, unsigned int radio)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct lease *lease = &table->leases[i];

		if (lease->radio == radio && lease->installed &&
		    lease->ack_ifindex)
			return lease->ack_ifindex;
	}
	return 0;
}

static void end_lease(struct lease_table *table, struct lease *lease)
{
	const struct lease ended = *lease;

	forget_lease(table, lease);
	table->ops->remove(table->ops_arg, ended.radio, ended.slot,
			   ended.bssid);
}

bool lease_release(struct lease_table *table, const uint8_t *bssid,
		   unsigned int radio)
{
	struct lease *lease = find_lease(table, bssid);

	if (!lease || lease->radio != radio)
		return false;
	end_lease(table, lease);
	return true;
}

size_t lease_expire(struct lease_table *table, uint64_t now_ms)
{
	size_t ended = 0;

	for (size_t i = 0; i < table->n;) {
		if (table->leases[i].expires_ms > now_ms) {
			i++;
			continue;
		}
		end_lease(table, &table->leases[i]);
		ended++;
	}
	return ended;
}

uint64_t lease_next_expiry(const struct lease_table *table)
{
	uint64_t next = LEASE_FOREVER;

	for (size_t i = 0; i < table->n; i++)
		if (table->leases[i].expires_ms < next)
			next = table->leases[i].expires_ms;
	return next;
}

void lease_destroy(struct lease_table *table)
{
	while (table->n)
		end_lease(table, &table->leases[table->n - 1]);
}
