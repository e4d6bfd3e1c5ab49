/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Answers probe requests in place of a VAP, so that they do not load the
 * network between WTP and VAP. It has four ports, for frames of
 * ethertype 0x1337 (wire/SPECIFICATION.md):
 *
 *	0  frames of the WTP, on through port 1
 *	1  frames of the VAP, on through port 0
 *	2  TX statuses of the WTP, on through port 3; answers leave here
 *
 * A request for a network of the handler 'networks', or for any, is answered
 * as the VAP has answered an earlier one. Until then, ten requests a second
 * pass. Requests for other networks are dropped, and so are the TX statuses of
 * its own answers.
 */
#include <stdbool.h>

#include "lvnf.h"

#define RAW	      0x1337
#define NETWORKS_MAX  64
#define ANSWER_MAX    512 /* octets with all headers; a power of 2 */
#define SSID_MAX      32
#define SENT_MAX      4096
#define PASS_EVERY_NS 100000000ULL

/* Ports. */
#define VAP   1
#define REPLY 2

#define KIND_MASK   0x0f
#define KIND_FRAME  0
#define KIND_STATUS 1

#define PROBE_REQUEST  0x40
#define PROBE_RESPONSE 0x50

/* Offsets in an 802.11 frame. */
#define RECEIVER_AT	4
#define TRANSMITTER_AT	10
#define SEQUENCE_AT	22
#define REQUEST_SSID_AT 24
#define TIMESTAMP_AT	24
#define ANSWER_SSID_AT	36

/* Text, filled up with octets 0; empty: any network. */
struct name {
	char ssid[SSID_MAX];
};

struct network {
	__u64 answered;
	__u64 passed;
};

struct answer {
	__u64 at_ns; /* when it came */
	__u32 octets;
	__u32 wifi_at; /* where the 802.11 frame begins */
	__u8 frame[ANSWER_MAX];
};

/* Recognizes the TX status of an answer. */
struct sent {
	__u8 receiver[ETH_ALEN];
	__u8 sequence[2];
};

struct own {
	__u64 dropped; /* requests for other networks */
	__u64 statuses;
	__u64 passed_ns; /* when the last request has passed */
	__u64 sequence;
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, NETWORKS_MAX);
	__type(key, struct name);
	__type(value, struct network);
	LVNF_HANDLER(LVNF_READ | LVNF_WRITE | LVNF_MIGRATE);
} networks SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct own);
	LVNF_HANDLER(LVNF_READ | LVNF_MIGRATE);
} own SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, NETWORKS_MAX + 1);
	__type(key, struct name);
	__type(value, struct answer);
} answers SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, SENT_MAX);
	__type(key, struct sent);
	__type(value, __u8);
} sent SEC(".maps");

static const struct answer no_answer;

/* What a frame is: kind of its radio tag, first octet of its frame control. */
struct head {
	__u32 wifi_at;
	__u8 kind, control;
};

/* Reads the headers. Returns false: it is no frame of CloudMAC. */
static __always_inline bool read_head(struct __sk_buff *packet, __u32 kind_at,
				      struct head *head)
{
	__u8 length[2];
	__be16 ethertype;

	if (bpf_skb_load_bytes(packet, 2 * ETH_ALEN, &ethertype, 2) ||
	    ethertype != bpf_htons(RAW) ||
	    bpf_skb_load_bytes(packet, kind_at, &head->kind, 1) ||
	    bpf_skb_load_bytes(packet, ETH_HLEN + 2, length, 2))
		return false;
	head->kind &= KIND_MASK;
	head->wifi_at = ETH_HLEN + (length[0] | (__u32)length[1] << 8);
	return !bpf_skb_load_bytes(packet, head->wifi_at, &head->control, 1);
}

/* Reads the name of a network in an element at 'at'. */
static __always_inline bool read_name(struct __sk_buff *packet, __u32 at,
				      struct name *name)
{
	__u8 element[2];
	__u32 n;

	__builtin_memset(name, 0, sizeof(*name));
	if (bpf_skb_load_bytes(packet, at, element, sizeof(element)) ||
	    element[0] || element[1] > SSID_MAX)
		return false;
	n = element[1];
	if (!n)
		return true;
	n = ((n - 1) & (SSID_MAX - 1)) + 1;
	return !bpf_skb_load_bytes(packet, at + 2, name->ssid, n);
}

static __always_inline void keep(struct __sk_buff *packet,
				 const struct head *head,
				 const struct name *name)
{
	struct answer *answer = bpf_map_lookup_elem(&answers, name);
	__u32 n = packet->len;

	if (!answer) {
		bpf_map_update_elem(&answers, name, &no_answer, BPF_NOEXIST);
		answer = bpf_map_lookup_elem(&answers, name);
	}
	if (!answer || !n || n > ANSWER_MAX)
		return;
	n = ((n - 1) & (ANSWER_MAX - 1)) + 1;
	if (bpf_skb_load_bytes(packet, 0, answer->frame, n))
		return;
	answer->at_ns = bpf_ktime_get_ns();
	answer->wifi_at = head->wifi_at;
	answer->octets = n;
}

/* Remembers the answer of a VAP to a request for one of the networks. */
static __always_inline void learn(struct __sk_buff *packet,
				  const struct head *head)
{
	struct name name;

	if (!read_name(packet, head->wifi_at + ANSWER_SSID_AT, &name) ||
	    !bpf_map_lookup_elem(&networks, &name))
		return;
	keep(packet, head, &name);
	__builtin_memset(&name, 0, sizeof(name));
	keep(packet, head, &name);
}

/* Adds the time since the answer came to its timestamp. */
static __always_inline bool set_timestamp(struct __sk_buff *packet,
					  const struct answer *answer)
{
	const __u32 at = answer->wifi_at + TIMESTAMP_AT;
	__u64 us;

	if (bpf_skb_load_bytes(packet, at, &us, sizeof(us)))
		return false;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	us = __builtin_bswap64(us);
#endif
	us += (bpf_ktime_get_ns() - answer->at_ns) / 1000;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	us = __builtin_bswap64(us);
#endif
	return !bpf_skb_store_bytes(packet, at, &us, sizeof(us), 0);
}

/* Makes the answer of a request. Returns false: the frame is to drop. */
static __always_inline bool make_answer(struct __sk_buff *packet,
					const struct head *head,
					struct answer *answer, struct own *own)
{
	const __u8 one = 1;
	struct sent key;
	__u32 n = answer->octets;
	__u64 number = __sync_fetch_and_add(&own->sequence, 1) & 0xfff;

	if (!n || n > ANSWER_MAX ||
	    bpf_skb_load_bytes(packet, head->wifi_at + TRANSMITTER_AT,
			       key.receiver, ETH_ALEN) ||
	    key.receiver[0] & 1)
		return false;
	key.sequence[0] = (__u8)(number << 4);
	key.sequence[1] = (__u8)(number >> 4);
	n = ((n - 1) & (ANSWER_MAX - 1)) + 1;
	if (bpf_skb_change_tail(packet, n, 0) ||
	    bpf_skb_store_bytes(packet, 0, answer->frame, n, 0) ||
	    bpf_skb_store_bytes(packet, 0, key.receiver, ETH_ALEN, 0) ||
	    bpf_skb_store_bytes(packet, answer->wifi_at + RECEIVER_AT,
				key.receiver, ETH_ALEN, 0) ||
	    bpf_skb_store_bytes(packet, answer->wifi_at + SEQUENCE_AT,
				key.sequence, sizeof(key.sequence), 0))
		return false;
	bpf_map_update_elem(&sent, &key, &one, BPF_ANY);
	return set_timestamp(packet, answer);
}

/* Returns true if another request may go to the VAP. */
static __always_inline bool may_pass(struct own *own)
{
	const __u64 now_ns = bpf_ktime_get_ns();

	if (own->passed_ns && now_ns - own->passed_ns < PASS_EVERY_NS)
		return false;
	own->passed_ns = now_ns;
	return true;
}

/* Counts a request for one of the networks. It looks the network up again,
 * because older kernels lose track of a pointer that is kept that long. */
static __always_inline void count(const struct name *name, bool is_answered)
{
	struct network *network = bpf_map_lookup_elem(&networks, name);

	if (!network)
		return;
	if (is_answered)
		__sync_fetch_and_add(&network->answered, 1);
	else
		__sync_fetch_and_add(&network->passed, 1);
}

static __always_inline int process_request(struct __sk_buff *packet,
					   const struct head *head,
					   struct own *own)
{
	struct answer *answer;
	struct name name;

	if (!read_name(packet, head->wifi_at + REQUEST_SSID_AT, &name))
		return LVNF_DROP;
	if (name.ssid[0] && !bpf_map_lookup_elem(&networks, &name)) {
		__sync_fetch_and_add(&own->dropped, 1);
		return LVNF_DROP;
	}
	answer = bpf_map_lookup_elem(&answers, &name);
	if (answer && answer->octets) {
		if (!make_answer(packet, head, answer, own))
			return LVNF_DROP;
		count(&name, true);
		return REPLY;
	}
	if (!may_pass(own))
		return LVNF_DROP;
	count(&name, false);
	return lvnf_partner(packet);
}

/* Returns true for the TX status of an answer that the VAP has not sent. */
static __always_inline bool is_own_status(struct __sk_buff *packet,
					  const struct head *head)
{
	struct sent key;

	return !bpf_skb_load_bytes(packet, head->wifi_at + RECEIVER_AT,
				   key.receiver, ETH_ALEN) &&
	       !bpf_skb_load_bytes(packet, head->wifi_at + SEQUENCE_AT,
				   key.sequence, sizeof(key.sequence)) &&
	       !bpf_map_delete_elem(&sent, &key);
}

LVNF_IMAGE(packet, port)
{
	struct own *counts;
	struct head head;
	__u32 only = 0;

	/* The tag is the destination of what a WTP sends, else the source. */
	counts = bpf_map_lookup_elem(&own, &only);
	if (!counts ||
	    !read_head(packet, port == VAP ? ETH_ALEN + 3 : 3, &head))
		return lvnf_partner(packet);
	if (port == VAP) {
		if (head.kind == KIND_FRAME && head.control == PROBE_RESPONSE)
			learn(packet, &head);
		return lvnf_partner(packet);
	}
	if (head.kind == KIND_FRAME && head.control == PROBE_REQUEST)
		return process_request(packet, &head, counts);
	if (head.kind == KIND_STATUS && head.control == PROBE_RESPONSE &&
	    is_own_status(packet, &head)) {
		__sync_fetch_and_add(&counts->statuses, 1);
		return LVNF_DROP;
	}
	return lvnf_partner(packet);
}
