/* SPDX-License-Identifier: Apache-2.0 */
/* Where a radio may send, by the flags of its channels. */
#include "radio/radio.h"
#include "unit.h"

#define NO_IR	 REGULATORY_FLAG_NO_IR
#define RADAR	 REGULATORY_FLAG_RADAR
#define DISABLED REGULATORY_FLAG_DISABLED

/* As in the kernel's world domain, but for 5320 and 5540 MHz. */
static const struct regulatory_channel channels[] = {
	{ 2412, 20, 0 },
	{ 2432, 20, 0 },
	{ 2437, 20, 0 },
	{ 2457, 20, 0 },
	{ 2467, 20, NO_IR },
	{ 2484, 20, NO_IR | DISABLED },
	{ 5180, 20, NO_IR },
	{ 5200, 20, NO_IR },
	{ 5220, 20, NO_IR },
	{ 5240, 20, NO_IR },
	{ 5260, 20, NO_IR | RADAR },
	{ 5320, 20, RADAR },
	{ 5500, 20, 0 },
	{ 5520, 20, 0 },
	{ 5540, 20, RADAR },
	{ 5560, 20, 0 },
};

static struct regulatory_ruling judge(unsigned int mhz,
				      enum config_width width)
{
	struct regulatory_ruling ruling = { .domain = "00" };

	regulatory_judge(&ruling, channels,
			 sizeof(channels) / sizeof(channels[0]), mhz, width);
	return ruling;
}

static void test_verdicts(void)
{
	static const struct {
		unsigned int mhz;
		enum config_width width;
		enum regulatory_verdict verdict;
		unsigned int part;
	} cases[] = {
		{ 2412, WIDTH_20_NOHT, REGULATORY_ALLOWED, 2412 },
		{ 2437, WIDTH_20, REGULATORY_ALLOWED, 2437 },
		{ 2413, WIDTH_20, REGULATORY_ABSENT, 2413 },
		{ 2467, WIDTH_20, REGULATORY_NO_IR, 2467 },
		{ 2484, WIDTH_20_NOHT, REGULATORY_DISABLED, 2484 },
		{ 5180, WIDTH_20, REGULATORY_NO_IR, 5180 },
		{ 5260, WIDTH_20, REGULATORY_RADAR, 5260 },
		{ 5320, WIDTH_20, REGULATORY_RADAR, 5320 },
		/* All parts count. */
		{ 2412, WIDTH_40_ABOVE, REGULATORY_ALLOWED, 2432 },
		{ 2432, WIDTH_40_BELOW, REGULATORY_ALLOWED, 2432 },
		{ 2437, WIDTH_40_BELOW, REGULATORY_ABSENT, 2417 },
		{ 2457, WIDTH_40_BELOW, REGULATORY_ALLOWED, 2457 },
		{ 2457, WIDTH_40_ABOVE, REGULATORY_ABSENT, 2477 },
		{ 5500, WIDTH_20, REGULATORY_ALLOWED, 5500 },
		{ 5500, WIDTH_40_ABOVE, REGULATORY_ALLOWED, 5520 },
		{ 5500, WIDTH_80, REGULATORY_RADAR, 5540 },
		{ 5560, WIDTH_80, REGULATORY_RADAR, 5540 },
		{ 5220, WIDTH_80, REGULATORY_NO_IR, 5180 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct regulatory_ruling ruling =
			judge(cases[i].mhz, cases[i].width);

		CHECK_INT(cases[i].verdict, ruling.verdict);
		CHECK_INT(cases[i].mhz, ruling.mhz);
		CHECK_INT(cases[i].part, ruling.part);
		CHECK_STR("00", ruling.domain);
	}
}

static void check_text(const char *expected, struct regulatory_ruling ruling)
{
	char text[REGULATORY_TEXT_MAX];

	CHECK_STR(expected, regulatory_text(&ruling, "phy0", text));
}

static void test_texts(void)
{
	struct regulatory_ruling ruling;

	check_text("phy0: 5180 MHz is for listening only (NO-IR) in "
		   "regulatory domain 00 (world); set 'country' in section "
		   "'wtp', or choose another frequency",
		   judge(5180, WIDTH_20));
	ruling = judge(2484, WIDTH_20);
	strcpy(ruling.domain, "DE");
	check_text("phy0: 2484 MHz is disabled in regulatory domain DE; set "
		   "another 'country' in section 'wtp', or choose another "
		   "frequency",
		   ruling);
	ruling.self_managed = true;
	check_text("phy0: 2484 MHz is disabled in regulatory domain DE; its "
		   "driver ignores 'country', so choose another frequency",
		   ruling);
	check_text("phy0: 5540 MHz, part of the channel at 5500 MHz, needs "
		   "radar detection, which the agent does not have, in "
		   "regulatory domain 00 (world); choose another frequency",
		   judge(5500, WIDTH_80));
	ruling = judge(7115, WIDTH_20);
	ruling.domain[0] = '\0';
	check_text("phy0: 7115 MHz is not a channel of this radio in "
		   "regulatory domain unknown; choose another frequency",
		   ruling);
}

static void test_longest_text(void)
{
	struct regulatory_ruling ruling = judge(5500, WIDTH_80);
	const char *phy = "phy4567890123456789012345678901";
	char text[REGULATORY_TEXT_MAX];

	regulatory_text(&ruling, phy, text);
	CHECK_STR("frequency", text + strlen(text) - strlen("frequency"));
	ruling.verdict = REGULATORY_NO_IR;
	regulatory_text(&ruling, phy, text);
	CHECK_STR("frequency", text + strlen(text) - strlen("frequency"));
}

static void test_domain_in_force(void)
{
	CHECK(regulatory_is_in_force("DE", "DE"));
	CHECK(regulatory_is_in_force("00", "00"));
	CHECK(!regulatory_is_in_force("DE", "00"));
	CHECK(!regulatory_is_in_force("DE", "US"));
	CHECK(!regulatory_is_in_force("DE", ""));
	/* What DE and the country of an access point have in common. */
	CHECK(regulatory_is_in_force("DE", "98"));
}

static void test_centres(void)
{
	CHECK_INT(2437, regulatory_centre(2437, WIDTH_20));
	CHECK_INT(2447, regulatory_centre(2437, WIDTH_40_ABOVE));
	CHECK_INT(2427, regulatory_centre(2437, WIDTH_40_BELOW));
	CHECK_INT(5210, regulatory_centre(5180, WIDTH_80));
	CHECK_INT(5210, regulatory_centre(5240, WIDTH_80));
	CHECK_INT(5775, regulatory_centre(5745, WIDTH_80));
	CHECK_INT(5985, regulatory_centre(5955, WIDTH_80));
}

const struct unit_test regulatory_tests[] = {
	UNIT_TEST(test_verdicts),     UNIT_TEST(test_texts),
	UNIT_TEST(test_longest_text), UNIT_TEST(test_domain_in_force),
	UNIT_TEST(test_centres),      { NULL, NULL },
};
