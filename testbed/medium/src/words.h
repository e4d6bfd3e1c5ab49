/* SPDX-License-Identifier: Apache-2.0 */
/* Parser for the words of a command. A function that returns false on an error
 * has set the reply to its text. */
#ifndef WORDS_H
#define WORDS_H

#include "holders.h"
#include "medium.h"

#define WORDS_MAX 24

struct words {
	struct medium *medium;
	struct holders *holders; /* NULL: interfaces are not watched */
	char *words[WORDS_MAX];
	unsigned n, at;
	char *reply; /* NULL: "ok" */
};

/* Splits a line into words and modifies it. '#' starts a comment. */
bool words_split(struct words *call, char *line);
/* Sets the reply to an error text. Returns false. */
bool words_fail(struct words *call, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Returns the next word, NULL if there is none. */
const char *words_next(struct words *call);
/* Skips the next word if it is 'word'. Returns true if it was. */
bool words_skip(struct words *call, const char *word);
/* Checks that no words are left. Otherwise it is an error. */
bool words_end(struct words *call);

/* Parses a number from 'low' to 'high'. Error texts call it 'what'. */
bool words_number(struct words *call, const char *what, double low,
		  double high, double *value);
/* Parses a position in m: x, y and, if a number follows, z. */
bool words_position(struct words *call, struct position *to);
/* Parses the name of a radio. */
bool words_radio(struct words *call, unsigned *which);
/* Parses a MAC address. */
bool words_address(struct words *call, uint8_t *addr);

#endif
