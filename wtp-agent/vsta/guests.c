/* SPDX-License-Identifier: Apache-2.0 */
#include "guests.h"

#include <string.h>

struct guest *guests_find(struct guests *guests, const uint8_t *address)
{
	for (size_t i = 0; i < guests->n; i++)
		if (!memcmp(guests->entries[i].address, address, ADDR_LEN))
			return &guests->entries[i];
	return NULL;
}

static struct guest *add_guest(struct guests *guests, const uint8_t *address)
{
	struct guest *guest;

	if (guests->n == LEASES_MAX)
		return NULL;
	guest = &guests->entries[guests->n++];
	memset(guest, 0, sizeof(*guest));
	memcpy(guest->address, address, ADDR_LEN);
	return guest;
}

struct guest *guests_get(struct guests *guests, const uint8_t *address,
			 unsigned int radio)
{
	struct guest *guest = guests_find(guests, address);

	if (!guest)
		guest = add_guest(guests, address);
	if (guest)
		guest->radio = radio;
	return guest;
}

void guest_note_hello(struct guest *guest,
		      const struct cloudmac_vsta_hello *hello, uint64_t now_ms)
{
	if (guest->hello.frequency != hello->frequency)
		guest->denied_mhz = 0;
	guest->heard_ms = now_ms;
	guest->hello = *hello;
}

void guests_forget(struct guests *guests, const uint8_t *address)
{
	struct guest *guest = guests_find(guests, address);

	if (guest)
		*guest = guests->entries[--guests->n];
}

const struct cloudmac_vsta_hello *guest_hello(const struct guest *guest,
					      uint64_t now_ms)
{
	return guest->heard_ms && now_ms < guest->heard_ms +
						   CLOUDMAC_VSTA_HELLO_LIFETIME
		       ? &guest->hello
		       : NULL;
}

bool guest_holds(const struct guest *guest, unsigned int mhz, uint64_t now_ms)
{
	const struct cloudmac_vsta_hello *hello = guest_hello(guest, now_ms);

	return hello && mhz && hello->frequency == mhz &&
	       !cloudmac_addr_is_null(hello->bssid);
}

bool guest_has_bss(const struct guest *guest, const uint8_t *bssid,
		   uint64_t now_ms)
{
	const struct cloudmac_vsta_hello *hello = guest_hello(guest, now_ms);

	return hello && !cloudmac_addr_is_null(hello->bssid) &&
	       !memcmp(hello->bssid, bssid, ADDR_LEN);
}

bool guest_asks_for(const struct guest *guest,
		    const struct cloudmac_ssid *ssid, uint64_t now_ms)
{
	const struct cloudmac_vsta_hello *hello = guest_hello(guest, now_ms);
	const struct cloudmac_vsta_scan *request = &guest->scan.request;

	if (!ssid->len)
		return false;
	if (hello && scan_same_ssid(&hello->ssid, ssid))
		return true;
	for (unsigned int i = 0; guest->scan.runs && i < request->ssids_n; i++)
		if (scan_same_ssid(&request->ssids[i], ssid))
			return true;
	return false;
}

bool guest_is_associated(const struct guest *guest, unsigned int mhz,
			 uint64_t now_ms)
{
	return guest_holds(guest, mhz, now_ms) &&
	       (guest->hello.flags & CLOUDMAC_VSTA_ASSOCIATED);
}

int64_t guest_budget(struct guest *guest, uint64_t now_ms)
{
	static const struct budget_limit limit = { GUEST_BUDGET_MS,
						   GUEST_BUDGET_PERMILLE };

	return budget_left(&guest->budget, &limit, now_ms);
}

bool guest_take_token(struct guest *guest, uint64_t now_ms)
{
	if (guest->full_ms < now_ms)
		guest->full_ms = now_ms;
	if (guest->full_ms + GUEST_TOKENS_GAP_MS >
	    now_ms + GUEST_TOKENS_BURST * GUEST_TOKENS_GAP_MS)
		return false;
	guest->full_ms += GUEST_TOKENS_GAP_MS;
	return true;
}

void guest_charge(struct guest *guest, uint64_t ms)
{
	budget_charge(&guest->budget, ms);
}
