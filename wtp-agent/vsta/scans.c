/* SPDX-License-Identifier: Apache-2.0 */
#include "scans.h"

#include <string.h>

_Static_assert(CLOUDMAC_VSTA_FREQUENCIES_MAX <= 64, "a bit of 'wanted' each");

enum scan_start scan_start(struct scan *scan,
			   const struct cloudmac_vsta_scan *request,
			   uint64_t now_ms)
{
	if (scan->runs && scan->request.id == request->id)
		return SCAN_IGNORED;
	if (!scan->runs && scan->done.id == request->id)
		return SCAN_ANSWERED;
	memset(scan, 0, sizeof(*scan));
	scan->request = *request;
	scan->wanted = UINT64_MAX >> (64 - request->frequencies_n);
	scan->runs = true;
	scan->begun_ms = now_ms;
	scan->done.id = request->id;
	return SCAN_STARTED;
}

/* Returns the bit of a wanted frequency, or 0. */
static uint64_t bit_of(const struct scan *scan, unsigned int mhz)
{
	for (unsigned int i = 0; i < scan->request.frequencies_n; i++)
		if (scan->request.frequencies[i] == mhz)
			return scan->wanted & (uint64_t)1 << i;
	return 0;
}

bool scan_wants(const struct scan *scan, unsigned int mhz)
{
	return scan->runs && !scan->waits && bit_of(scan, mhz);
}

unsigned int scan_next(const struct scan *scan)
{
	return scan->runs && !scan->waits && scan->wanted
		       ? scan->request
				 .frequencies[__builtin_ctzll(scan->wanted)]
		       : 0;
}

bool scan_finish(struct scan *scan, unsigned int mhz, enum scan_result result)
{
	uint64_t bit = bit_of(scan, mhz);

	scan->joined = false;
	if (!scan->runs || !bit)
		return false;
	scan->wanted &= ~bit;
	if (result == SCAN_VISITED)
		scan->done.visited++;
	else if (result == SCAN_REMEMBERED)
		scan->done.remembered++;
	scan->runs = scan->wanted;
	return !scan->runs;
}

void scan_abort(struct scan *scan)
{
	scan->runs = scan->joined = scan->waits = false;
	scan->done.status = CLOUDMAC_VSTA_ABORTED;
}

static struct scan_visit *find(struct scan_visits *visits, unsigned int mhz)
{
	for (size_t i = 0; i < visits->n; i++)
		if (visits->entries[i].mhz == mhz)
			return &visits->entries[i];
	return NULL;
}

static struct scan_visit *oldest(struct scan_visits *visits)
{
	struct scan_visit *oldest = &visits->entries[0];

	for (size_t i = 1; i < visits->n; i++)
		if (visits->entries[i].ended_ms < oldest->ended_ms)
			oldest = &visits->entries[i];
	return oldest;
}

void scan_visits_note(struct scan_visits *visits,
		      const struct scan_visit *visit)
{
	struct scan_visit *entry = find(visits, visit->mhz);

	if (visit->is_incomplete)
		return;
	if (!entry && visits->n < SCAN_VISITS_MAX)
		entry = &visits->entries[visits->n++];
	*(entry ? entry : oldest(visits)) = *visit;
}

void scan_visits_forget(struct scan_visits *visits, unsigned int mhz)
{
	struct scan_visit *entry = find(visits, mhz);

	if (entry)
		*entry = visits->entries[--visits->n];
}

bool scan_same_ssid(const struct cloudmac_ssid *one,
		    const struct cloudmac_ssid *other)
{
	return one->len == other->len &&
	       !memcmp(one->octets, other->octets, one->len);
}

/* Returns true if the visit asked for the SSID in the name of 'guest', or of
 * anybody if that is NULL. */
static bool has_asked(const struct scan_visit *visit,
		      const struct cloudmac_ssid *ssid, const uint8_t *guest)
{
	for (unsigned int i = 0; i < visit->asked_n; i++)
		if (scan_same_ssid(&visit->asked[i].ssid, ssid) &&
		    (!guest ||
		     !memcmp(visit->asked[i].guest, guest, ADDR_LEN)))
			return true;
	return false;
}

bool scan_visits_answer(const struct scan_visits *visits,
			const struct cloudmac_vsta_scan *request,
			const uint8_t *guest, unsigned int mhz,
			uint64_t now_ms, uint64_t age_ms)
{
	const struct scan_visit *visit =
		find((struct scan_visits *)(uintptr_t)visits, mhz);

	if (!visit || now_ms >= visit->ended_ms + age_ms)
		return false;
	if (!(request->flags & CLOUDMAC_VSTA_ACTIVE) || visit->is_quiet)
		return visit->full;
	for (unsigned int i = 0; i < request->ssids_n; i++)
		if (!has_asked(visit, &request->ssids[i],
			       request->ssids[i].len ? guest : NULL))
			return false;
	return true;
}

bool scan_visit_add_question(struct scan_visit *visit,
			     const struct cloudmac_ssid *ssid,
			     const uint8_t *guest)
{
	struct scan_question *question = &visit->asked[visit->asked_n];

	if (has_asked(visit, ssid, guest) || visit->asked_n == SCAN_SSIDS_MAX)
		return false;
	question->ssid = *ssid;
	memcpy(question->guest, guest, ADDR_LEN);
	visit->asked_n++;
	return true;
}
