/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PRIVILEGES_H
#define PRIVILEGES_H

#include <stdbool.h>

/*
 * Changes to 'user' permanently. Keeps only CAP_NET_ADMIN (interfaces,
 * channel, power) and CAP_NET_RAW (packet sockets), as far as the process has
 * them, and gains no other privileges later. Logs errors and returns false.
 */
bool privileges_drop(const char *user);

#endif
