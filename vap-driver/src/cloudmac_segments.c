// SPDX-License-Identifier: GPL-2.0-only
/*
 * Segments (wire/SPECIFICATION.md, 1.3): builds those of a frame that exceeds the
 * MTU of the lower device, and reassembles received ones. The wire format's
 * cloudmac_reassembly.h decides; this file has the lock, the clock and the skbs.
 */
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "cloudmac_reassembly.h"
#include "cloudmac_segments.h"

/* Incomplete frames of a lower device. Their memory is allocated at once. */
#define PARTIALS	64

struct cloudmac_segments {
	spinlock_t lock;	/* guards the rest */
	struct cloudmac_reassembly table;
	struct cloudmac_partial partials[PARTIALS];
	u8 octets[PARTIALS * CLOUDMAC_REASSEMBLY_OCTETS];
};

/**
 * cloudmac_segments_alloc - allocates the reassembly of a lower device
 *
 * Return: the reassembly, NULL if there is no memory.
 */
struct cloudmac_segments *cloudmac_segments_alloc(void)
{
	struct cloudmac_segments *segments =
		kvzalloc(sizeof(*segments), GFP_KERNEL_ACCOUNT);

	if (!segments)
		return NULL;
	spin_lock_init(&segments->lock);
	cloudmac_reassembly_init(&segments->table, segments->partials,
				 segments->octets, PARTIALS);
	return segments;
}

/**
 * cloudmac_segments_free - frees a reassembly
 * @segments: the reassembly, or NULL; nobody uses it any more
 */
void cloudmac_segments_free(struct cloudmac_segments *segments)
{
	kvfree(segments);
}

static u32 now_ms(void)
{
	return (u32)ktime_to_ms(ktime_get());
}

/* Updates the counters of lost frames. The caller holds @lock. */
static void update_stats(const struct cloudmac_segments *segments,
			 struct cloudmac_port_stats *stats)
{
	atomic64_set(&stats->rx_drop_segment_timeout, segments->table.timeouts);
	atomic64_set(&stats->rx_drop_segment_evicted, segments->table.evicted);
}

/**
 * cloudmac_segments_expire - drops incomplete frames whose time has passed
 * @segments: the reassembly
 * @stats: counters of its lower device
 */
void cloudmac_segments_expire(struct cloudmac_segments *segments,
			      struct cloudmac_port_stats *stats)
{
	spin_lock_bh(&segments->lock);
	cloudmac_reassembly_expire(&segments->table, now_ms());
	update_stats(segments, stats);
	spin_unlock_bh(&segments->lock);
}

/* Parses a segment in the direction that its tag implies. If both addresses begin
 * like a tag, the whole frame decides later, and here the first direction that fits.
 */
static int parse(const u8 *data, u32 len, struct cloudmac_segment *segment)
{
	int err = cloudmac_segment_parse(data, len, CLOUDMAC_UPLINK, segment);

	if (err && data[CLOUDMAC_ADDR_LEN] == CLOUDMAC_TAG_OCTET0)
		err = cloudmac_segment_parse(data, len, CLOUDMAC_DOWNLINK,
					     segment);
	return err;
}

static struct sk_buff *copy_whole(const u8 *data, u32 len,
				  struct cloudmac_port_stats *stats)
{
	struct sk_buff *skb = alloc_skb(len, GFP_ATOMIC);

	if (skb)
		skb_put_data(skb, data, len);
	else
		atomic64_inc(&stats->rx_drop_port_memory);
	return skb;
}

/**
 * cloudmac_segments_receive - adds a received segment
 * @segments: the reassembly
 * @skb: the segment, linear, begins with the Ethernet header
 * @vlan: its VLAN id, which the header does not have
 * @stats: counters of the lower device
 *
 * Return: the whole frame, which begins with the Ethernet header, if this was its
 * last segment. Otherwise NULL.
 */
struct sk_buff *cloudmac_segments_receive(struct cloudmac_segments *segments,
					  const struct sk_buff *skb, u16 vlan,
					  struct cloudmac_port_stats *stats)
{
	struct cloudmac_segment segment;
	struct sk_buff *whole = NULL;
	const u8 *data;
	u32 len;

	atomic64_inc(&stats->rx_segments);
	if (parse(skb->data, skb->len, &segment)) {
		atomic64_inc(&stats->rx_drop_segment);
		return NULL;
	}
	segment.vlan = vlan;
	spin_lock_bh(&segments->lock);
	switch (cloudmac_reassembly_add(&segments->table, &segment, now_ms(),
					&data, &len)) {
	case CLOUDMAC_REASSEMBLY_WAITING:
		break;
	case CLOUDMAC_REASSEMBLY_COMPLETE:
		whole = copy_whole(data, len, stats);
		break;
	case CLOUDMAC_REASSEMBLY_REPEATED:
		atomic64_inc(&stats->rx_drop_segment_repeated);
		break;
	case CLOUDMAC_REASSEMBLY_CONFLICT:
		atomic64_inc(&stats->rx_drop_segment_conflict);
		break;
	}
	update_stats(segments, stats);
	spin_unlock_bh(&segments->lock);
	return whole;
}

/**
 * cloudmac_segment_build - builds a segment
 * @whole: the frame, linear, begins with the untagged Ethernet header
 * @of: division of its content
 * @index: number of the segment
 * @frame_id: identifies the frame
 * @headroom: octets to leave free before the segment
 *
 * Return: the segment, or NULL if there is no memory.
 */
struct sk_buff *cloudmac_segment_build(const struct sk_buff *whole,
				       const struct cloudmac_segmentation *of,
				       u8 index, u32 frame_id,
				       unsigned int headroom)
{
	u16 len = cloudmac_segment_content(of, index);
	struct sk_buff *skb;

	skb = alloc_skb(headroom + CLOUDMAC_ETH_HLEN + CLOUDMAC_SEGMENT_HLEN +
			len, GFP_ATOMIC);
	if (!skb)
		return NULL;
	skb_reserve(skb, headroom);
	skb_put_data(skb, whole->data, CLOUDMAC_ETH_HLEN);
	cloudmac_segment_pack(skb_put(skb, CLOUDMAC_SEGMENT_HLEN), of, index,
			      frame_id);
	skb_put_data(skb, whole->data + CLOUDMAC_ETH_HLEN +
		     cloudmac_segment_offset(of, index), len);
	skb->priority = whole->priority;
	/* The lower device sends all frames of a flow through one queue. */
	skb_copy_hash(skb, whole);
	skb_copy_queue_mapping(skb, whole);
	return skb;
}
