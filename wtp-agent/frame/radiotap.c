/* SPDX-License-Identifier: Apache-2.0 */
#include "radiotap.h"

#include <stdbool.h>
#include <string.h>

#include "cloudmac_fields.h"

#define HEAD_LEN   8
#define BIT_VENDOR 30
#define BIT_MORE   31

static size_t align_up(size_t offset, size_t to)
{
	return (offset + to - 1) & ~(to - 1);
}

static void read_field(struct radiotap *rt, const struct cloudmac_field *field,
		       const uint8_t *data)
{
	const uint8_t *value = field->at;

	if (rt->present & 1u << field->bit)
		return;
	switch (field->bit) {
	case RADIOTAP_FLAGS:
		rt->flags = *value;
		rt->flags_offset = (uint16_t)(value - data);
		break;
	case RADIOTAP_RATE:
		rt->rate = *value;
		break;
	case RADIOTAP_SIGNAL:
		rt->signal = (int8_t)*value;
		break;
	case RADIOTAP_TX_POWER:
		rt->tx_power = (int8_t)*value;
		break;
	case RADIOTAP_RX_FLAGS:
		rt->rx_flags = cloudmac_get_le16(value);
		break;
	case RADIOTAP_TX_FLAGS:
		rt->tx_flags = cloudmac_get_le16(value);
		break;
	case RADIOTAP_RETRIES:
		rt->retries = *value;
		break;
	case RADIOTAP_MCS:
		memcpy(rt->mcs, value, sizeof(rt->mcs));
		break;
	case RADIOTAP_VHT:
		memcpy(rt->vht, value, sizeof(rt->vht));
		break;
	case RADIOTAP_HE:
		memcpy(rt->he, value, sizeof(rt->he));
		break;
	default:
		return;
	}
	rt->present |= 1u << field->bit;
}

/* Reads a chain, station or token; skips another vendor namespace. */
static void read_vendor(struct radiotap *rt,
			const struct cloudmac_field *field)
{
	if (!rt->chain.n)
		cloudmac_chain_parse(field->at, field->len, &rt->chain);
	if (!rt->station.aid)
		cloudmac_station_parse(field->at, field->len, &rt->station);
	if (!rt->token)
		rt->token = cloudmac_token_parse(field->at, field->len);
}

void radiotap_parse(const uint8_t *data, size_t len, struct radiotap *rt)
{
	struct cloudmac_fields fields;
	struct cloudmac_field field;

	memset(rt, 0, sizeof(*rt));
	if (!cloudmac_fields_begin(&fields, data, (uint32_t)len))
		return;
	while (cloudmac_fields_next(&fields, &field)) {
		if (field.bit == CLOUDMAC_FIELDS_VENDOR)
			read_vendor(rt, &field);
		else
			read_field(rt, &field, data);
	}
}

unsigned int radiotap_channel(const uint8_t *data, size_t len)
{
	struct cloudmac_fields fields;
	struct cloudmac_field field;

	if (!cloudmac_fields_begin(&fields, data, (uint32_t)len))
		return 0;
	while (cloudmac_fields_next(&fields, &field))
		if (field.bit == RADIOTAP_CHANNEL)
			return cloudmac_get_le16(field.at);
	return 0;
}

static uint8_t *put_aligned(uint8_t *out, uint8_t *at, size_t align)
{
	size_t pad = align_up((size_t)(at - out), align) - (size_t)(at - out);

	memset(at, 0, pad);
	return at + pad;
}

static uint8_t *put_le16(uint8_t *at, uint16_t value)
{
	at[0] = (uint8_t)value;
	at[1] = (uint8_t)(value >> 8);
	return at + 2;
}

static uint8_t *put_le32(uint8_t *at, uint32_t value)
{
	return put_le16(put_le16(at, (uint16_t)value),
			(uint16_t)(value >> 16));
}

size_t radiotap_build(const struct radiotap *rt, uint8_t *out)
{
	const uint32_t known = 1u << RADIOTAP_RATE | 1u << RADIOTAP_TX_POWER |
			       1u << RADIOTAP_TX_FLAGS |
			       1u << RADIOTAP_RETRIES | 1u << RADIOTAP_MCS |
			       1u << RADIOTAP_VHT;
	uint32_t present = rt->present & known;
	uint32_t words[3] = { 0 };
	uint8_t *at = out + HEAD_LEN;
	unsigned int n = 0;

	/* The word before that of a namespace announces it. */
	words[n] = present;
	if (rt->chain.n) {
		words[n++] |= 1u << BIT_VENDOR | 1u << BIT_MORE;
		words[n] = CLOUDMAC_CHAIN_PRESENT;
	}
	if (rt->token) {
		words[n++] |= 1u << BIT_VENDOR | 1u << BIT_MORE;
		words[n] = CLOUDMAC_TOKEN_PRESENT;
	}
	for (unsigned int i = 1; i <= n; i++)
		at = put_le32(at, words[i]);
	if (RADIOTAP_HAS(rt, RADIOTAP_RATE))
		*at++ = rt->rate;
	if (RADIOTAP_HAS(rt, RADIOTAP_TX_POWER))
		*at++ = (uint8_t)rt->tx_power;
	if (RADIOTAP_HAS(rt, RADIOTAP_TX_FLAGS))
		at = put_le16(put_aligned(out, at, 2), rt->tx_flags);
	if (RADIOTAP_HAS(rt, RADIOTAP_RETRIES))
		*at++ = rt->retries;
	if (RADIOTAP_HAS(rt, RADIOTAP_MCS)) {
		memcpy(at, rt->mcs, sizeof(rt->mcs));
		at += sizeof(rt->mcs);
	}
	if (RADIOTAP_HAS(rt, RADIOTAP_VHT)) {
		at = put_aligned(out, at, 2);
		memcpy(at, rt->vht, sizeof(rt->vht));
		at += sizeof(rt->vht);
	}
	if (rt->chain.n) {
		at = put_aligned(out, at, 2);
		at += cloudmac_chain_pack(at, &rt->chain);
	}
	if (rt->token) {
		at = put_aligned(out, at, 2);
		at += cloudmac_token_pack(at, rt->token);
	}
	out[0] = out[1] = 0;
	put_le16(out + 2, (uint16_t)(at - out));
	put_le32(out + 4, words[0]);
	return (size_t)(at - out);
}
