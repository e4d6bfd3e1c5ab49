/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Channel switches, version 1 (SPECIFICATION.md, 4). The controller requests a
 * switch from the host of a VAP. The host answers with its state.
 */
#ifndef CLOUDMAC_SWITCH_H
#define CLOUDMAC_SWITCH_H

#include "cloudmac.h"

/* At the place of an announcement's version, which never has bit 7. */
#define CLOUDMAC_SWITCH_VERSION	  0x81
#define CLOUDMAC_SWITCH_LEN	  14
#define CLOUDMAC_SWITCH_PACKED	  60 /* with Ethernet header and padding */
#define CLOUDMAC_SWITCH_COUNT_MAX 100

/* The controller's address in requests. */
/* clang-format off */
#define CLOUDMAC_SWITCH_SOURCE { 0x12, 0x38, 0x43, 0x4d, 0x41, 0x43 }
/* clang-format on */

enum cloudmac_switch_type {
	CLOUDMAC_SWITCH_REQUEST = 1,
	CLOUDMAC_SWITCH_ANSWER = 2,
};

enum cloudmac_switch_state {
	CLOUDMAC_SWITCH_UNDER_WAY = 1, /* beacons announce it */
	CLOUDMAC_SWITCH_DONE = 2,
	CLOUDMAC_SWITCH_REFUSED = 3,
};

enum cloudmac_switch_reason {
	CLOUDMAC_SWITCH_NO_REASON = 0,
	CLOUDMAC_SWITCH_NO_VAP = 1,	/* no hostapd here has that BSSID */
	CLOUDMAC_SWITCH_NO_HOSTAPD = 2, /* hostapd does not answer */
	CLOUDMAC_SWITCH_UNABLE = 3,	/* hostapd refuses */
	CLOUDMAC_SWITCH_UNFINISHED = 4, /* announced, not done in time */
	CLOUDMAC_SWITCH_BUSY = 5,	/* another switch is under way */
};

struct cloudmac_switch {
	u8 type;    /* enum cloudmac_switch_type */
	u16 number; /* chosen by the request, repeated by the answer */
	u8 bssid[CLOUDMAC_ADDR_LEN];
	u16 frequency; /* MHz, of the channel to switch to */
	u8 count;      /* request: beacons that announce the switch */
	u8 state;      /* answer: enum cloudmac_switch_state */
	u8 reason;     /* answer: enum cloudmac_switch_reason */
};

/*
 * Parses the Ethernet frame of 'len' octets at 'data', tagged or untagged.
 * Ignores the octets after the message. Returns 0 or CLOUDMAC_ERR_SHORT,
 * _ETHERTYPE, _VERSION (also for announcements), _KIND, _ADDRESS or _TLV.
 */
static inline int cloudmac_switch_parse(const u8 *data, u32 len,
					struct cloudmac_switch *out)
{
	u32 header;
	const u8 *p;
	int vlan;

	memset(out, 0, sizeof(*out));
	header = cloudmac_eth_hdrlen(data, len, &vlan);
	if (!header || len - header < CLOUDMAC_SWITCH_LEN)
		return CLOUDMAC_ERR_SHORT;
	if (cloudmac_get_be16(data + header - 2) != CLOUDMAC_ETHERTYPE_ANNOUNCE)
		return CLOUDMAC_ERR_ETHERTYPE;
	p = data + header;
	if (p[0] != CLOUDMAC_SWITCH_VERSION)
		return CLOUDMAC_ERR_VERSION;
	if (p[1] != CLOUDMAC_SWITCH_REQUEST && p[1] != CLOUDMAC_SWITCH_ANSWER)
		return CLOUDMAC_ERR_KIND;
	if (cloudmac_addr_is_null(p + 4) || cloudmac_addr_is_group(p + 4) ||
	    cloudmac_vap_id(p + 4) == CLOUDMAC_VAP_ANY)
		return CLOUDMAC_ERR_ADDRESS;
	out->type = p[1];
	out->number = cloudmac_get_be16(p + 2);
	memcpy(out->bssid, p + 4, CLOUDMAC_ADDR_LEN);
	out->frequency = cloudmac_get_be16(p + 10);
	if (!out->frequency)
		return CLOUDMAC_ERR_TLV;
	if (out->type == CLOUDMAC_SWITCH_REQUEST) {
		out->count = p[12];
		return out->count && out->count <= CLOUDMAC_SWITCH_COUNT_MAX ?
			       CLOUDMAC_OK :
			       CLOUDMAC_ERR_TLV;
	}
	out->state = p[12];
	out->reason = p[13];
	/* Later versions may define more reasons. */
	return out->state >= CLOUDMAC_SWITCH_UNDER_WAY &&
			       out->state <= CLOUDMAC_SWITCH_REFUSED ?
		       CLOUDMAC_OK :
		       CLOUDMAC_ERR_TLV;
}

/*
 * Writes 'in' as an Ethernet frame of CLOUDMAC_SWITCH_PACKED octets at 'data'. A
 * request goes to the BSSID, an answer to the group of announcements.
 */
static inline void cloudmac_switch_pack(u8 *data,
					const struct cloudmac_switch *in)
{
	static const u8 group[CLOUDMAC_ADDR_LEN] = CLOUDMAC_ANNOUNCE_GROUP;
	static const u8 source[CLOUDMAC_ADDR_LEN] = CLOUDMAC_SWITCH_SOURCE;
	bool request = in->type == CLOUDMAC_SWITCH_REQUEST;
	u8 *p = data + CLOUDMAC_ETH_HLEN;

	memset(data, 0, CLOUDMAC_SWITCH_PACKED);
	memcpy(data, request ? in->bssid : group, CLOUDMAC_ADDR_LEN);
	memcpy(data + CLOUDMAC_ADDR_LEN, request ? source : in->bssid,
	       CLOUDMAC_ADDR_LEN);
	cloudmac_put_be16(data + 2 * CLOUDMAC_ADDR_LEN,
			  CLOUDMAC_ETHERTYPE_ANNOUNCE);
	p[0] = CLOUDMAC_SWITCH_VERSION;
	p[1] = in->type;
	cloudmac_put_be16(p + 2, in->number);
	memcpy(p + 4, in->bssid, CLOUDMAC_ADDR_LEN);
	cloudmac_put_be16(p + 10, in->frequency);
	p[12] = request ? in->count : in->state;
	p[13] = request ? 0 : in->reason;
}

#endif /* CLOUDMAC_SWITCH_H */
