/* SPDX-License-Identifier: Apache-2.0 */
/* The control socket: one command per line, one line of reply to each. */
#ifndef CONTROL_H
#define CONTROL_H

#include "holders.h"
#include "medium.h"

struct control;

/* Listens on a Unix socket. Returns NULL after printing an error. */
struct control *control_new(const char *path);
void control_free(struct control *control);

/* Returns an epoll descriptor. Call control_read() when it is readable. */
int control_epoll(const struct control *control);
/* Accepts clients and runs their commands. */
void control_read(struct control *control, struct medium *medium,
		  struct holders *holders);

#endif
