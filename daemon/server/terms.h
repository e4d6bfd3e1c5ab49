/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Terms keep a controller from giving orders after another one has taken over.
 * A controller claims its term on each connection, and the term of each owner
 * of the application is greater than the terms of all owners before it. So the
 * present owner has the greatest term, and an order on a connection with a
 * lower term is late. A connection without a claim has term 0.
 */
#ifndef TERMS_H
#define TERMS_H

#include <stdbool.h>
#include <stdint.h>

/* The greatest integer that every JSON implementation can represent. */
#define TERM_MAX ((INT64_C(1) << 53) - 1)

/* The terms of a server. All zeros at the start. */
struct terms {
	int64_t greatest; /* that was claimed, 0: none */
	uint64_t refused; /* orders */
};

/* The term of one connection. */
struct session_term {
	struct terms *terms;
	const char *peer; /* for messages */
	int64_t claimed;  /* 0: nothing */
};

/* Gives the connection a term. Returns false, and changes nothing, if a
 * greater one was claimed. */
bool terms_claim(struct session_term *session, int64_t term);

/* Returns true if the connection may give orders. Else counts one as refused.
 */
bool terms_allow_order(const struct session_term *session, const char *method);

#endif
