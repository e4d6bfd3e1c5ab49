/* SPDX-License-Identifier: Apache-2.0 */
/* Which of a driver's surveys a report has. */
#include "radio/radio.h"
#include "unit.h"

static struct survey_choice choice;

static void begin(void)
{
	choice = (struct survey_choice){ .mhz = 2437 };
}

static void add(uint16_t mhz, uint8_t flags, bool in_use)
{
	const struct cloudmac_survey survey = { .frequency = mhz,
						.flags = flags,
						.busy = mhz };

	survey_choose(&choice, &survey, in_use);
}

static void test_the_channel_of_the_radio(void)
{
	begin();
	CHECK(!survey_chosen(&choice));
	add(2412, CLOUDMAC_SURVEY_BUSY, false);
	CHECK(!survey_chosen(&choice));
	add(2437, CLOUDMAC_SURVEY_BUSY, false);
	add(2462, CLOUDMAC_SURVEY_BUSY, false);
	CHECK(survey_chosen(&choice));
	CHECK_INT(2437, choice.survey.busy);
	begin();
	add(2437, CLOUDMAC_SURVEY_BUSY, true);
	CHECK(survey_chosen(&choice));
}

/* The driver keeps those of channels that it has left. */
static void test_another_channel_is_in_use(void)
{
	begin();
	add(2412, CLOUDMAC_SURVEY_BUSY, true);
	add(2437, CLOUDMAC_SURVEY_BUSY, false);
	CHECK(!survey_chosen(&choice));
}

static void test_a_survey_without_values(void)
{
	begin();
	add(2437, 0, true);
	CHECK(!survey_chosen(&choice));
}

const struct unit_test survey_choice_tests[] = {
	UNIT_TEST(test_the_channel_of_the_radio),
	UNIT_TEST(test_another_channel_is_in_use),
	UNIT_TEST(test_a_survey_without_values),
	{ NULL, NULL },
};
