/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "node/lvnf_marker.h"
#include "unit.h"

static const struct marker_plan plan = {
	.migration = 0x0011223344556677,
	.source = 0x8899aabb,
	.to = { 2, 0, 0, 0, 0, 1 },
	.from = { 2, 0, 0, 0, 0, 2 },
};

#define ADDRESSES "\x02\0\0\0\0\x01\x02\0\0\0\0\x02"
#define BODY                   \
	"\x88\xb6"             \
	"CMmk\x88\x99\xaa\xbb" \
	"\x00\x11\x22\x33\x44\x55\x66\x77"

static void check(const struct marker_plan *what, const char *begin,
		  size_t len)
{
	static const uint8_t zeros[MARKER_LEN];
	uint8_t frame[MARKER_LEN];

	memset(frame, 0xff, sizeof(frame));
	marker_write(frame, what);
	CHECK(!memcmp(begin, frame, len));
	CHECK(!memcmp(zeros, frame + len, sizeof(frame) - len));
}

static void test_a_marker(void)
{
	check(&plan, ADDRESSES BODY, sizeof(ADDRESSES BODY) - 1);
}

static void test_a_marker_with_a_tag(void)
{
	struct marker_plan tagged = plan;

	tagged.vlan = 0xffe;
	check(&tagged, ADDRESSES "\x81\0\x0f\xfe" BODY,
	      sizeof(ADDRESSES "\x81\0\x0f\xfe" BODY) - 1);
}

static void fail(void *arg, uint32_t source, const struct gate_marker *marker)
{
	(void)arg;
	(void)source;
	(void)marker;
	CHECK(false);
}

/* What cannot be read must not count as quiet. */
static void test_a_gate_that_cannot_be_read(void)
{
	struct lvnf lvnf = { .state.ports_n = 2 };
	uint64_t last_ns;

	gate_init(&lvnf.gate);
	CHECK_INT(EBADF, gate_each_marker(&lvnf.gate, 1, fail, NULL));
	CHECK_INT(EBADF, gate_forget_markers(&lvnf.gate, 1));
	CHECK_INT(EBADF, lvnf_last_frame(&lvnf, &last_ns));
}

const struct unit_test marker_tests[] = {
	UNIT_TEST(test_a_marker),
	UNIT_TEST(test_a_marker_with_a_tag),
	UNIT_TEST(test_a_gate_that_cannot_be_read),
	{ NULL, NULL },
};
