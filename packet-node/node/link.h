/* SPDX-License-Identifier: Apache-2.0 */
/* Veth pairs. Functions return 0 or a positive errno. */
#ifndef LINK_H
#define LINK_H

/* Creates a veth pair: 'ifname' in this thread's namespace, and 'peer' in the
 * one of the descriptor 'namespace_fd'. */
int link_add_pair(const char *ifname, const char *peer, int namespace_fd,
		  unsigned int mtu);

/* Waits until an interface of this thread's namespace sends. The first one of
 * a pair that is set up has no qdisc until the kernel's link watch sees its
 * carrier, and drops what it should send. */
int link_await(const char *ifname);

/* Deletes an interface of this thread's namespace, and so its peer. No error
 * if there is none. */
int link_delete(const char *ifname);

#endif
