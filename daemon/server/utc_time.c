/* SPDX-License-Identifier: Apache-2.0 */
#include "utc_time.h"

#include <stdio.h>
#include <string.h>

#define FORMAT	    "%Y-%m-%dT%H:%M:%SZ"
#define EPOCH_YEAR  1970
#define LAST_YEAR   9999
#define DAY_SECONDS 86400

/* Returns the days from 1 January of the year 1 to that of 'year'. */
static int64_t days_before_year(int64_t year)
{
	int64_t past = year - 1;

	return 365 * past + past / 4 - past / 100 + past / 400;
}

/* Returns the days of a year before 'month', 0 to 12. */
static int64_t days_before_month(int64_t year, int month)
{
	static const int common[] = { 0,   31,	59,  90,  120, 151, 181,
				      212, 243, 273, 304, 334, 365 };
	bool is_leap =
		days_before_year(year + 1) - days_before_year(year) == 366;

	return common[month] + (is_leap && month > 1);
}

int64_t utc_time_of(const struct tm *fields)
{
	int64_t year = fields->tm_year + INT64_C(1900);
	int64_t days = days_before_year(year) - days_before_year(EPOCH_YEAR) +
		       days_before_month(year, fields->tm_mon) +
		       fields->tm_mday - 1;

	return days * DAY_SECONDS + fields->tm_hour * INT64_C(3600) +
	       fields->tm_min * INT64_C(60) + fields->tm_sec;
}

const char *utc_time_format(int64_t time, char text[UTC_TIME_LEN + 1])
{
	int64_t days = time / DAY_SECONDS + days_before_year(EPOCH_YEAR);
	int seconds = (int)(time % DAY_SECONDS), month = 0;
	int64_t year = EPOCH_YEAR;

	if (time < 0 || days >= days_before_year(LAST_YEAR + 1)) {
		strcpy(text, "an impossible time");
		return text;
	}
	while (days_before_year(year + 1) <= days)
		year++;
	days -= days_before_year(year);
	while (days_before_month(year, month + 1) <= days)
		month++;
	days -= days_before_month(year, month);
	snprintf(text, UTC_TIME_LEN + 1, "%04u-%02u-%02uT%02u:%02u:%02uZ",
		 (unsigned int)year % 10000, ((unsigned int)month + 1) % 100,
		 ((unsigned int)days + 1) % 100,
		 (unsigned int)seconds / 3600 % 100,
		 (unsigned int)seconds / 60 % 60, (unsigned int)seconds % 60);
	return text;
}

bool utc_time_parse(const char *text, size_t len, int64_t *time)
{
	char copy[UTC_TIME_LEN + 1], again[UTC_TIME_LEN + 1];
	struct tm fields = { 0 };
	const char *end;

	if (len != UTC_TIME_LEN)
		return false;
	memcpy(copy, text, UTC_TIME_LEN);
	copy[UTC_TIME_LEN] = '\0';
	end = strptime(copy, FORMAT, &fields);
	if (!end || *end)
		return false;
	*time = utc_time_of(&fields);
	/* strptime() accepts more, such as spaces and 31 February. */
	return *time >= 0 && !strcmp(copy, utc_time_format(*time, again));
}
