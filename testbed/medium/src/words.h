/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a command, taken one after the other. Functions that return
 * false have left what is wrong as the reply. */
#ifndef WORDS_H
#define WORDS_H

#include "holders.h"
#include "medium.h"

#define WORDS_MAX 24

struct words {
	struct medium *medium;
	struct holders *holders; /* NULL: no interfaces are looked at */
	char *words[WORDS_MAX];
	unsigned n, at;
	char *reply; /* NULL: "ok" */
};

/* Split a line, which is changed by it. '#' begins a comment. */
bool words_split(struct words *call, char *line);
/* Leave an error as the reply; always false. */
bool words_fail(struct words *call, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The next word, NULL if there is none. */
const char *words_next(struct words *call);
/* Take the next word if it is 'word'. */
bool words_have(struct words *call, const char *word);
/* Whether nothing is left. */
bool words_end(struct words *call);

/* Take what the next words stand for. */
bool words_number(struct words *call, const char *what, double low,
		  double high, double *value);
bool words_position(struct words *call, struct position *to);
bool words_radio(struct words *call, unsigned *which);
bool words_address(struct words *call, uint8_t *addr);

#endif
