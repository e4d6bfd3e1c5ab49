/* SPDX-License-Identifier: Apache-2.0 */
#include "cloudmac.h"
#include "frame/downlink.h"
#include "unit.h"

#define AP  "\x02\xaa\xbb\xcc\x00\x01"
#define STA "\x02\x00\x00\x00\x01\x00"
#define ALL "\xff\xff\xff\xff\xff\xff"

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

	CHECK_INT(DROP_NONE, downlink_unwrap(frame->data, frame->len, &out));
	CHECK_MEM(AP, out.bssid, 6);
	CHECK_INT(0, out.rt.chain.n);
	return out.rt;
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

static void test_the_tag_overrides_radiotap(void)
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

/* A header with a rate, retries, and a chain of two stages. */
static size_t with_chain(uint8_t *out)
{
	const struct radiotap rt = {
		.present = 1u << RADIOTAP_RATE | 1u << RADIOTAP_RETRIES,
		.rate = 108,
		.retries = 1,
		.chain = { .n = 2,
			   .stages = { { .rate = { .kind = CLOUDMAC_RATE_LEGACY,
						   .legacy = 108 },
					 .tries = 2,
					 .changed = true },
				       { .rate = { .kind = CLOUDMAC_RATE_HT,
						   .mcs = 3 },
					 .tries = 254 } } },
	};

	return radiotap_build(&rt, out);
}

static void test_chain(void)
{
	uint8_t header[RADIOTAP_BUILD_MAX];
	size_t len = with_chain(header);
	struct frame frame =
		make(0x08, STA, CLOUDMAC_POWER_AUTO, 0, header, len);
	struct downlink_frame out;

	CHECK_INT(DROP_NONE, downlink_unwrap(frame.data, frame.len, &out));
	CHECK(out.ack);
	CHECK_INT(2, out.chain.n);
	CHECK_INT(2, out.chain.stages[0].tries);
	CHECK(!out.chain.stages[0].changed);
	CHECK_INT(CLOUDMAC_RATE_HT, out.chain.stages[1].rate.kind);
	CHECK_INT(108, out.rt.rate);
	CHECK_INT(1, out.rt.retries);
}

static void test_the_tag_overrides_the_chain(void)
{
	uint8_t header[RADIOTAP_BUILD_MAX];
	size_t len = with_chain(header);
	struct frame frame =
		make(0x08, STA, CLOUDMAC_POWER_AUTO, 12, header, len);
	struct downlink_frame out;

	CHECK_INT(DROP_NONE, downlink_unwrap(frame.data, frame.len, &out));
	CHECK_INT(12, out.rt.rate);
	CHECK_INT(2, out.chain.n);
	CHECK_INT(12, out.chain.stages[0].rate.legacy);
	CHECK_INT(255, out.chain.stages[0].tries); /* of 256 that were asked */
	CHECK(out.chain.stages[0].changed);
	CHECK_INT(0, out.chain.stages[1].tries);
}

static void test_one_try(void)
{
	struct downlink_frame frame = { .chain.n = 3 };

	frame.chain.stages[1].tries = 4;
	frame.chain.stages[2].tries = 2;
	downlink_limit_to_one_try(&frame);
	CHECK_INT(0, frame.chain.stages[0].tries);
	CHECK_INT(1, frame.chain.stages[1].tries);
	CHECK_INT(0, frame.chain.stages[2].tries);
	CHECK_INT(3, frame.chain.n);
	frame = (struct downlink_frame){ .rt.retries = 7 };
	downlink_limit_to_one_try(&frame);
	CHECK_INT(0, frame.rt.retries);
	CHECK(RADIOTAP_HAS(&frame.rt, RADIOTAP_RETRIES));
}

static void test_group_frames_need_no_ack(void)
{
	struct frame frame =
		make(0x08, ALL, CLOUDMAC_POWER_AUTO, 0, none, sizeof(none));
	struct radiotap rt = injected(&frame);

	CHECK(rt.tx_flags & RADIOTAP_TX_NOACK);
}

static void test_tag_and_frame_name_the_same_vap(void)
{
	static const struct {
		uint8_t control, category;
		const char *transmitter, *bssid;
		enum drop_reason reason;
	} cases[] = {
		{ 0x08, 0, AP, AP, DROP_NONE },
		{ 0x08, 0, AP, ALL, DROP_NONE }, /* data: a source address */
		{ 0x08, 0, STA, AP, DROP_VAP_ID },
		{ 0x08, 0, "\x02\xaa\xbb\xcc\x01\x01", AP, DROP_VAP_ID },
		{ 0xc0, 0, AP, AP, DROP_NONE },
		{ 0xc0, 0, STA, AP, DROP_VAP_ID },
		{ 0xc0, 0, AP, STA, DROP_BSSID },
		{ 0xc0, 4, AP, ALL, DROP_BSSID },
		{ 0x80, 4, AP, ALL, DROP_BSSID },
		{ 0xd0, 4, AP, ALL, DROP_NONE },
		{ 0xd0, 4, AP, STA, DROP_BSSID },
		{ 0xd0, 3, AP, ALL, DROP_BSSID },
		{ 0x84, 0, AP, STA, DROP_NONE }, /* block ACK request */
		{ 0x84, 0, STA, STA, DROP_VAP_ID },
	};
	struct downlink_frame out;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct frame frame =
			make(cases[i].control, STA, 0, 0, none, sizeof(none));
		uint8_t *at = frame.data + CLOUDMAC_ETH_HLEN + sizeof(none);

		memcpy(at + 10, cases[i].transmitter, 6);
		memcpy(at + 16, cases[i].bssid, 6);
		at[24] = cases[i].category;
		CHECK_INT(cases[i].reason,
			  downlink_unwrap(frame.data, frame.len, &out));
		if (!cases[i].reason)
			CHECK_MEM(AP, out.bssid, 6);
	}
}

static enum downlink_role return_role(void *arg, const uint8_t *transmitter)
{
	CHECK_MEM(AP, transmitter, 6);
	return *(enum downlink_role *)arg;
}

static void test_a_role_decides_about_the_bssid(void)
{
	static const struct {
		enum downlink_role role;
		uint8_t control;
		const char *bssid;
		enum drop_reason reason;
	} cases[] = {
		{ DOWNLINK_ROLE_GUEST, 0xb0, STA, DROP_NONE },
		{ DOWNLINK_ROLE_GUEST, 0x40, ALL, DROP_NONE },
		{ DOWNLINK_ROLE_VAP, 0xb0, STA, DROP_BSSID },
		{ DOWNLINK_ROLE_VAP, 0xb0, AP, DROP_NONE },
		{ DOWNLINK_ROLE_NONE, 0xb0, STA, DROP_NO_LEASE },
		{ DOWNLINK_ROLE_NONE, 0x40, ALL, DROP_NO_LEASE },
		/* The caller finds no radio for these. */
		{ DOWNLINK_ROLE_NONE, 0xb0, AP, DROP_NONE },
		{ DOWNLINK_ROLE_NONE, 0x08, STA, DROP_NONE },
	};
	struct downlink_frame out;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct frame frame =
			make(cases[i].control, STA, 0, 0, none, sizeof(none));
		enum downlink_role role = cases[i].role;
		uint8_t *at = frame.data + CLOUDMAC_ETH_HLEN + sizeof(none);

		memcpy(at + 16, cases[i].bssid, 6);
		CHECK_INT(cases[i].reason,
			  downlink_unwrap_any(frame.data, frame.len,
					      return_role, &role, &out));
		if (!cases[i].reason)
			CHECK_INT(role == DOWNLINK_ROLE_GUEST, out.from_guest);
	}
}

/* The bit has no meaning in other frames. */
static void test_a_beacon_requests_neighbours(void)
{
	static const uint8_t controls[] = { 0x80, 0x50, 0x08 };
	struct downlink_frame out;

	for (size_t i = 0; i < 2 * sizeof(controls); i++) {
		struct frame frame =
			make(controls[i / 2], ALL, 0, 0, none, sizeof(none));

		if (i % 2)
			frame.data[9] |= CLOUDMAC_TAG_REQUEST;
		CHECK_INT(DROP_NONE,
			  downlink_unwrap(frame.data, frame.len, &out));
		CHECK_INT(i == 1, out.request);
	}
}

const struct unit_test downlink_tests[] = {
	UNIT_TEST(test_a_beacon_requests_neighbours),
	UNIT_TEST(test_tag_and_frame_name_the_same_vap),
	UNIT_TEST(test_a_role_decides_about_the_bssid),
	UNIT_TEST(test_radiotap_is_kept),
	UNIT_TEST(test_the_tag_overrides_radiotap),
	UNIT_TEST(test_chain),
	UNIT_TEST(test_the_tag_overrides_the_chain),
	UNIT_TEST(test_one_try),
	UNIT_TEST(test_group_frames_need_no_ack),
	{ NULL, NULL },
};
