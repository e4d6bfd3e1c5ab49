// SPDX-License-Identifier: GPL-2.0-only
/* Tests cloudmac_airtime.c in user space, with airtimes computed by hand. */
#include <stdio.h>
#include <stdlib.h>

#include "cloudmac_airtime.h"

static int failures;

#define CHECK(condition, ...) do {					\
	if (!(condition)) {						\
		fprintf(stderr, "%s:%d: ", __func__, __LINE__);		\
		fprintf(stderr, __VA_ARGS__);				\
		fputc('\n', stderr);					\
		failures++;						\
	}								\
} while (0)

static void expect_airtime(const char *name, struct cloudmac_rate rate, u32 len,
			   u32 want)
{
	u32 got = cloudmac_airtime(&rate, len);

	CHECK(got == want, "%s: %u us, not %u", name, got, want);
}

/* Airtimes by hand: (octets + FCS + delimiter) * 8 / bits of a symbol. */
static void test_airtime(void)
{
	struct cloudmac_chain chain = { .n = 2, .stages = {
		{ .rate = { .kind = CLOUDMAC_RATE_HT, .mcs = 7 }, .tries = 2 },
		{ .rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 12 },
		  .tries = 3 } } };
	struct cloudmac_rate rate = { .nss = 15, .short_gi = true };
	u32 all = 0;

	/* 12064 bits, 260 a symbol */
	expect_airtime("MCS 7", (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_HT, .mcs = 7 }, 1500, 47 * 4);
	/* 26 a symbol */
	expect_airtime("MCS 0", (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_HT }, 1500, 464 * 4);
	/* 1080 a symbol of 3.6 us */
	expect_airtime("MCS 15, 40 MHz", (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_HT, .mcs = 15,
		.width = CLOUDMAC_WIDTH_40, .short_gi = true }, 1500, 44);
	/* 3120 a symbol */
	expect_airtime("VHT MCS 9, 80 MHz, 2 streams", (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_VHT, .mcs = 9, .nss = 2,
		.width = CLOUDMAC_WIDTH_80 }, 1500, 4 * 4);
	expect_airtime("1 Mb/s", (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_LEGACY, .legacy = 2 }, 1500,
		12032 + 506);
	expect_airtime("54 Mb/s", (struct cloudmac_rate){
		.kind = CLOUDMAC_RATE_LEGACY, .legacy = 108 }, 1500, 223 + 64);
	expect_airtime("unknown", (struct cloudmac_rate){ }, 1500, 2006 + 64);

	CHECK(cloudmac_airtime_of_tries(&chain, 1500) ==
	      2 * 188 + 3 * (2006 + 64), "a chain: %u us",
	      cloudmac_airtime_of_tries(&chain, 1500));
	for (rate.kind = 0; rate.kind < 5; rate.kind++)
		for (rate.mcs = 0; rate.mcs < 255; rate.mcs++)
			for (rate.width = 0; rate.width < 4; rate.width++) {
				u32 us = cloudmac_airtime(&rate,
							  CLOUDMAC_80211_MAX);

				all += !us || us > 200000;
			}
	CHECK(!all, "%u rates have no sensible airtime", all);
}

int main(void)
{
	test_airtime();
	if (failures) {
		fprintf(stderr, "%d failures\n", failures);
		return EXIT_FAILURE;
	}
	puts("airtime: no failures");
	return EXIT_SUCCESS;
}
