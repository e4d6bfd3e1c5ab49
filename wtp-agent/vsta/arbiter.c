/* SPDX-License-Identifier: Apache-2.0 */
#include "arbiter.h"

static bool is_held_by_other(const struct guests *guests,
			     const struct guest *guest,
			     const struct arbiter_radio *radio,
			     uint64_t now_ms)
{
	for (size_t i = 0; i < guests->n; i++) {
		const struct guest *other = &guests->entries[i];

		if (other != guest && other->radio == radio->index &&
		    guest_holds(other, radio->mhz, now_ms))
			return true;
	}
	return false;
}

enum arbiter_verdict arbiter_judge(const struct guests *guests,
				   const struct guest *guest,
				   const struct arbiter_radio *radio,
				   uint64_t now_ms)
{
	const struct cloudmac_vsta_hello *hello = guest_hello(guest, now_ms);

	if (!hello || !hello->frequency)
		return ARBITER_SILENT;
	if (radio->target)
		return hello->frequency == radio->target ? ARBITER_WAIT
							 : ARBITER_BUSY;
	if (hello->frequency == radio->mhz)
		return ARBITER_ON;
	if (radio->pinned || hello->frequency == guest->denied_mhz)
		return ARBITER_PINNED;
	return is_held_by_other(guests, guest, radio, now_ms) ? ARBITER_BUSY
							      : ARBITER_WAIT;
}

unsigned int arbiter_target(const struct guests *guests,
			    const struct arbiter_radio *radio, uint64_t now_ms)
{
	if (radio->target)
		return 0;
	for (size_t i = 0; i < guests->n; i++) {
		const struct guest *guest = &guests->entries[i];

		if (guest->radio == radio->index &&
		    arbiter_judge(guests, guest, radio, now_ms) ==
			    ARBITER_WAIT)
			return guest->hello.frequency;
	}
	return 0;
}

void arbiter_deny(struct guests *guests, unsigned int radio, unsigned int mhz)
{
	for (size_t i = 0; i < guests->n; i++) {
		struct guest *guest = &guests->entries[i];

		if (guest->radio == radio && guest->hello.frequency == mhz)
			guest->denied_mhz = mhz;
	}
}
