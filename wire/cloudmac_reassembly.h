/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Reassembly of segments (SPECIFICATION.md, 1.3). It reads no clock and allocates no
 * memory: the caller passes both. It is not safe for concurrent use.
 *
 * Anybody on the wire can send segments in any name, so all that is kept is bounded:
 * frames, frames of a station, time. The oldest frame makes room for a new one. A
 * frame is complete within a fraction of the time limit; so a flood of first segments
 * displaces it only if it fills the table within that fraction, or has the frame's
 * station, VAP and VLAN.
 */
#ifndef CLOUDMAC_REASSEMBLY_H
#define CLOUDMAC_REASSEMBLY_H

#include "cloudmac_segment.h"

#define CLOUDMAC_REASSEMBLY_MS	    200 /* for one frame */
#define CLOUDMAC_REASSEMBLY_STATION 4	/* incomplete frames of a station */
/* Octets of one incomplete frame in the caller's memory. */
#define CLOUDMAC_REASSEMBLY_OCTETS \
	(CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN + CLOUDMAC_CONTENT_MAX)

enum cloudmac_reassembly_result {
	CLOUDMAC_REASSEMBLY_WAITING,  /* other segments are missing */
	CLOUDMAC_REASSEMBLY_COMPLETE, /* this was the last one */
	CLOUDMAC_REASSEMBLY_REPEATED, /* the segment arrived before */
	CLOUDMAC_REASSEMBLY_CONFLICT, /* divides the frame otherwise */
};

/* An incomplete frame. */
struct cloudmac_partial {
	bool used;
	u8 station[CLOUDMAC_ADDR_LEN];
	u16 vap;
	int vlan;
	u32 frame_id;
	struct cloudmac_segmentation of;
	u16 arrived;   /* bit i: segment i */
	u8 header_len; /* of the Ethernet header; 0: segment 0 is missing */
	u32 since_ms;  /* when the first one arrived */
	u32 number;    /* counts frames, for their age */
	u8 *octets;    /* CLOUDMAC_REASSEMBLY_OCTETS */
};

struct cloudmac_reassembly {
	struct cloudmac_partial *partials;
	u16 partials_n;
	u32 number;
	u32 timeouts; /* frames dropped because segments were missing */
	u32 evicted;  /* frames dropped to make room */
};

/* Prepares 'r' for 'n' incomplete frames. 'memory' has CLOUDMAC_REASSEMBLY_OCTETS for
 * each. Both arrays must outlive 'r'. */
static inline void cloudmac_reassembly_init(struct cloudmac_reassembly *r,
					    struct cloudmac_partial *partials,
					    u8 *memory, u16 n)
{
	u16 i;

	memset(r, 0, sizeof(*r));
	memset(partials, 0, n * sizeof(*partials));
	r->partials = partials;
	r->partials_n = n;
	for (i = 0; i < n; i++)
		partials[i].octets =
			memory + (size_t)i * CLOUDMAC_REASSEMBLY_OCTETS;
}

/* Drops the frames whose time has passed. 'now_ms' may wrap around. */
static inline void cloudmac_reassembly_expire(struct cloudmac_reassembly *r,
					      u32 now_ms)
{
	u16 i;

	for (i = 0; i < r->partials_n; i++) {
		if (!r->partials[i].used ||
		    (u32)(now_ms - r->partials[i].since_ms) <
			    CLOUDMAC_REASSEMBLY_MS)
			continue;
		r->partials[i].used = false;
		r->timeouts++;
	}
}

/* Returns true for the same station, VAP and VLAN. */
static inline bool cloudmac_partial_is_between(
	const struct cloudmac_partial *partial,
	const struct cloudmac_segment *segment)
{
	return partial->vap == segment->tag.vap &&
	       partial->vlan == segment->vlan &&
	       !memcmp(partial->station, segment->station, CLOUDMAC_ADDR_LEN);
}

static inline bool cloudmac_partial_is_of(
	const struct cloudmac_partial *partial,
	const struct cloudmac_segment *segment)
{
	return partial->frame_id == segment->frame_id &&
	       cloudmac_partial_is_between(partial, segment);
}

/* Returns the older of two frames, of which 'one' may be NULL. */
static inline struct cloudmac_partial *cloudmac_partial_older(
	const struct cloudmac_reassembly *r, struct cloudmac_partial *one,
	struct cloudmac_partial *other)
{
	return one && (u32)(r->number - one->number) >
				       (u32)(r->number - other->number) ?
		       one :
		       other;
}

/* Returns a place for a frame of this station, VAP and VLAN. Makes room if there is none. */
static inline struct cloudmac_partial *cloudmac_reassembly_room(
	struct cloudmac_reassembly *r, const struct cloudmac_segment *segment)
{
	struct cloudmac_partial *free = NULL, *oldest = NULL, *own = NULL;
	struct cloudmac_partial *partial;
	u16 i, own_n = 0;

	for (i = 0; i < r->partials_n; i++) {
		partial = &r->partials[i];
		if (!partial->used) {
			free = partial;
			continue;
		}
		oldest = cloudmac_partial_older(r, oldest, partial);
		if (!cloudmac_partial_is_between(partial, segment))
			continue;
		own = cloudmac_partial_older(r, own, partial);
		own_n++;
	}
	if (own_n < CLOUDMAC_REASSEMBLY_STATION && free)
		return free;
	r->evicted++;
	return own_n < CLOUDMAC_REASSEMBLY_STATION ? oldest : own;
}

static inline struct cloudmac_partial *cloudmac_reassembly_begin(
	struct cloudmac_reassembly *r, const struct cloudmac_segment *segment,
	u32 now_ms)
{
	struct cloudmac_partial *partial = cloudmac_reassembly_room(r, segment);

	partial->used = true;
	memcpy(partial->station, segment->station, CLOUDMAC_ADDR_LEN);
	partial->vap = segment->tag.vap;
	partial->vlan = segment->vlan;
	partial->frame_id = segment->frame_id;
	partial->of = segment->of;
	partial->arrived = 0;
	partial->header_len = 0;
	partial->since_ms = now_ms;
	partial->number = ++r->number;
	return partial;
}

/*
 * Adds a segment that cloudmac_segment_parse() returned. If the frame is complete, sets
 * 'data' and 'len' to the whole Ethernet frame, which is valid until the next call.
 */
static inline enum cloudmac_reassembly_result cloudmac_reassembly_add(
	struct cloudmac_reassembly *r, const struct cloudmac_segment *segment,
	u32 now_ms, const u8 **data, u32 *len)
{
	const u32 room = CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN;
	const u16 bit = (u16)(1u << segment->index);
	struct cloudmac_partial *partial = NULL;
	u16 i;

	cloudmac_reassembly_expire(r, now_ms);
	for (i = 0; !partial && i < r->partials_n; i++)
		if (r->partials[i].used &&
		    cloudmac_partial_is_of(&r->partials[i], segment))
			partial = &r->partials[i];
	if (!partial)
		partial = cloudmac_reassembly_begin(r, segment, now_ms);
	if (partial->of.total != segment->of.total ||
	    partial->of.size != segment->of.size)
		return CLOUDMAC_REASSEMBLY_CONFLICT;
	if (partial->arrived & bit)
		return CLOUDMAC_REASSEMBLY_REPEATED;
	partial->arrived |= bit;
	memcpy(partial->octets + room +
		       cloudmac_segment_offset(&segment->of, segment->index),
	       segment->content, segment->content_len);
	if (segment->index == 0) {
		/* The Ethernet header ends where the content begins. */
		partial->header_len = segment->header_len;
		memcpy(partial->octets + room - segment->header_len,
		       segment->header, segment->header_len);
	}
	if (partial->arrived != (1u << partial->of.count) - 1)
		return CLOUDMAC_REASSEMBLY_WAITING;
	partial->used = false;
	*data = partial->octets + room - partial->header_len;
	*len = (u32)partial->header_len + partial->of.total;
	return CLOUDMAC_REASSEMBLY_COMPLETE;
}

#endif /* CLOUDMAC_REASSEMBLY_H */
