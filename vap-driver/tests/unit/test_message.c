// SPDX-License-Identifier: GPL-2.0-only
/* Tests cloudmac_message.c in user space: messages by the wire format's parsers, and limits. */
#include <stdio.h>
#include <stdlib.h>

#include "cloudmac_message.h"

static int failures;

#define CHECK(condition) do {						\
	if (!(condition)) {						\
		fprintf(stderr, "%s:%d: %s\n", __func__, __LINE__, #condition); \
		failures++;						\
	}								\
} while (0)

static const u8 station[] = { 0x02, 0xbb, 0, 0, 0x12, 0x34 };

/* Headers of a message: the tag is the source, then a radiotap header without fields. */
static const u8 headers[] = {
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	0x12, 0x80, 0, 7 << 5 | 3, 0x12, 0x34,
	0x13, 0x37,
	0, 0, 8, 0, 0, 0, 0, 0,
};

static bool parse(const u8 *message, u16 len, struct cloudmac_frame *frame)
{
	return len <= CLOUDMAC_MESSAGE_MAX &&
	       !memcmp(message, headers, sizeof(headers)) &&
	       !cloudmac_frame_parse(message, len, CLOUDMAC_DOWNLINK, frame) &&
	       !memcmp(frame->frame + 10, station, sizeof(station));
}

static void test_hello(void)
{
	const struct cloudmac_vsta_hello hello = {
		.flags = CLOUDMAC_VSTA_AWAKE | CLOUDMAC_VSTA_ASSOCIATED,
		.frequency = 5180,
		.bssid = { 0x02, 0xaa, 0, 0, 0, 1 },
		.ssid = { .len = 32, .octets = "an SSID of thirty-two octets ..." },
	};
	const struct cloudmac_vsta_hello idle = { 0 };
	struct cloudmac_vsta_hello got, other;
	struct cloudmac_frame frame;
	u8 at[CLOUDMAC_MESSAGE_MAX];

	CHECK(parse(at, cloudmac_message_hello(at, station, &hello), &frame));
	CHECK(cloudmac_vsta_hello_parse(&frame, &got));
	CHECK(!cloudmac_hello_differs(&hello, &got));
	CHECK(parse(at, cloudmac_message_hello(at, station, &idle), &frame));
	CHECK(cloudmac_vsta_hello_parse(&frame, &got));
	CHECK(!cloudmac_hello_differs(&idle, &got));

	other = hello;
	other.flags ^= CLOUDMAC_VSTA_AWAKE;
	CHECK(cloudmac_hello_differs(&hello, &other));
	other = hello;
	other.frequency = 5200;
	CHECK(cloudmac_hello_differs(&hello, &other));
	other = hello;
	other.bssid[5]++;
	CHECK(cloudmac_hello_differs(&hello, &other));
	other = hello;
	other.ssid.len--;
	CHECK(cloudmac_hello_differs(&hello, &other));
	other = hello;
	other.ssid.octets[31] = 'x';
	CHECK(cloudmac_hello_differs(&hello, &other));
	other.ssid.len = 31;
	got = hello;
	got.ssid.len = 31;
	CHECK(!cloudmac_hello_differs(&got, &other));
}

static void test_scan(void)
{
	static const u8 long_ssid[CLOUDMAC_VSTA_SSID_MAX + 1];
	struct cloudmac_vsta_scan scan = { .flags = CLOUDMAC_VSTA_ACTIVE, .id = 7 };
	struct cloudmac_vsta_scan got;
	struct cloudmac_frame frame;
	u8 at[CLOUDMAC_MESSAGE_MAX];
	u16 i;

	CHECK(!cloudmac_scan_add_frequency(&scan, 0));
	for (i = 0; i < CLOUDMAC_VSTA_FREQUENCIES_MAX; i++)
		CHECK(cloudmac_scan_add_frequency(&scan, 2000 + i));
	CHECK(cloudmac_scan_add_frequency(&scan, 2000));
	CHECK(!cloudmac_scan_add_frequency(&scan, 3000));
	CHECK(scan.frequencies_n == CLOUDMAC_VSTA_FREQUENCIES_MAX);

	CHECK(!cloudmac_scan_add_ssid(&scan, long_ssid, sizeof(long_ssid)));
	for (i = 0; i < CLOUDMAC_VSTA_SSIDS_MAX; i++)
		CHECK(cloudmac_scan_add_ssid(&scan, long_ssid,
					     i ? CLOUDMAC_VSTA_SSID_MAX : 0));
	CHECK(!cloudmac_scan_add_ssid(&scan, long_ssid, 1));

	CHECK(parse(at, cloudmac_message_scan(at, station, &scan), &frame));
	CHECK(cloudmac_vsta_scan_parse(&frame, &got));
	CHECK(got.id == 7 && got.flags == CLOUDMAC_VSTA_ACTIVE);
	CHECK(got.frequencies_n == CLOUDMAC_VSTA_FREQUENCIES_MAX);
	CHECK(got.frequencies[59] == 2059);
	CHECK(got.ssids_n == CLOUDMAC_VSTA_SSIDS_MAX);
	CHECK(!got.ssids[0].len && got.ssids[3].len == CLOUDMAC_VSTA_SSID_MAX);
}

int main(void)
{
	test_hello();
	test_scan();
	if (failures) {
		fprintf(stderr, "%d failures\n", failures);
		return EXIT_FAILURE;
	}
	puts("message: no failures");
	return EXIT_SUCCESS;
}
