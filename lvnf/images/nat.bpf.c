/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Network address and port translation for IPv4 (RFC 3022, traditional NAT).
 * Port 0 is inside, port 1 outside. TCP and UDP from inside get the source
 * address of the handler 'address', and a source port of their own; frames
 * from outside to this port get the address and port of whoever sent first.
 * Dropped are other frames of IPv4, fragments, and frames from outside without
 * a binding. Frames that are not IPv4 pass as they came.
 */
#include <stdbool.h>
#include <stddef.h>

#include <linux/in.h>
#include <linux/ip.h>

#include "lvnf.h"

#define INSIDE	     0
#define BINDINGS_MAX 32768
#define TRIES	     8
#define FIRST_PORT   1024
#define PORTS	     (65536 - FIRST_PORT)
#define FRAGMENT     0x3fff /* of iphdr.frag_off: offset, or more follow */
#define IP_WORDS     0x0f
#define IP_CHECK     (ETH_HLEN + offsetof(struct iphdr, check))
#define IP_SOURCE    (ETH_HLEN + offsetof(struct iphdr, saddr))
#define IP_TARGET    (ETH_HLEN + offsetof(struct iphdr, daddr))
/* TCP and UDP begin with both ports. */
#define SOURCE_PORT 0
#define TARGET_PORT 2
#define TCP_CHECK   16
#define UDP_CHECK   6

struct address {
	__u8 octets[4];
};

/* Ports are in the order of this machine, as handlers show them. */
struct inside {
	struct address address;
	__u16 port;
	__u16 protocol;
};

struct outside {
	__u16 port;
	__u16 protocol;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct address);
	LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
} address SEC(".maps");

/* The binding that was silent longest gives way to a new one. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, BINDINGS_MAX);
	__type(key, struct inside);
	__type(value, struct outside);
	LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
} bindings SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, BINDINGS_MAX);
	__type(key, struct outside);
	__type(value, struct inside);
	LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
} answers SEC(".maps");

/* A packet of TCP or UDP. */
struct packet_place {
	__u32 transport; /* offset of its header */
	__u32 check;	 /* offset of its checksum */
	__u32 old_address;
	__u16 old_port; /* as in the packet */
	__u16 unused;
};

static __always_inline bool is_same(const struct inside *one,
				    const struct inside *other)
{
	__u64 octets[2];

	_Static_assert(sizeof(*one) == sizeof(octets[0]),
		       "compared as one number");
	__builtin_memcpy(&octets[0], one, sizeof(*one));
	__builtin_memcpy(&octets[1], other, sizeof(*other));
	return octets[0] == octets[1];
}

/* Returns false if there is no free port. */
static __always_inline bool bind(const struct inside *from, struct outside *to)
{
	const struct outside *other;

#pragma clang loop unroll(full)
	for (int i = 0; i < TRIES; i++) {
		to->port = FIRST_PORT + bpf_get_prandom_u32() % PORTS;
		to->protocol = from->protocol;
		if (bpf_map_update_elem(&answers, to, from, BPF_NOEXIST))
			continue;
		if (!bpf_map_update_elem(&bindings, from, to, BPF_NOEXIST))
			return true;
		/* Another processor was faster. */
		bpf_map_delete_elem(&answers, to);
		other = bpf_map_lookup_elem(&bindings, from);
		if (!other)
			return false;
		*to = *other;
		return true;
	}
	return false;
}

/* Returns the port outside of a sender inside; false: there is none. */
static __always_inline bool find_or_bind(const struct inside *from,
					 struct outside *to)
{
	const struct outside *known = bpf_map_lookup_elem(&bindings, from);
	const struct inside *back;

	if (known) {
		*to = *known;
		/* Each of both may have given way to another one. */
		back = bpf_map_lookup_elem(&answers, to);
		if (back && is_same(back, from))
			return true;
		bpf_map_delete_elem(&bindings, from);
	}
	return bind(from, to);
}

/* Writes an address and a port, and both checksums. */
static __always_inline int rewrite(struct __sk_buff *packet,
				   const struct packet_place *place,
				   __u32 address_at, __u32 port_at,
				   __u32 new_address, __u16 new_port)
{
	bpf_l4_csum_replace(packet, place->check, place->old_address,
			    new_address,
			    BPF_F_PSEUDO_HDR | BPF_F_MARK_MANGLED_0 | 4);
	bpf_l4_csum_replace(packet, place->check, place->old_port, new_port,
			    BPF_F_MARK_MANGLED_0 | 2);
	bpf_l3_csum_replace(packet, IP_CHECK, place->old_address, new_address,
			    4);
	if (bpf_skb_store_bytes(packet, address_at, &new_address,
				sizeof(new_address), 0) ||
	    bpf_skb_store_bytes(packet, place->transport + port_at, &new_port,
				sizeof(new_port), 0))
		return LVNF_DROP;
	return lvnf_partner(packet);
}

static __always_inline int leave(struct __sk_buff *packet,
				 struct packet_place *place,
				 const struct iphdr *ip, __u32 own)
{
	struct inside from = { .protocol = ip->protocol };
	struct outside to;

	if (bpf_skb_load_bytes(packet, place->transport + SOURCE_PORT,
			       &place->old_port, sizeof(place->old_port)))
		return LVNF_DROP;
	place->old_address = ip->saddr;
	__builtin_memcpy(&from.address, &ip->saddr, sizeof(from.address));
	from.port = bpf_ntohs(place->old_port);
	if (!find_or_bind(&from, &to))
		return LVNF_DROP;
	return rewrite(packet, place, IP_SOURCE, SOURCE_PORT, own,
		       bpf_htons(to.port));
}

static __always_inline int enter(struct __sk_buff *packet,
				 struct packet_place *place,
				 const struct iphdr *ip, __u32 own)
{
	struct outside at = { .protocol = ip->protocol };
	const struct inside *to;
	__u32 address;

	if (ip->daddr != own ||
	    bpf_skb_load_bytes(packet, place->transport + TARGET_PORT,
			       &place->old_port, sizeof(place->old_port)))
		return LVNF_DROP;
	place->old_address = ip->daddr;
	at.port = bpf_ntohs(place->old_port);
	to = bpf_map_lookup_elem(&answers, &at);
	if (!to)
		return LVNF_DROP;
	__builtin_memcpy(&address, &to->address, sizeof(address));
	return rewrite(packet, place, IP_TARGET, TARGET_PORT, address,
		       bpf_htons(to->port));
}

LVNF_IMAGE(packet, port)
{
	struct packet_place place = { 0 };
	struct iphdr ip;
	__u32 *own, only = 0;
	__u16 ethertype;

	if (bpf_skb_load_bytes(packet, offsetof(struct ethhdr, h_proto),
			       &ethertype, sizeof(ethertype)))
		return LVNF_DROP;
	if (ethertype != bpf_htons(ETH_P_IP))
		return lvnf_partner(packet);
	own = bpf_map_lookup_elem(&address, &only);
	if (!own || !*own ||
	    bpf_skb_load_bytes(packet, ETH_HLEN, &ip, sizeof(ip)) ||
	    ip.frag_off & bpf_htons(FRAGMENT))
		return LVNF_DROP;
	place.transport = ETH_HLEN + (*(__u8 *)&ip & IP_WORDS) * 4;
	if (ip.protocol == IPPROTO_TCP)
		place.check = place.transport + TCP_CHECK;
	else if (ip.protocol == IPPROTO_UDP)
		place.check = place.transport + UDP_CHECK;
	else
		return LVNF_DROP;
	return port == INSIDE ? leave(packet, &place, &ip, *own)
			      : enter(packet, &place, &ip, *own);
}
