// SPDX-License-Identifier: GPL-2.0-only
/*
 * labwire - a wire of a given rate between two network devices
 *
 * A veth carries a frame at once and never stops its transmit queue. A qdisc
 * without a shaper (fifo, sfq, codel, fq_codel) never holds a packet there.
 * An end of a labwire serialises its frames at the wire's rate. It stops its
 * transmit queue while the wire is busy, as a network card with a short ring
 * does. So the root qdisc is the bottleneck.
 *
 *	ip link add A type labwire		# one end
 *	ip link add link A name B type labwire	# the other end, and the wire
 *	ethtool -s A speed 100 duplex full	# rate from A to B in Mb/s
 *	echo 500 >/sys/class/net/A/labwire/delay_us	# propagation from A to B
 *
 * ethtool and Open vSwitch read the rate as the link's speed. Frames keep
 * their order. The wire has no offloads: each packet in the qdisc is one frame
 * on the wire.
 */
#include <linux/ethtool.h>
#include <linux/etherdevice.h>
#include <linux/hrtimer.h>
#include <linux/if_arp.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <net/rtnetlink.h>

#define LABWIRE_SPEED		100		/* Mb/s, the default */
#define LABWIRE_MAX_SPEED	100000
#define LABWIRE_MAX_DELAY_US	10000000
#define LABWIRE_MAX_MTU		9000
/* Frames in the card: one on the wire and the next one. With one alone, a late
 * timer would leave the wire idle. */
#define LABWIRE_RING		2
/* Octets that Ethernet adds to a frame: preamble 8, frame check 4, gap 12. */
#define LABWIRE_OVERHEAD	24

/**
 * struct labwire - one end of a wire
 * @dev: the device that owns this private data
 * @peer: the other end, NULL until it exists
 * @lock: protects all fields below
 * @timer: fires when the first of @ring is sent or the first of @flight arrives
 * @ring: frames in the card; the qdisc holds all later ones
 * @flight: sent frames that have not reached the other end
 * @busy_until: when the last frame of @ring is sent
 * @speed: Mb/s
 * @delay_us: propagation delay
 */
struct labwire {
	struct net_device *dev;
	struct net_device __rcu *peer;
	spinlock_t lock;
	struct hrtimer timer;
	struct sk_buff_head ring;
	struct sk_buff_head flight;
	ktime_t busy_until;
	u32 speed;
	u32 delay_us;
};

/* Time when a frame of the ring is sent, or one in flight arrives. */
struct labwire_cb {
	ktime_t due;
};

static struct labwire_cb *labwire_cb(struct sk_buff *skb)
{
	BUILD_BUG_ON(sizeof(struct labwire_cb) > sizeof(skb->cb));
	return (struct labwire_cb *)skb->cb;
}

static u64 labwire_serialisation_ns(const struct labwire *wire, u32 octets)
{
	octets = max_t(u32, octets, ETH_ZLEN) + LABWIRE_OVERHEAD;
	return div_u64((u64)octets * 8 * 1000, wire->speed);
}

static bool labwire_due(struct sk_buff *skb, ktime_t now)
{
	return skb && ktime_compare(labwire_cb(skb)->due, now) <= 0;
}

/* Called with the lock held. */
static void labwire_arm(struct labwire *wire)
{
	struct sk_buff *sent = skb_peek(&wire->ring);
	struct sk_buff *arrives = skb_peek(&wire->flight);
	ktime_t next = KTIME_MAX;

	if (sent)
		next = labwire_cb(sent)->due;
	if (arrives && ktime_before(labwire_cb(arrives)->due, next))
		next = labwire_cb(arrives)->due;
	if (next != KTIME_MAX)
		hrtimer_start(&wire->timer, next, HRTIMER_MODE_ABS_SOFT);
}

static void labwire_deliver(struct labwire *wire, struct sk_buff *skb)
{
	struct net_device *peer = rcu_dereference(wire->peer);
	u32 octets = skb->len;

	if (!peer || !(peer->flags & IFF_UP)) {
		dev_core_stats_tx_dropped_inc(wire->dev);
		kfree_skb(skb);
		return;
	}
	/* Frees the frame if it fails: the frame exceeds the peer's MTU. */
	if (dev_forward_skb(peer, skb) == NET_RX_SUCCESS)
		dev_sw_netstats_rx_add(peer, octets);
	else
		dev_core_stats_rx_dropped_inc(peer);
}

static enum hrtimer_restart labwire_timer(struct hrtimer *timer)
{
	struct labwire *wire = container_of(timer, struct labwire, timer);
	struct sk_buff_head arrived;
	struct sk_buff *skb;
	ktime_t now;

	__skb_queue_head_init(&arrived);
	spin_lock(&wire->lock);
	now = ktime_get();
	while (labwire_due(skb = skb_peek(&wire->ring), now)) {
		__skb_unlink(skb, &wire->ring);
		dev_sw_netstats_tx_add(wire->dev, 1, skb->len);
		/* Frees the sender's socket buffer, as a card's TX interrupt does. */
		skb_orphan(skb);
		labwire_cb(skb)->due = ktime_add_us(labwire_cb(skb)->due, wire->delay_us);
		__skb_queue_tail(&wire->flight, skb);
	}
	while (labwire_due(skb = skb_peek(&wire->flight), now)) {
		__skb_unlink(skb, &wire->flight);
		__skb_queue_tail(&arrived, skb);
	}
	labwire_arm(wire);
	if (skb_queue_len(&wire->ring) < LABWIRE_RING && netif_queue_stopped(wire->dev))
		netif_wake_queue(wire->dev);
	spin_unlock(&wire->lock);

	rcu_read_lock();
	while ((skb = __skb_dequeue(&arrived)))
		labwire_deliver(wire, skb);
	rcu_read_unlock();
	return HRTIMER_NORESTART;
}

static netdev_tx_t labwire_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct labwire *wire = netdev_priv(dev);
	ktime_t now;

	skb_tx_timestamp(skb);
	spin_lock_bh(&wire->lock);
	now = ktime_get();
	if (ktime_before(wire->busy_until, now))
		wire->busy_until = now;
	wire->busy_until = ktime_add_ns(wire->busy_until,
					labwire_serialisation_ns(wire, skb->len));
	labwire_cb(skb)->due = wire->busy_until;
	__skb_queue_tail(&wire->ring, skb);
	if (skb_queue_len(&wire->ring) >= LABWIRE_RING)
		netif_stop_queue(dev);
	labwire_arm(wire);
	spin_unlock_bh(&wire->lock);
	return NETDEV_TX_OK;
}

static int labwire_open(struct net_device *dev)
{
	struct labwire *wire = netdev_priv(dev);
	struct net_device *peer = rtnl_dereference(wire->peer);

	if (!peer)
		return -ENOTCONN;
	if (peer->flags & IFF_UP) {
		netif_carrier_on(dev);
		netif_carrier_on(peer);
	}
	netif_start_queue(dev);
	return 0;
}

static int labwire_stop(struct net_device *dev)
{
	struct labwire *wire = netdev_priv(dev);
	struct net_device *peer = rtnl_dereference(wire->peer);

	netif_stop_queue(dev);
	netif_carrier_off(dev);
	if (peer)
		netif_carrier_off(peer);
	hrtimer_cancel(&wire->timer);
	spin_lock_bh(&wire->lock);
	__skb_queue_purge(&wire->ring);
	__skb_queue_purge(&wire->flight);
	wire->busy_until = 0;
	spin_unlock_bh(&wire->lock);
	return 0;
}

static int labwire_get_iflink(const struct net_device *dev)
{
	struct labwire *wire = netdev_priv(dev);
	struct net_device *peer;
	int index;

	rcu_read_lock();
	peer = rcu_dereference(wire->peer);
	index = peer ? READ_ONCE(peer->ifindex) : 0;
	rcu_read_unlock();
	return index;
}

static const struct net_device_ops labwire_netdev_ops = {
	.ndo_open = labwire_open,
	.ndo_stop = labwire_stop,
	.ndo_start_xmit = labwire_xmit,
	.ndo_get_stats64 = dev_get_tstats64,
	.ndo_set_mac_address = eth_mac_addr,
	.ndo_validate_addr = eth_validate_addr,
	.ndo_get_iflink = labwire_get_iflink,
};

static int labwire_get_link_ksettings(struct net_device *dev,
				      struct ethtool_link_ksettings *settings)
{
	struct labwire *wire = netdev_priv(dev);

	settings->base.speed = wire->speed;
	settings->base.duplex = DUPLEX_FULL;
	settings->base.port = PORT_TP;
	settings->base.autoneg = AUTONEG_DISABLE;
	return 0;
}

static int labwire_set_link_ksettings(struct net_device *dev,
				      const struct ethtool_link_ksettings *settings)
{
	struct labwire *wire = netdev_priv(dev);

	if (settings->base.duplex != DUPLEX_FULL ||
	    settings->base.autoneg != AUTONEG_DISABLE)
		return -EOPNOTSUPP;
	if (settings->base.speed < 1 || settings->base.speed > LABWIRE_MAX_SPEED)
		return -ERANGE;
	spin_lock_bh(&wire->lock);
	wire->speed = settings->base.speed;
	spin_unlock_bh(&wire->lock);
	return 0;
}

static const struct ethtool_ops labwire_ethtool_ops = {
	.get_link = ethtool_op_get_link,
	.get_link_ksettings = labwire_get_link_ksettings,
	.set_link_ksettings = labwire_set_link_ksettings,
};

static ssize_t delay_us_show(struct device *device, struct device_attribute *attr, char *buf)
{
	struct labwire *wire = netdev_priv(to_net_dev(device));

	return sysfs_emit(buf, "%u\n", READ_ONCE(wire->delay_us));
}

static ssize_t delay_us_store(struct device *device, struct device_attribute *attr,
			      const char *buf, size_t len)
{
	struct labwire *wire = netdev_priv(to_net_dev(device));
	u32 delay_us;
	int err = kstrtou32(buf, 10, &delay_us);

	if (err)
		return err;
	if (delay_us > LABWIRE_MAX_DELAY_US)
		return -ERANGE;
	WRITE_ONCE(wire->delay_us, delay_us);
	return len;
}
static DEVICE_ATTR_RW(delay_us);

static struct attribute *labwire_attrs[] = {
	&dev_attr_delay_us.attr,
	NULL
};

static const struct attribute_group labwire_attr_group = {
	.name = "labwire",
	.attrs = labwire_attrs,
};

static void labwire_setup(struct net_device *dev)
{
	struct labwire *wire = netdev_priv(dev);

	ether_setup(dev);
	wire->dev = dev;
	wire->speed = LABWIRE_SPEED;
	spin_lock_init(&wire->lock);
	__skb_queue_head_init(&wire->ring);
	__skb_queue_head_init(&wire->flight);
	hrtimer_init(&wire->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_SOFT);
	wire->timer.function = labwire_timer;
	dev->netdev_ops = &labwire_netdev_ops;
	dev->ethtool_ops = &labwire_ethtool_ops;
	dev->sysfs_groups[0] = &labwire_attr_group;
	dev->max_mtu = LABWIRE_MAX_MTU;
	dev->priv_flags &= ~IFF_TX_SKB_SHARING;
	dev->pcpu_stat_type = NETDEV_PCPU_STAT_TSTATS;
	dev->needs_free_netdev = true;
	eth_hw_addr_random(dev);
}

static int labwire_newlink(struct net *src_net, struct net_device *dev,
			   struct nlattr *tb[], struct nlattr *data[],
			   struct netlink_ext_ack *extack)
{
	struct labwire *wire = netdev_priv(dev);
	struct net_device *peer = NULL;
	struct labwire *far = NULL;
	int err;

	if (tb[IFLA_LINK]) {
		peer = __dev_get_by_index(src_net, nla_get_u32(tb[IFLA_LINK]));
		if (!peer || peer->netdev_ops != &labwire_netdev_ops) {
			NL_SET_ERR_MSG(extack, "link is not a labwire");
			return -EINVAL;
		}
		far = netdev_priv(peer);
		if (rtnl_dereference(far->peer)) {
			NL_SET_ERR_MSG(extack, "link has another end already");
			return -EBUSY;
		}
	}
	err = register_netdevice(dev);
	if (err)
		return err;
	netif_carrier_off(dev);
	if (peer) {
		rcu_assign_pointer(wire->peer, peer);
		rcu_assign_pointer(far->peer, dev);
	}
	return 0;
}

/* Deletes both ends: a wire has two or none. */
static void labwire_dellink(struct net_device *dev, struct list_head *head)
{
	struct labwire *wire = netdev_priv(dev);
	struct net_device *peer = rtnl_dereference(wire->peer);
	struct labwire *far;

	RCU_INIT_POINTER(wire->peer, NULL);
	unregister_netdevice_queue(dev, head);
	if (!peer)
		return;
	far = netdev_priv(peer);
	RCU_INIT_POINTER(far->peer, NULL);
	unregister_netdevice_queue(peer, head);
}

static struct rtnl_link_ops labwire_link_ops = {
	.kind = "labwire",
	.priv_size = sizeof(struct labwire),
	.setup = labwire_setup,
	.newlink = labwire_newlink,
	.dellink = labwire_dellink,
};

static int __init labwire_init(void)
{
	return rtnl_link_register(&labwire_link_ops);
}

static void __exit labwire_exit(void)
{
	rtnl_link_unregister(&labwire_link_ops);
}

module_init(labwire_init);
module_exit(labwire_exit);

MODULE_DESCRIPTION("A wire of a given rate that stops its queue");
MODULE_LICENSE("GPL");
MODULE_ALIAS_RTNL_LINK("labwire");
