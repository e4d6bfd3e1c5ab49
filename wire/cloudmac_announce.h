/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * CloudMAC announcements, version 1 (SPECIFICATION.md, 2).
 *
 * Parser and packer allocate no memory and use about 500 octets of stack. The
 * rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_ANNOUNCE_H
#define CLOUDMAC_ANNOUNCE_H

#include "cloudmac.h"

#define CLOUDMAC_ANNOUNCE_HLEN	       12 /* before the elements */
#define CLOUDMAC_ANNOUNCE_NAME_MAX     63
#define CLOUDMAC_ANNOUNCE_RADIO_LEN    14
#define CLOUDMAC_ANNOUNCE_RADIOS_MAX   16
#define CLOUDMAC_ANNOUNCE_INTERVAL_MIN 100   /* ms */
#define CLOUDMAC_ANNOUNCE_INTERVAL_MAX 60000 /* ms */
#define CLOUDMAC_IPV4_LEN	       4
#define CLOUDMAC_IPV6_LEN	       16

/* Longest frame of cloudmac_announce_pack(): all elements at full length. */
#define CLOUDMAC_ANNOUNCE_MAX                                         \
	(CLOUDMAC_ETH_HLEN + CLOUDMAC_ANNOUNCE_HLEN + 2 +             \
	 CLOUDMAC_ANNOUNCE_NAME_MAX + 2 + CLOUDMAC_IPV4_LEN + 2 + 2 + \
	 CLOUDMAC_IPV6_LEN + 2 +                                      \
	 CLOUDMAC_ANNOUNCE_RADIOS_MAX * (2 + CLOUDMAC_ANNOUNCE_RADIO_LEN))

enum cloudmac_tlv {
	CLOUDMAC_TLV_NAME = 1,	/* 1 to 63 octets UTF-8 */
	CLOUDMAC_TLV_IPV4 = 2,	/* address, TCP port */
	CLOUDMAC_TLV_IPV6 = 3,	/* address, TCP port */
	CLOUDMAC_TLV_RADIO = 4, /* struct cloudmac_radio; once per radio */
};

#define CLOUDMAC_RADIO_ACTIVE_MONITOR  0x01 /* can hold ACK leases */
#define CLOUDMAC_RADIO_PER_FRAME_RATE  0x02
#define CLOUDMAC_RADIO_PER_FRAME_POWER 0x04
#define CLOUDMAC_RADIO_STATIONS	       0x08 /* serves virtual stations */

/* The width of the channel; without one of these the width is unknown. */
#define CLOUDMAC_RADIO_WIDTH_MASK      0x70
#define CLOUDMAC_RADIO_WIDTH_20_NOHT   0x10
#define CLOUDMAC_RADIO_WIDTH_20	       0x20
#define CLOUDMAC_RADIO_WIDTH_40_ABOVE  0x30
#define CLOUDMAC_RADIO_WIDTH_40_BELOW  0x40
#define CLOUDMAC_RADIO_WIDTH_80	       0x50

#define CLOUDMAC_BAND_2GHZ	       0x01
#define CLOUDMAC_BAND_5GHZ	       0x02
#define CLOUDMAC_BAND_6GHZ	       0x04

struct cloudmac_radio {
	u8 index;
	u8 address[CLOUDMAC_ADDR_LEN];
	u16 frequency; /* MHz */
	s8 max_power;  /* dBm */
	s8 power;      /* dBm */
	u8 flags;      /* CLOUDMAC_RADIO_* */
	u8 max_leases;
	u8 bands; /* CLOUDMAC_BAND_* */
};

/* An unpacked announcement. A port of 0 means that the address is absent. */
struct cloudmac_announcement {
	u8 source[CLOUDMAC_ADDR_LEN]; /* of the wired interface */
	int vlan;		      /* VLAN id, or -1 untagged */
	u8 wtp[CLOUDMAC_ADDR_LEN];    /* WTP id */
	u16 interval;		      /* ms */
	char name[CLOUDMAC_ANNOUNCE_NAME_MAX + 1];
	u8 ipv4[CLOUDMAC_IPV4_LEN]; /* network byte order, like ipv6 */
	u16 ipv4_port;
	u8 ipv6[CLOUDMAC_IPV6_LEN];
	u16 ipv6_port;
	u8 radio_count;
	struct cloudmac_radio radios[CLOUDMAC_ANNOUNCE_RADIOS_MAX];
};

static inline bool cloudmac_is_zero(const u8 *p, u32 len)
{
	while (len && !*p) {
		p++;
		len--;
	}
	return !len;
}

/* Returns the length in octets of the UTF-8 character (RFC 3629) at 'p', of
 * which 'len' octets can be read. Returns 0 if there is none or if it is a
 * control character (U+0000 to U+001F, U+007F to U+009F). */
static inline u32 cloudmac_utf8_len(const u8 *p, u32 len)
{
	u8 low = 0x80, high = 0xbf; /* bounds of the second octet */
	u32 need, i;

	if (!len)
		return 0;
	if (p[0] < 0x80)
		return p[0] >= 0x20 && p[0] != 0x7f;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	need = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (len < need)
		return 0;
	switch (p[0]) {
	case 0xc2: /* U+0080 to U+009F are control characters */
	case 0xe0: /* below U+0800 the form has two octets */
		low = 0xa0;
		break;
	case 0xed: /* surrogates */
		high = 0x9f;
		break;
	case 0xf0: /* below U+10000 the form has three octets */
		low = 0x90;
		break;
	case 0xf4: /* above U+10FFFF */
		high = 0x8f;
		break;
	default:
		break;
	}
	if (p[1] < low || p[1] > high)
		return 0;
	for (i = 2; i < need; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return need;
}

static inline bool cloudmac_announce_get_name(const u8 *value, u32 len,
					      struct cloudmac_announcement *out)
{
	u32 at = 0, step;

	if (!len || len > CLOUDMAC_ANNOUNCE_NAME_MAX || out->name[0])
		return false;
	while (at < len) {
		step = cloudmac_utf8_len(value + at, len - at);
		if (!step)
			return false;
		at += step;
	}
	memcpy(out->name, value, len);
	out->name[len] = '\0';
	return true;
}

/* Parses an address and a port. 'port' is 0 before its first element. */
static inline bool cloudmac_announce_get_control(const u8 *value, u32 len,
						 u32 addr_len, u8 *addr,
						 u16 *port)
{
	if (len != addr_len + 2 || *port || cloudmac_is_zero(value, addr_len))
		return false;
	/* Multicast; for IPv4 also the reserved range above, and broadcast. */
	if (value[0] >= (addr_len == CLOUDMAC_IPV4_LEN ? 224 : 255))
		return false;
	memcpy(addr, value, addr_len);
	*port = cloudmac_get_be16(value + addr_len);
	return *port != 0;
}

static inline bool cloudmac_announce_get_radio(
	const u8 *value, u32 len, struct cloudmac_announcement *out)
{
	struct cloudmac_radio *radio;
	u32 i;

	if (len != CLOUDMAC_ANNOUNCE_RADIO_LEN ||
	    out->radio_count == CLOUDMAC_ANNOUNCE_RADIOS_MAX ||
	    cloudmac_addr_is_null(value + 1) ||
	    cloudmac_addr_is_group(value + 1))
		return false;
	for (i = 0; i < out->radio_count; i++)
		if (out->radios[i].index == value[0])
			return false;
	radio = &out->radios[out->radio_count++];
	radio->index = value[0];
	memcpy(radio->address, value + 1, CLOUDMAC_ADDR_LEN);
	radio->frequency = cloudmac_get_be16(value + 7);
	radio->max_power = (s8)value[9];
	radio->power = (s8)value[10];
	radio->flags = value[11];
	radio->max_leases = value[12];
	radio->bands = value[13];
	return true;
}

/* Parses the elements in the 'len' octets at 'p'. Returns false if one is
 * malformed. */
static inline bool cloudmac_announce_get_elements(
	const u8 *p, u32 len, struct cloudmac_announcement *out)
{
	const u8 *value;
	u32 size;
	bool ok;

	while (len) {
		if (len < 2 || p[1] > len - 2)
			return false;
		value = p + 2;
		size = p[1];
		switch (p[0]) {
		case CLOUDMAC_TLV_NAME:
			ok = cloudmac_announce_get_name(value, size, out);
			break;
		case CLOUDMAC_TLV_IPV4:
			ok = cloudmac_announce_get_control(value, size,
							   CLOUDMAC_IPV4_LEN,
							   out->ipv4,
							   &out->ipv4_port);
			break;
		case CLOUDMAC_TLV_IPV6:
			ok = cloudmac_announce_get_control(value, size,
							   CLOUDMAC_IPV6_LEN,
							   out->ipv6,
							   &out->ipv6_port);
			break;
		case CLOUDMAC_TLV_RADIO:
			ok = cloudmac_announce_get_radio(value, size, out);
			break;
		default:
			ok = true;
			break;
		}
		if (!ok)
			return false;
		p = value + size;
		len -= 2 + size;
	}
	return true;
}

/*
 * Parses the Ethernet frame of 'len' octets at 'data', tagged or untagged.
 * Returns 0 or CLOUDMAC_ERR_SHORT, _ETHERTYPE, _VERSION, _ADDRESS or _TLV.
 */
static inline int cloudmac_announce_parse(const u8 *data, u32 len,
					  struct cloudmac_announcement *out)
{
	u32 header, size, left;
	const u8 *head;

	memset(out, 0, sizeof(*out));
	header = cloudmac_eth_hdrlen(data, len, &out->vlan);
	if (!header || len - header < CLOUDMAC_ANNOUNCE_HLEN)
		return CLOUDMAC_ERR_SHORT;
	if (cloudmac_get_be16(data + header - 2) != CLOUDMAC_ETHERTYPE_ANNOUNCE)
		return CLOUDMAC_ERR_ETHERTYPE;

	head = data + header;
	left = len - header - CLOUDMAC_ANNOUNCE_HLEN;
	if (head[0] != CLOUDMAC_VERSION)
		return CLOUDMAC_ERR_VERSION;
	size = cloudmac_get_be16(head + 2);
	if (size > left)
		return CLOUDMAC_ERR_SHORT;
	if (cloudmac_addr_is_null(head + 4) || cloudmac_addr_is_group(head + 4))
		return CLOUDMAC_ERR_ADDRESS;

	memcpy(out->source, data + CLOUDMAC_ADDR_LEN, CLOUDMAC_ADDR_LEN);
	memcpy(out->wtp, head + 4, CLOUDMAC_ADDR_LEN);
	out->interval = cloudmac_get_be16(head + 10);
	head += CLOUDMAC_ANNOUNCE_HLEN;
	if (out->interval < CLOUDMAC_ANNOUNCE_INTERVAL_MIN ||
	    out->interval > CLOUDMAC_ANNOUNCE_INTERVAL_MAX ||
	    !cloudmac_announce_get_elements(head, size, out) || !out->name[0] ||
	    !(out->ipv4_port || out->ipv6_port) || !out->radio_count ||
	    !cloudmac_is_zero(head + size, left - size))
		return CLOUDMAC_ERR_TLV;
	return CLOUDMAC_OK;
}

/* Writes the type and length of an element at 'p'. Returns the place of its
 * value. */
static inline u8 *cloudmac_announce_put_head(u8 *p, enum cloudmac_tlv type,
					     u32 len)
{
	p[0] = (u8)type;
	p[1] = (u8)len;
	return p + 2;
}

/* Writes an address and its port at 'p' unless the port is 0. Returns the end. */
static inline u8 *cloudmac_announce_put_control(u8 *p, enum cloudmac_tlv type,
						const u8 *addr, u32 addr_len,
						u16 port)
{
	if (!port)
		return p;
	p = cloudmac_announce_put_head(p, type, addr_len + 2);
	memcpy(p, addr, addr_len);
	cloudmac_put_be16(p + addr_len, port);
	return p + addr_len + 2;
}

static inline u8 *cloudmac_announce_put_radio(
	u8 *p, const struct cloudmac_radio *radio)
{
	p = cloudmac_announce_put_head(p, CLOUDMAC_TLV_RADIO,
				       CLOUDMAC_ANNOUNCE_RADIO_LEN);
	p[0] = radio->index;
	memcpy(p + 1, radio->address, CLOUDMAC_ADDR_LEN);
	cloudmac_put_be16(p + 7, radio->frequency);
	p[9] = (u8)radio->max_power;
	p[10] = (u8)radio->power;
	p[11] = radio->flags;
	p[12] = radio->max_leases;
	p[13] = radio->bands;
	return p + CLOUDMAC_ANNOUNCE_RADIO_LEN;
}

/*
 * Writes 'in' as an Ethernet frame at 'data', which has room for
 * CLOUDMAC_ANNOUNCE_MAX octets. Ignores 'in->vlan': the interface adds the tag.
 * Returns the length, or 0 if a parser would refuse the announcement.
 */
static inline u32 cloudmac_announce_pack(u8 *data,
					 const struct cloudmac_announcement *in)
{
	static const u8 group[CLOUDMAC_ADDR_LEN] = CLOUDMAC_ANNOUNCE_GROUP;
	u8 *head = data + CLOUDMAC_ETH_HLEN, *p;
	struct cloudmac_announcement check;
	u32 name_len = 0, len, i;

	while (name_len <= CLOUDMAC_ANNOUNCE_NAME_MAX && in->name[name_len])
		name_len++;
	if (name_len > CLOUDMAC_ANNOUNCE_NAME_MAX ||
	    in->radio_count > CLOUDMAC_ANNOUNCE_RADIOS_MAX)
		return 0;

	memcpy(data, group, CLOUDMAC_ADDR_LEN);
	memcpy(data + CLOUDMAC_ADDR_LEN, in->source, CLOUDMAC_ADDR_LEN);
	cloudmac_put_be16(data + 2 * CLOUDMAC_ADDR_LEN,
			  CLOUDMAC_ETHERTYPE_ANNOUNCE);

	p = head + CLOUDMAC_ANNOUNCE_HLEN;
	p = cloudmac_announce_put_head(p, CLOUDMAC_TLV_NAME, name_len);
	memcpy(p, in->name, name_len);
	p += name_len;
	p = cloudmac_announce_put_control(p, CLOUDMAC_TLV_IPV4, in->ipv4,
					  CLOUDMAC_IPV4_LEN, in->ipv4_port);
	p = cloudmac_announce_put_control(p, CLOUDMAC_TLV_IPV6, in->ipv6,
					  CLOUDMAC_IPV6_LEN, in->ipv6_port);
	for (i = 0; i < in->radio_count; i++)
		p = cloudmac_announce_put_radio(p, &in->radios[i]);
	len = (u32)(p - data);

	head[0] = CLOUDMAC_VERSION;
	head[1] = 0;
	cloudmac_put_be16(head + 2, (u16)(len - CLOUDMAC_ETH_HLEN -
					  CLOUDMAC_ANNOUNCE_HLEN));
	memcpy(head + 4, in->wtp, CLOUDMAC_ADDR_LEN);
	cloudmac_put_be16(head + 10, in->interval);

	/* The parser checks the rules, so that they are in one place. */
	return cloudmac_announce_parse(data, len, &check) ? 0 : len;
}

#endif /* CLOUDMAC_ANNOUNCE_H */
