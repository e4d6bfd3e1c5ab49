/* SPDX-License-Identifier: Apache-2.0 */
/* Durations computed by hand. */
#include "frame/airtime.h"
#include "unit.h"

#define CHANNEL_6  2437
#define CHANNEL_36 5180

static struct cloudmac_rate legacy(uint8_t rate)
{
	return (struct cloudmac_rate){ .kind = CLOUDMAC_RATE_LEGACY,
				       .legacy = rate };
}

static struct cloudmac_rate ht(uint8_t mcs, uint8_t width, bool short_gi)
{
	return (struct cloudmac_rate){ .kind = CLOUDMAC_RATE_HT,
				       .mcs = mcs,
				       .width = width,
				       .short_gi = short_gi };
}

static struct cloudmac_rate vht(uint8_t mcs, uint8_t nss, uint8_t width,
				bool short_gi)
{
	return (struct cloudmac_rate){ .kind = CLOUDMAC_RATE_VHT,
				       .mcs = mcs,
				       .nss = nss,
				       .width = width,
				       .short_gi = short_gi };
}

static struct cloudmac_rate he(uint8_t mcs, uint8_t nss, uint8_t width,
			       uint8_t gi, bool dcm)
{
	return (struct cloudmac_rate){ .kind = CLOUDMAC_RATE_HE,
				       .mcs = mcs,
				       .nss = nss,
				       .width = width,
				       .gi = gi,
				       .dcm = dcm };
}

static void check_ppdu(uint32_t us, struct cloudmac_rate rate,
		       unsigned int mhz, size_t octets)
{
	CHECK_INT(us, airtime_ppdu_us(&rate, mhz, octets));
}

static void test_dsss(void)
{
	/* 192 + 14 * 8 */
	check_ppdu(304, legacy(2), CHANNEL_6, 14);
	/* 192 + 1500 * 8 / 2 */
	check_ppdu(6192, legacy(4), CHANNEL_6, 1500);
	/* 192 + 1024 * 8 / 5.5 = 1489.45, rounded up */
	check_ppdu(192 + 1490, legacy(11), CHANNEL_6, 1024);
	/* 192 + 1500 * 8 / 11 = 1090.9 */
	check_ppdu(192 + 1091, legacy(22), CHANNEL_6, 1500);
}

static void test_ofdm(void)
{
	/* An ACK at 24 Mb/s: 16 + 112 + 6 bits are 2 symbols of 96 bits. */
	check_ppdu(28, legacy(48), CHANNEL_36, 14);
	/* At 6 Mb/s: 6 symbols of 24 bits. */
	check_ppdu(44, legacy(12), CHANNEL_36, 14);
	/* 1536 octets at 54 Mb/s: 12310 bits, 57 symbols of 216. */
	check_ppdu(20 + 57 * 4, legacy(108), CHANNEL_36, 1536);
	check_ppdu(20 + 57 * 4 + 6, legacy(108), CHANNEL_6, 1536);
}

static void test_ht(void)
{
	/* MCS 7, 20 MHz: 36 us of preamble; 1536 octets are 12310 bits, 48
	 * symbols of 260. */
	check_ppdu(36 + 48 * 4, ht(7, CLOUDMAC_WIDTH_20, false), CHANNEL_36,
		   1536);
	/* Short: 48 * 3.6 = 172.8, up to 44 symbols of 4. */
	check_ppdu(36 + 176, ht(7, CLOUDMAC_WIDTH_20, true), CHANNEL_36, 1536);
	check_ppdu(36 + 176 + 6, ht(7, CLOUDMAC_WIDTH_20, true), CHANNEL_6,
		   1536);
	/* MCS 15, 40 MHz: two streams, two HT-LTFs; 12 symbols of 1080. */
	check_ppdu(40 + 12 * 4, ht(15, CLOUDMAC_WIDTH_40, false), CHANNEL_36,
		   1536);
	/* MCS 23, 40 MHz: four HT-LTFs, two encoders: 12316 bits, 8 of 1620.
	 */
	check_ppdu(48 + 8 * 4, ht(23, CLOUDMAC_WIDTH_40, false), CHANNEL_36,
		   1536);
	/* MCS 0, 20 MHz: 474 symbols of 26. */
	check_ppdu(36 + 474 * 4, ht(0, CLOUDMAC_WIDTH_20, false), CHANNEL_36,
		   1536);
	/* 7 octets fill 3 symbols of 26 bits to the last, 8 need a fourth. */
	check_ppdu(36 + 3 * 4, ht(0, CLOUDMAC_WIDTH_20, false), CHANNEL_36, 7);
	check_ppdu(36 + 4 * 4, ht(0, CLOUDMAC_WIDTH_20, false), CHANNEL_36, 8);
	/* MCS 32: 513 symbols of 24. */
	check_ppdu(36 + 513 * 4, ht(32, CLOUDMAC_WIDTH_40, false), CHANNEL_36,
		   1536);
	check_ppdu(0, ht(33, CLOUDMAC_WIDTH_20, false), CHANNEL_36, 1536);
}

static void test_vht(void)
{
	/* MCS 8, 20 MHz, one stream: 40 us of preamble; 4 + 1536 octets are
	 * 12342 bits, 40 symbols of 312. */
	check_ppdu(40 + 40 * 4, vht(8, 1, CLOUDMAC_WIDTH_20, false),
		   CHANNEL_36, 1536);
	/* Padded to 1540: 12374 bits, still 40; at 1537 octets. */
	check_ppdu(40 + 40 * 4, vht(8, 1, CLOUDMAC_WIDTH_20, false),
		   CHANNEL_36, 1537);
	/* MCS 9, 80 MHz, two streams: 44 us, two encoders (866 Mb/s), 12348
	 * bits, 4 symbols of 3120, short: 14.4 us, up to 16. */
	check_ppdu(44 + 16, vht(9, 2, CLOUDMAC_WIDTH_80, true), CHANNEL_36,
		   1536);
	/* MCS 0, 160 MHz, eight streams: 68 us, 7 symbols of 1872. */
	check_ppdu(68 + 7 * 4, vht(0, 8, CLOUDMAC_WIDTH_160, false),
		   CHANNEL_36, 1536);
	check_ppdu(0, vht(10, 1, CLOUDMAC_WIDTH_20, false), CHANNEL_36, 1536);
}

static void check_ack(uint32_t us, struct cloudmac_rate rate, unsigned int mhz)
{
	CHECK_INT(us, airtime_ack_us(&rate, mhz));
}

static void test_ack(void)
{
	/* At the highest mandatory rate that is not above the frame's. */
	check_ack(16 + 28, legacy(108), CHANNEL_36);
	check_ack(16 + 28, legacy(48), CHANNEL_36);
	check_ack(16 + 32, legacy(36), CHANNEL_36); /* 12 Mb/s: 3 symbols */
	check_ack(16 + 44, legacy(18), CHANNEL_36);
	check_ack(10 + 28 + 6, legacy(108), CHANNEL_6);
	check_ack(10 + 304, legacy(2), CHANNEL_6);
	check_ack(10 + 192 + 11, legacy(22), CHANNEL_6);
	/* MCS 1, 9: QPSK 1/2, 12 Mb/s. MCS 2: 18, so 12. MCS 3: 24. */
	check_ack(16 + 32, ht(9, CLOUDMAC_WIDTH_20, false), CHANNEL_36);
	check_ack(16 + 32, ht(2, CLOUDMAC_WIDTH_20, false), CHANNEL_36);
	check_ack(16 + 28, ht(3, CLOUDMAC_WIDTH_20, false), CHANNEL_36);
	check_ack(16 + 44, vht(0, 1, CLOUDMAC_WIDTH_80, false), CHANNEL_36);
}

static void test_exchange(void)
{
	const struct cloudmac_rate rate = legacy(108);
	const struct cloudmac_rate none = { .kind = CLOUDMAC_RATE_NONE };

	CHECK_INT(3 * 248 + 44,
		  airtime_exchange_us(&rate, CHANNEL_36, 1536, 3, true));
	CHECK_INT(7 * 248,
		  airtime_exchange_us(&rate, CHANNEL_36, 1536, 7, false));
	CHECK_INT(0, airtime_exchange_us(&none, CHANNEL_36, 1536, 7, true));
}

/* 1536 octets at 65 Mb/s: 1540 with the delimiter, 47.4 symbols of 260 bits.
 */
static void test_subframe(void)
{
	const struct cloudmac_rate rate = ht(7, CLOUDMAC_WIDTH_20, false);
	const struct cloudmac_rate none = { .kind = CLOUDMAC_RATE_NONE };
	uint64_t one =
		airtime_subframe_us(&rate, CHANNEL_36, 1536, 1, false, true);

	CHECK(one >= 188 && one <= 190);
	CHECK_INT(one, airtime_subframe_us(&rate, CHANNEL_36, 1533, 1, false,
					   false));
	/* The preamble of 36 us and a symbol; SIFS, and 32 octets at 24 Mb/s.
	 */
	CHECK_INT(one + 40, airtime_subframe_us(&rate, CHANNEL_36, 1536, 1,
						true, false));
	CHECK_INT(one + 40 + 16 + 32,
		  airtime_subframe_us(&rate, CHANNEL_36, 1536, 1, true, true));
	CHECK(airtime_subframe_us(&rate, CHANNEL_36, 1536, 3, false, true) >=
	      3 * one);
	CHECK_INT(0, airtime_subframe_us(&none, CHANNEL_36, 9, 1, true, true));
}

static void test_he(void)
{
	/* 16 + 8 * 104 + 6 bits are 8 symbols of 117 bits, 13.6 us each; an
	 * HE-LTF is 7.2 us; 36 us before it. */
	check_ppdu(36 + 116, he(0, 1, CLOUDMAC_WIDTH_20, 0, false), CHANNEL_36,
		   100);
	check_ppdu(36 + 116 + 6, he(0, 1, CLOUDMAC_WIDTH_20, 0, false),
		   CHANNEL_6, 100);
	/* One symbol of 16333 bits, two HE-LTFs. */
	check_ppdu(36 + 28, he(11, 2, CLOUDMAC_WIDTH_80, 0, false), CHANNEL_36,
		   1500);
	/* Symbols of 16 us, each subcarrier twice. */
	check_ppdu(36 + 8 * 16 + 16, he(1, 1, CLOUDMAC_WIDTH_20, 2, true),
		   CHANNEL_36, 100);
	check_ppdu(0, he(12, 1, CLOUDMAC_WIDTH_20, 0, false), CHANNEL_36, 100);
	check_ppdu(0, he(0, 0, CLOUDMAC_WIDTH_20, 0, false), CHANNEL_36, 100);
}

const struct unit_test airtime_tests[] = {
	UNIT_TEST(test_dsss),	  UNIT_TEST(test_ofdm),
	UNIT_TEST(test_ht),	  UNIT_TEST(test_vht),
	UNIT_TEST(test_ack),	  UNIT_TEST(test_exchange),
	UNIT_TEST(test_subframe), UNIT_TEST(test_he),
	{ NULL, NULL },
};
