/* SPDX-License-Identifier: Apache-2.0 */
#include "base64.h"

#include <string.h>

static const char digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Returns the value of a digit, or -1. */
static int value_of(char digit)
{
	const char *at = digit ? strchr(digits, digit) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Returns the number of padding characters at the end, 0 to 2. */
static size_t padding_of(const char *text, size_t len)
{
	size_t n = 0;

	while (n < 2 && n < len && text[len - 1 - n] == '=')
		n++;
	return n;
}

bool base64_decode(const char *text, size_t len, uint8_t *out, size_t size,
		   size_t *octets)
{
	size_t padding = padding_of(text, len), n = 0;
	uint32_t bits = 0;

	if (len % 4 || len / 4 * 3 - padding > size)
		return false;
	for (size_t i = 0; i < len - padding; i++) {
		int value = value_of(text[i]);

		if (value < 0)
			return false;
		bits = bits << 6 | (uint32_t)value;
		if (i % 4)
			out[n++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
	}
	/* Bits that encode nothing are 0, so that a text is the only one of
	 * its octets. */
	if (padding && bits & ((1U << (2 * padding)) - 1))
		return false;
	*octets = n;
	return true;
}
