/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdbool.h>

#include "radio/lease.h"
#include "unit.h"

/* A radio that accepts each lease, or refuses all, at once or later. */
static struct fake_radio {
	uint8_t bssids[2][LEASES_MAX][6];
	bool held[2][LEASES_MAX];
	int refuse;	      /* errno */
	bool later;	      /* the test reports the result */
	unsigned int blocked; /* slots of radio 0, as bits */
} fake;

static bool is_blocked(void *arg, unsigned int radio, unsigned int slot)
{
	(void)arg;
	return !radio && slot < 32 && fake.blocked >> slot & 1;
}

static void install(void *arg, unsigned int radio, unsigned int slot,
		    const uint8_t *bssid)
{
	CHECK(!fake.held[radio][slot]);
	fake.held[radio][slot] = !fake.refuse;
	memcpy(fake.bssids[radio][slot], bssid, 6);
	if (!fake.later)
		CHECK(lease_finish_install(arg, radio, slot, fake.refuse));
}

static void end(void *arg, unsigned int radio, unsigned int slot,
		const uint8_t *bssid)
{
	(void)arg;
	CHECK(fake.held[radio][slot]);
	CHECK_MEM(fake.bssids[radio][slot], bssid, 6);
	fake.held[radio][slot] = false;
}

static const struct lease_ops ops = { is_blocked, install, end };
static const uint8_t a[] = { 2, 0, 0, 0, 0, 1 }, b[] = { 2, 0, 0, 0, 0, 2 },
		     c[] = { 2, 0, 0, 0, 0, 3 };

static void start(struct lease_table *table)
{
	memset(&fake, 0, sizeof(fake));
	lease_init(table, &ops, table);
}

/* A slot whose earlier lease did not end is left out. */
static void test_blocked_slots(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	fake.blocked = 5;
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 1000, &created));
	CHECK_INT(1, lease_find(&table, a)->slot);
	CHECK_INT(0, lease_grant(&table, b, LEASE_AP, 0, 8, 1000, &created));
	CHECK_INT(3, lease_find(&table, b)->slot);
	fake.blocked = 0;
	CHECK_INT(0, lease_grant(&table, c, LEASE_AP, 0, 8, 1000, &created));
	CHECK_INT(0, lease_find(&table, c)->slot);
}

/* An address has one role, on whichever radio. */
static void test_another_role_is_refused(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	CHECK_INT(0,
		  lease_grant(&table, a, LEASE_STATION, 0, 8, 1000, &created));
	CHECK_INT(LEASE_STATION, lease_find(&table, a)->role);
	CHECK_INT(ENOTUNIQ,
		  lease_grant(&table, a, LEASE_AP, 0, 8, 2000, &created));
	CHECK_INT(ENOTUNIQ,
		  lease_grant(&table, a, LEASE_AP, 1, 8, 2000, &created));
	CHECK_INT(EADDRINUSE,
		  lease_grant(&table, a, LEASE_STATION, 1, 8, 2000, &created));
	CHECK_INT(1000, lease_next_expiry(&table));
	CHECK_INT(0,
		  lease_grant(&table, a, LEASE_STATION, 0, 8, 2000, &created));
	CHECK(!created);
	CHECK_INT(2000, lease_next_expiry(&table));
}

static void test_grant_renew_expire(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 1000, &created));
	CHECK(created && fake.held[0][0]);
	CHECK_MEM(a, fake.bssids[0][0], 6);
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 2000, &created));
	CHECK(!created);
	CHECK_INT(2000, lease_next_expiry(&table));
	CHECK_INT(0, lease_expire(&table, 1999));
	CHECK(lease_find(&table, a) != NULL);
	CHECK(lease_has_vap(&table, 1) && !lease_has_vap(&table, 2));
	CHECK_INT(1, lease_expire(&table, 2000));
	CHECK(!fake.held[0][0] && !lease_find(&table, a));
	CHECK(!lease_has_vap(&table, 1));
	CHECK(lease_next_expiry(&table) == LEASE_FOREVER);
}

static void test_several_expire_at_once(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	lease_grant(&table, a, LEASE_AP, 0, 8, 10, &created);
	lease_grant(&table, b, LEASE_AP, 0, 8, 30, &created);
	lease_grant(&table, c, LEASE_AP, 0, 8, 20, &created);
	CHECK_INT(2, lease_expire(&table, 20));
	CHECK(lease_find(&table, b) != NULL);
	CHECK_INT(30, lease_next_expiry(&table));
	CHECK_INT(1, fake.held[0][0] + fake.held[0][1] + fake.held[0][2]);
}

static void test_limits(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 1, 10, &created));
	CHECK_INT(ENOSPC,
		  lease_grant(&table, b, LEASE_AP, 0, 1, 10, &created));
	CHECK_INT(0, lease_grant(&table, b, LEASE_AP, 1, 1, 10, &created));
	CHECK_INT(EADDRINUSE,
		  lease_grant(&table, a, LEASE_AP, 1, 8, 10, &created));
	CHECK_INT(ENOSPC,
		  lease_grant(&table, c, LEASE_AP, 0, 0, 10, &created));
	CHECK_INT(2, table.n);
}

static void test_a_refusal_changes_nothing(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	fake.refuse = EBUSY;
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 10, &created));
	CHECK_INT(0, table.n);
	CHECK(!lease_release(&table, a, 0));
}

static void test_a_lease_is_found_when_it_is_installed(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	fake.later = true;
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 1000, &created));
	CHECK(created && !lease_find(&table, a) && !lease_has_vap(&table, 1));
	CHECK(lease_find_any(&table, a) != NULL);
	CHECK_INT(1000, lease_next_expiry(&table));
	/* It counts for the limit, and a repetition finds it. */
	CHECK_INT(ENOSPC,
		  lease_grant(&table, b, LEASE_AP, 0, 1, 1000, &created));
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 2000, &created));
	CHECK(!created && !lease_find(&table, a));
	lease_set_ack_ifindex(&table, 0, 0, 7);
	CHECK_INT(0, lease_ack_ifindex(&table, 0));
	CHECK(lease_finish_install(&table, 0, 0, 0));
	CHECK_INT(7, lease_ack_ifindex(&table, 0));
	CHECK_INT(0, lease_ack_ifindex(&table, 1));
	CHECK(lease_find(&table, a) != NULL);
	CHECK_INT(2000, lease_next_expiry(&table));
}

static void test_an_installation_fails_later(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	fake.later = true;
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 1000, &created));
	CHECK(!lease_finish_install(&table, 1, 0, 0));
	CHECK(lease_finish_install(&table, 0, 0, EBUSY));
	CHECK_INT(0, table.n);
	CHECK(!lease_find_any(&table, a));
}

/* A release, or the expiry, ends a lease that is being installed. */
static void test_a_release_during_the_installation(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	fake.later = true;
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 1000, &created));
	CHECK(lease_release(&table, a, 0));
	CHECK(!fake.held[0][0] && !lease_find_any(&table, a));
	/* The slot is not free before the radio has stopped. */
	fake.blocked = 1;
	CHECK_INT(0, lease_grant(&table, a, LEASE_AP, 0, 8, 1000, &created));
	CHECK(created);
	CHECK_INT(1, lease_find_any(&table, a)->slot);
	CHECK(!lease_finish_install(&table, 0, 0, 0));
	CHECK(!lease_find(&table, a));
	CHECK_INT(1, lease_expire(&table, 1000));
	CHECK(!lease_finish_install(&table, 0, 1, 0));
	CHECK_INT(0, table.n);
}

static void test_release_and_slots(void)
{
	struct lease_table table;
	bool created;

	start(&table);
	lease_grant(&table, a, LEASE_AP, 0, 8, 10, &created);
	lease_grant(&table, b, LEASE_AP, 0, 8, LEASE_FOREVER, &created);
	CHECK(!lease_release(&table, a, 1));
	CHECK(lease_release(&table, a, 0));
	CHECK(!lease_release(&table, a, 0));
	lease_grant(&table, c, LEASE_AP, 0, 8, 10, &created);
	CHECK_INT(0, lease_find(&table, c)->slot);
	/* For ever stays for ever. */
	lease_grant(&table, b, LEASE_AP, 0, 8, 5, &created);
	CHECK_INT(1, lease_expire(&table, UINT64_MAX - 1));
	CHECK(lease_find(&table, b) != NULL);
	lease_destroy(&table);
	CHECK(!fake.held[0][0] && !fake.held[0][1]);
}

/* Also with several leases of one bucket, and after others moved. */
static void test_all_leases_are_found(void)
{
	struct lease_table table;
	uint8_t bssid[6] = { 2, 9 };
	bool created;

	start(&table);
	for (unsigned int i = 0; i < LEASES_MAX; i++) {
		bssid[5] = (uint8_t)i;
		CHECK_INT(0, lease_grant(&table, bssid, LEASE_AP,
					 i / 8 % 2 ? 1 : 0, LEASES_MAX,
					 1000 + i, &created));
	}
	for (unsigned int i = 0; i < LEASES_MAX; i += 3) {
		bssid[5] = (uint8_t)i;
		CHECK(lease_release(&table, bssid, i / 8 % 2 ? 1 : 0));
	}
	for (unsigned int i = 0; i < LEASES_MAX; i++) {
		const struct lease *lease;

		bssid[5] = (uint8_t)i;
		lease = lease_find(&table, bssid);
		CHECK_INT(i % 3 != 0, lease != NULL);
		if (lease)
			CHECK_INT(1000 + i, lease->expires_ms);
	}
	lease_destroy(&table);
	CHECK(lease_find(&table, bssid) == NULL);
}

const struct unit_test lease_tests[] = {
	UNIT_TEST(test_all_leases_are_found),
	UNIT_TEST(test_another_role_is_refused),
	UNIT_TEST(test_grant_renew_expire),
	UNIT_TEST(test_blocked_slots),
	UNIT_TEST(test_several_expire_at_once),
	UNIT_TEST(test_limits),
	UNIT_TEST(test_a_refusal_changes_nothing),
	UNIT_TEST(test_a_lease_is_found_when_it_is_installed),
	UNIT_TEST(test_an_installation_fails_later),
	UNIT_TEST(test_a_release_during_the_installation),
	UNIT_TEST(test_release_and_slots),
	{ NULL, NULL },
};
