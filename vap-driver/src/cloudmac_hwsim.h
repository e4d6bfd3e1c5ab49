/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of cloudmac_hwsim and what they offer each other, grouped by the
 * file that implements it.
 *
 *   mac80211 --tx--> wrap --> port --> lower Ethernet device
 *                     \-> status (frames whose TX status is awaited)
 *   lower device --> port --> rx --> radio (queue) --> mac80211
 */
#ifndef CLOUDMAC_HWSIM_H
#define CLOUDMAC_HWSIM_H

#include <linux/atomic.h>
#include <linux/ethtool.h>
#include <linux/interrupt.h>
#include <linux/jiffies.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <net/genetlink.h>
#include <net/mac80211.h>

#include "cloudmac.h"
#include "cloudmac_compat.h"
#include "cloudmac_radiotap.h"
#include "cloudmac_stats.h"
#include "cloudmac_uapi.h"

/* Frames that the lower device may deliver before mac80211 has taken them. */
#define CLOUDMAC_EVENTS_MAX	2048
#define CLOUDMAC_PENDING_BUCKETS 256
#define CLOUDMAC_HEARD_MAX	8
#define CLOUDMAC_VLAN_NONE	0

struct cloudmac_radio;

/* cloudmac_port.c: the lower Ethernet device */

/**
 * struct cloudmac_port - a lower device that carries CloudMAC frames
 *
 * @dev: the device, held as long as the port exists
 * @tracker: of that reference
 * @attached: struct cloudmac_radio by @attached_entry: all of them; RTNL
 * @radios: struct cloudmac_radio by @port_entry: those that receive; RTNL to
 *	write, RCU to read
 * @stats: frames dropped before a radio was found
 * @rcu: to free it
 */
struct cloudmac_port {
	struct net_device *dev;
	netdevice_tracker tracker;
	struct list_head attached;
	struct list_head radios;
	struct cloudmac_port_stats stats;
	struct rcu_head rcu;
};

int cloudmac_port_init(void);
void cloudmac_port_exit(void);
int cloudmac_port_attach(struct cloudmac_radio *radio, struct net *net,
			 u32 ifindex, struct netlink_ext_ack *extack);
void cloudmac_port_listen(struct cloudmac_radio *radio);
void cloudmac_port_unlisten(struct cloudmac_radio *radio);
void cloudmac_port_detach(struct cloudmac_radio *radio);
void cloudmac_port_send(struct cloudmac_radio *radio, struct sk_buff *skb);

/* cloudmac_status.c: frames that wait for their TX status */

/**
 * struct cloudmac_pending - the frames of a radio that were sent and whose
 * TX status has not come yet
 *
 * @lock: guards the rest
 * @age: struct cloudmac_waiting of every frame, the oldest first
 * @buckets: the same by receiver, type and sequence control
 * @count: frames that wait
 * @max: frames at most, the oldest is given up for a new one
 * @timeout: jiffies after which a frame is given up
 * @expire: gives up the frames whose time is over
 */
struct cloudmac_pending {
	spinlock_t lock;
	struct list_head age;
	struct hlist_head buckets[CLOUDMAC_PENDING_BUCKETS];
	u32 count;
	u32 max;
	unsigned long timeout;
	struct delayed_work expire;
};

void cloudmac_pending_init(struct cloudmac_pending *pending);
bool cloudmac_pending_add(struct cloudmac_radio *radio, struct sk_buff *skb);
void cloudmac_pending_complete(struct cloudmac_radio *radio,
			       const struct cloudmac_frame *frame);
void cloudmac_pending_flush(struct cloudmac_radio *radio);
bool cloudmac_needs_ack(const struct ieee80211_tx_info *info, const u8 *frame);
void cloudmac_report(struct cloudmac_radio *radio, struct sk_buff *skb,
		     bool acked, const struct cloudmac_radiotap *rt);

/* cloudmac_heard.c: whom a station hears */

/**
 * struct cloudmac_heard - transmitters heard lately
 *
 * @lock: guards the rest
 * @freq: channel of the last frame that was sent, MHz
 * @tuned: since when (jiffies)
 * @slot: the last transmitters, and when (jiffies)
 */
struct cloudmac_heard {
	spinlock_t lock;
	u16 freq;
	unsigned long tuned;
	struct {
		u8 addr[ETH_ALEN];
		unsigned long when;
	} slot[CLOUDMAC_HEARD_MAX];
};

void cloudmac_heard_init(struct cloudmac_heard *heard);
void cloudmac_heard_note(struct cloudmac_heard *heard, const u8 *addr);
void cloudmac_heard_on(struct cloudmac_heard *heard, u16 freq);
bool cloudmac_heard_lately(struct cloudmac_heard *heard, const u8 *addr);

/* cloudmac_duplicate.c: frames that came before */

struct cloudmac_duplicates;

struct cloudmac_duplicates *cloudmac_duplicates_alloc(void);
void cloudmac_duplicates_free(struct cloudmac_duplicates *duplicates);
bool cloudmac_duplicate(struct cloudmac_duplicates *duplicates,
			const struct ieee80211_hdr *hdr, unsigned int len);

/* cloudmac_radio.c: a radio, and what it hands to mac80211 */

/**
 * struct cloudmac_radio - one wiphy of this driver
 *
 * @hw: the radio in mac80211, set before it is registered
 * @port: the lower device, NULL once that has gone; RTNL to write, RCU to read
 * @attached_entry: in the port's list, as long as @port is set
 * @port_entry: in the port's list while the radio listens
 * @vlan: VLAN id on the lower device, or CLOUDMAC_VLAN_NONE
 * @started: mac80211 takes frames
 * @beacon_seq: sequence number of the next beacon
 * @pending: frames whose TX status is awaited
 * @heard: transmitters heard lately (station mode)
 * @duplicates: the uplink frames that came last
 * @events: frames received and frames with a TX status, on the way to mac80211
 * @deliver: takes them there, one after the other as mac80211 demands
 * @stats: counters
 */
struct cloudmac_radio {
	struct ieee80211_hw *hw;
	struct cloudmac_port __rcu *port;
	struct list_head attached_entry;
	struct list_head port_entry;
	u16 vlan;
	bool started;
	atomic_t beacon_seq;
	struct cloudmac_pending pending;
	struct cloudmac_heard heard;
	struct cloudmac_duplicates *duplicates;
	struct sk_buff_head events;
	struct tasklet_struct deliver;
	struct cloudmac_radio_stats stats;
};

/* How an skb in @events goes to mac80211; kept in skb->pkt_type, which
 * mac80211 itself uses so between driver and tasklet.
 */
enum cloudmac_event {
	CLOUDMAC_EVENT_RX = 1,
	CLOUDMAC_EVENT_STATUS = 2,
	CLOUDMAC_EVENT_UNKNOWN = 3,	/* no status is known: free it */
};

struct cloudmac_radio *cloudmac_radio_alloc(void);
void cloudmac_radio_free(struct cloudmac_radio *radio);
void cloudmac_radio_setup(struct cloudmac_radio *radio,
			  struct ieee80211_hw *hw);
void cloudmac_radio_start(struct cloudmac_radio *radio);
void cloudmac_radio_stop(struct cloudmac_radio *radio);
void cloudmac_radio_event(struct cloudmac_radio *radio, struct sk_buff *skb,
			  enum cloudmac_event event);
bool cloudmac_radio_busy(struct cloudmac_radio *radio);

/* cloudmac_wrap.c: from mac80211 to the wire */

void cloudmac_tx(struct cloudmac_radio *radio,
		 struct ieee80211_channel *channel, struct ieee80211_sta *sta,
		 struct sk_buff *skb);
void cloudmac_tx_untracked(struct cloudmac_radio *radio,
			   struct ieee80211_channel *channel,
			   struct sk_buff *skb);
void cloudmac_send_status(struct cloudmac_radio *radio,
			  const struct cloudmac_frame *frame,
			  const struct cloudmac_rate *rate);

/* cloudmac_station.c: what a WTP has to know of a station */

void cloudmac_station_of(struct cloudmac_station *station,
			 struct ieee80211_hw *hw, struct ieee80211_sta *sta,
			 struct sk_buff *skb);

/* cloudmac_rx.c: from the wire to mac80211 */

rx_handler_result_t cloudmac_rx_handler(struct sk_buff **pskb);

/* cloudmac_rate.c: mac80211's rates, radiotap's rates */

void cloudmac_chain_from_tx(struct cloudmac_chain *chain,
			    struct ieee80211_hw *hw,
			    const struct ieee80211_tx_info *info);
bool cloudmac_rates_possible(const struct cloudmac_radiotap *rt,
			     const struct ieee80211_supported_band *band,
			     const struct ieee80211_sta *sta);
bool cloudmac_chain_to_tx(const struct cloudmac_chain *chain,
			  const struct ieee80211_supported_band *band,
			  struct ieee80211_tx_rate *tx);
bool cloudmac_rate_to_tx(const struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 struct ieee80211_tx_rate *tx);
void cloudmac_rate_to_rx(const struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 struct ieee80211_rx_status *status);
int cloudmac_radiotap_parse(const struct cloudmac_frame *frame,
			    struct cloudmac_radiotap *rt, bool *bad_fcs);

/* cloudmac_netlink.c: radios created and deleted by user space */

/**
 * struct cloudmac_params - of a new radio
 *
 * @radio: the CloudMAC side, attached to its lower device; not owned
 * @name: of the wiphy, NULL: the kernel chooses
 * @address: permanent address
 * @channels: used at the same time
 */
struct cloudmac_params {
	struct cloudmac_radio *radio;
	const char *name;
	const u8 *address;
	u32 channels;
};

/**
 * struct cloudmac_info - a radio described
 *
 * @id: its number
 * @name: of its wiphy
 * @address: its permanent address
 * @channels: used at the same time
 * @radio: valid until the generic netlink lock is released
 */
struct cloudmac_info {
	int id;
	const char *name;
	const u8 *address;
	u32 channels;
	struct cloudmac_radio *radio;
};

int cloudmac_netlink_init(void);
void cloudmac_netlink_exit(void);

/* cloudmac_glue.c, compiled into the patched mac80211_hwsim.c: what only that
 * file knows
 */

int cloudmac_hw_new(struct genl_info *info, const struct cloudmac_params *p);
int cloudmac_hw_del(struct genl_info *info, int id);
int cloudmac_hw_find(struct net *net, int id, const char *name);
int cloudmac_hw_next(struct net *net, int after, struct cloudmac_info *out);
struct ieee80211_channel *cloudmac_hw_listens(struct ieee80211_hw *hw,
					      u16 freq);
bool cloudmac_hw_scans_as(struct ieee80211_hw *hw, const u8 *addr);
int cloudmac_hw_path_gain(struct ieee80211_hw *hw);
void cloudmac_hw_count_rx(struct ieee80211_hw *hw, unsigned int len);
unsigned long *cloudmac_hw_described(struct ieee80211_sta *sta);

#endif /* CLOUDMAC_HWSIM_H */
