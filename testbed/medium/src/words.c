/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1e6 /* m */

bool words_split(struct words *call, char *line)
{
	char *rest = NULL;

	for (char *word = strtok_r(line, " \t\r\n", &rest); word;
	     word = strtok_r(NULL, " \t\r\n", &rest)) {
		if (word[0] == '#')
			break;
		if (call->n == WORDS_MAX)
			return words_fail(call, "too many words");
		call->words[call->n++] = word;
	}
	return true;
}

bool words_fail(struct words *call, const char *format, ...)
{
	va_list args;
	char text[200];

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	free(call->reply);
	if (asprintf(&call->reply, "error: %s", text) < 0)
		abort();
	return false;
}

const char *words_next(struct words *call)
{
	return call->at < call->n ? call->words[call->at++] : NULL;
}

bool words_skip(struct words *call, const char *word)
{
	if (call->at == call->n || strcmp(call->words[call->at], word) != 0)
		return false;
	call->at++;
	return true;
}

bool words_number(struct words *call, const char *what, double low,
		  double high, double *value)
{
	const char *word = words_next(call);
	char *end;

	if (!word)
		return words_fail(call, "%s is missing", what);
	errno = 0;
	*value = strtod(word, &end);
	if (*end || end == word || errno || !isfinite(*value) ||
	    *value < low || *value > high)
		return words_fail(call,
				  "%s is '%s', not a number from %g to %g",
				  what, word, low, high);
	return true;
}

static bool is_number(const struct words *call)
{
	char *end;

	if (call->at == call->n)
		return false;
	strtod(call->words[call->at], &end);
	return !*end;
}

bool words_position(struct words *call, struct position *to)
{
	to->z = 0;
	return words_number(call, "x", -FAR, FAR, &to->x) &&
	       words_number(call, "y", -FAR, FAR, &to->y) &&
	       (!is_number(call) ||
		words_number(call, "z", -FAR, FAR, &to->z));
}

bool words_radio(struct words *call, unsigned *which)
{
	const char *name = words_next(call);
	int found;

	if (!name)
		return words_fail(call, "the radio's name is missing");
	found = air_find(call->medium->air, name);
	if (found < 0)
		return words_fail(call, "there is no radio '%s'", name);
	*which = (unsigned)found;
	return true;
}

bool words_address(struct words *call, uint8_t *addr)
{
	const char *word = words_next(call);
	unsigned octet[ADDR_LEN];
	int used = 0;

	if (!word ||
	    sscanf(word, "%2x:%2x:%2x:%2x:%2x:%2x%n", &octet[0], &octet[1],
		   &octet[2], &octet[3], &octet[4], &octet[5], &used) != 6 ||
	    word[used])
		return words_fail(call, "'%s' is not an address",
				  word ? word : "");
	for (int i = 0; i < ADDR_LEN; i++)
		addr[i] = (uint8_t)octet[i];
	return true;
}

bool words_end(struct words *call)
{
	if (call->at < call->n)
		return words_fail(call, "unexpected word '%s'",
				  call->words[call->at]);
	return true;
}
