/* SPDX-License-Identifier: GPL-2.0-only */
/* Limits of what the radios of a user namespace use together. */
#ifndef CLOUDMAC_QUOTA_H
#define CLOUDMAC_QUOTA_H

#include <linux/netlink.h>
#include <linux/types.h>
#include <net/net_namespace.h>

struct cloudmac_quota;

struct cloudmac_quota *cloudmac_quota_get(struct net *net,
					  struct netlink_ext_ack *extack);
void cloudmac_quota_put(struct cloudmac_quota *quota);
u32 cloudmac_quota_pending_max(void);
bool cloudmac_quota_charge(struct cloudmac_quota *quota);
void cloudmac_quota_refund(struct cloudmac_quota *quota);

#endif /* CLOUDMAC_QUOTA_H */
