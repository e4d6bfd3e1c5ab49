/* SPDX-License-Identifier: Apache-2.0 */
/* Alternative names of network interfaces ("altname" in ip-link), which may
 * have more characters than a name. */
#ifndef ALTNAME_H
#define ALTNAME_H

/* Size of a name or alternative name with its end, as in the kernel. */
#define ALTNAME_SIZE 128

/* Finds the interface with a name or alternative name in this network
 * namespace, by rtnetlink. Sets '*ifindex', to 0 on errors. Returns 0 or a
 * positive errno: ENODEV if no interface has it. */
int altname_index(const char *name, int *ifindex);

#endif
