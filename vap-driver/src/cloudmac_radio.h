/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A radio: one wiphy of this driver.
 *
 *   mac80211 --txq--> wrap --> port --> lower Ethernet device
 *                     \-> status (frames that await their TX status)
 *   lower device --> port --> rx --> deliver (queue) --> mac80211
 */
#ifndef CLOUDMAC_RADIO_H
#define CLOUDMAC_RADIO_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <net/mac80211.h>

#include "cloudmac_deliver.h"
#include "cloudmac_eht.h"
#include "cloudmac_heard.h"
#include "cloudmac_hello.h"
#include "cloudmac_scan.h"
#include "cloudmac_stats.h"
#include "cloudmac_status.h"
#include "cloudmac_surveys.h"
#include "cloudmac_txq.h"
#include "cloudmac_uapi.h"

#define CLOUDMAC_VLAN_NONE	0

struct cloudmac_duplicates;
struct cloudmac_port;
struct cloudmac_quota;

/**
 * struct cloudmac_radio - one wiphy of this driver
 *
 * @hw: the radio in mac80211, set before it is registered
 * @role: antenna of access points, or of one virtual station; constant
 * @port: the lower device, NULL after its removal; RTNL to write, RCU to read
 * @attached_entry: entry in the port's list while @port is set
 * @port_entry: entry in the port's list while the radio receives
 * @quota: limits that the radio shares with others of its user namespace
 * @vlan: VLAN id on the lower device, or CLOUDMAC_VLAN_NONE
 * @started: mac80211 accepts frames
 * @beacon_seq: sequence number of the next beacon
 * @pending: frames that await their TX status
 * @own: its own capabilities
 * @txq: release of the frames that mac80211 holds
 * @heard: transmitters heard recently (station mode)
 * @surveys: how busy its channel is
 * @hello: hellos of the virtual station
 * @scan: scan of the virtual station
 * @duplicates: numbers of recent uplink frames
 * @delivery: the queue towards mac80211
 * @stats: counters
 */
struct cloudmac_radio {
	struct ieee80211_hw *hw;
	enum cloudmac_role role;
	struct cloudmac_port __rcu *port;
	struct list_head attached_entry;
	struct list_head port_entry;
	struct cloudmac_quota *quota;
	u16 vlan;
	bool started;
	atomic_t beacon_seq;
	struct cloudmac_pending pending;
	struct cloudmac_bands own;
	struct cloudmac_txq txq;
	struct cloudmac_heard heard;
	struct cloudmac_surveys surveys;
	struct cloudmac_hello hello;
	struct cloudmac_scan scan;
	struct cloudmac_duplicates *duplicates;
	struct cloudmac_delivery delivery;
	struct cloudmac_radio_stats stats;
};

struct cloudmac_radio *cloudmac_radio_alloc(struct net *net,
					    struct netlink_ext_ack *extack);
void cloudmac_radio_free(struct cloudmac_radio *radio);
void cloudmac_radio_setup(struct cloudmac_radio *radio,
			  struct ieee80211_hw *hw);
void cloudmac_radio_start(struct cloudmac_radio *radio);
void cloudmac_radio_stop(struct cloudmac_radio *radio);

#endif /* CLOUDMAC_RADIO_H */
