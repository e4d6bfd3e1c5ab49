/* SPDX-License-Identifier: Apache-2.0 */
/* Why the node refused a request or failed at it. */
#ifndef NODE_ERROR_H
#define NODE_ERROR_H

#include <stdbool.h>

enum node_failure {
	NODE_INVALID, /* what was asked has a wrong form or value */
	NODE_UNKNOWN, /* no such LVNF, image or handler */
	NODE_IN_USE,  /* the name is taken, or others need it */
	NODE_REFUSED, /* the image does not verify, or is no image */
	NODE_FULL,    /* a table or the node has no room */
	NODE_FAILED,  /* the kernel or the switch failed */
};

struct node_error {
	enum node_failure failure;
	char text[160];	   /* what was refused, which value */
	char details[256]; /* may be empty */
};

/* Fills '*error' with printable ASCII and returns false. */
bool node_fail(struct node_error *error, enum node_failure failure,
	       const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Replaces all octets that are not printable ASCII by '?'. Names of an object
 * file may have any octets, and the answer must be JSON. */
void node_error_clean(struct node_error *error);

/* Puts the last lines of 'text' into the details, as many as fit. */
void node_error_tail(struct node_error *error, const char *text);

#endif
