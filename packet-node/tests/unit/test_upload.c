/* SPDX-License-Identifier: Apache-2.0 */
#include "control/upload.h"
#include "unit.h"

static struct upload upload;
static struct node_error error;

static unsigned int ports = 1;

static bool add(const char *name, size_t size, size_t offset, const char *data)
{
	const struct upload_image image = { name, ports, size };

	return upload_add(&upload, &image, offset, data, &error);
}

static void test_parts(void)
{
	CHECK(add("a", 6, 0, "Zm9v"));
	CHECK(!upload_is_complete(&upload));
	CHECK(add("a", 6, 3, "YmFy"));
	CHECK(upload_is_complete(&upload));
	CHECK_MEM("foobar", upload.octets, 6);
	upload_end(&upload);
	CHECK(!upload_is_complete(&upload));
}

static void test_begins_again(void)
{
	CHECK(add("a", 6, 0, "Zm9v"));
	CHECK(add("b", 3, 0, "YmFy"));
	CHECK(upload_is_complete(&upload));
	CHECK_STR("b", upload.image);
	upload_end(&upload);
}

static void test_gaps(void)
{
	CHECK(!add("a", 6, 3, "Zm9v"));
	CHECK(add("a", 6, 0, "Zm9v"));
	CHECK(!add("a", 6, 4, "Zm8="));
	CHECK(!add("b", 6, 3, "Zm9v"));
	CHECK(!add("a", 7, 3, "Zm9v"));
	CHECK_STR("image 'a': the part at 3 does not follow the last one, "
		  "begin again at 0",
		  error.text);
	ports = 2;
	CHECK(!add("a", 6, 3, "Zm9v"));
	ports = 1;
	CHECK(add("a", 6, 3, "Zm9v"));
	upload_end(&upload);
}

static void test_bad_data(void)
{
	CHECK(!add("a", 6, 0, ""));
	CHECK(!add("a", 2, 0, "Zm9v"));
	CHECK(!add("a", 6, 0, "?"));
	upload_end(&upload);
}

const struct unit_test upload_tests[] = {
	UNIT_TEST(test_parts), UNIT_TEST(test_begins_again),
	UNIT_TEST(test_gaps),  UNIT_TEST(test_bad_data),
	{ NULL, NULL },
};
