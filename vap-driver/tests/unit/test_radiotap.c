// SPDX-License-Identifier: GPL-2.0-only
/*
 * cloudmac_radiotap.c in user space: compares its headers octet by octet, and
 * checks that the wire format's parser accepts every combination.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudmac_radiotap.h"

static int failures;

static void show(const char *what, const u8 *octets, size_t len)
{
	size_t i;

	fprintf(stderr, "  %s:", what);
	for (i = 0; i < len; i++)
		fprintf(stderr, " %02x", octets[i]);
	fputc('\n', stderr);
}

static void expect(const char *name, const struct cloudmac_radiotap *rt,
		   const u8 *want, size_t len)
{
	u8 got[CLOUDMAC_RADIOTAP_BUILD_MAX];
	u16 n = cloudmac_radiotap_build(got, rt);

	if (n == len && !memcmp(got, want, len))
		return;
	fprintf(stderr, "%s:\n", name);
	show("wanted", want, len);
	show("got", got, n);
	failures++;
}

static const struct {
	const char *name;
	struct cloudmac_radiotap rt;
	size_t len;
	u8 want[CLOUDMAC_RADIOTAP_BUILD_MAX];
} cases[] = {
	{
		"beacon: 1 Mb/s on channel 6, no acknowledgement",
		{ .direction = CLOUDMAC_DOWNLINK, .freq = 2437, .noack = true,
		  .rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 2 } },
		17,
		{ 0, 0, 17, 0, 0x0c, 0x80, 0x02, 0, 2, 0, 0x85, 0x09, 0x80, 0,
		  0x38, 0, 0 },
	}, {
		"downlink HT: MCS 7, 40 MHz, short guard interval, 6 retries",
		{ .direction = CLOUDMAC_DOWNLINK, .freq = 5180, .retries = 6,
		  .rate = { .kind = CLOUDMAC_RATE_HT, .mcs = 7,
			    .width = CLOUDMAC_WIDTH_40, .short_gi = true } },
		18,
		{ 0, 0, 18, 0, 0x08, 0x80, 0x0a, 0, 0x3c, 0x14, 0x00, 0x01,
		  0x30, 0, 6, 7, 5, 7 },
	}, {
		"downlink VHT: MCS 9, 2 streams, 80 MHz",
		{ .direction = CLOUDMAC_DOWNLINK, .freq = 5180,
		  .rate = { .kind = CLOUDMAC_RATE_VHT, .mcs = 9, .nss = 2,
			    .width = CLOUDMAC_WIDTH_80 } },
		28,
		{ 0, 0, 28, 0, 0x08, 0x80, 0x22, 0, 0x3c, 0x14, 0x00, 0x01,
		  0x30, 0, 0, 0, 0x44, 0, 0, 4, 0x92, 0, 0, 0, 0, 0, 0, 0 },
	}, {
		"uplink: 54 Mb/s, -55 dBm",
		{ .direction = CLOUDMAC_UPLINK, .freq = 2412, .signal = -55,
		  .rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 108 } },
		15,
		{ 0, 0, 15, 0, 0x2c, 0, 0, 0, 108, 0, 0x6c, 0x09, 0x80, 0,
		  0xc9 },
	}, {
		"status: not acknowledged after 7 retries, 1 Mb/s",
		{ .direction = CLOUDMAC_UPLINK, .freq = 2412, .retries = 7,
		  .kind = CLOUDMAC_KIND_TX_STATUS, .failed = true,
		  .rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 2 } },
		13,
		{ 0, 0, 13, 0, 0x04, 0x80, 0x02, 0, 2, 0, 1, 0, 7 },
	}, {
		"status: acknowledged at the first try, rate unknown",
		{ .direction = CLOUDMAC_UPLINK,
		  .kind = CLOUDMAC_KIND_TX_STATUS },
		11,
		{ 0, 0, 11, 0, 0, 0x80, 0x02, 0, 0, 0, 0 },
	}, {
		"downlink HT with a chain: MCS 7 twice, then 6 Mb/s with RTS",
		{ .direction = CLOUDMAC_DOWNLINK, .freq = 5180, .retries = 1,
		  .rate = { .kind = CLOUDMAC_RATE_HT, .mcs = 7 },
		  .chain = { .n = 2, .stages = {
			{ .rate = { .kind = CLOUDMAC_RATE_HT, .mcs = 7 },
			  .tries = 2 },
			{ .rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 12 },
			  .tries = 5, .rts = true } } } },
		37,
		{ 0, 0, 37, 0, 0x08, 0x80, 0x0a, 0xc0, 1, 0, 0, 0,
		  0x3c, 0x14, 0x00, 0x01, 0x30, 0, 1, 7, 0, 7,
		  0x12, 0x13, 0x37, 1, 9, 0, 2,
		  0x02, 7, 2, 0, 0x21, 12, 5, 0 },
	}, {
		"downlink with a chain and a token",
		{ .direction = CLOUDMAC_DOWNLINK, .freq = 5180,
		  .token = 0xdeadbeef,
		  .chain = { .n = 1, .stages = {
			{ .rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 12 },
			  .tries = 5 } } } },
		46,
		{ 0, 0, 46, 0, 0x08, 0x80, 0x02, 0xc0, 1, 0, 0, 0xc0, 1, 0, 0, 0,
		  0x3c, 0x14, 0x00, 0x01, 0x30, 0, 0, 0,
		  0x12, 0x13, 0x37, 1, 5, 0, 1, 0x01, 12, 5, 0, 0,
		  0x12, 0x13, 0x37, 3, 4, 0, 0xef, 0xbe, 0xad, 0xde },
	},
};

/* Checks the length of every kind of rate in each layout, and parses it. */
static void combinations(void)
{
	static const u8 ack[10] = { 0xd4 };
	u8 frame[CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_BUILD_MAX + sizeof(ack)];
	static const u8 station[6] = { 2, 0, 0, 0, 0, 1 };
	struct cloudmac_frame parsed;
	struct cloudmac_tag tag = { .level = -40, .vap = 0x1234 };
	struct cloudmac_radiotap rt = { .freq = 5180, .noack = true };
	int layout, err;
	u16 len;

	for (layout = 0; layout < 6; layout++) {
		rt.direction = layout % 3 ? CLOUDMAC_UPLINK :
					    CLOUDMAC_DOWNLINK;
		rt.kind = layout % 3 == 2 ? CLOUDMAC_KIND_TX_STATUS :
					    CLOUDMAC_KIND_FRAME;
		rt.chain.n = layout < 3 ? 0 : CLOUDMAC_CHAIN_MAX;
		rt.token = rt.chain.n;
		tag.kind = rt.kind;
		for (rt.rate.kind = 0; rt.rate.kind <= CLOUDMAC_RATE_VHT;
		     rt.rate.kind++) {
			cloudmac_eth_pack(frame, rt.direction, station, &tag);
			len = cloudmac_radiotap_build(
				frame + CLOUDMAC_ETH_HLEN, &rt);
			memcpy(frame + CLOUDMAC_ETH_HLEN + len, ack,
			       sizeof(ack));
			err = cloudmac_frame_parse(
				frame, CLOUDMAC_ETH_HLEN + len + sizeof(ack),
				rt.direction, &parsed);
			if (len <= CLOUDMAC_RADIOTAP_BUILD_MAX && !err &&
			    parsed.radiotap_len == len &&
			    parsed.frame_len == sizeof(ack))
				continue;
			fprintf(stderr, "layout %d, rate %d: %d octets, error %d\n",
				layout, rt.rate.kind, len, err);
			failures++;
		}
	}
}

int main(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		expect(cases[i].name, &cases[i].rt, cases[i].want,
		       cases[i].len);
	combinations();
	if (failures) {
		fprintf(stderr, "%d failures\n", failures);
		return EXIT_FAILURE;
	}
	printf("radiotap: %zu layouts, no failures\n", i);
	return EXIT_SUCCESS;
}
