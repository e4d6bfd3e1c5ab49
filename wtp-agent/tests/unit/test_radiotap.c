/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/radiotap.h"
#include "unit.h"

static void test_alignment(void)
{
	/* TSFT, flags, rate, channel, signal; the header begins anywhere. */
	static const uint8_t data[] = {
		0, 0, 23, 0, 0x2f, 0,  0,    0,	   1,	 2, 3,	  4,
		5, 6, 7,  8, 0x10, 12, 0x85, 0x09, 0xc0, 0, 0xd1,
	};
	struct radiotap rt;

	radiotap_parse(data, sizeof(data), &rt);
	CHECK_INT(0x10, rt.flags);
	CHECK_INT(16, rt.flags_offset);
	CHECK_INT(12, rt.rate);
	CHECK_INT(-47, rt.signal);
}

static void test_several_present_words(void)
{
	/* Two antennas, each with signal and antenna number: the first word
	 * is the whole receiver's. */
	static const uint8_t data[] = {
		0,    0,    21,	  0, 0x20, 0,	 0,    0xa0, 0x20, 0x08, 0,
		0xa0, 0x20, 0x08, 0, 0,	   0xce, 0xcf, 0,    0xd0, 1,
	};
	struct radiotap rt;

	radiotap_parse(data, sizeof(data), &rt);
	CHECK_INT(-50, rt.signal);
}

static void test_vendor_fields_are_skipped(void)
{
	/* Words: signal + vendor namespace next; the vendor's; back. */
	static const uint8_t data[] = {
		0,    0,    28,	  0, 0x20, 0, 0,    0xc0, 0xff, 0xff,
		0xff, 0xbf, 0x04, 0, 0,	   0, 0xce, 0,	  1,	2,
		3,    0,    3,	  0, 9,	   9, 9,    11,
	};
	struct radiotap rt;

	radiotap_parse(data, sizeof(data), &rt);
	CHECK_INT(-50, rt.signal);
	CHECK_INT(11, rt.rate);
}

static void test_chain_is_bounded(void)
{
	struct radiotap in = { .present = 1u << RADIOTAP_RATE,
			       .rate = 12,
			       .token = 0x12345678,
			       .chain = { .n = 4 } };
	uint8_t data[RADIOTAP_BUILD_MAX], *copy;
	struct radiotap out;
	size_t len;

	for (int i = 0; i < 4; i++)
		in.chain.stages[i] = (struct cloudmac_stage){
			.rate = { .kind = CLOUDMAC_RATE_VHT,
				  .mcs = 9,
				  .nss = 8,
				  .width = CLOUDMAC_WIDTH_160 },
			.tries = (uint8_t)(i + 1),
		};
	len = radiotap_build(&in, data);
	for (size_t cut = 0; cut <= len; cut++) {
		copy = malloc(cut + !cut);
		memcpy(copy, data, cut);
		radiotap_parse(copy, cut, &out);
		CHECK_INT(cut < len - CLOUDMAC_TOKEN_LEN - 1 ? 0 : 4,
			  out.chain.n);
		CHECK(out.token == (cut == len ? 0x12345678 : 0));
		free(copy);
	}
	CHECK_INT(12, out.rate);
	CHECK_INT(4, out.chain.stages[3].tries);
}

static void test_content_that_ends_early(void)
{
	static const uint8_t rate_missing[] = { 0, 0, 9, 0, 6, 0, 0, 0, 0x10 };
	static const uint8_t endless[] = { 0, 0,    12, 0, 2, 0,
					   0, 0x80, 0,	0, 0, 0x80 };
	static const uint8_t unknown[] = { 0, 0, 9, 0, 0, 0, 0, 0x10, 0 };
	struct radiotap rt;

	radiotap_parse(rate_missing, sizeof(rate_missing), &rt);
	CHECK_INT(1 << RADIOTAP_FLAGS, rt.present);
	radiotap_parse(endless, sizeof(endless), &rt);
	CHECK_INT(0, rt.present);
	radiotap_parse(unknown, sizeof(unknown), &rt);
	CHECK_INT(0, rt.present);
}

/* Before, behind and instead of a chain. */
static void test_a_station_is_described(void)
{
	struct cloudmac_station station = { .aid = 7,
					    .rates_n = 1,
					    .rates = { 12 },
					    .has_ht = true,
					    .ht = { 0x0c } };
	const struct cloudmac_chain chain = {
		.n = 1,
		.stages = { { .rate = { .kind = CLOUDMAC_RATE_LEGACY,
					.legacy = 12 },
			      .tries = 1 } },
	};
	struct radiotap out;

	for (int layout = 0; layout < 3; layout++) {
		uint8_t data[128] = { 0 };
		size_t len = layout ? 16 : 12;

		data[7] = 0xc0;
		data[8] = 1;
		data[11] = layout ? 0xc0 : 0;
		data[12] = 1;
		if (layout == 2)
			len += cloudmac_chain_pack(data + len, &chain);
		len += len % 2;
		len += cloudmac_station_pack(data + len, &station);
		len += len % 2;
		if (layout == 1)
			len += cloudmac_chain_pack(data + len, &chain);
		data[2] = (uint8_t)len;
		radiotap_parse(data, len, &out);
		CHECK_INT(7, out.station.aid);
		CHECK_INT(0x0c, out.station.ht[0]);
		CHECK_INT(layout ? 1 : 0, out.chain.n);
		radiotap_parse(data, layout == 1 ? 40 : len - 1, &out);
		CHECK_INT(0, out.station.aid);
	}
}

static void test_built_headers_can_be_parsed(void)
{
	struct radiotap in = {
		.present = 1u << RADIOTAP_RATE | 1u << RADIOTAP_TX_POWER |
			   1u << RADIOTAP_TX_FLAGS | 1u << RADIOTAP_RETRIES |
			   1u << RADIOTAP_MCS | 1u << RADIOTAP_VHT,
		.rate = 108,
		.tx_power = -1,
		.tx_flags = 0x18,
		.retries = 7,
		.mcs = { 1, 2, 3 },
		.vht = { 4, 5, 6, 7, 8, 9 },
		.chain = { .n = 4 },
	};
	uint8_t data[RADIOTAP_BUILD_MAX];

	for (uint32_t without = 0; without < 64; without++) {
		struct radiotap rt, out;
		size_t len;

		rt = in;
		if (without % 32)
			rt.present &= ~(1u << without % 32);
		if (without >= 32)
			rt.chain.n = 0;
		len = radiotap_build(&rt, data);
		CHECK(len <= sizeof(data));
		CHECK_INT(len, data[2]);
		radiotap_parse(data, len, &out);
		CHECK_INT(rt.present, out.present);
		CHECK_INT(rt.chain.n, out.chain.n);
		if (RADIOTAP_HAS(&rt, RADIOTAP_TX_FLAGS))
			CHECK_INT(0x18, out.tx_flags);
		if (RADIOTAP_HAS(&rt, RADIOTAP_RETRIES))
			CHECK_INT(7, out.retries);
		if (RADIOTAP_HAS(&rt, RADIOTAP_VHT))
			CHECK_MEM(in.vht, out.vht, sizeof(in.vht));
	}
}

const struct unit_test radiotap_tests[] = {
	UNIT_TEST(test_alignment),
	UNIT_TEST(test_several_present_words),
	UNIT_TEST(test_vendor_fields_are_skipped),
	UNIT_TEST(test_chain_is_bounded),
	UNIT_TEST(test_content_that_ends_early),
	UNIT_TEST(test_a_station_is_described),
	UNIT_TEST(test_built_headers_can_be_parsed),
	{ NULL, NULL },
};
