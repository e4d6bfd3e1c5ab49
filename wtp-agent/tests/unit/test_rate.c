/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/rate.h"
#include "unit.h"

static const struct cloudmac_rate legacy = { .kind = CLOUDMAC_RATE_LEGACY,
					     .legacy = 108 };
static const struct cloudmac_rate ht = { .kind = CLOUDMAC_RATE_HT,
					 .mcs = 7,
					 .width = CLOUDMAC_WIDTH_40,
					 .short_gi = true };

static struct cloudmac_rate vht(uint8_t width)
{
	return (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_VHT, .mcs = 9, .nss = 2, .width = width
	};
}

static void check_round_trip(const struct cloudmac_rate *rate)
{
	/* The other rates are named above. */
	struct radiotap rt = { .present = 1u << RADIOTAP_RATE |
					  1u << RADIOTAP_MCS |
					  1u << RADIOTAP_VHT };
	struct cloudmac_rate got;

	rate_to_radiotap(&rt, rate);
	got = rate_from_radiotap(&rt);
	CHECK_MEM(rate, &got, sizeof(got));
}

static void test_round_trip(void)
{
	const struct cloudmac_rate none = { .kind = CLOUDMAC_RATE_NONE };

	check_round_trip(&none);
	check_round_trip(&legacy);
	check_round_trip(&ht);
	for (uint8_t width = 0; width <= CLOUDMAC_WIDTH_160; width++) {
		const struct cloudmac_rate rate = vht(width);

		check_round_trip(&rate);
	}
}

static void test_octets(void)
{
	struct cloudmac_rate rate = vht(CLOUDMAC_WIDTH_80);
	struct radiotap rt = { 0 };

	rate_to_radiotap(&rt, &ht);
	CHECK_INT(1u << RADIOTAP_MCS, rt.present);
	CHECK_MEM("\x07\x05\x07", rt.mcs, 3);
	rate_to_radiotap(&rt, &rate);
	CHECK_INT(1u << RADIOTAP_VHT, rt.present);
	CHECK_MEM("\x44\0\0\x04\x92\0\0\0\0\0\0\0", rt.vht, 12);
}

static void test_rates_that_do_not_exist(void)
{
	struct radiotap rt = { .present = 1u << RADIOTAP_MCS,
			       .mcs = { 7, 0, 77 } };

	CHECK_INT(CLOUDMAC_RATE_NONE, rate_from_radiotap(&rt).kind);
	rt = (struct radiotap){ .present = 1u << RADIOTAP_VHT,
				.vht = { 0x44, 0, 0, 0, 0x90 } };
	CHECK_INT(CLOUDMAC_RATE_NONE, rate_from_radiotap(&rt).kind);
	rt = (struct radiotap){ .present = 1u << RADIOTAP_RATE };
	CHECK_INT(CLOUDMAC_RATE_NONE, rate_from_radiotap(&rt).kind);
}

static void test_equal(void)
{
	struct cloudmac_rate other = legacy;

	other.mcs = 3; /* a legacy rate has none */
	CHECK(rate_equal(&legacy, &other));
	other.legacy = 12;
	CHECK(!rate_equal(&legacy, &other));
	CHECK(!rate_equal(&legacy, &ht));
	other = ht;
	CHECK(rate_equal(&ht, &other));
	other.short_gi = false;
	CHECK(!rate_equal(&ht, &other));
}

static void test_fit(void)
{
	struct cloudmac_rate rate = vht(CLOUDMAC_WIDTH_160);

	rate_limit_width(&rate, WIDTH_80);
	CHECK_INT(CLOUDMAC_WIDTH_80, rate.width);
	rate_limit_width(&rate, WIDTH_40_BELOW);
	CHECK_INT(CLOUDMAC_WIDTH_40, rate.width);
	rate_limit_width(&rate, WIDTH_80);
	CHECK_INT(CLOUDMAC_WIDTH_40, rate.width);
	rate_limit_width(&rate, WIDTH_20_NOHT);
	CHECK_INT(CLOUDMAC_WIDTH_20, rate.width);
}

static struct cloudmac_rate he_rate(const char octets[CLOUDMAC_HE_LEN])
{
	struct radiotap rt = { .present = 1u << RADIOTAP_HE };

	memcpy(rt.he, octets, sizeof(rt.he));
	return rate_from_radiotap(&rt);
}

static void test_he(void)
{
	/* Known: MCS, DCM, bandwidth, guard interval. MCS 9, 80 MHz, 1.6 us,
	 * two streams. */
	const struct cloudmac_rate all =
		he_rate("\x60\x40\2\0\0\x19\0\0\x12\0\2");
	const struct cloudmac_rate some =
		he_rate("\x20\0\0\0\0\x19\0\0\x12\0\2");

	CHECK_INT(CLOUDMAC_RATE_HE, all.kind);
	CHECK_INT(9, all.mcs);
	CHECK_INT(2, all.nss);
	CHECK_INT(CLOUDMAC_WIDTH_80, all.width);
	CHECK_INT(1, all.gi);
	CHECK(all.dcm);
	CHECK(rate_equal(&all, &all));
	CHECK_INT(CLOUDMAC_RATE_HE, some.kind);
	CHECK_INT(CLOUDMAC_WIDTH_20, some.width);
	CHECK_INT(0, some.gi);
	CHECK(!some.dcm);
	CHECK(!rate_equal(&all, &some));
}

static void test_he_rates_that_do_not_exist(void)
{
	/* No MCS known, MCS 12, no stream, nine streams. */
	static const char *const fields[] = {
		"\0\0\0\0\0\x07\0\0\0\0\1",
		"\x20\0\0\0\0\x0c\0\0\0\0\1",
		"\x20\0\0\0\0\x07\0\0\0\0\0",
		"\x20\0\0\0\0\x07\0\0\0\0\x09",
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		CHECK_INT(CLOUDMAC_RATE_NONE, he_rate(fields[i]).kind);
}

/* A resource unit has the airtime of the narrowest width. */
static void test_he_resource_unit(void)
{
	const struct cloudmac_rate unit =
		he_rate("\x20\x40\0\0\0\x07\0\0\x06\0\1");

	CHECK_INT(CLOUDMAC_RATE_HE, unit.kind);
	CHECK_INT(CLOUDMAC_WIDTH_20, unit.width);
}

/* The HE field of a header, and none after another rate was set. */
static void test_he_in_a_header(void)
{
	uint8_t data[20] = { 0, 0, 20, 0, 0, 0, 0x80, 0, 0x20, 0,
			     0, 0, 0,  7, 0, 0, 0,    0, 1,    0 };
	struct cloudmac_rate rate;
	struct radiotap rt;

	radiotap_parse(data, sizeof(data), &rt);
	rate = rate_from_radiotap(&rt);
	CHECK_INT(CLOUDMAC_RATE_HE, rate.kind);
	CHECK_INT(7, rate.mcs);
	rate_to_radiotap(&rt, &legacy);
	rate = rate_from_radiotap(&rt);
	CHECK(rate_equal(&legacy, &rate));
}

/* A chain's stage has two bits for the kind. */
static void test_a_chain_has_no_he_rate(void)
{
	struct cloudmac_stage stage = {
		.rate = { .kind = CLOUDMAC_RATE_HE, .mcs = 7, .nss = 1 }
	};
	uint8_t octets[CLOUDMAC_STAGE_LEN];

	cloudmac_stage_pack(octets, &stage);
	CHECK(cloudmac_stage_unpack(octets, &stage));
	CHECK_INT(CLOUDMAC_RATE_NONE, stage.rate.kind);
}

const struct unit_test rate_tests[] = {
	UNIT_TEST(test_round_trip),
	UNIT_TEST(test_octets),
	UNIT_TEST(test_rates_that_do_not_exist),
	UNIT_TEST(test_equal),
	UNIT_TEST(test_fit),
	UNIT_TEST(test_he),
	UNIT_TEST(test_he_rates_that_do_not_exist),
	UNIT_TEST(test_he_resource_unit),
	UNIT_TEST(test_he_in_a_header),
	UNIT_TEST(test_a_chain_has_no_he_rate),
	{ NULL, NULL },
};
