/* SPDX-License-Identifier: Apache-2.0 */
#include "cloudmac.h"
#include "downlink.h"
#include "unit.h"

#define AP  "\x02\xaa\xbb\xcc\x00\x01"
#define STA "\x02\x00\x00\x00\x01\x00"
#define ALL "\xff\xff\xff\xff\xff\xff"

static unsigned int clock_reads;

static uint64_t now(void)
{
	clock_reads++;
	return UINT64_C(0x0123456789abcdef);
}

struct frame {
	uint8_t data[128];
	size_t len;
};

static struct frame make(uint8_t control, const char *receiver, int8_t level,
			 uint8_t rate, const uint8_t *radiotap, size_t rt_len)
{
	const struct cloudmac_tag tag = { .level = level,
					  .rate = rate,
					  .vap = 1 };
	struct frame frame = { .len = CLOUDMAC_ETH_HLEN + rt_len + 40 };
	uint8_t *at = frame.data + CLOUDMAC_ETH_HLEN + rt_len;

	cloudmac_eth_pack(frame.data, CLOUDMAC_DOWNLINK,
			  (const uint8_t *)receiver, &tag);
	memcpy(frame.data + CLOUDMAC_ETH_HLEN, radiotap, rt_len);
	at[0] = control;
	memcpy(at + 4, receiver, 6);
	memcpy(at + 10, AP, 6);
	memcpy(at + 16, AP, 6);
	return frame;
}

static struct radiotap injected(struct frame *frame)
{
	struct downlink_frame out;
	struct radiotap rt;

	CHECK_INT(DROP_NONE,
		  downlink_unwrap(frame->data, frame->len, now, &out));
	CHECK_MEM(AP, out.bssid, 6);
	radiotap_parse(out.head, out.head_len, &rt);
	return rt;
}

static const uint8_t mcs[] = { 0, 0, 12, 0, 0, 0, 0x0a, 0, 3, 7, 0, 5 };
static const uint8_t none[] = { 0, 0, 8, 0, 0, 0, 0, 0 };
static const uint8_t rate[] = { 0, 0, 9, 0, 4, 0, 0, 0, 22 };

static void test_radiotap_is_kept(void)
{
	struct frame frame =
		make(0x08, STA, CLOUDMAC_POWER_AUTO, 0, mcs, sizeof(mcs));
	struct radiotap rt = injected(&frame);

	CHECK(!RADIOTAP_HAS(&rt, RADIOTAP_RATE));
	CHECK(!RADIOTAP_HAS(&rt, RADIOTAP_TX_POWER));
	CHECK(RADIOTAP_HAS(&rt, RADIOTAP_RETRIES));
	CHECK_INT(3, rt.retries);
	CHECK_MEM("\7\0\5", rt.mcs, 3);
	CHECK_INT(RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER, rt.tx_flags);
}

static void test_the_tag_overrules(void)
{
	struct frame frame = make(0x08, STA, 17, 108, mcs, sizeof(mcs));
	struct radiotap rt = injected(&frame);

	CHECK(!RADIOTAP_HAS(&rt, RADIOTAP_MCS));
	CHECK_INT(108, rt.rate);
	CHECK_INT(17, rt.tx_power);
	frame = make(0x08, STA, CLOUDMAC_POWER_AUTO, 2, rate, sizeof(rate));
	rt = injected(&frame);
	CHECK_INT(2, rt.rate);
	frame = make(0x08, STA, CLOUDMAC_POWER_AUTO, 0, rate, sizeof(rate));
	rt = injected(&frame);
	CHECK_INT(22, rt.rate);
}

static void test_group_frames_want_no_ack(void)
{
	struct frame frame =
		make(0x08, ALL, CLOUDMAC_POWER_AUTO, 0, none, sizeof(none));
	struct radiotap rt = injected(&frame);

	CHECK(rt.tx_flags & RADIOTAP_TX_NOACK);
}

static void test_timestamp(void)
{
	static const uint8_t expected[] = { 0xef, 0xcd, 0xab, 0x89,
					    0x67, 0x45, 0x23, 0x01 };
	struct frame frame =
		make(0x80, ALL, CLOUDMAC_POWER_AUTO, 0, none, sizeof(none));
	const uint8_t *timestamp =
		frame.data + CLOUDMAC_ETH_HLEN + sizeof(none) + 24;

	clock_reads = 0;
	injected(&frame);
	CHECK_MEM(expected, timestamp, 8);
	CHECK_INT(0, timestamp[8]);
	frame = make(0x50, STA, CLOUDMAC_POWER_AUTO, 0, none, sizeof(none));
	injected(&frame);
	CHECK_MEM(expected, timestamp, 8);
	CHECK_INT(2, clock_reads);
	/* One that is too short for a timestamp, and one of another kind. */
	frame = make(0x80, ALL, CLOUDMAC_POWER_AUTO, 0, none, sizeof(none));
	frame.len -= 9;
	injected(&frame);
	CHECK_INT(0, timestamp[0]);
	frame = make(0x08, STA, CLOUDMAC_POWER_AUTO, 0, none, sizeof(none));
	injected(&frame);
	CHECK_INT(2, clock_reads);
}

const struct unit_test downlink_tests[] = {
	UNIT_TEST(test_radiotap_is_kept),
	UNIT_TEST(test_the_tag_overrules),
	UNIT_TEST(test_group_frames_want_no_ack),
	UNIT_TEST(test_timestamp),
	{ NULL, NULL },
};
