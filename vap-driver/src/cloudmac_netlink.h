/* SPDX-License-Identifier: GPL-2.0-only */
/* The generic netlink family by which user space manages radios. */
#ifndef CLOUDMAC_NETLINK_H
#define CLOUDMAC_NETLINK_H

int cloudmac_netlink_init(void);
void cloudmac_netlink_exit(void);

#endif /* CLOUDMAC_NETLINK_H */
