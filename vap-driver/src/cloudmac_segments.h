/* SPDX-License-Identifier: GPL-2.0-only */
/* Segments: wire frames that carry a part of a frame which exceeds the MTU. */
#ifndef CLOUDMAC_SEGMENTS_H
#define CLOUDMAC_SEGMENTS_H

#include <linux/skbuff.h>

#include "cloudmac_segment.h"
#include "cloudmac_stats.h"

struct cloudmac_segments;

struct cloudmac_segments *cloudmac_segments_alloc(void);
void cloudmac_segments_free(struct cloudmac_segments *segments);
void cloudmac_segments_expire(struct cloudmac_segments *segments,
			      struct cloudmac_port_stats *stats);
struct sk_buff *cloudmac_segments_receive(struct cloudmac_segments *segments,
					  const struct sk_buff *skb, u16 vlan,
					  struct cloudmac_port_stats *stats);
struct sk_buff *cloudmac_segment_build(const struct sk_buff *whole,
				       const struct cloudmac_segmentation *of,
				       u8 index, u32 frame_id,
				       unsigned int headroom);

#endif /* CLOUDMAC_SEGMENTS_H */
