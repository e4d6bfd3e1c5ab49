/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs before and after the image, at clsact ingress of each port:
 *
 *	gate -> image -> redirect
 *
 * Each is a filter of its own, so that the image is replaced without them.
 * The gate takes out markers, counts other frames and notes its port for the
 * image. The redirect program sends the frame to the port that the image
 * chose. There is neither a tail call nor a kfunc, because kernels without JIT
 * refuse them in a program that has subprograms.
 */
#include <stdbool.h>

#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <linux/pkt_cls.h>

#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "gate_shared.h"
#include "lvnf_access.h"

/* The port of the interface that this copy of the program is attached to. */
const volatile __u32 gate_own_port;

/* The LVNF is a program: a bridge in its namespace takes what passes. */
const volatile bool gate_is_program;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct gate_state);
} gate_state SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, GATE_PORTS_MAX);
	__type(key, __u32);
	__type(value, struct gate_port);
} gate_ports SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, GATE_PORTS_MAX *GATE_DIRECTIONS);
	__type(key, __u32);
	__type(value, struct gate_count);
} gate_counters SEC(".maps");

/* Preallocated: the kernel makes elements a few at a time, and refused the
 * next of several markers that come at once. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, GATE_MARKERS_MAX);
	__type(key, struct gate_marker_key);
	__type(value, struct gate_marker);
} gate_markers SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct gate_failure);
} gate_failure SEC(".maps");

/* 'octets' is the length of the frame as it came. */
static __always_inline void count(const struct __sk_buff *skb, __u32 octets,
				  __u32 port, enum gate_direction direction)
{
	__u32 key = port * GATE_DIRECTIONS + direction;
	struct gate_count *entry = bpf_map_lookup_elem(&gate_counters, &key);

	if (!entry)
		return;
	/* Frames that segmentation offload holds together count as so many
	 * packets, but have their headers once. */
	entry->packets += skb->gso_segs ? skb->gso_segs : 1;
	entry->octets += octets;
	entry->last_ns = bpf_ktime_get_ns();
}

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct gate_limit);
} gate_limit SEC(".maps");

/* Returns when a bucket is full again after so many units. A frame takes a
 * nanosecond at least, or a high rate would not limit small ones. */
static __always_inline __u64 pour(__u64 full_ns, __u64 rate, __u64 units,
				  __u64 now_ns)
{
	if (!rate)
		return 0;
	return (full_ns > now_ns ? full_ns : now_ns) +
	       (units * 1000000000ULL + rate - 1) / rate;
}

/* Returns true if the limit lets the frame pass. */
static __always_inline bool is_within_limit(const struct __sk_buff *skb)
{
	__u32 only = 0;
	struct gate_limit *limit = bpf_map_lookup_elem(&gate_limit, &only);
	__u64 packets = skb->gso_segs ? skb->gso_segs : 1, octets = skb->len;
	__u64 now_ns;
	bool passes;

	if (!limit)
		return false;
	if (!limit->rates[GATE_PACKETS] && !limit->rates[GATE_OCTETS])
		return true;
	now_ns = bpf_ktime_get_ns();
	bpf_spin_lock(&limit->lock);
	passes = limit->full_ns[GATE_PACKETS] <= now_ns + GATE_BURST_NS &&
		 limit->full_ns[GATE_OCTETS] <= now_ns + GATE_BURST_NS;
	if (limit->kept) {
		limit->kept--;
		passes = true;
	} else if (passes) {
		limit->full_ns[GATE_PACKETS] =
			pour(limit->full_ns[GATE_PACKETS],
			     limit->rates[GATE_PACKETS], packets, now_ns);
		limit->full_ns[GATE_OCTETS] =
			pour(limit->full_ns[GATE_OCTETS],
			     limit->rates[GATE_OCTETS], octets, now_ns);
	}
	bpf_spin_unlock(&limit->lock);
	return passes;
}

/* Counts the frame if it is a marker, and returns true then. */
static __always_inline bool take_marker(const struct __sk_buff *skb)
{
	struct gate_marker_key key;
	struct gate_marker *entry;
	struct marker marker;

	if (skb->protocol != bpf_htons(MARKER_ETHERTYPE) ||
	    bpf_skb_load_bytes(skb, ETH_HLEN, &marker, sizeof(marker)) ||
	    marker.magic != bpf_htonl(MARKER_MAGIC))
		return false;
	key.migration = bpf_be64_to_cpu(marker.migration);
	key.source = bpf_ntohl(marker.source);
	entry = bpf_map_lookup_elem(&gate_markers, &key);
	if (entry) {
		entry->last_ns = bpf_ktime_get_ns();
		if (!entry->first_ns)
			entry->first_ns = entry->last_ns;
		__sync_fetch_and_add(&entry->count, 1);
	}
	return true;
}

static __always_inline int send(struct __sk_buff *skb, __u32 port)
{
	struct gate_port *to = bpf_map_lookup_elem(&gate_ports, &port);

	if (!to || !to->ifindex)
		return TC_ACT_SHOT;
	count(skb, skb->len, port, GATE_OUT);
	if (gate_is_program)
		skb->tc_index = GATE_COUNTED;
	return (int)bpf_redirect(to->ifindex, 0);
}

/* Sends a frame back to the switch through the port where it came in. A flow
 * rule of the switch knows it by this port and the tag, whatever else it is.
 */
static __always_inline int relay(struct __sk_buff *skb, __u32 port,
				 const struct gate_port *own, __u32 vlan)
{
	const __u32 octets = skb->len;

	if (!own->ifindex ||
	    bpf_skb_vlan_push(skb, bpf_htons(ETH_P_8021Q), (__u16)vlan))
		return TC_ACT_SHOT;
	count(skb, octets, port, GATE_RELAYED);
	if (gate_is_program)
		skb->tc_index = GATE_COUNTED;
	return (int)bpf_redirect(own->ifindex, 0);
}

/* Passes a frame to what the LVNF is. */
static __always_inline int run(struct __sk_buff *skb, __u32 port,
			       const struct gate_port *own)
{
	const struct gate_failure *failure;
	__u32 only = 0;

	if (!gate_is_program) {
		skb->cb[LVNF_CB_PORT] = port;
		skb->cb[LVNF_CB_PARTNER] = own->partner;
		return TC_ACT_UNSPEC;
	}
	failure = bpf_map_lookup_elem(&gate_failure, &only);
	if (!failure)
		return TC_ACT_SHOT;
	/* Another LVNF may have counted it as its own. */
	skb->tc_index = 0;
	if (failure->action == GATE_RUNS)
		return TC_ACT_UNSPEC;
	count(skb, skb->len, port, GATE_FAILED);
	return failure->action == GATE_FAIL_BYPASS ? send(skb, own->partner)
						   : TC_ACT_SHOT;
}

SEC("tc")
int gate(struct __sk_buff *skb)
{
	__u32 only = 0, port = gate_own_port;
	struct gate_state *state = bpf_map_lookup_elem(&gate_state, &only);
	struct gate_port *own = bpf_map_lookup_elem(&gate_ports, &port);

	if (!state || !own)
		return TC_ACT_SHOT;
	if (take_marker(skb))
		return TC_ACT_SHOT;
	count(skb, skb->len, port, GATE_IN);
	/* The node that gets a relayed frame has a limit of its own. */
	if (state->mode != GATE_RELAY && !is_within_limit(skb)) {
		count(skb, skb->len, port, GATE_LIMITED);
		return TC_ACT_SHOT;
	}
	switch (state->mode) {
	case GATE_RUN:
	case GATE_STOPPED:
		return run(skb, port, own);
	case GATE_BYPASS:
		return send(skb, own->partner);
	case GATE_RELAY:
		return relay(skb, port, own, state->relay_vlan);
	default:
		return TC_ACT_SHOT;
	}
}

SEC("tc")
int redirect(struct __sk_buff *skb)
{
	return send(skb, skb->cb[LVNF_CB_PORT]);
}

/* At egress of each port of a program. */
SEC("tc")
int leave(struct __sk_buff *skb)
{
	if (skb->tc_index != GATE_COUNTED)
		count(skb, skb->len, gate_own_port, GATE_OUT);
	return TC_ACT_UNSPEC;
}
