/* SPDX-License-Identifier: Apache-2.0 */
/* Division of frames into segments, and which frames need it. */

#include "check.h"
#include "cloudmac_segment.h"

static struct cloudmac_segmentation of;

/* A division is complete, fits into the MTU, and a receiver counts the same. */
static void check_plan(u32 total, u32 mtu)
{
	u32 sum = 0;
	u8 i;

	CHECK(cloudmac_segment_plan(total, mtu, &of));
	CHECK(of.total == total);
	CHECK(of.count >= 2 && of.count <= CLOUDMAC_SEGMENTS_MAX);
	CHECK(of.size + CLOUDMAC_SEGMENT_HLEN <= (int)mtu);
	CHECK(cloudmac_segment_count(total, of.size) == of.count);
	for (i = 0; i < of.count; i++) {
		CHECK(cloudmac_segment_offset(&of, i) == sum);
		CHECK(cloudmac_segment_content(&of, i) > 0);
		sum += cloudmac_segment_content(&of, i);
	}
	CHECK(sum == total);
}

static void check_all_lengths(u32 mtu)
{
	u32 total;

	for (total = 0; total <= mtu; total++)
		CHECK(!cloudmac_segment_plan(total, mtu, &of));
	for (; total <= CLOUDMAC_CONTENT_MAX; total++)
		check_plan(total, mtu);
	CHECK(!cloudmac_segment_plan(total, mtu, &of));
}

int main(void)
{
	check_all_lengths(1500);
	check_all_lengths(1700);
	check_all_lengths(9000);
	check_all_lengths(11709);
	/* The longest frame takes 16 segments; a smaller MTU would take more. */
	check_plan(CLOUDMAC_CONTENT_MAX, 732 + CLOUDMAC_SEGMENT_HLEN);
	CHECK(of.count == 16);
	CHECK(!cloudmac_segment_plan(CLOUDMAC_CONTENT_MAX,
				     731 + CLOUDMAC_SEGMENT_HLEN, &of));
	/* Segments of less than 512 octets do not exist. */
	CHECK(!cloudmac_segment_plan(1000, 511 + CLOUDMAC_SEGMENT_HLEN, &of));
	CHECK(!cloudmac_segment_plan(1000, 0, &of));
	CHECK(!cloudmac_segment_plan(1000, CLOUDMAC_SEGMENT_HLEN, &of));
	printf("segment: %d failed\n", failures);
	return failures != 0;
}
