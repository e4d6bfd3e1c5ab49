/* SPDX-License-Identifier: Apache-2.0 */
#include "utc_time.h"

#include <string.h>
#include <time.h>

#define FORMAT "%Y-%m-%dT%H:%M:%SZ"

const char *utc_time_format(int64_t time, char text[UTC_TIME_LEN + 1])
{
	time_t seconds = (time_t)time;
	struct tm fields;

	if (!gmtime_r(&seconds, &fields) ||
	    strftime(text, UTC_TIME_LEN + 1, FORMAT, &fields) != UTC_TIME_LEN)
		strcpy(text, "an impossible time");
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
	*time = timegm(&fields);
	/* strptime() accepts more, such as spaces and 31 February. */
	return *time >= 0 && !strcmp(copy, utc_time_format(*time, again));
}
