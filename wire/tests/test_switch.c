/* SPDX-License-Identifier: Apache-2.0 */
/* Channel switches: octets, fields and refused input. */

#include "check.h"
#include "cloudmac_switch.h"

/* Without the padding. */
static const u8 REQUEST[] = {0x02, 0xc1, 0x0d, 0x00, 0x12, 0x34, 0x12,
			     0x38, 0x43, 0x4d, 0x41, 0x43, 0x13, 0x38,
			     0x81, 0x01, 0xbe, 0xef, 0x02, 0xc1, 0x0d,
			     0x00, 0x12, 0x34, 0x09, 0x85, 0x05, 0x00};
static const u8 ANSWER[] = {0x13, 0x38, 0x43, 0x4d, 0x41, 0x43, 0x02,
			    0xc1, 0x0d, 0x00, 0x12, 0x34, 0x13, 0x38,
			    0x81, 0x02, 0xbe, 0xef, 0x02, 0xc1, 0x0d,
			    0x00, 0x12, 0x34, 0x09, 0x85, 0x03, 0x04};

/* Returns the error if octet 'at' of the message is 'value'. */
static int error_with(const u8 *frame, u32 at, u8 value)
{
	struct cloudmac_switch message;
	u8 octets[sizeof(REQUEST)];

	memcpy(octets, frame, sizeof(octets));
	octets[CLOUDMAC_ETH_HLEN + at] = value;
	return cloudmac_switch_parse(octets, sizeof(octets), &message);
}

static void test_octets(void)
{
	static const u8 tag[] = {0x81, 0x00, 0x00, 0x0a};
	u8 packed[CLOUDMAC_SWITCH_PACKED];
	u8 tagged[sizeof(ANSWER) + sizeof(tag)];
	struct cloudmac_switch message;

	CHECK(!cloudmac_switch_parse(REQUEST, sizeof(REQUEST), &message));
	CHECK(message.type == CLOUDMAC_SWITCH_REQUEST);
	CHECK(message.number == 0xbeef && message.frequency == 2437);
	CHECK(message.count == 5 && !message.state);
	CHECK(!memcmp(message.bssid, REQUEST, CLOUDMAC_ADDR_LEN));
	cloudmac_switch_pack(packed, &message);
	CHECK(!memcmp(packed, REQUEST, sizeof(REQUEST)));

	CHECK(!cloudmac_switch_parse(ANSWER, sizeof(ANSWER), &message));
	CHECK(message.state == CLOUDMAC_SWITCH_REFUSED);
	CHECK(message.reason == CLOUDMAC_SWITCH_UNFINISHED && !message.count);
	cloudmac_switch_pack(packed, &message);
	CHECK(!memcmp(packed, ANSWER, sizeof(ANSWER)));
	CHECK(!packed[sizeof(ANSWER)] && !packed[sizeof(packed) - 1]);

	memcpy(tagged, ANSWER, 12);
	memcpy(tagged + 12, tag, sizeof(tag));
	memcpy(tagged + 16, ANSWER + 12, sizeof(ANSWER) - 12);
	CHECK(!cloudmac_switch_parse(tagged, sizeof(tagged), &message));
	CHECK(message.number == 0xbeef);
}

static void test_refused(void)
{
	struct cloudmac_switch message;
	u32 len;

	for (len = 0; len < sizeof(REQUEST); len++)
		CHECK(cloudmac_switch_parse(REQUEST, len, &message) ==
		      CLOUDMAC_ERR_SHORT);
	CHECK(error_with(REQUEST, (u32)-1, 0x37) == CLOUDMAC_ERR_ETHERTYPE);
	CHECK(error_with(REQUEST, 0, 0x01) == CLOUDMAC_ERR_VERSION);
	CHECK(error_with(REQUEST, 0, 0x82) == CLOUDMAC_ERR_VERSION);
	CHECK(error_with(REQUEST, 1, 0) == CLOUDMAC_ERR_KIND);
	CHECK(error_with(REQUEST, 1, 3) == CLOUDMAC_ERR_KIND);
	CHECK(error_with(REQUEST, 4, 0x03) == CLOUDMAC_ERR_ADDRESS);
	CHECK(error_with(REQUEST, 12, 0) == CLOUDMAC_ERR_TLV);
	CHECK(error_with(REQUEST, 12, 101) == CLOUDMAC_ERR_TLV);
	CHECK(error_with(ANSWER, 12, 0) == CLOUDMAC_ERR_TLV);
	CHECK(error_with(ANSWER, 12, 4) == CLOUDMAC_ERR_TLV);
	CHECK(!error_with(ANSWER, 13, 200));
}

int main(void)
{
	test_octets();
	test_refused();
	return failures != 0;
}
