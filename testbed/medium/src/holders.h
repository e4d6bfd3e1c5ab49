/* SPDX-License-Identifier: Apache-2.0 */
/* Which addresses the radios' interfaces have, by network namespace. hwsim
 * tells a medium nothing of active monitors, nor of what was there before it.
 */
#ifndef HOLDERS_H
#define HOLDERS_H

#include "medium.h"

struct holders;

struct holders *holders_new(struct medium *medium);
void holders_free(struct holders *holders);

/* Watch the interfaces in a namespace: "" is our own. Return false after
 * saying why not. Watching again does no harm. */
bool holders_watch(struct holders *holders, const char *netns);

/* To be waited for together; holders_read() when one is readable. */
int holders_epoll(const struct holders *holders);
void holders_read(struct holders *holders);

#endif
