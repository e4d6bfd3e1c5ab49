/* SPDX-License-Identifier: Apache-2.0 */
/* Network namespaces with a name, as "ip netns" has them. Functions that can
 * fail return 0 or a positive errno. */
#ifndef NAMESPACE_H
#define NAMESPACE_H

#include <stdbool.h>

/* Makes a namespace whose interfaces have no IPv6, so that they send nothing
 * by themselves. */
int namespace_create(const char *path);

/* Makes one that belongs to a user namespace of its own: its users 0 to 65535
 * are those from 'first_user' on outside, and have no rights there. */
int namespace_create_owned(const char *path, unsigned int first_user);

/* Removes the name; the namespace ends with its last process or descriptor. No
 * error if there is none. */
int namespace_delete(const char *path);

/* Returns a descriptor, or -1 with errno set. */
int namespace_open(const char *path);

/* A thread's stay in a namespace. */
struct namespace_stay {
	int back; /* descriptor of the own namespace */
};

/* Moves this thread into the namespace until namespace_leave(). */
int namespace_enter(struct namespace_stay *stay, int fd);
void namespace_leave(struct namespace_stay *stay);

/* Turns IPv6 off for an interface of this thread's namespace, or for
 * 'default'.
 */
void namespace_disable_ipv6(const char *ifname);

/* Writes a setting of this thread's namespace, as 'ipv4/ip_forward'. Returns 0
 * or a positive errno. */
int namespace_set(const char *setting, const char *value);

#endif
