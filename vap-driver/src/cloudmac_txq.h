/* SPDX-License-Identifier: GPL-2.0-only */
/* Releases frames from mac80211's queues against a credit of airtime. */
#ifndef CLOUDMAC_TXQ_H
#define CLOUDMAC_TXQ_H

#include <linux/interrupt.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <net/mac80211.h>

#include "cloudmac_credit.h"

struct cloudmac_radio;
struct seq_file;

/**
 * struct cloudmac_account - the credits of a station; part of the driver's data
 * in struct ieee80211_sta
 *
 * @sta: the station
 * @vif: its interface
 * @entry: entry in the radio's list, empty if the station is being removed
 * @ready: entry in the list of accounts whose held queues may be scheduled
 * @credits: by access category
 * @held: TIDs whose queue waits for credit, by access category
 * @kept: frames that returned because the station sleeps
 * @asleep: the station is in power save
 */
struct cloudmac_account {
	struct ieee80211_sta *sta;
	struct ieee80211_vif *vif;
	struct list_head entry;
	struct list_head ready;
	struct cloudmac_credit credits[IEEE80211_NUM_ACS];
	u16 held[IEEE80211_NUM_ACS];
	struct sk_buff_head kept;
	bool asleep;
};

/**
 * struct cloudmac_txq - release of a radio's frames
 *
 * @credit: frames wait in mac80211 while a station has no credit; false: the
 *	driver releases all frames at once
 * @lock: guards @accounts, @ready, @pools, @kept, the accounts of the stations and all
 *	charges; has_room() reads @pools without it
 * @accounts: struct cloudmac_account of each station
 * @ready: those of stations that have credit again
 * @pools: the credits in use, by access category
 * @kept: frames that all accounts keep
 * @acs: access categories to look at, atomic
 * @tasklet: releases frames
 * @timer: looks for overdue TX statuses while credit is in use
 */
struct cloudmac_txq {
	bool credit;
	spinlock_t lock;
	struct list_head accounts;
	struct list_head ready;
	struct cloudmac_credit_pool pools[IEEE80211_NUM_ACS];
	u32 kept;
	unsigned long acs;
	struct tasklet_struct tasklet;
	struct timer_list timer;
};

/**
 * struct cloudmac_txq_load - frames that wait, and airtime on its way
 *
 * @backlog: frames that wait in mac80211
 * @used: airtime on its way to the WTP, in microseconds
 * @limit: limits of the credits in use, in microseconds
 * @expired: charges whose TX status was overdue
 * @late: TX statuses that arrived after that
 */
struct cloudmac_txq_load {
	u64 backlog;
	u64 used;
	u64 limit;
	u64 expired;
	u64 late;
};

void cloudmac_txq_init(struct cloudmac_radio *radio);
void cloudmac_txq_setup(struct cloudmac_radio *radio);
void cloudmac_txq_stop(struct cloudmac_radio *radio);
void cloudmac_txq_wake(struct cloudmac_radio *radio, struct ieee80211_txq *txq);
void cloudmac_txq_sta_add(struct cloudmac_radio *radio,
			  struct ieee80211_vif *vif,
			  struct ieee80211_sta *sta);
void cloudmac_txq_sta_remove(struct cloudmac_radio *radio,
			     struct ieee80211_sta *sta);
void cloudmac_txq_sta_sleeps(struct cloudmac_radio *radio,
			     struct ieee80211_sta *sta, bool asleep);
void cloudmac_txq_release(struct cloudmac_radio *radio,
			  struct ieee80211_sta *sta, u16 tids, int count,
			  bool more);
bool cloudmac_txq_keep(struct cloudmac_radio *radio, struct sk_buff *skb);
struct sk_buff *cloudmac_txq_next_kept(struct cloudmac_radio *radio,
				       struct cloudmac_account *account,
				       u16 tids);
u16 cloudmac_txq_kept_tids(struct cloudmac_radio *radio,
			   struct cloudmac_account *account);
void cloudmac_txq_charge(struct cloudmac_radio *radio,
			 struct cloudmac_charge *charge,
			 struct ieee80211_sta *sta, struct sk_buff *skb);
void cloudmac_txq_report(struct cloudmac_radio *radio,
			 struct cloudmac_charge *charge, bool arrived,
			 u32 used);
void cloudmac_txq_load(struct cloudmac_radio *radio,
		       struct cloudmac_txq_load *load);
void cloudmac_txq_show(struct cloudmac_radio *radio, struct seq_file *file);

#endif /* CLOUDMAC_TXQ_H */
