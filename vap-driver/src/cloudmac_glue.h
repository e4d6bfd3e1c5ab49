/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Access to the types and functions of mac80211_hwsim.c. The patched
 * mac80211_hwsim.c includes cloudmac_glue.c, which implements this.
 */
#ifndef CLOUDMAC_GLUE_H
#define CLOUDMAC_GLUE_H

#include <net/genetlink.h>
#include <net/mac80211.h>

struct cloudmac_account;
struct cloudmac_radio;

/**
 * struct cloudmac_params - parameters of a new radio
 *
 * @radio: the CloudMAC side, attached to its lower device; not owned
 * @name: name of the wiphy, NULL lets the kernel choose
 * @address: permanent address
 * @channels: number of channels in use at the same time
 */
struct cloudmac_params {
	struct cloudmac_radio *radio;
	const char *name;
	const u8 *address;
	u32 channels;
};

/**
 * struct cloudmac_info - description of a radio
 *
 * @id: number of the radio
 * @name: name of its wiphy
 * @address: its permanent address
 * @channels: number of channels in use at the same time
 * @radio: valid until the generic netlink lock is released
 */
struct cloudmac_info {
	int id;
	const char *name;
	const u8 *address;
	u32 channels;
	struct cloudmac_radio *radio;
};

int cloudmac_hw_new(struct genl_info *info, const struct cloudmac_params *p);
int cloudmac_hw_del(struct genl_info *info, int id);
int cloudmac_hw_find(struct net *net, int id, const char *name);
bool cloudmac_hw_has_vap_id(u16 id);
int cloudmac_hw_next(struct net *net, int after, struct cloudmac_info *out);
struct ieee80211_channel *cloudmac_hw_listens(struct ieee80211_hw *hw,
					      u16 freq);
bool cloudmac_hw_scans_as(struct ieee80211_hw *hw, const u8 *addr);
int cloudmac_hw_path_gain(struct ieee80211_hw *hw);
void cloudmac_hw_count_rx(struct ieee80211_hw *hw, unsigned int len);
struct cloudmac_account *cloudmac_hw_account(struct ieee80211_sta *sta);
void cloudmac_hw_transmit(struct ieee80211_hw *hw, struct ieee80211_sta *sta,
			  struct sk_buff *skb);
unsigned long *cloudmac_hw_described(struct ieee80211_sta *sta);

#endif /* CLOUDMAC_GLUE_H */
