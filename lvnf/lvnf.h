/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of images: functions in C that a packet node runs on frames, as
 * eBPF. An image is one file:
 *
 *	#include "lvnf.h"
 *
 *	LVNF_IMAGE(packet, port)
 *	{
 *		return lvnf_partner(packet);
 *	}
 *
 * Build it with clang -target bpf -O2 -g; -g is needed, because the node
 * learns the types of handlers from the debug information (BTF).
 *
 * What an image may have is checked by the node before it runs: one function
 * LVNF_IMAGE, and maps. Global variables are refused unless they are const,
 * so that all state of an LVNF is in its maps.
 */
#ifndef LVNF_H
#define LVNF_H

#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <linux/pkt_cls.h>
#include <linux/types.h>

#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "lvnf_access.h"

/* A port that LVNF_IMAGE returns to drop the packet. */
#define LVNF_DROP (-1)

/*
 * Declares a map as a handler, by the name of the map. It is a part of the
 * definition of the map:
 *
 *	struct {
 *		__uint(type, BPF_MAP_TYPE_HASH);
 *		__uint(max_entries, 10000);
 *		__type(key, struct station);
 *		__type(value, struct duplicates);
 *		LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
 *	} dupes_table SEC(".maps");
 *
 * A handler is an array, a hash or an LRU hash. Keys and values consist of
 * integers, enumerations, bool, char arrays (text), octet arrays, arrays, and
 * structures with names for all members. Other maps are private to the image
 * and begin empty after a migration.
 */
#define LVNF_HANDLER(access) __uint(lvnf_access, access)

/* Returns the partner of the port where the packet came in: the other one of
 * the ports 0 and 1, 2 and 3, ..., or the port itself if it is the last of an
 * odd number. So a function of one port passes frames back through port 0. */
static __always_inline int lvnf_partner(const struct __sk_buff *packet)
{
	return (int)packet->cb[LVNF_CB_PARTNER];
}

/*
 * The image's function, called for each frame. 'packet' is the frame as a
 * struct __sk_buff, from the Ethernet header on; all helpers of traffic
 * control work on it, for example bpf_skb_load_bytes(). The kernel keeps the
 * outer VLAN tag beside the frame, in packet->vlan_tci if
 * packet->vlan_present, so offsets do not depend on it. 'port' is the number
 * of the port where it came in, from 0. Returns the number of the port where
 * the frame leaves, or LVNF_DROP.
 */
#define LVNF_IMAGE(packet, port)                                            \
	static __always_inline int lvnf_process(struct __sk_buff *packet,   \
						__u32 port);                \
	SEC("tc") int lvnf_image(struct __sk_buff *skb)                     \
	{                                                                   \
		int out = lvnf_process(skb, skb->cb[LVNF_CB_PORT]);         \
                                                                            \
		if (out < 0)                                                \
			return TC_ACT_SHOT;                                 \
		skb->cb[LVNF_CB_PORT] = (__u32)out;                         \
		return TC_ACT_UNSPEC;                                       \
	}                                                                   \
	static __always_inline int lvnf_process(struct __sk_buff *(packet), \
						__u32(port))

#endif
