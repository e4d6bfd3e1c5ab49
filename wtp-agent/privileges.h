/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PRIVILEGES_H
#define PRIVILEGES_H

#include <stdbool.h>

/*
 * Become 'user' for good, keeping of root's power CAP_NET_ADMIN (interfaces of
 * leases, channel, power) and CAP_NET_RAW (packet sockets) alone; nothing that
 * is executed later can gain more. Who is not root already keeps what it has
 * of these two. Logs what is wrong and returns false.
 */
bool privileges_drop(const char *user);

#endif
