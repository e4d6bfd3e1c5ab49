/* SPDX-License-Identifier: Apache-2.0 */
/* What images may call and take. */
#include "node/helpers.h"
#include "node/image_limits.h"
#include "node/map_limits.h"
#include "unit.h"

static struct node_error error;

static bool call(__s32 helper, unsigned int source)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_JMP | BPF_CALL,
		  .imm = helper,
		  .src_reg = source & 0xf },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return helpers_check(program, 2, &error);
}

static void test_helpers(void)
{
	CHECK(call(BPF_FUNC_map_lookup_elem, 0));
	CHECK(call(BPF_FUNC_skb_store_bytes, 0));
	CHECK(call(77, BPF_PSEUDO_CALL));
	CHECK(!call(BPF_FUNC_redirect, 0));
	CHECK_STR("the image calls the helper 23 of linux/bpf.h, which images "
		  "cannot call",
		  error.text);
	CHECK(!call(BPF_FUNC_clone_redirect, 0));
	CHECK(!call(BPF_FUNC_redirect_peer, 0));
	CHECK(!call(BPF_FUNC_redirect_neigh, 0));
	CHECK(!call(BPF_FUNC_tail_call, 0));
	CHECK(!call(-1, 0));
	CHECK(!call(1, BPF_PSEUDO_KFUNC_CALL));
}

static void test_octets(void)
{
	const struct map_plan hash = { "h", BPF_MAP_TYPE_HASH, 6, 16, 10000 };
	const struct map_plan array = { "a", BPF_MAP_TYPE_ARRAY, 4, 1, 5 };
	const struct map_plan each = { "p", BPF_MAP_TYPE_PERCPU_ARRAY, 4, 16,
				       1 };
	const struct map_plan greatest = { "g", BPF_MAP_TYPE_LRU_PERCPU_HASH,
					   UINT32_MAX, UINT32_MAX,
					   UINT32_MAX };
	const struct map_plan prog = { "x", BPF_MAP_TYPE_PROG_ARRAY, 4, 4, 1 };
	uint64_t octets = 0;

	CHECK_INT(10002 * (48 + 8 + 16) + 16384 * 16, map_octets(&hash, 2));
	CHECK_INT(8 * 8, map_octets(&array, 2));
	CHECK_INT(8 + 16 * 4, map_octets(&each, 4));
	CHECK(map_octets(&greatest, 8192) > IMAGE_MEMORY_MAX);
	CHECK(!map_add_octets(&greatest, 8192, &octets, &error));
	CHECK(map_check_type(&hash, &error));
	CHECK(!map_check_type(&prog, &error));
}

static void test_sum(void)
{
	const struct map_plan half = { "half", BPF_MAP_TYPE_ARRAY, 4, 8,
				       IMAGE_MEMORY_MAX / 16 };
	const struct map_plan one = { "one", BPF_MAP_TYPE_ARRAY, 4, 8, 1 };
	uint64_t octets = 0;

	CHECK(map_add_octets(&half, 1, &octets, &error));
	CHECK(map_add_octets(&half, 1, &octets, &error));
	CHECK_INT(IMAGE_MEMORY_MAX, octets);
	CHECK(!map_add_octets(&one, 1, &octets, &error));
	CHECK_STR(
		"with map 'one', the image needs 268435464 octets of memory, "
		"more than 268435456",
		error.text);
}

const struct unit_test limits_tests[] = {
	UNIT_TEST(test_helpers),
	UNIT_TEST(test_octets),
	UNIT_TEST(test_sum),
	{ NULL, NULL },
};
