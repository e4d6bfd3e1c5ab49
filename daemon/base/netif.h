/* SPDX-License-Identifier: Apache-2.0 */
/* Network interfaces, by name or alternative name (altname.h). Functions
 * return 0 or a positive errno. */
#ifndef NETIF_H
#define NETIF_H

#include <stdbool.h>
#include <stdint.h>

#include "addr.h"

int netif_index(const char *ifname, int *ifindex);
int netif_address(const char *ifname, uint8_t address[ADDR_LEN]);
int netif_mtu(const char *ifname, unsigned int *mtu);
int netif_set_mtu(const char *ifname, unsigned int mtu);
int netif_set_up(const char *ifname);
bool netif_is_up(const char *ifname);
bool netif_exists(int ifindex);

/* The addresses by which others can reach this host: of each family the first
 * that is neither loopback nor link-local. */
struct netif_addresses {
	bool has_ipv4, has_ipv6;
	uint8_t ipv4[4];
	uint8_t ipv6[16];
};
int netif_addresses(struct netif_addresses *addresses);

/* Converts one address of either family from text, which must be valid. */
void netif_address_of(const char *text, struct netif_addresses *addresses);

#endif
