/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times as text, of RFC 3339 in UTC: 2026-11-26T13:00:00Z. Does no I/O.
 *
 * timegm() and gmtime_r() end in the year 2038 where time_t has 32 bits.
 */
#ifndef UTC_TIME_H
#define UTC_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define UTC_TIME_LEN 20 /* octets, without a null */

/* Returns the UNIX time of a date and time in UTC, in seconds. Its fields are
 * in their ranges. */
int64_t utc_time_of(const struct tm *fields);

/* Writes a UNIX time, in seconds from the years 1970 to 9999. Returns 'text'.
 */
const char *utc_time_format(int64_t time, char text[UTC_TIME_LEN + 1]);

/* Reads text of 'len' octets into '*time'. Returns false if it has another
 * form or names no time. */
bool utc_time_parse(const char *text, size_t len, int64_t *time);

#endif
