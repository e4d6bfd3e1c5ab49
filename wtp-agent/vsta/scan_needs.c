/* SPDX-License-Identifier: Apache-2.0 */
#include "scan_needs.h"

/* A beacon is due within an absence and the way to it: see scanner.h. */
#define AHEAD_MS 30
/* A beacon comes a bit before its time, or after it, with group frames. */
#define EARLY_MS 2
#define LATE_MS	 6

bool scan_is_disturbing(const struct vsta_radio *on)
{
	const struct lease_table *leases = on->vsta->host.leases;
	const struct guests *guests = &on->vsta->guests;
	uint64_t now_ms = clock_ms();

	for (size_t i = 0; i < guests->n; i++)
		if (guests->entries[i].radio == on->radio->index &&
		    guest_holds(&guests->entries[i], on->radio->frequency,
				now_ms))
			return true;
	for (size_t i = 0; i < leases->n; i++)
		if (leases->leases[i].radio == on->radio->index &&
		    leases->leases[i].role == LEASE_AP)
			return true;
	return false;
}

static bool is_passive(const struct guest *guest)
{
	return !(guest->scan.request.flags & CLOUDMAC_VSTA_ACTIVE);
}

/* Returns true if the virtual station has budget for a visit of 'mhz', or
 * needs none. */
static bool can_pay(const struct vsta_radio *on, struct guest *guest,
		    unsigned int mhz)
{
	return !on->scanner.is_busy || mhz == on->radio->frequency ||
	       guest_budget(guest, clock_ms()) >= 0;
}

/* Returns true if the scan needs another slot of the visit: for active scans,
 * the first one was enough. */
static bool needs_slot(const struct vsta_radio *on, const struct guest *guest)
{
	const struct scan_visit *visit = &on->scanner.visit;

	return !visit->full || visit->is_quiet || is_passive(guest);
}

static struct guest *find_oldest(struct vsta_radio *on, bool joined,
				 bool must_pay)
{
	struct guests *guests = &on->vsta->guests;
	struct guest *first = NULL;

	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];
		unsigned int mhz = joined ? on->scanner.visit.mhz
					  : scan_next(&guest->scan);

		if (guest->radio != on->radio->index ||
		    !scan_next(&guest->scan) ||
		    (joined && !guest->scan.joined) ||
		    (must_pay && !can_pay(on, guest, mhz)) ||
		    (must_pay && joined && !needs_slot(on, guest)))
			continue;
		if (!first || guest->scan.begun_ms < first->scan.begun_ms)
			first = guest;
	}
	return first;
}

struct guest *scan_first(struct vsta_radio *on, bool joined)
{
	return find_oldest(on, joined, false);
}

struct guest *scan_payer(struct vsta_radio *on, bool joined)
{
	return find_oldest(on, joined, true);
}

bool scan_may_join(const struct vsta_radio *on, struct guest *guest,
		   const struct guest *payer)
{
	unsigned int mhz = on->scanner.visit.mhz;

	return scan_wants(&guest->scan, mhz) &&
	       (!is_passive(guest) || is_passive(payer) ||
		can_pay(on, guest, mhz));
}

bool scan_needs_beacons(struct vsta_radio *on)
{
	const struct guests *guests = &on->vsta->guests;

	if (on->scanner.visit.is_quiet)
		return true;
	for (size_t i = 0; i < guests->n; i++) {
		const struct guest *guest = &guests->entries[i];

		if (guest->radio == on->radio->index && guest->scan.joined &&
		    is_passive(guest))
			return true;
	}
	return false;
}

uint64_t scan_beacon_wait(const struct vsta_radio *on, uint64_t now_ms)
{
	const struct guests *guests = &on->vsta->guests;
	uint64_t wait_ms = 0;

	for (size_t i = 0; i < guests->n; i++) {
		const struct guest *guest = &guests->entries[i];
		const struct bss *bss;
		uint64_t next_ms;

		if (guest->radio != on->radio->index ||
		    !guest_is_associated(guest, on->radio->frequency, now_ms))
			continue;
		bss = bss_find(&on->vsta->bss, guest->hello.bssid,
			       guest->radio, now_ms);
		/* The last one may still have group frames behind it. */
		next_ms = bss ? bss_next_beacon(bss, now_ms - LATE_MS) : 0;
		if (next_ms && next_ms <= now_ms + AHEAD_MS + EARLY_MS &&
		    next_ms + LATE_MS - now_ms > wait_ms)
			wait_ms = next_ms + LATE_MS - now_ms;
	}
	return wait_ms;
}
