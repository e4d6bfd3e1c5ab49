/* SPDX-License-Identifier: Apache-2.0 */
/* The bridge between the ports of a program, in this thread's namespace.
 * Functions return 0 or a positive errno. */
#ifndef BRIDGE_H
#define BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

#define BRIDGE_NAME "br0"

/* Makes the bridge, with a random Ethernet address that stays, and sets it up,
 * and lo. It neither answers nor drops frames
 * that bridges should keep, except for three addresses that the kernel does
 * not forward. Programs may listen on ports below 1024. */
int bridge_create(unsigned int mtu);

/* Reads the Ethernet address of the bridge of another namespace. */
int bridge_read_ethernet(int namespace_fd, uint8_t address[6]);

/* Gives the bridge an IPv4 address and, unless it is empty, a gateway. */
int bridge_set_address(const char *address, unsigned int prefix_len,
		       const char *gateway);

/* Has the kernel forward packets of IPv4 that come to the bridge's Ethernet
 * address. */
int bridge_forward_packets(void);

/* Has the kernel accept segments of TCP outside of the windows that it knows,
 * in another namespace. */
int bridge_accept_connections(int namespace_fd);

/* Adds a port. Without 'learns' the bridge sends each frame to all other
 * ports, so that with two ports it is a wire; a bridge with an address has to
 * learn where its own frames go. */
int bridge_add_port(const char *ifname, bool learns);

#endif
