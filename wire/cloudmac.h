/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Frames of the CloudMAC wire format, version 1 (SPECIFICATION.md, 1 and 3).
 * cloudmac_fields.h finds radiotap's fields, cloudmac_he.h reads one of them.
 * cloudmac_chain.h, cloudmac_station.h and cloudmac_token.h have the vendor
 * namespaces of radiotap, cloudmac_segment.h and cloudmac_reassembly.h segments,
 * cloudmac_survey.h reports about a channel, cloudmac_vsta.h the messages of
 * virtual stations, cloudmac_announce.h announcements.
 *
 * The VAP driver (kernel) and the WTP agent (user space) include this file. It
 * uses only fixed-width integers, memcpy() and memset(). Each parser takes a length,
 * never reads past it and never writes to the frame. It returns 0 or an enum
 * cloudmac_error, which is also the name of the caller's counter. After an
 * error its output is undefined.
 */
#ifndef CLOUDMAC_H
#define CLOUDMAC_H

#ifdef __KERNEL__
#include <linux/string.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
/* C11 allows other headers to define the same types again. */
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef int8_t s8;
#endif

#define CLOUDMAC_ETHERTYPE	    0x1337 /* 802.11 frames */
#define CLOUDMAC_ETHERTYPE_ANNOUNCE 0x1338 /* WTP announcements */
#define CLOUDMAC_ETHERTYPE_VLAN	    0x8100
#define CLOUDMAC_VERSION	    1

#define CLOUDMAC_ADDR_LEN	    6
#define CLOUDMAC_ETH_HLEN	    14
#define CLOUDMAC_VLAN_HLEN	    4
#define CLOUDMAC_RADIOTAP_HLEN	    8	  /* shortest radiotap header */
#define CLOUDMAC_RADIOTAP_MAX	    256	  /* longest one accepted */
#define CLOUDMAC_NAMESPACE_HLEN	    6	  /* OUI, sub-namespace, length */
#define CLOUDMAC_SEGMENT_OCTET0	    0x53  /* first octet of a segment header */
#define CLOUDMAC_80211_MIN	    10	  /* shortest frame: ACK, CTS */
#define CLOUDMAC_80211_MAX	    11454 /* longest MPDU (802.11ac) */
#define CLOUDMAC_MTU_MIN	    1700  /* smallest MTU of a wired link */

#define CLOUDMAC_TAG_OCTET0	    0x12 /* version 1, local, unicast */
#define CLOUDMAC_TAG_REQUEST	    0x10 /* in tag octet 3 */
#define CLOUDMAC_POWER_AUTO	    ((s8)-128)
#define CLOUDMAC_SIGNAL_UNKNOWN	    ((s8)-128)
#define CLOUDMAC_RATE_RADIOTAP	    0
#define CLOUDMAC_VAP_ANY	    0xffff /* no VAP named */
#define CLOUDMAC_PRIORITY_NEIGHBOUR 1	   /* background */
#define CLOUDMAC_PRIORITY_EAPOL	    6
#define CLOUDMAC_PRIORITY_MGMT	    7

/* Destination of announcements: a locally administered group, "\x13\x38CMAC". */
/* clang-format off */
#define CLOUDMAC_ANNOUNCE_GROUP { 0x13, 0x38, 0x43, 0x4d, 0x41, 0x43 }
/* clang-format on */

enum cloudmac_kind {
	CLOUDMAC_KIND_FRAME = 0,
	CLOUDMAC_KIND_TX_STATUS = 1,
	CLOUDMAC_KIND_NEIGHBOUR = 2, /* a beacon of one, or a survey report */
	CLOUDMAC_KIND_VSTA = 3,	     /* a message of cloudmac_vsta.h */
};

enum cloudmac_direction {
	CLOUDMAC_DOWNLINK, /* VAP to WTP: the tag is the source */
	CLOUDMAC_UPLINK,   /* WTP to VAP: the tag is the destination */
};

enum cloudmac_error {
	CLOUDMAC_OK = 0,
	CLOUDMAC_ERR_SHORT,	/* ends inside a header */
	CLOUDMAC_ERR_ETHERTYPE, /* another protocol */
	CLOUDMAC_ERR_VERSION,	/* tag octet 0 or announcement version */
	CLOUDMAC_ERR_KIND,	/* reserved kind */
	CLOUDMAC_ERR_ADDRESS,	/* station is null, or a group as source */
	CLOUDMAC_ERR_RADIOTAP,	/* bad version or length */
	CLOUDMAC_ERR_80211,	/* frame too short for its type, or too long */
	CLOUDMAC_ERR_TLV,	/* announcement element malformed or missing */
	CLOUDMAC_ERR_SEGMENT,	/* a segment, or a malformed one */
	CLOUDMAC_ERR_MAX,
};

/* Returns the name of 'error' in counters and test vectors. */
static inline const char *cloudmac_error_name(int error)
{
	switch (error) {
	case CLOUDMAC_OK:
		return "ok";
	case CLOUDMAC_ERR_SHORT:
		return "short";
	case CLOUDMAC_ERR_ETHERTYPE:
		return "ethertype";
	case CLOUDMAC_ERR_VERSION:
		return "version";
	case CLOUDMAC_ERR_KIND:
		return "kind";
	case CLOUDMAC_ERR_ADDRESS:
		return "address";
	case CLOUDMAC_ERR_RADIOTAP:
		return "radiotap";
	case CLOUDMAC_ERR_80211:
		return "80211";
	case CLOUDMAC_ERR_TLV:
		return "tlv";
	case CLOUDMAC_ERR_SEGMENT:
		return "segment";
	default:
		return "unknown";
	}
}

/* An unpacked radio tag. 'level' is the transmit power (downlink) or the
 * received signal (uplink) in dBm; -128 means automatic or unknown. */
struct cloudmac_tag {
	s8 level;
	u8 rate;     /* units of 500 kb/s; 0: radiotap has the rate */
	u8 priority; /* 802.1D user priority, 0 to 7 */
	u8 kind;     /* enum cloudmac_kind */
	u16 vap;     /* last two octets of the BSSID, or of a virtual station */
	/* In a beacon of the downlink: the VAP requests beacons of neighbours,
	 * and survey reports. Reserved in other frames. */
	bool request;
};

/* A parsed frame. Its pointers point into the caller's buffer. */
struct cloudmac_frame {
	enum cloudmac_direction direction;
	struct cloudmac_tag tag;
	int vlan;	   /* VLAN id, or -1 untagged */
	const u8 *station; /* the outer address that is not the tag */
	const u8 *radiotap;
	u16 radiotap_len;
	const u8 *frame; /* the 802.11 header */
	u16 frame_len;
};

static inline u16 cloudmac_get_be16(const u8 *p)
{
	return (u16)(p[0] << 8 | p[1]);
}

static inline void cloudmac_put_be16(u8 *p, u16 v)
{
	p[0] = (u8)(v >> 8);
	p[1] = (u8)v;
}

static inline u16 cloudmac_get_le16(const u8 *p)
{
	return (u16)(p[1] << 8 | p[0]);
}

static inline bool cloudmac_addr_is_group(const u8 *addr)
{
	return addr[0] & 1;
}

static inline bool cloudmac_addr_is_null(const u8 *addr)
{
	return !(addr[0] | addr[1] | addr[2] | addr[3] | addr[4] | addr[5]);
}

/* Returns the VAP id of a BSSID: its last two octets. */
static inline u16 cloudmac_vap_id(const u8 *bssid)
{
	return cloudmac_get_be16(bssid + 4);
}

/* Writes the six octets of 'tag' at 'addr'. */
static inline void cloudmac_tag_pack(u8 *addr, const struct cloudmac_tag *tag)
{
	addr[0] = CLOUDMAC_TAG_OCTET0;
	addr[1] = (u8)tag->level;
	addr[2] = tag->rate;
	addr[3] = (u8)((tag->priority & 7) << 5 |
		       (tag->request ? CLOUDMAC_TAG_REQUEST : 0) |
		       (tag->kind & 15));
	cloudmac_put_be16(addr + 4, tag->vap);
}

/* Parses the six octets at 'addr'. Returns 0, CLOUDMAC_ERR_VERSION or
 * CLOUDMAC_ERR_KIND. */
static inline int cloudmac_tag_unpack(const u8 *addr, struct cloudmac_tag *tag)
{
	if (addr[0] != CLOUDMAC_TAG_OCTET0)
		return CLOUDMAC_ERR_VERSION;
	tag->level = (s8)addr[1];
	tag->rate = addr[2];
	tag->priority = addr[3] >> 5;
	tag->request = addr[3] & CLOUDMAC_TAG_REQUEST;
	tag->kind = addr[3] & 15;
	tag->vap = cloudmac_get_be16(addr + 4);
	return tag->kind <= CLOUDMAC_KIND_VSTA ? CLOUDMAC_OK :
						 CLOUDMAC_ERR_KIND;
}

/* Returns the length of the 802.11 header at 'frame', of which 'len' octets can
 * be read. Returns 0 if the frame is shorter than the header of its type (IEEE
 * Std 802.11-2020, 9.3.1 to 9.3.3). Returns 0 also for extension frames (type 3)
 * and for protocol versions other than 0, which CloudMAC does not carry. */
static inline u16 cloudmac_80211_hdrlen(const u8 *frame, u32 len)
{
	u32 need;

	if (len < CLOUDMAC_80211_MIN || frame[0] & 0x03)
		return 0;
	switch (frame[0] & 0x0c) {
	case 0x00: /* management, HT control with +HTC */
		need = frame[1] & 0x80 ? 28 : 24;
		break;
	case 0x04: /* control: CTS and ACK have one address, others two */
		need = (frame[0] & 0xe0) == 0xc0 ? 10 : 16;
		break;
	case 0x08: /* data: address 4, QoS control, HT control */
		need = (frame[1] & 0x03) == 0x03 ? 30 : 24;
		if (frame[0] & 0x80)
			need += frame[1] & 0x80 ? 6 : 2;
		break;
	default:
		return 0;
	}
	return len >= need ? (u16)need : 0;
}

/* Returns the length of the Ethernet header at 'data', with an 802.1Q tag if
 * present, or 0 if the 'len' octets end inside it. Its last two octets are the
 * ethertype. Sets 'vlan' to the VLAN id, or to -1 if untagged. */
static inline u32 cloudmac_eth_hdrlen(const u8 *data, u32 len, int *vlan)
{
	const u8 *type;

	if (len < CLOUDMAC_ETH_HLEN)
		return 0;
	*vlan = -1;
	type = data + 2 * CLOUDMAC_ADDR_LEN;
	if (cloudmac_get_be16(type) != CLOUDMAC_ETHERTYPE_VLAN)
		return CLOUDMAC_ETH_HLEN;
	if (len < CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN)
		return 0;
	*vlan = cloudmac_get_be16(type + 2) & 0x0fff;
	return CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN;
}

/*
 * Parses the outer header of the Ethernet frame of 'len' octets at 'data': sets all
 * of 'out' but what follows it. 'header' is the length of the Ethernet header. At
 * least CLOUDMAC_RADIOTAP_HLEN octets follow it. Returns 0 or an enum cloudmac_error.
 */
static inline int cloudmac_outer_parse(const u8 *data, u32 len,
				       enum cloudmac_direction direction,
				       struct cloudmac_frame *out, u32 *header)
{
	const u8 *tag;
	int err;

	*header = cloudmac_eth_hdrlen(data, len, &out->vlan);
	if (!*header)
		return CLOUDMAC_ERR_SHORT;
	if (cloudmac_get_be16(data + *header - 2) != CLOUDMAC_ETHERTYPE)
		return CLOUDMAC_ERR_ETHERTYPE;

	out->direction = direction;
	out->station = direction == CLOUDMAC_DOWNLINK ?
			       data :
			       data + CLOUDMAC_ADDR_LEN;
	tag = direction == CLOUDMAC_DOWNLINK ? data + CLOUDMAC_ADDR_LEN : data;
	err = cloudmac_tag_unpack(tag, &out->tag);
	if (err)
		return err;
	if (direction == CLOUDMAC_DOWNLINK &&
	    out->tag.kind != CLOUDMAC_KIND_FRAME &&
	    out->tag.kind != CLOUDMAC_KIND_VSTA)
		return CLOUDMAC_ERR_KIND;
	if (cloudmac_addr_is_null(out->station) ||
	    (direction == CLOUDMAC_UPLINK &&
	     cloudmac_addr_is_group(out->station)))
		return CLOUDMAC_ERR_ADDRESS;
	return len - *header < CLOUDMAC_RADIOTAP_HLEN ? CLOUDMAC_ERR_SHORT :
							CLOUDMAC_OK;
}

/*
 * Parses the Ethernet frame of 'len' octets at 'data', tagged or untagged. The
 * caller knows the direction, which determines the side of the radio tag.
 * Returns 0 or an enum cloudmac_error other than CLOUDMAC_ERR_TLV. After
 * CLOUDMAC_ERR_SEGMENT the caller may pass the frame to cloudmac_segment_parse().
 */
static inline int cloudmac_frame_parse(const u8 *data, u32 len,
				       enum cloudmac_direction direction,
				       struct cloudmac_frame *out)
{
	u32 header, left;
	int err;

	err = cloudmac_outer_parse(data, len, direction, out, &header);
	if (err)
		return err;
	out->radiotap = data + header;
	if (out->radiotap[0] == CLOUDMAC_SEGMENT_OCTET0)
		return CLOUDMAC_ERR_SEGMENT;
	left = len - header;
	out->radiotap_len = cloudmac_get_le16(out->radiotap + 2);
	if (out->radiotap[0] != 0 ||
	    out->radiotap_len < CLOUDMAC_RADIOTAP_HLEN ||
	    out->radiotap_len > CLOUDMAC_RADIOTAP_MAX ||
	    out->radiotap_len > left)
		return CLOUDMAC_ERR_RADIOTAP;

	out->frame = out->radiotap + out->radiotap_len;
	left -= out->radiotap_len;
	if (left > CLOUDMAC_80211_MAX ||
	    !cloudmac_80211_hdrlen(out->frame, left))
		return CLOUDMAC_ERR_80211;
	out->frame_len = (u16)left;
	return CLOUDMAC_OK;
}

/* Writes the untagged Ethernet header at 'data': CLOUDMAC_ETH_HLEN octets. */
static inline void cloudmac_eth_pack(u8 *data,
				     enum cloudmac_direction direction,
				     const u8 *station,
				     const struct cloudmac_tag *tag)
{
	bool down = direction == CLOUDMAC_DOWNLINK;

	memcpy(down ? data : data + CLOUDMAC_ADDR_LEN, station,
	       CLOUDMAC_ADDR_LEN);
	cloudmac_tag_pack(down ? data + CLOUDMAC_ADDR_LEN : data, tag);
	cloudmac_put_be16(data + 2 * CLOUDMAC_ADDR_LEN, CLOUDMAC_ETHERTYPE);
}

#endif /* CLOUDMAC_H */
