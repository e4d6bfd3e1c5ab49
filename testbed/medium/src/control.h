/* SPDX-License-Identifier: Apache-2.0 */
/* The control socket: commands a line each, a line of reply to each. */
#ifndef CONTROL_H
#define CONTROL_H

#include "holders.h"
#include "medium.h"

struct control;

/* Listen on a Unix socket. Return NULL after saying why not. */
struct control *control_new(const char *path);
void control_free(struct control *control);
int control_epoll(const struct control *control);
void control_read(struct control *control, struct medium *medium,
		  struct holders *holders);

#endif
