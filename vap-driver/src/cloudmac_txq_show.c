// SPDX-License-Identifier: GPL-2.0-only
/* Reads the backlog of mac80211's queues and the airtime on its way to the WTP. */
#include <linux/seq_file.h>
#include <net/mac80211.h>

#include "cloudmac_radio.h"
#include "cloudmac_txq.h"

static void add_backlog(u64 *backlog, struct ieee80211_txq *queue)
{
	unsigned long frames, bytes;

	if (!queue)
		return;
	ieee80211_txq_get_depth(queue, &frames, &bytes);
	*backlog += frames;
}

static void add_sta_backlog(void *backlog, struct ieee80211_sta *sta)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(sta->txq); i++)
		add_backlog(backlog, sta->txq[i]);
}

static void add_vif_backlog(void *backlog, u8 *mac, struct ieee80211_vif *vif)
{
	add_backlog(backlog, vif->txq);
}

/**
 * cloudmac_txq_load - reads the backlog and the airtime on its way
 * @radio: the radio
 * @load: set
 */
void cloudmac_txq_load(struct cloudmac_radio *radio,
		       struct cloudmac_txq_load *load)
{
	struct cloudmac_txq *txq = &radio->txq;
	struct cloudmac_account *account;
	int ac;

	memset(load, 0, sizeof(*load));
	ieee80211_iterate_stations_atomic(radio->hw, add_sta_backlog,
					  &load->backlog);
	ieee80211_iterate_active_interfaces_atomic(radio->hw,
						   IEEE80211_IFACE_ITER_NORMAL,
						   add_vif_backlog,
						   &load->backlog);
	spin_lock_bh(&txq->lock);
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
		load->used += txq->pools[ac].used;
		load->expired += txq->pools[ac].expired;
		load->late += txq->pools[ac].late;
	}
	list_for_each_entry(account, &txq->accounts, entry)
		for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
			if (account->credits[ac].used)
				load->limit += cloudmac_credit_limit(
					&account->credits[ac]);
	spin_unlock_bh(&txq->lock);
}

/**
 * cloudmac_txq_show - prints the credits of all stations in use
 * @radio: the radio
 * @file: the debugfs file
 */
void cloudmac_txq_show(struct cloudmac_radio *radio, struct seq_file *file)
{
	struct cloudmac_txq *txq = &radio->txq;
	struct cloudmac_account *account;
	int ac;

	spin_lock_bh(&txq->lock);
	list_for_each_entry(account, &txq->accounts, entry)
		for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
			struct cloudmac_credit *credit = &account->credits[ac];

			seq_printf(file,
				   "%pM ac %d used %u limit %u base %u longest %u held %#x%s\n",
				   account->sta->addr, ac, credit->used,
				   cloudmac_credit_limit(credit), credit->base,
				   credit->longest, account->held[ac],
				   account->asleep ? " asleep" : "");
		}
	spin_unlock_bh(&txq->lock);
}
