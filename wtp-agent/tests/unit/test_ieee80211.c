/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/ieee80211.h"
#include "unit.h"

#define STA "\x02\0\0\0\1\1"
#define AP  "\x02\xaa\xbb\xcc\x00\x01"

static void test_delba(void)
{
	uint8_t frame[IEEE80211_DELBA_LEN];

	ieee80211_make_delba(frame, (const uint8_t *)AP, (const uint8_t *)STA,
			     5, 0xf123);
	CHECK_MEM("\xd0\0\0\0" STA AP AP "\x30\x12\x03\x02\0\x58\x25\0", frame,
		  sizeof(frame));
	CHECK(ieee80211_is_delba(frame, sizeof(frame)));
	CHECK_INT(5, ieee80211_delba_tid(frame));
	CHECK(!ieee80211_is_delba(frame, sizeof(frame) - 1));
	CHECK(!ieee80211_is_addba_request(frame, sizeof(frame)));
	frame[25] = 0; /* ADDBA */
	CHECK(!ieee80211_is_delba(frame, sizeof(frame)));
	CHECK(ieee80211_is_addba_request(frame, sizeof(frame)));
	CHECK(!ieee80211_is_addba_request(frame, 25));
}

static void test_block_ack_request(void)
{
	uint8_t frame[IEEE80211_BAR_LEN];

	ieee80211_make_bar(frame, (const uint8_t *)AP, (const uint8_t *)STA, 5,
			   0xabc);
	CHECK_MEM("\x84\0\0\0" STA AP "\x04\x50\xc0\xab", frame,
		  sizeof(frame));
	CHECK_INT(5, ieee80211_flow_tid(frame, sizeof(frame)));
	CHECK(!ieee80211_is_delba(frame, sizeof(frame)));
}

static void test_qos_null(void)
{
	uint8_t frame[IEEE80211_QOS_NULL_LEN];

	ieee80211_make_qos_null(frame, (const uint8_t *)AP,
				(const uint8_t *)STA, 5);
	CHECK_MEM("\xc8\x02\0\0" STA AP AP "\0\0\x05\0", frame, sizeof(frame));
	CHECK(!ieee80211_has_payload(frame));
}

static void test_beacon_elements(void)
{
	static const uint8_t elements[] = { 0, 3, 'c', 'l', 'd', 5,
					    4, 0, 2,   0,   0,	 7 };
	uint8_t frame[36 + sizeof(elements)] = { IEEE80211_BEACON };
	struct ieee80211_element element;

	memcpy(frame + 36, elements, sizeof(elements));
	CHECK(ieee80211_beacon_element(frame, sizeof(frame), 0, &element));
	CHECK_INT(3, element.len);
	CHECK_MEM("cld", element.value, 3);
	CHECK(ieee80211_beacon_element(frame, sizeof(frame), 5, &element));
	CHECK_INT(2, element.value[1]);
	/* A truncated element and all behind it are not found. */
	CHECK(!ieee80211_beacon_element(frame, sizeof(frame), 7, &element));
	for (size_t len = 36; len < sizeof(frame) - 1; len++)
		CHECK(!ieee80211_beacon_element(frame, len, 5, &element));
	frame[1] = 0x80; /* its header would be longer */
	CHECK(!ieee80211_beacon_element(frame, sizeof(frame), 0, &element));
	frame[1] = 0;
	frame[0] = IEEE80211_PROBE_RESP;
	CHECK(!ieee80211_beacon_element(frame, sizeof(frame), 0, &element));
}

static void test_frames_match_by_payload(void)
{
	uint8_t one[40] = { 0x88, 0x42 }, other[40];

	memcpy(one + 4, STA AP AP, 18);
	one[24] = 5;
	memcpy(other, one, sizeof(one));
	other[1] |= IEEE80211_RETRY;
	other[2] = 44;	  /* duration */
	other[22] = 0x70; /* number */
	other[25] = 1;
	CHECK(ieee80211_same_payload(one, sizeof(one), other, sizeof(other)));
	CHECK(!ieee80211_same_payload(one, sizeof(one), other, 39));
	CHECK(!ieee80211_same_payload(one, 20, other, 20));
	for (size_t at = 4; at < sizeof(other); at++) {
		if (at == 22 || at == 23 || at == 25)
			continue;
		other[at] ^= 1;
		CHECK(!ieee80211_same_payload(one, sizeof(one), other,
					      sizeof(other)));
		other[at] ^= 1;
	}
}

static void test_kinds(void)
{
	static const struct {
		uint8_t type;
		bool qos, anew;
	} kinds[] = {
		{ 0x88, true, false },	{ 0x08, false, false },
		{ 0xc8, false, false }, { 0xd0, false, false },
		{ 0x00, false, false }, { 0x20, false, false },
		{ 0x10, false, true },	{ 0x30, false, true },
		{ 0xa0, false, true },	{ 0xb0, false, false },
		{ 0xc0, false, true },	{ 0x40, false, false },
		{ 0xa4, false, false },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		uint8_t frame[40] = { kinds[i].type };

		CHECK_INT(kinds[i].qos, ieee80211_has_qos_payload(frame));
		CHECK_INT(kinds[i].anew,
			  ieee80211_changes_association(frame, sizeof(frame)));
		CHECK(!ieee80211_is_to_group(frame));
		frame[4] = 1;
		CHECK_INT((kinds[i].type & 0x0c) != 0x04,
			  ieee80211_is_to_group(frame));
	}
}

static void test_fragments(void)
{
	uint8_t frame[26] = { 0x88, 0x02 };

	frame[22] = 0x30;
	frame[23] = 0x12;
	CHECK(!ieee80211_is_fragment(frame));
	frame[1] |= IEEE80211_MORE_FRAGS;
	CHECK(ieee80211_is_fragment(frame));
	frame[1] = 0x02;
	/* The last one. */
	frame[22] |= 2;
	CHECK(ieee80211_is_fragment(frame));
}

/* A refusal changes nothing, nor does a response without a status. */
static void test_refused_association(void)
{
	uint8_t frame[40] = { 0x10 };

	CHECK(!ieee80211_changes_association(frame, 27));
	frame[26] = 30; /* try again later */
	CHECK(!ieee80211_changes_association(frame, sizeof(frame)));
}

/* One cipher for groups, two for each station, three kinds of keys. */
static void test_beacons_that_require_protection(void)
{
	static const uint8_t rsn[] = {
		48,   2 + 4 + 2 + 8 + 2 + 12 + 2,
		1,    0, /* version */
		0,    0x0f,
		0xac, 4, /* group cipher */
		2,    0,
		0,    0x0f,
		0xac, 4,
		0,    0x0f,
		0xac, 9,
		3,    0,
		0,    0x0f,
		0xac, 2,
		0,    0x0f,
		0xac, 8,
		0,    0x0f,
		0xac, 9, /* kinds of keys */
		0xc0, 0, /* required, capable */
	};
	uint8_t frame[36 + 4 + sizeof(rsn)] = { 0x80, [36] = 0, [37] = 2 };
	uint8_t *end = frame + sizeof(frame);

	memcpy(frame + 40, rsn, sizeof(rsn));
	CHECK(ieee80211_beacon_requires_mfp(frame, sizeof(frame)));
	end[-2] = 0x80;
	CHECK(!ieee80211_beacon_requires_mfp(frame, sizeof(frame)));
	end[-2] = 0xc0;
	CHECK(!ieee80211_beacon_requires_mfp(frame, sizeof(frame) - 1));
	frame[0] = 0x50;
	CHECK(!ieee80211_beacon_requires_mfp(frame, sizeof(frame)));
	frame[0] = 0x80;
	/* The lists are longer than the element, or missing. */
	frame[40 + 2 + 6] = 200;
	CHECK(!ieee80211_beacon_requires_mfp(frame, sizeof(frame)));
	frame[40 + 2 + 6 + 1] = 0xff;
	CHECK(!ieee80211_beacon_requires_mfp(frame, sizeof(frame)));
	frame[40 + 1] = 7;
	CHECK(!ieee80211_beacon_requires_mfp(frame, 40 + 2 + 7));
}

static void test_frames_match_but_for_the_retry_bit(void)
{
	uint8_t one[26] = { 0x88, 0x02, 0x30, 0,    2,	  0, 0, 0,
			    1,	  1,	2,    0xaa, 0xbb, 0, 0, 1 };
	uint8_t other[26];

	memcpy(other, one, sizeof(one));
	for (unsigned int at = 0; at < sizeof(one); at++) {
		bool counts =
			at < 2 || (at >= 4 && at < 16) || at == 22 || at == 23;

		for (unsigned int bit = 1; bit < 0x100; bit <<= 1) {
			bool retry = at == 1 && bit == IEEE80211_RETRY;

			other[at] ^= (uint8_t)bit;
			CHECK_INT(!counts || retry,
				  ieee80211_same_frame(one, sizeof(one), other,
						       sizeof(other)));
			other[at] ^= (uint8_t)bit;
		}
	}
}

static void test_what_announces_a_vap(void)
{
	/* Beacon, SSID, a channel switch announcement. */
	uint8_t frame[24 + 12 + 3 + 5] = { 0x80, [37] = 1, [39] = 37, 3 };
	const size_t len = sizeof(frame) - 5;

	CHECK(ieee80211_announces_vap(frame, len));
	CHECK(!ieee80211_announces_vap(frame, sizeof(frame)));
	frame[39] = 60;
	frame[40] = 3;
	CHECK(!ieee80211_announces_vap(frame, sizeof(frame)));
	frame[39] = 38;
	CHECK(ieee80211_announces_vap(frame, sizeof(frame)));
	frame[1] = 0x80; /* HT control: its elements are elsewhere */
	CHECK(!ieee80211_announces_vap(frame, sizeof(frame)));
	frame[1] = 0;
	frame[0] = 0x50;
	CHECK(ieee80211_announces_vap(frame, len));
	frame[39] = 37;
	CHECK(!ieee80211_announces_vap(frame, sizeof(frame)));
	CHECK(!ieee80211_announces_vap(frame, 24));
	for (unsigned int type = 0; type < 0x100; type += 4) {
		frame[0] = (uint8_t)type;
		CHECK_INT(type == 0x80 || type == 0x50,
			  ieee80211_announces_vap(frame, len));
	}
}

static void test_beacons_of_access_points(void)
{
	uint8_t beacon[36] = { 0x80 }, frame[36];

	memset(beacon + 4, 0xff, 6);
	beacon[10] = beacon[16] = 2;
	CHECK(ieee80211_is_ap_beacon(beacon));
	memcpy(frame, beacon, sizeof(frame));
	frame[0] = IEEE80211_PROBE_RESP;
	CHECK(!ieee80211_is_ap_beacon(frame));
	memcpy(frame, beacon, sizeof(frame));
	frame[4] = 2; /* to a single station */
	CHECK(!ieee80211_is_ap_beacon(frame));
	frame[4] = 1; /* to a group, but not to all */
	CHECK(!ieee80211_is_ap_beacon(frame));
	memcpy(frame, beacon, sizeof(frame));
	frame[21] = 1; /* another BSSID, as in an IBSS */
	CHECK(!ieee80211_is_ap_beacon(frame));
	memcpy(frame, beacon, sizeof(frame));
	frame[10] = frame[16] = 3;
	CHECK(!ieee80211_is_ap_beacon(frame));
	frame[10] = frame[16] = 0;
	CHECK(!ieee80211_is_ap_beacon(frame));
}

const struct unit_test ieee80211_tests[] = {
	UNIT_TEST(test_beacons_of_access_points),
	UNIT_TEST(test_what_announces_a_vap),
	UNIT_TEST(test_frames_match_but_for_the_retry_bit),
	UNIT_TEST(test_delba),
	UNIT_TEST(test_block_ack_request),
	UNIT_TEST(test_qos_null),
	UNIT_TEST(test_beacon_elements),
	UNIT_TEST(test_beacons_that_require_protection),
	UNIT_TEST(test_frames_match_by_payload),
	UNIT_TEST(test_kinds),
	UNIT_TEST(test_fragments),
	UNIT_TEST(test_refused_association),
	{ NULL, NULL },
};
