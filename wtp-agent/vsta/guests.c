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

struct guest *guests_note_hello(struct guests *guests, const uint8_t *address,
				unsigned int radio,
				const struct cloudmac_vsta_hello *hello,
				uint64_t now_ms)
{
	struct guest *guest = guests_find(guests, address);

	if (!guest)
		guest = add_guest(guests, address);
	if (!guest)
		return NULL;
	if (guest->hello.frequency != hello->frequency)
		guest->denied_mhz = 0;
	guest->radio = radio;
	guest->heard_ms = now_ms;
	guest->hello = *hello;
	return guest;
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
