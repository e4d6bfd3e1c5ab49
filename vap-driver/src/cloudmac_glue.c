// SPDX-License-Identifier: GPL-2.0-only
/*
 * Included at the end of the patched mac80211_hwsim.c, whose types and
 * functions are its own: what the rest of the driver needs of them.
 */

/**
 * cloudmac_hw_find - find a radio
 * @net: network namespace that its wiphy is in
 * @id: its number, or -1
 * @name: its name, used if @id is -1
 *
 * Return: its number or -ENODEV.
 */
int cloudmac_hw_find(struct net *net, int id, const char *name)
{
	struct mac80211_hwsim_data *data;
	int found = -ENODEV;

	spin_lock_bh(&hwsim_radio_lock);
	list_for_each_entry(data, &hwsim_radios, list) {
		if (!net_eq(wiphy_net(data->hw->wiphy), net))
			continue;
		if (id >= 0 ? data->idx == id :
			      !strcmp(name, wiphy_name(data->hw->wiphy))) {
			found = data->idx;
			break;
		}
	}
	spin_unlock_bh(&hwsim_radio_lock);
	return found;
}

/**
 * cloudmac_hw_next - walk through the radios
 * @net: network namespace that their wiphys are in
 * @after: number of the radio before, or -1
 * @out: the radio, valid while the caller holds the generic netlink lock
 *
 * Return: its number or -ENODEV.
 */
int cloudmac_hw_next(struct net *net, int after, struct cloudmac_info *out)
{
	struct mac80211_hwsim_data *data;
	int found = -ENODEV;

	/* numbers grow along the list */
	spin_lock_bh(&hwsim_radio_lock);
	list_for_each_entry(data, &hwsim_radios, list) {
		if (data->idx <= after ||
		    !net_eq(wiphy_net(data->hw->wiphy), net))
			continue;
		out->id = data->idx;
		out->name = wiphy_name(data->hw->wiphy);
		out->address = data->addresses[0].addr;
		out->channels = data->channels;
		out->radio = data->cloudmac;
		found = data->idx;
		break;
	}
	spin_unlock_bh(&hwsim_radio_lock);
	return found;
}

/**
 * cloudmac_hw_new - create a wiphy
 * @info: the request, for its namespace and its extack
 * @p: what it shall be
 *
 * Return: its number, or a negative error; then @p->radio is the caller's.
 */
int cloudmac_hw_new(struct genl_info *info, const struct cloudmac_params *p)
{
	/* the simulator looks its own attributes up in here: there are none */
	struct nlattr *none[HWSIM_ATTR_MAX + 1] = { };
	struct genl_info request = *info;
	struct hwsim_new_radio_params param = {
		.channels = p->channels,
		.use_chanctx = p->channels > 1,
		.hwname = p->name,
		.perm_addr = p->address,
		.iftypes = BIT(NL80211_IFTYPE_STATION) |
			   BIT(NL80211_IFTYPE_AP),
		.cloudmac = p->radio,
	};

	request.attrs = none;
	return mac80211_hwsim_new_radio(&request, &param);
}

/**
 * cloudmac_hw_del - delete a wiphy, and its struct cloudmac_radio
 * @info: the request, for its namespace
 * @id: number of the radio
 *
 * Return: 0 or -ENODEV.
 */
int cloudmac_hw_del(struct genl_info *info, int id)
{
	struct mac80211_hwsim_data *data;

	spin_lock_bh(&hwsim_radio_lock);
	list_for_each_entry(data, &hwsim_radios, list) {
		if (data->idx != id ||
		    !net_eq(wiphy_net(data->hw->wiphy), genl_info_net(info)))
			continue;
		list_del(&data->list);
		rhashtable_remove_fast(&hwsim_radios_rht, &data->rht,
				       hwsim_rht_params);
		hwsim_radios_generation++;
		spin_unlock_bh(&hwsim_radio_lock);
		mac80211_hwsim_del_radio(data, wiphy_name(data->hw->wiphy),
					 info);
		return 0;
	}
	spin_unlock_bh(&hwsim_radio_lock);
	return -ENODEV;
}

/**
 * cloudmac_hw_listens - is a radio on a channel?
 * @hw: the radio
 * @freq: centre of the primary channel, MHz, 0: not known
 *
 * Return: the channel if some interface, scan or off-channel period of the
 * radio is on it; with @freq 0 the one that the radio is most likely on; NULL
 * if the radio does not hear it.
 */
struct ieee80211_channel *cloudmac_hw_listens(struct ieee80211_hw *hw,
					      u16 freq)
{
	struct mac80211_hwsim_data *data = hw->priv;
	struct tx_iter_data iter = { };

	if (data->idle && !data->tmp_chan)
		return NULL;
	if (!freq)
		return data->tmp_chan ?: data->channel;
	iter.channel = ieee80211_get_channel(hw->wiphy, freq);
	if (!iter.channel)
		return NULL;
	if (hwsim_chans_compat(iter.channel, data->tmp_chan) ||
	    hwsim_chans_compat(iter.channel, data->channel))
		return iter.channel;
	ieee80211_iterate_active_interfaces_atomic(hw,
						   IEEE80211_IFACE_ITER_NORMAL,
						   mac80211_hwsim_tx_iter,
						   &iter);
	return iter.receive ? iter.channel : NULL;
}

/**
 * cloudmac_hw_scans_as - does a radio scan under a random address?
 * @hw: the radio
 * @addr: the address
 *
 * Return: true if it is that one.
 */
bool cloudmac_hw_scans_as(struct ieee80211_hw *hw, const u8 *addr)
{
	struct mac80211_hwsim_data *data = hw->priv;

	return data->scanning && ether_addr_equal(data->scan_addr, addr);
}

/**
 * cloudmac_hw_path_gain - gain of the imagined path between two radios that
 * are connected back to back
 * @hw: the receiving one, or the sending one in station mode
 *
 * Return: dB, negative; set in debugfs (hwsim/rx_rssi).
 */
int cloudmac_hw_path_gain(struct ieee80211_hw *hw)
{
	struct mac80211_hwsim_data *data = hw->priv;

	return data->rx_rssi;
}

/**
 * cloudmac_hw_count_rx - count a frame in the simulator's own counters
 * @hw: the receiver
 * @len: octets of 802.11
 */
void cloudmac_hw_count_rx(struct ieee80211_hw *hw, unsigned int len)
{
	struct mac80211_hwsim_data *data = hw->priv;

	data->rx_pkts++;
	data->rx_bytes += len;
}

/**
 * cloudmac_hw_described - when was a station last described to the WTP?
 * @sta: the station
 *
 * Return: where that is kept: jiffies, 0 for never.
 */
unsigned long *cloudmac_hw_described(struct ieee80211_sta *sta)
{
	struct hwsim_sta_priv *sp = (void *)sta->drv_priv;

	return &sp->cloudmac_described;
}
