// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lower Ethernet device: attaches radios to it, sends on it, and handles its
 * removal, its move to another network namespace and MTU changes.
 *
 * An rx_handler receives the frames, as in macvlan, because only there the
 * 802.1Q tag is still visible. So the device cannot be a port of a bridge or of
 * Open vSwitch, and cannot carry macvlans, at the same time. All other traffic of
 * the device passes unchanged.
 */
#include <linux/if_arp.h>
#include <linux/if_macvlan.h>
#include <linux/if_vlan.h>
#include <linux/notifier.h>
#include <linux/random.h>
#include <linux/rtnetlink.h>

#include "cloudmac.h"
#include "cloudmac_port.h"
#include "cloudmac_radio.h"
#include "cloudmac_segments.h"
#include "cloudmac_stats.h"

/* Receives the frames of all lower devices; set once by cloudmac_port_init(). */
static rx_handler_func_t *port_rx_handler;

static struct cloudmac_port *port_of(const struct net_device *dev)
{
	if (rcu_access_pointer(dev->rx_handler) != port_rx_handler)
		return NULL;
	return rtnl_dereference(dev->rx_handler_data);
}

/* Refuses a device that cannot carry CloudMAC frames. */
static int check_lower(const struct net_device *dev,
		       struct netlink_ext_ack *extack)
{
	if (dev->type != ARPHRD_ETHER || dev->flags & IFF_LOOPBACK ||
	    dev->ieee80211_ptr) {
		NL_SET_ERR_MSG(extack, "the lower device is not wired Ethernet");
		return -EINVAL;
	}
	/* Its parent passes on what is sent to its address. The radio tag is in
	 * place of that address, and promiscuous mode does not change this.
	 * In mode passthru all frames of the parent pass.
	 */
	if (netif_is_macvlan(dev) &&
	    ((const struct macvlan_dev *)netdev_priv(dev))->mode !=
		    MACVLAN_MODE_PASSTHRU) {
		NL_SET_ERR_MSG(extack,
			       "the lower device is a macvlan, which receives no radio tags: use its parent or mode passthru");
		return -EOPNOTSUPP;
	}
	if (netif_is_macvlan(dev) &&
	    ((const struct macvlan_dev *)netdev_priv(dev))->flags &
		    MACVLAN_FLAG_NOPROMISC) {
		NL_SET_ERR_MSG(extack,
			       "the lower device is a macvlan with flag nopromisc, which receives no radio tags: remove the flag");
		return -EOPNOTSUPP;
	}
	if (dev->reg_state != NETREG_REGISTERED) {
		NL_SET_ERR_MSG(extack, "the lower device is being removed");
		return -ENODEV;
	}
	if (dev->mtu < CLOUDMAC_MTU_MIN) {
		NL_SET_ERR_MSG(extack,
			       "the MTU of the lower device is below 1700, too small for CloudMAC frames");
		netdev_warn(dev,
			    "MTU %u is too small for CloudMAC frames, set at least %u\n",
			    dev->mtu, CLOUDMAC_MTU_MIN);
		return -EMSGSIZE;
	}
	return 0;
}

static struct cloudmac_port *port_create(struct net_device *dev,
					 struct netlink_ext_ack *extack)
{
	struct cloudmac_port *port = kzalloc(sizeof(*port), GFP_KERNEL);
	int err = -ENOMEM;

	if (!port)
		return ERR_PTR(-ENOMEM);
	port->segments = cloudmac_segments_alloc();
	if (!port->segments)
		goto free;
	port->dev = dev;
	INIT_LIST_HEAD(&port->radios);
	INIT_LIST_HEAD(&port->attached);
	/* The radio tag replaces the address of this device. */
	err = dev_set_promiscuity(dev, 1);
	if (err) {
		NL_SET_ERR_MSG(extack,
			       "the lower device has no promiscuous mode");
		goto free;
	}
	err = netdev_rx_handler_register(dev, port_rx_handler, port);
	if (err) {
		NL_SET_ERR_MSG(extack,
			       "a bridge, Open vSwitch, macvlan, macvtap or bond uses the lower device");
		dev_set_promiscuity(dev, -1);
		goto free;
	}
	netdev_hold(dev, &port->tracker, GFP_KERNEL);
	return port;
free:
	cloudmac_segments_free(port->segments);
	kfree(port);
	return ERR_PTR(err);
}

static void port_destroy(struct cloudmac_port *port)
{
	netdev_rx_handler_unregister(port->dev);
	/* No rx_handler runs any more, and no reader of a radio's port. */
	cloudmac_segments_free(port->segments);
	dev_set_promiscuity(port->dev, -1);
	netdev_put(port->dev, &port->tracker);
	kfree_rcu(port, rcu);
}

/**
 * cloudmac_port_attach - attaches a new radio to its lower device
 * @radio: the radio, with its VLAN set
 * @net: namespace of the device
 * @ifindex: interface index of the device
 * @extack: set to the reason of an error
 *
 * Return: 0, -ENODEV (no device), -EINVAL (not Ethernet), -EMSGSIZE (MTU),
 * -EOPNOTSUPP (macvlan that does not receive radio tags),
 * -EBUSY (other user of the device), -ENOMEM.
 */
int cloudmac_port_attach(struct cloudmac_radio *radio, struct net *net,
			 u32 ifindex, struct netlink_ext_ack *extack)
{
	struct cloudmac_port *port;
	struct net_device *dev;
	int err = -ENODEV;

	rtnl_lock();
	dev = __dev_get_by_index(net, ifindex);
	if (!dev) {
		NL_SET_ERR_MSG(extack, "no such lower device");
		goto out;
	}
	err = check_lower(dev, extack);
	if (err)
		goto out;
	port = port_of(dev);
	if (!port)
		port = port_create(dev, extack);
	if (IS_ERR(port)) {
		err = PTR_ERR(port);
		goto out;
	}
	list_add_tail(&radio->attached_entry, &port->attached);
	rcu_assign_pointer(radio->port, port);
out:
	rtnl_unlock();
	return err;
}

/**
 * cloudmac_port_listen - starts reception for a radio
 * @radio: a radio that is registered with mac80211
 *
 * Does nothing if the lower device was removed.
 */
void cloudmac_port_listen(struct cloudmac_radio *radio)
{
	struct cloudmac_port *port;

	rtnl_lock();
	port = rtnl_dereference(radio->port);
	if (port)
		list_add_tail_rcu(&radio->port_entry, &port->radios);
	rtnl_unlock();
}

static void unlisten_locked(struct cloudmac_radio *radio)
{
	if (list_empty(&radio->port_entry))
		return;
	list_del_rcu(&radio->port_entry);
	synchronize_net();
	INIT_LIST_HEAD(&radio->port_entry);
}

/**
 * cloudmac_port_unlisten - stops reception for a radio
 * @radio: the radio, which can still send
 */
void cloudmac_port_unlisten(struct cloudmac_radio *radio)
{
	rtnl_lock();
	unlisten_locked(radio);
	rtnl_unlock();
}

static void detach_locked(struct cloudmac_radio *radio)
{
	struct cloudmac_port *port = rtnl_dereference(radio->port);

	if (!port)
		return;
	unlisten_locked(radio);
	RCU_INIT_POINTER(radio->port, NULL);
	list_del_init(&radio->attached_entry);
	if (list_empty(&port->attached))
		port_destroy(port);
}

/**
 * cloudmac_port_detach - detaches a radio from its lower device
 * @radio: the radio, which then neither receives nor sends
 */
void cloudmac_port_detach(struct cloudmac_radio *radio)
{
	rtnl_lock();
	detach_locked(radio);
	rtnl_unlock();
}

/* Sends a wire frame, at most as long as the MTU permits; consumes it. */
static bool transmit(struct cloudmac_radio *radio, struct cloudmac_port *port,
		     struct sk_buff *skb)
{
	unsigned int len = skb->len;
	int err;

	skb->dev = port->dev;
	skb->protocol = htons(CLOUDMAC_ETHERTYPE);
	skb_reset_mac_header(skb);
	skb_set_network_header(skb, CLOUDMAC_ETH_HLEN);
	skb_reset_transport_header(skb);
	memset(skb->cb, 0, sizeof(skb->cb));
	if (radio->vlan != CLOUDMAC_VLAN_NONE)
		__vlan_hwaccel_put_tag(skb, htons(ETH_P_8021Q),
				       radio->vlan |
				       skb->priority << VLAN_PRIO_SHIFT);
	err = dev_queue_xmit(skb);
	if (net_xmit_eval(err)) {
		cloudmac_count(radio, tx_drop_lower);
		return false;
	}
	atomic64_add(len, &radio->stats.tx_bytes);
	return true;
}

/* Sends all segments of a frame; consumes it. Returns false if one was dropped. */
static bool transmit_segments(struct cloudmac_radio *radio,
			      struct cloudmac_port *port, struct sk_buff *skb,
			      const struct cloudmac_segmentation *of)
{
	unsigned int headroom = LL_RESERVED_SPACE(port->dev);
	u32 frame_id = get_random_u32();
	struct sk_buff *segment;
	bool sent = true;
	u8 i;

	for (i = 0; sent && i < of->count; i++) {
		segment = cloudmac_segment_build(skb, of, i, frame_id,
						 headroom);
		if (!segment) {
			cloudmac_count(radio, tx_drop_memory);
			sent = false;
		} else if (transmit(radio, port, segment)) {
			cloudmac_count(radio, tx_segments);
		} else {
			sent = false;
		}
	}
	if (sent)
		consume_skb(skb);
	else
		kfree_skb(skb);
	return sent;
}

/**
 * cloudmac_port_send - sends a wrapped frame on the lower device
 * @radio: the sender
 * @skb: linear, starts with an untagged Ethernet header, has @priority set; consumed
 *
 * Sends a frame to an individual address in segments if it exceeds the MTU.
 *
 * Return: false if the frame was dropped, which is counted.
 */
bool cloudmac_port_send(struct cloudmac_radio *radio, struct sk_buff *skb)
{
	unsigned int content = skb->len - CLOUDMAC_ETH_HLEN;
	struct cloudmac_segmentation of;
	struct cloudmac_port *port;
	bool sent;

	rcu_read_lock();
	port = rcu_dereference(radio->port);
	if (!port) {
		cloudmac_count(radio, tx_drop_no_lower);
		goto drop;
	}
	if (!(port->dev->flags & IFF_UP) || !netif_carrier_ok(port->dev)) {
		cloudmac_count(radio, tx_drop_lower_down);
		goto drop;
	}
	if (content <= port->dev->mtu) {
		sent = transmit(radio, port, skb);
	} else if (!cloudmac_addr_is_group(skb->data) &&
		   cloudmac_segment_plan(content, port->dev->mtu, &of)) {
		sent = transmit_segments(radio, port, skb, &of);
	} else {
		cloudmac_count(radio, tx_drop_mtu);
		goto drop;
	}
	if (sent)
		cloudmac_count(radio, tx_frames);
	rcu_read_unlock();
	return sent;
drop:
	rcu_read_unlock();
	kfree_skb(skb);
	return false;
}

/**
 * cloudmac_port_send_octets - sends a frame that is no socket buffer
 * @radio: the sender
 * @octets: starts with an untagged Ethernet header
 * @len: length in octets
 * @priority: user priority
 *
 * Return: false if the frame was dropped, which is counted.
 */
bool cloudmac_port_send_octets(struct cloudmac_radio *radio, const u8 *octets,
			       unsigned int len, u8 priority)
{
	struct sk_buff *skb = alloc_skb(VLAN_HLEN + len, GFP_ATOMIC);

	if (!skb) {
		cloudmac_count(radio, tx_drop_memory);
		return false;
	}
	skb_reserve(skb, VLAN_HLEN);
	skb_put_data(skb, octets, len);
	skb->priority = priority;
	return cloudmac_port_send(radio, skb);
}

static int port_event(struct notifier_block *block, unsigned long event,
		      void *info)
{
	struct net_device *dev = netdev_notifier_info_to_dev(info);
	struct netdev_notifier_info_ext *ext = info;
	struct cloudmac_port *port = port_of(dev);
	struct cloudmac_radio *radio, *next;

	if (!port)
		return NOTIFY_DONE;
	switch (event) {
	case NETDEV_UNREGISTER:
		/* sent on a move to another network namespace as well */
		netdev_info(dev, "removed, its CloudMAC radios have no lower device now\n");
		list_for_each_entry_safe(radio, next, &port->attached,
					 attached_entry)
			detach_locked(radio);
		break;
	case NETDEV_CHANGEMTU:
		/* dev->mtu is still the old value: the change can be refused */
		if (dev->mtu >= CLOUDMAC_MTU_MIN ||
		    ext->ext.mtu < CLOUDMAC_MTU_MIN)
			break;
		NL_SET_ERR_MSG(netdev_notifier_info_to_extack(info),
			       "the CloudMAC radios on this device need an MTU of at least 1700");
		netdev_warn(dev, "MTU %u refused, its CloudMAC radios need at least %u\n",
			    dev->mtu, CLOUDMAC_MTU_MIN);
		return notifier_from_errno(-EMSGSIZE);
	case NETDEV_PRE_TYPE_CHANGE:
		return NOTIFY_BAD;
	}
	return NOTIFY_DONE;
}

static struct notifier_block port_notifier = {
	.notifier_call = port_event,
};

/**
 * cloudmac_port_init - starts to watch lower devices
 * @handler: receives the frames of every lower device
 *
 * Return: 0 or a negative error.
 */
int cloudmac_port_init(rx_handler_func_t *handler)
{
	port_rx_handler = handler;
	return register_netdevice_notifier(&port_notifier);
}

/**
 * cloudmac_port_exit - stops to watch lower devices, after the last radio
 */
void cloudmac_port_exit(void)
{
	unregister_netdevice_notifier(&port_notifier);
	rcu_barrier();
}
