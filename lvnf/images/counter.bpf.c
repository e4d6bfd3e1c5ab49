/* SPDX-License-Identifier: Apache-2.0 */
/* Counts all frames, and the frames of each source address. Frames leave as
 * they came. */
#include "lvnf.h"

#define SOURCES_MAX 10000

struct count {
	__u64 packets;
	__u64 octets;
};

struct source {
	__u8 address[ETH_ALEN];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct count);
	LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
} count SEC(".maps");

/* The source that was silent longest gives way to a new one. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, SOURCES_MAX);
	__type(key, struct source);
	__type(value, struct count);
	LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
} sources SEC(".maps");

static __always_inline void add(struct count *to,
				const struct __sk_buff *packet)
{
	__sync_fetch_and_add(&to->packets, 1);
	__sync_fetch_and_add(&to->octets, packet->len);
}

LVNF_IMAGE(packet, port)
{
	static const struct count none;
	struct source from;
	struct count *entry;
	__u32 only = 0;

	(void)port;
	entry = bpf_map_lookup_elem(&count, &only);
	if (entry)
		add(entry, packet);
	if (bpf_skb_load_bytes(packet, ETH_ALEN, &from, sizeof(from)))
		return LVNF_DROP;
	entry = bpf_map_lookup_elem(&sources, &from);
	if (!entry) {
		bpf_map_update_elem(&sources, &from, &none, BPF_NOEXIST);
		entry = bpf_map_lookup_elem(&sources, &from);
	}
	if (entry)
		add(entry, packet);
	return lvnf_partner(packet);
}
