/* SPDX-License-Identifier: Apache-2.0 */
#include "node/base64.h"
#include "unit.h"

static void check_good(const char *text, const char *expected)
{
	uint8_t out[16];
	size_t octets;

	CHECK(base64_decode(text, strlen(text), out, sizeof(out), &octets));
	CHECK_INT(strlen(expected), octets);
	CHECK_MEM(expected, out, strlen(expected));
}

/* The vectors of RFC 4648. */
static void test_vectors(void)
{
	check_good("", "");
	check_good("Zg==", "f");
	check_good("Zm9v", "foo");
	check_good("Zm9vYg==", "foob");
	check_good("Zm9vYmE=", "fooba");
	check_good("Zm9vYmFy", "foobar");
	check_good("+/+/", "\xfb\xff\xbf");
}

static void test_bad(void)
{
	static const char *const texts[] = {
		"Z",	"Zg",	  "Zg=",      "Z===", "====", "Zh==",
		"Zm9=", "Zm9v\n", "Zg==Zg==", "Zm-v", "Zm v", "=m9v",
	};
	uint8_t out[16];
	size_t octets;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK(!base64_decode(texts[i], strlen(texts[i]), out,
				     sizeof(out), &octets));
}

static void test_room(void)
{
	uint8_t out[3];
	size_t octets;

	CHECK(base64_decode("Zm9v", 4, out, 3, &octets));
	CHECK(!base64_decode("Zm9v", 4, out, 2, &octets));
	CHECK(base64_decode("Zm8=", 4, out, 2, &octets));
}

const struct unit_test base64_tests[] = {
	UNIT_TEST(test_vectors),
	UNIT_TEST(test_bad),
	UNIT_TEST(test_room),
	{ NULL, NULL },
};
