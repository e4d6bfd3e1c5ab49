/* SPDX-License-Identifier: Apache-2.0 */
/* Writes markers. Does no I/O. */
#include <arpa/inet.h>
#include <endian.h>
#include <string.h>

#include "lvnf_marker.h"

static uint8_t *put(uint8_t *at, const void *octets, size_t len)
{
	memcpy(at, octets, len);
	return at + len;
}

static uint8_t *put_u16(uint8_t *at, uint16_t value)
{
	value = htons(value);
	return put(at, &value, sizeof(value));
}

void marker_write(uint8_t frame[MARKER_LEN], const struct marker_plan *plan)
{
	const struct marker marker = {
		.magic = htonl(MARKER_MAGIC),
		.source = htonl(plan->source),
		.migration = htobe64(plan->migration),
	};
	uint8_t *at = frame;

	memset(frame, 0, MARKER_LEN);
	at = put(at, plan->to, ETH_ALEN);
	at = put(at, plan->from, ETH_ALEN);
	if (plan->vlan) {
		at = put_u16(at, ETH_P_8021Q);
		at = put_u16(at, plan->vlan);
	}
	at = put_u16(at, MARKER_ETHERTYPE);
	put(at, &marker, sizeof(marker));
}
