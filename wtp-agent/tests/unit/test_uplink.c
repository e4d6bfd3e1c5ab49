/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "cloudmac.h"
#include "frame/uplink.h"
#include "unit.h"

#define AP  "\x02\xaa\xbb\xcc\x00\x01"
#define STA "\x02\x00\x00\x00\x01\x00"
#define ALL "\xff\xff\xff\xff\xff\xff"

static bool serves_ap(void *arg, const uint8_t *bssid)
{
	(void)arg;
	return !memcmp(bssid, AP, 6);
}

struct frame {
	uint8_t data[128];
	size_t len;
};

/* A frame of 'control' behind a header with flags and signal. */
static struct frame make(unsigned int control, const char *addr1,
			 const char *addr2, const char *addr3, size_t body)
{
	static const uint8_t radiotap[] = {
		0, 0, 10, 0, 0x22, 0, 0, 0, 0, 0xd6
	};
	struct frame frame = { .len = sizeof(radiotap) + 24 + body };
	uint8_t *at = frame.data + sizeof(radiotap);

	memcpy(frame.data, radiotap, sizeof(radiotap));
	at[0] = (uint8_t)control;
	at[1] = (uint8_t)(control >> 8);
	memcpy(at + 4, addr1, 6);
	memcpy(at + 10, addr2, 6);
	memcpy(at + 16, addr3, 6);
	return frame;
}

static enum drop_reason wrap(struct frame *frame, struct uplink_frame *out)
{
	return uplink_wrap(frame->data, frame->len, -1, serves_ap, NULL, out);
}

static void test_filter(void)
{
	static const struct {
		unsigned int control;
		const char *addr1, *addr2, *addr3;
		enum drop_reason reason;
	} cases[] = {
		{ 0x0000, AP, STA, AP, DROP_NONE },   /* association */
		{ 0x0040, ALL, STA, ALL, DROP_NONE }, /* probe request */
		{ 0x00b0, AP, STA, AP, DROP_NONE },   /* authentication */
		{ 0x00b0, STA, AP, AP, DROP_FROM_AP },
		{ 0x00c0, STA, AP, AP, DROP_FROM_AP }, /* deauthentication */
		{ 0x0010, STA, AP, AP, DROP_FROM_AP }, /* response */
		{ 0x0080, ALL, AP, AP, DROP_FROM_AP }, /* beacon */
		{ 0x0090, STA, AP, AP, DROP_NOT_FOR_US }, /* ATIM */
		{ 0x0108, AP, STA, ALL, DROP_NONE },	  /* data, to DS */
		{ 0x0208, STA, AP, AP, DROP_FROM_AP },	  /* from DS */
		{ 0x0008, AP, STA, AP, DROP_NOT_FOR_US }, /* direct */
		{ 0x0308, AP, STA, ALL, DROP_NONE },	  /* four addresses */
		{ 0x0308, STA, AP, ALL, DROP_NOT_FOR_US },
		{ 0x00a4, AP, STA, "", DROP_NONE }, /* PS-Poll */
		{ 0x0084, AP, STA, "", DROP_NONE }, /* block ACK request */
		{ 0x0084, STA, AP, "", DROP_CONTROL },
		{ 0x00b4, AP, STA, "", DROP_CONTROL }, /* RTS */
		{ 0x00d4, STA, "", "", DROP_CONTROL }, /* ACK */
		{ 0x0108, AP, ALL, ALL, DROP_ADDRESS },
		{ 0x0108, AP, "\0\0\0\0\0", ALL, DROP_ADDRESS },
		{ 0x000c, AP, STA, AP, DROP_80211 }, /* extension */
		{ 0x0109, AP, STA, AP, DROP_80211 }, /* a later version */
	};
	struct uplink_frame out;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char padded[6] = { 0 };
		struct frame frame;

		/* Control frames may have fewer addresses. */
		if (cases[i].addr3[0])
			memcpy(padded, cases[i].addr3, sizeof(padded));
		frame = make(cases[i].control, cases[i].addr1,
			     cases[i].addr2[0] ||
					     cases[i].reason == DROP_ADDRESS
				     ? cases[i].addr2
				     : padded,
			     padded, 10);
		CHECK_INT(cases[i].reason, wrap(&frame, &out));
	}
}

static void test_vap_id_is_the_bssids(void)
{
	struct frame data = make(0x0108, AP, STA, ALL, 8);
	struct frame probe = make(0x0040, ALL, STA, ALL, 2);
	struct uplink_frame out;

	CHECK_INT(DROP_NONE, wrap(&data, &out));
	CHECK_MEM("\x12\xd6\0\0\0\1", out.head, 6);
	CHECK_MEM(STA "\x13\x37", out.head + 6, 8);
	CHECK_INT(-42, out.signal);
	CHECK_INT(DROP_NONE, wrap(&probe, &out));
	CHECK_MEM("\x12\xd6\0\xe0\xff\xff", out.head, 6);
}

static void test_fcs(void)
{
	struct frame frame = make(0x0108, AP, STA, ALL, 12);
	struct uplink_frame out;

	frame.data[8] = 0x10;
	CHECK_INT(DROP_NONE, wrap(&frame, &out));
	CHECK_INT(frame.len - 4, out.body_len);
	CHECK_INT(0, frame.data[8]);
	frame.data[8] = 0x50;
	CHECK_INT(DROP_BAD_FCS, wrap(&frame, &out));
	frame = make(0x0108, AP, STA, ALL, 3);
	frame.data[8] = 0x10;
	CHECK_INT(DROP_80211, wrap(&frame, &out));
}

static void test_lengths(void)
{
	struct frame frame = make(0x0188, AP, STA, ALL, 2);
	struct uplink_frame out;

	for (size_t len = 0; len < frame.len; len++) {
		uint8_t *copy = malloc(len + !len);
		enum drop_reason expected = len < 8    ? DROP_SHORT
					    : len < 10 ? DROP_RADIOTAP
						       : DROP_80211;

		memcpy(copy, frame.data, len);
		CHECK_INT(expected,
			  uplink_wrap(copy, len, -1, serves_ap, NULL, &out));
		free(copy);
	}
	CHECK_INT(DROP_NONE, wrap(&frame, &out));
}

/* As make(), with the radiotap header of an echo. */
static struct frame make_echo(unsigned int control, const char *addr1,
			      const char *addr2, const char *addr3,
			      size_t body)
{
	static const uint8_t radiotap[] = { 0, 0, 10, 0, 0, 0x80, 0, 0, 8, 0 };
	struct frame frame = make(control, addr1, addr2, addr3, body);

	memcpy(frame.data, radiotap, sizeof(radiotap));
	return frame;
}

static void test_status_of_group_frames_is_not_sent(void)
{
	struct frame frame = make_echo(0x0208, ALL, AP, AP, 2);
	struct uplink_frame out;

	CHECK_INT(DROP_STATUS, wrap(&frame, &out));
	memcpy(frame.data + 14, STA, 6);
	CHECK_INT(DROP_NONE, wrap(&frame, &out));
	CHECK(out.tx_status);
	CHECK_INT(10 + 24, out.body_len);
	CHECK_MEM("\x12\x80\0\1\0\1" STA, out.head, 12);
}

/* Of a public action frame, whose BSSID is the wildcard, too. */
static void test_status_names_the_vap_that_sent(void)
{
	struct frame frame = make_echo(0x00d0, STA, AP, ALL, 9);
	struct uplink_frame out;

	CHECK_INT(DROP_NONE, wrap(&frame, &out));
	CHECK_MEM("\x12\x80\0\xe1\0\1" STA, out.head, 12);
	uplink_make_failed_status(&out, frame.data + 10, frame.len - 10,
				  &(struct cloudmac_chain){ 0 },
				  CLOUDMAC_TOKEN_NONE, -1);
	CHECK_MEM("\x12\x80\0\xe1\0\1" STA, out.head, 12);
}

static void test_status_with_a_chain(void)
{
	/* No ACK, 11 Mb/s, three retries; the frame is the agent's repetition.
	 */
	static const uint8_t radiotap[] = { 0, 0,  13, 0, 4, 0x80, 2,
					    0, 22, 0,  1, 0, 3 };
	const struct cloudmac_chain done = {
		.n = 2,
		.stages = { { .rate = { .kind = CLOUDMAC_RATE_LEGACY,
					.legacy = 108 },
			      .tries = 2 },
			    { .rate = { .kind = CLOUDMAC_RATE_LEGACY,
					.legacy = 22 },
			      .tries = 4,
			      .changed = true } },
	};
	uint8_t data[sizeof(radiotap) + 26 + 9] = { 0 };
	uint8_t *frame = data + sizeof(radiotap);
	struct cloudmac_frame parsed;
	struct uplink_frame out;
	struct radiotap rt;

	memcpy(data, radiotap, sizeof(radiotap));
	frame[0] = 0x88;
	frame[1] = 0x02 | 0x08;
	memcpy(frame + 4, STA AP AP "\x10", 19);
	CHECK_INT(DROP_NONE,
		  uplink_wrap(data, sizeof(data), 5, serves_ap, NULL, &out));
	uplink_report_chain(&out, &done, 0xdeadbeef, out.frame, out.frame_len);
	CHECK_INT(0, out.body_len);
	if (cloudmac_frame_parse(out.head, (u32)out.head_len, CLOUDMAC_UPLINK,
				 &parsed)) {
		CHECK(!"well-formed");
		return;
	}
	CHECK_INT(5, parsed.vlan);
	CHECK_INT(CLOUDMAC_KIND_TX_STATUS, parsed.tag.kind);
	CHECK_INT(22, parsed.tag.rate);
	CHECK_INT(26, parsed.frame_len);
	CHECK_INT(0x02, parsed.frame[1]);
	radiotap_parse(parsed.radiotap, parsed.radiotap_len, &rt);
	CHECK_INT(RADIOTAP_TX_FAIL, rt.tx_flags);
	CHECK_INT(5, rt.retries);
	CHECK_INT(22, rt.rate);
	CHECK_INT(2, rt.chain.n);
	CHECK_INT(4, rt.chain.stages[1].tries);
	CHECK(rt.chain.stages[1].changed);
	CHECK(rt.token == 0xdeadbeef);
}

static void test_longest_vlan_header(void)
{
	struct frame frame = make(0x00b0, AP, STA, AP, 6);
	struct uplink_frame out;

	CHECK_INT(DROP_NONE, uplink_wrap(frame.data, frame.len, 0xabc,
					 serves_ap, NULL, &out));
	CHECK_INT(18, out.head_len);
	CHECK_MEM("\x81\x00\xea\xbc\x13\x37", out.head + 12, 6);
}

/* Of a frame that never left the kernel. */
static void test_status_without_an_echo(void)
{
	const struct cloudmac_chain chain = {
		.n = 1,
		.stages = { { .rate = { .kind = CLOUDMAC_RATE_HT } } },
	};
	uint8_t frame[40] = { 0x88, 0x02 };
	struct cloudmac_frame parsed;
	struct uplink_frame out;
	struct radiotap rt;

	memcpy(frame + 4, STA AP AP "\x10", 19);
	frame[24] = 5;
	uplink_make_failed_status(&out, frame, sizeof(frame), &chain,
				  0xdeadbeef, -1);
	CHECK_INT(0, out.body_len);
	CHECK(!cloudmac_frame_parse(out.head, (u32)out.head_len,
				    CLOUDMAC_UPLINK, &parsed));
	CHECK_INT(CLOUDMAC_KIND_TX_STATUS, parsed.tag.kind);
	CHECK_INT(5, parsed.tag.priority);
	CHECK_INT(1, parsed.tag.vap);
	CHECK_MEM(STA, parsed.station, 6);
	CHECK_INT(26, parsed.frame_len);
	CHECK_MEM(frame, parsed.frame, 26);
	radiotap_parse(parsed.radiotap, parsed.radiotap_len, &rt);
	CHECK_INT(RADIOTAP_TX_FAIL, rt.tx_flags);
	CHECK_INT(1, rt.chain.n);
	CHECK_INT(0, rt.chain.stages[0].tries);
	CHECK(rt.token == 0xdeadbeef);
}

static void test_a_neighbours_beacon(void)
{
	static const uint8_t radio[] = { 2, 0, 0, 0, 7, 0 };
	struct frame frame = make(0x0080, ALL, STA, STA, 12);
	struct cloudmac_frame parsed;
	struct uplink_frame out;
	uint8_t wire[256];

	CHECK_INT(DROP_FROM_AP, wrap(&frame, &out));
	uplink_wrap_neighbour(&out, radio, (const uint8_t *)AP, 100);
	memcpy(wire, out.head, out.head_len);
	memcpy(wire + out.head_len, out.body, out.body_len);
	CHECK_INT(0, cloudmac_frame_parse(
			     wire, (uint32_t)(out.head_len + out.body_len),
			     CLOUDMAC_UPLINK, &parsed));
	CHECK_INT(CLOUDMAC_KIND_NEIGHBOUR, parsed.tag.kind);
	CHECK_INT(CLOUDMAC_PRIORITY_NEIGHBOUR, parsed.tag.priority);
	CHECK_INT(1, parsed.tag.vap);
	CHECK_INT((int8_t)0xd6, parsed.tag.level);
	CHECK_INT(100, parsed.vlan);
	CHECK_MEM(radio, parsed.station, ADDR_LEN);
	CHECK_INT(24 + 12, parsed.frame_len);
	CHECK_MEM(frame.data + frame.len - 36, parsed.frame, 36);
}

static void test_a_survey_report(void)
{
	static const uint8_t radio[] = { 2, 0, 0, 0, 7, 0 };
	const struct cloudmac_survey survey = {
		.frequency = 2437,
		.flags = CLOUDMAC_SURVEY_NOISE | CLOUDMAC_SURVEY_TIME |
			 CLOUDMAC_SURVEY_BUSY,
		.noise = -95,
		.time = 0x123456789a,
		.busy = 77,
	};
	struct cloudmac_survey got;
	struct cloudmac_frame parsed;
	struct uplink_frame out;

	uplink_make_survey(&out, radio, (const uint8_t *)AP, &survey, 100);
	CHECK_INT(0, out.body_len);
	CHECK(out.head_len <= sizeof(out.head));
	CHECK_INT(0, cloudmac_frame_parse(out.head, (uint32_t)out.head_len,
					  CLOUDMAC_UPLINK, &parsed));
	CHECK_INT(100, parsed.vlan);
	CHECK_INT(1, parsed.tag.vap);
	CHECK_INT(CLOUDMAC_PRIORITY_NEIGHBOUR, parsed.tag.priority);
	CHECK_INT(CLOUDMAC_SIGNAL_UNKNOWN, parsed.tag.level);
	CHECK(cloudmac_survey_parse(&parsed, &got));
	CHECK_MEM(&survey, &got, sizeof(got));
	CHECK_MEM(AP, parsed.frame + 4, ADDR_LEN);
}

const struct unit_test uplink_tests[] = {
	UNIT_TEST(test_a_survey_report),
	UNIT_TEST(test_filter),
	UNIT_TEST(test_vap_id_is_the_bssids),
	UNIT_TEST(test_fcs),
	UNIT_TEST(test_lengths),
	UNIT_TEST(test_status_of_group_frames_is_not_sent),
	UNIT_TEST(test_status_names_the_vap_that_sent),
	UNIT_TEST(test_status_with_a_chain),
	UNIT_TEST(test_longest_vlan_header),
	UNIT_TEST(test_status_without_an_echo),
	UNIT_TEST(test_a_neighbours_beacon),
	{ NULL, NULL },
};
