/* SPDX-License-Identifier: Apache-2.0 */
#include "helpers.h"

static const enum bpf_func_id allowed[] = {
	/* maps */
	BPF_FUNC_map_lookup_elem,
	BPF_FUNC_map_update_elem,
	BPF_FUNC_map_delete_elem,
	BPF_FUNC_map_lookup_percpu_elem,
	BPF_FUNC_for_each_map_elem,
	BPF_FUNC_spin_lock,
	BPF_FUNC_spin_unlock,
	/* the frame */
	BPF_FUNC_skb_load_bytes,
	BPF_FUNC_skb_load_bytes_relative,
	BPF_FUNC_skb_store_bytes,
	BPF_FUNC_skb_pull_data,
	BPF_FUNC_skb_change_head,
	BPF_FUNC_skb_change_tail,
	BPF_FUNC_skb_change_proto,
	BPF_FUNC_skb_adjust_room,
	BPF_FUNC_skb_vlan_push,
	BPF_FUNC_skb_vlan_pop,
	BPF_FUNC_skb_ecn_set_ce,
	BPF_FUNC_l3_csum_replace,
	BPF_FUNC_l4_csum_replace,
	BPF_FUNC_csum_diff,
	BPF_FUNC_csum_update,
	BPF_FUNC_csum_level,
	BPF_FUNC_get_hash_recalc,
	BPF_FUNC_set_hash,
	BPF_FUNC_set_hash_invalid,
	/* time, chance, text, loops */
	BPF_FUNC_ktime_get_ns,
	BPF_FUNC_ktime_get_boot_ns,
	BPF_FUNC_ktime_get_coarse_ns,
	BPF_FUNC_jiffies64,
	BPF_FUNC_get_prandom_u32,
	BPF_FUNC_get_smp_processor_id,
	BPF_FUNC_strtol,
	BPF_FUNC_strtoul,
	BPF_FUNC_strncmp,
	BPF_FUNC_loop,
};

static bool is_allowed(__s32 id)
{
	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		if ((__s32)allowed[i] == id)
			return true;
	return false;
}

bool helpers_check(const struct bpf_insn *program, size_t n,
		   struct node_error *error)
{
	for (size_t i = 0; i < n; i++) {
		if (program[i].code != (BPF_JMP | BPF_CALL) ||
		    program[i].src_reg == BPF_PSEUDO_CALL)
			continue;
		if (program[i].src_reg)
			return node_fail(error, NODE_REFUSED,
					 "the image calls a function of the "
					 "kernel that is no helper");
		if (!is_allowed(program[i].imm))
			return node_fail(error, NODE_REFUSED,
					 "the image calls the helper %d of "
					 "linux/bpf.h, which images cannot "
					 "call",
					 (int)program[i].imm);
	}
	return true;
}
