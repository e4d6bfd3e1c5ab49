/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Segments: a frame that exceeds the MTU in several Ethernet frames
 * (SPECIFICATION.md, 1.3). The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_SEGMENT_H
#define CLOUDMAC_SEGMENT_H

#include "cloudmac.h"

#define CLOUDMAC_SEGMENT_HLEN	  12  /* octets of the segment header */
#define CLOUDMAC_SEGMENT_SIZE_MIN 512 /* content of each but the last */
#define CLOUDMAC_SEGMENTS_MAX	  16  /* of one frame */
/* Longest content: radiotap header and 802.11 frame. */
#define CLOUDMAC_CONTENT_MAX	  (CLOUDMAC_RADIOTAP_MAX + CLOUDMAC_80211_MAX)

/* How a content of 'total' octets is divided. */
struct cloudmac_segmentation {
	u16 total;
	u16 size; /* octets in each segment but the last */
	u8 count; /* of segments */
};

/* A parsed segment. Its pointers point into the caller's buffer. */
struct cloudmac_segment {
	struct cloudmac_tag tag;
	int vlan;	   /* VLAN id, or -1 untagged */
	const u8 *station; /* the outer address that is not the tag */
	const u8 *header;  /* the Ethernet header */
	u8 header_len;
	struct cloudmac_segmentation of;
	u8 index;
	u32 frame_id;
	const u8 *content; /* this segment's part of it */
	u16 content_len;
};

/* Returns the offset in the content at which segment 'index' begins. */
static inline u16 cloudmac_segment_offset(
	const struct cloudmac_segmentation *of, u8 index)
{
	return (u16)(index * of->size);
}

/* Returns the octets of the content in segment 'index'. */
static inline u16 cloudmac_segment_content(
	const struct cloudmac_segmentation *of, u8 index)
{
	u16 left = (u16)(of->total - cloudmac_segment_offset(of, index));

	return left < of->size ? left : of->size;
}

/* Returns the number of segments of 'size' octets for 'total' octets, or 0 if the
 * format forbids it. */
static inline u8 cloudmac_segment_count(u32 total, u32 size)
{
	u32 count;

	if (total > CLOUDMAC_CONTENT_MAX || size < CLOUDMAC_SEGMENT_SIZE_MIN)
		return 0;
	count = (total + size - 1) / size;
	return count < 2 || count > CLOUDMAC_SEGMENTS_MAX ? 0 : (u8)count;
}

/*
 * Divides a content of 'total' octets into segments of equal size for a link whose
 * Ethernet frames have up to 'mtu' octets after the ethertype. Returns false if the
 * content is too long, or fits without segments.
 */
static inline bool cloudmac_segment_plan(u32 total, u32 mtu,
					 struct cloudmac_segmentation *out)
{
	u32 room, count;

	if (total <= mtu || total > CLOUDMAC_CONTENT_MAX ||
	    mtu <= CLOUDMAC_SEGMENT_HLEN)
		return false;
	room = mtu - CLOUDMAC_SEGMENT_HLEN;
	count = (total + room - 1) / room;
	out->total = (u16)total;
	out->size = (u16)((total + count - 1) / count);
	out->count = cloudmac_segment_count(total, out->size);
	return out->count != 0;
}

/* Writes the segment header at 'at': CLOUDMAC_SEGMENT_HLEN octets. */
static inline void cloudmac_segment_pack(u8 *at,
					 const struct cloudmac_segmentation *of,
					 u8 index, u32 frame_id)
{
	at[0] = CLOUDMAC_SEGMENT_OCTET0;
	at[1] = index;
	cloudmac_put_be16(at + 2, of->total);
	cloudmac_put_be16(at + 4, of->size);
	cloudmac_put_be16(at + 6, 0);
	cloudmac_put_be16(at + 8, (u16)(frame_id >> 16));
	cloudmac_put_be16(at + 10, (u16)frame_id);
}

/*
 * Parses the Ethernet frame of 'len' octets at 'data' as a segment. Returns 0, or an
 * enum cloudmac_error: CLOUDMAC_ERR_SEGMENT also if it is none.
 */
static inline int cloudmac_segment_parse(const u8 *data, u32 len,
					 enum cloudmac_direction direction,
					 struct cloudmac_segment *out)
{
	struct cloudmac_frame outer;
	const u8 *at;
	u32 header;
	int err;

	err = cloudmac_outer_parse(data, len, direction, &outer, &header);
	if (err)
		return err;
	at = data + header;
	len -= header;
	if (len < CLOUDMAC_SEGMENT_HLEN || at[0] != CLOUDMAC_SEGMENT_OCTET0 ||
	    outer.tag.kind != CLOUDMAC_KIND_FRAME ||
	    cloudmac_addr_is_group(outer.station))
		return CLOUDMAC_ERR_SEGMENT;
	out->tag = outer.tag;
	out->vlan = outer.vlan;
	out->station = outer.station;
	out->header = data;
	out->header_len = (u8)header;
	out->index = at[1];
	out->of.total = cloudmac_get_be16(at + 2);
	out->of.size = cloudmac_get_be16(at + 4);
	out->of.count = cloudmac_segment_count(out->of.total, out->of.size);
	out->frame_id = (u32)cloudmac_get_be16(at + 8) << 16 |
			cloudmac_get_be16(at + 10);
	if (out->index >= out->of.count)
		return CLOUDMAC_ERR_SEGMENT;
	out->content = at + CLOUDMAC_SEGMENT_HLEN;
	out->content_len = cloudmac_segment_content(&out->of, out->index);
	return len - CLOUDMAC_SEGMENT_HLEN < out->content_len ?
		       CLOUDMAC_ERR_SEGMENT :
		       CLOUDMAC_OK;
}

#endif /* CLOUDMAC_SEGMENT_H */
