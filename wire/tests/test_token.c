/* SPDX-License-Identifier: Apache-2.0 */
/* The token of a frame: octets and refused input. */

#include "check.h"
#include "cloudmac_token.h"

static const u8 WHOLE[] = {0x12, 0x13, 0x37, 3, 4, 0, 0xef, 0xbe, 0xad, 0xde};

static u32 parse_with(size_t at, u8 value)
{
	u8 octets[sizeof(WHOLE)];

	memcpy(octets, WHOLE, sizeof(octets));
	octets[at] = value;
	return cloudmac_token_parse(octets, sizeof(octets));
}

int main(void)
{
	u8 packed[CLOUDMAC_TOKEN_LEN];
	u32 len;

	CHECK(cloudmac_token_pack(packed, 0xdeadbeef) == sizeof(WHOLE));
	CHECK(!memcmp(packed, WHOLE, sizeof(WHOLE)));
	CHECK(cloudmac_token_parse(WHOLE, sizeof(WHOLE)) == 0xdeadbeef);
	for (len = 0; len < sizeof(WHOLE); len++)
		CHECK(!cloudmac_token_parse(WHOLE, len));
	CHECK(!parse_with(2, 0x38));
	CHECK(!parse_with(3, 2)); /* a station */
	CHECK(!parse_with(4, 3)); /* one octet too few */
	CHECK(!parse_with(4, 5)); /* past the end */
	CHECK(parse_with(9, 0) == 0xadbeef);
	printf("token: %d failed\n", failures);
	return failures != 0;
}
