/* SPDX-License-Identifier: Apache-2.0 */
/* Watches the addresses of the radios' interfaces in all network namespaces.
 * hwsim reports neither active monitors nor interfaces that are older than the
 * medium. */
#ifndef HOLDERS_H
#define HOLDERS_H

#include "medium.h"

struct holders;

/* Returns NULL if there is no memory. */
struct holders *holders_new(struct medium *medium);
void holders_free(struct holders *holders);

/* Watches the interfaces in a namespace; "" is the medium's own. Returns false
 * after printing an error. A second call for a namespace is allowed. */
bool holders_watch(struct holders *holders, const char *netns);

/* Returns an epoll descriptor. Call holders_read() when it is readable. */
int holders_epoll(const struct holders *holders);
/* Updates the addresses in the namespaces with changes. */
void holders_read(struct holders *holders);

#endif
