/* SPDX-License-Identifier: GPL-2.0-only */
/* The lower Ethernet device that carries CloudMAC frames. */
#ifndef CLOUDMAC_PORT_H
#define CLOUDMAC_PORT_H

#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>

#include "cloudmac_stats.h"

struct cloudmac_radio;
struct cloudmac_segments;

/**
 * struct cloudmac_port - a lower device that carries CloudMAC frames
 *
 * @dev: the device; the port holds a reference to it
 * @tracker: tracker of that reference
 * @attached: all radios, struct cloudmac_radio by @attached_entry; RTNL
 * @radios: radios that receive, struct cloudmac_radio by @port_entry; RTNL to
 *	write, RCU to read
 * @segments: received segments of incomplete frames
 * @stats: counters of frames that reached no radio
 * @rcu: frees the port
 */
struct cloudmac_port {
	struct net_device *dev;
	netdevice_tracker tracker;
	struct list_head attached;
	struct list_head radios;
	struct cloudmac_segments *segments;
	struct cloudmac_port_stats stats;
	struct rcu_head rcu;
};

int cloudmac_port_init(rx_handler_func_t *handler);
void cloudmac_port_exit(void);
int cloudmac_port_attach(struct cloudmac_radio *radio, struct net *net,
			 u32 ifindex, struct netlink_ext_ack *extack);
void cloudmac_port_listen(struct cloudmac_radio *radio);
void cloudmac_port_unlisten(struct cloudmac_radio *radio);
void cloudmac_port_detach(struct cloudmac_radio *radio);
bool cloudmac_port_send(struct cloudmac_radio *radio, struct sk_buff *skb);
bool cloudmac_port_send_octets(struct cloudmac_radio *radio, const u8 *octets,
			       unsigned int len, u8 priority);

#endif /* CLOUDMAC_PORT_H */
