/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A frame that elements take apart. An element works at an offset: to strip
 * octets means to raise the offset, and nothing is copied. The frame is put
 * right once, when it leaves.
 */
#ifndef LVNF_FRAME_H
#define LVNF_FRAME_H

#include <stdbool.h>

#include "lvnf.h"

#define LVNF_CHUNK	256 /* a power of 2 */
#define LVNF_CHUNKS_MAX 40

/* Octets of the longest frame that can be moved: a jumbo frame of 9,000 and
 * its headers fit. */
#define LVNF_MOVE_MAX (LVNF_CHUNK * LVNF_CHUNKS_MAX)

/* The offset of what is left of the frame, at most packet->len. In the control
 * block, because the verifier does not follow its value there: so it does not
 * look at an element again for each offset that the elements before it leave.
 */
#define LVNF_CB_OFFSET 2

/* In assembler: clang may compute the address of a member that is used often
 * in a register, and the verifier refuses such an address in the context. */
#define LVNF_OFFSET_MEMBER                             \
	"i"(__builtin_offsetof(struct __sk_buff, cb) + \
	    LVNF_CB_OFFSET * sizeof(__u32))

static __always_inline __u32 lvnf_offset(const struct __sk_buff *packet)
{
	__u64 offset;

	asm volatile("%0 = *(u32 *)(%1 + %2)"
		     : "=r"(offset)
		     : "r"(packet), LVNF_OFFSET_MEMBER);
	return (__u32)offset;
}

static __always_inline void lvnf_set_offset(struct __sk_buff *packet,
					    __u32 offset)
{
	asm volatile("*(u32 *)(%0 + %2) = %1"
		     :
		     : "r"(packet), "r"((__u64)offset), LVNF_OFFSET_MEMBER
		     : "memory");
}

/* Returns the number of octets that are left. */
static __always_inline __u32 lvnf_length(const struct __sk_buff *packet)
{
	return packet->len - lvnf_offset(packet);
}

/* Copies n octets, a constant, that begin at 'at' of what is left. Returns
 * false if the frame ends before. */
static __always_inline bool lvnf_load(struct __sk_buff *packet, __u32 at,
				      void *to, __u32 n)
{
	return !bpf_skb_load_bytes(packet, lvnf_offset(packet) + at, to, n);
}

/* Removes n octets in front. Returns false if the frame has fewer. */
static __always_inline bool lvnf_strip(struct __sk_buff *packet, __u32 n)
{
	if (lvnf_length(packet) < n)
		return false;
	lvnf_set_offset(packet, lvnf_offset(packet) + n);
	return true;
}

/* No loop: without CAP_PERFMON, the verifier also follows what a processor may
 * do speculatively, and there a loop has no end. */
#define LVNF_5_TIMES(code) code code code code code
#define LVNF_40_TIMES(code) \
	LVNF_5_TIMES(code)  \
	LVNF_5_TIMES(code)  \
	LVNF_5_TIMES(code)  \
	LVNF_5_TIMES(code)  \
	LVNF_5_TIMES(code)  \
	LVNF_5_TIMES(code) LVNF_5_TIMES(code) LVNF_5_TIMES(code)

static __always_inline bool lvnf_move_chunk(struct __sk_buff *packet,
					    __u8 *chunk, __u32 from, __u32 to)
{
	return !bpf_skb_load_bytes(packet, from, chunk, LVNF_CHUNK) &&
	       !bpf_skb_store_bytes(packet, to, chunk, LVNF_CHUNK, 0);
}

/*
 * Moves what is left to the front of the packet and cuts the tail off. Returns
 * false if that cannot be done: the frame is then to drop.
 *
 * The kernel has no helper that removes octets in front of a frame:
 * bpf_skb_adjust_room() refuses all but IPv4 and IPv6, and removes octets
 * behind the network header only; bpf_skb_change_head() only adds room. So the
 * octets are copied, from front to back, so that none is overwritten before it
 * has been read. The first chunk is the odd one, and all others have a
 * constant length.
 */
static __always_inline bool lvnf_move_to_front(struct __sk_buff *packet)
{
	__u8 chunk[LVNF_CHUNK];
	__u32 left = lvnf_length(packet), from = lvnf_offset(packet), to = 0,
	      n;

	if (!from)
		return true;
	/* One that segmentation offload holds together is as long as 64 KiB.
	 */
	if (left < ETH_HLEN || left > LVNF_MOVE_MAX)
		return false;
	/* Kernels want the chunk initialized for a helper's variable length.
	 * A helper does it at once, also where the frame ends before. The
	 * stores of an initializer would each have a barrier behind them,
	 * because the verifier follows what a processor may do speculatively.
	 */
	bpf_skb_load_bytes(packet, from, chunk, LVNF_CHUNK);
	/* From 1 to LVNF_CHUNK, in a way that the verifier understands. */
	n = ((left - 1) & (LVNF_CHUNK - 1)) + 1;
	if (bpf_skb_load_bytes(packet, from, chunk, n) ||
	    bpf_skb_store_bytes(packet, to, chunk, n, 0))
		return false;
	from += n;
	to += n;
	LVNF_40_TIMES(
		if (to >= left) goto moved;
		if (!lvnf_move_chunk(packet, chunk, from, to)) return false;
		from += LVNF_CHUNK; to += LVNF_CHUNK;)
moved:
	return !bpf_skb_change_tail(packet, left, 0);
}

#endif
