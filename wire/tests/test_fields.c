/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of radiotap headers: order, alignment, namespaces, refused input. */

#include "check.h"
#include "cloudmac_fields.h"

/* Flags, channel, HE. */
static const u8 PLAIN[26] = {0, 0, 26, 0, 0x0a, 0, 0x80, 0, 0x10, 0, 0x6c, 9};

/* Flags; a vendor namespace with one octet, whose word has bit 1; then a rate
 * in radiotap's own namespace. */
static const u8 VENDOR[] = {0,	  0,	28,   0, 0x02, 0,    0,
			    0xc0, 0x02, 0,    0, 0xa0, 0x04, 0,
			    0,	  0,	0x10, 0, 0x12, 0x13, 0x37,
			    1,	  1,	0,    7, 108,  0,    0};

static void expect(const u8 *data, u32 len, const u32 (*wanted)[2], u32 n)
{
	struct cloudmac_fields fields;
	struct cloudmac_field field;
	u32 i;

	CHECK(cloudmac_fields_begin(&fields, data, len));
	for (i = 0; i < n; i++) {
		CHECK(cloudmac_fields_next(&fields, &field));
		CHECK(field.bit == wanted[i][0]);
		CHECK(field.at == data + wanted[i][1]);
	}
	CHECK(!cloudmac_fields_next(&fields, &field));
	CHECK(!cloudmac_fields_next(&fields, &field));
}

static void test_order_and_alignment(void)
{
	static const u32 wanted[][2] = {{1, 8}, {3, 10}, {23, 14}};

	expect(PLAIN, 26, wanted, 3);
	expect(PLAIN, 25, wanted, 2);
	expect(PLAIN, 14, wanted, 2);
	expect(PLAIN, 13, wanted, 1);
	expect(PLAIN, 8, wanted, 0);
}

static void test_namespaces(void)
{
	static const u32 wanted[][2] = {{1, 16},
					{CLOUDMAC_FIELDS_VENDOR, 18},
					{2, 25}};

	expect(VENDOR, sizeof(VENDOR), wanted, 3);
	expect(VENDOR, 25, wanted, 2);
	expect(VENDOR, 24, wanted, 1); /* its content is truncated */
	expect(VENDOR, 23, wanted, 1); /* its header is */
}

static void test_present_words(void)
{
	static const u8 endless[16] = {0, 0, 16, 0,    0, 0, 0, 0x80,
				       0, 0, 0,	 0x80, 0, 0, 0, 0x80};
	static const u8 tlv[9] = {0, 0, 9, 0, 0x02, 0, 0, 0x10, 0x10};
	static const u8 beyond[14] = {0,    0,	  14, 0, 0x02, 0, 0,
				      0x80, 0x02, 0,  0, 0,    1, 1};
	static const u32 flags[][2] = {{1, 8}}, late_flags[][2] = {{1, 12}};
	struct cloudmac_fields fields;

	CHECK(!cloudmac_fields_begin(&fields, endless, sizeof(endless)));
	CHECK(!cloudmac_fields_begin(&fields, PLAIN, 7));
	expect(tlv, sizeof(tlv), flags, 1);
	/* The second word has fields 32 and up. */
	expect(beyond, sizeof(beyond), late_flags, 1);
}

int main(void)
{
	test_order_and_alignment();
	test_namespaces();
	test_present_words();
	printf("fields: %d failed\n", failures);
	return failures != 0;
}
