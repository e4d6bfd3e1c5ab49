// SPDX-License-Identifier: GPL-2.0-only
/*
 * Access to the types and functions of mac80211_hwsim.c for the other files.
 * The patched mac80211_hwsim.c includes this file at its end.
 */

/**
 * cloudmac_hw_find - finds a radio by number or name
 * @net: network namespace of its wiphy
 * @id: number of the radio, or -1
 * @name: name of the radio, used if @id is -1
 *
 * Return: number of the radio, or -ENODEV.
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
 * cloudmac_hw_has_vap_id - checks if a radio of any namespace has a VAP id
 * @id: the VAP id
 *
 * Return: true if the permanent address of a radio ends in @id.
 */
bool cloudmac_hw_has_vap_id(u16 id)
{
	struct mac80211_hwsim_data *data;
	bool found = false;

	spin_lock_bh(&hwsim_radio_lock);
	list_for_each_entry(data, &hwsim_radios, list)
		found |= cloudmac_vap_id(data->addresses[0].addr) == id;
	spin_unlock_bh(&hwsim_radio_lock);
	return found;
}

/**
 * cloudmac_hw_next - iterates over the radios
 * @net: network namespace of their wiphys
 * @after: number of the previous radio, or -1
 * @out: set to the radio, valid while the caller holds the generic netlink lock
 *
 * Return: number of the radio, or -ENODEV.
 */
int cloudmac_hw_next(struct net *net, int after, struct cloudmac_info *out)
{
	struct mac80211_hwsim_data *data;
	int found = -ENODEV;

	/* The list is in the order of numbers. */
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
 * cloudmac_hw_new - creates a wiphy
 * @info: the request, which has the namespace and the extack
 * @p: parameters of the radio
 *
 * Return: number of the radio, or a negative error. After an error the caller
 * still owns @p->radio.
 */
int cloudmac_hw_new(struct genl_info *info, const struct cloudmac_params *p)
{
	/* The simulator looks up its own attributes here: none are set. */
	struct nlattr *none[HWSIM_ATTR_MAX + 1] = { };
	struct genl_info request = *info;
	struct hwsim_new_radio_params param = {
		.channels = p->channels,
		.use_chanctx = p->channels > 1,
		.hwname = p->name,
		.perm_addr = p->address,
		.iftypes = p->radio->role == CLOUDMAC_ROLE_STATION ?
				   BIT(NL80211_IFTYPE_STATION) :
				   BIT(NL80211_IFTYPE_STATION) |
					   BIT(NL80211_IFTYPE_AP),
		.cloudmac = p->radio,
	};

	request.attrs = none;
	return mac80211_hwsim_new_radio(&request, &param);
}

/**
 * cloudmac_hw_del - deletes a wiphy and its struct cloudmac_radio
 * @info: the request, which has the namespace
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
 * cloudmac_hw_listens - checks if a radio is on a channel
 * @hw: the radio
 * @freq: centre of the primary channel, MHz, 0 if unknown
 *
 * Return: the channel if an interface, a scan or an off-channel period of the
 * radio is on it, NULL otherwise. With @freq 0, the most likely channel.
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
 * cloudmac_hw_scans_as - checks if a radio scans with a random address
 * @hw: the radio
 * @addr: the address
 *
 * Return: true if the radio scans with @addr.
 */
bool cloudmac_hw_scans_as(struct ieee80211_hw *hw, const u8 *addr)
{
	struct mac80211_hwsim_data *data = hw->priv;

	return data->scanning && ether_addr_equal(data->scan_addr, addr);
}

/**
 * cloudmac_hw_path_gain - returns the gain of the simulated path between two
 * radios that are connected back to back
 * @hw: the radio in station mode
 *
 * Return: gain in dB, negative; debugfs sets it (hwsim/rx_rssi).
 */
int cloudmac_hw_path_gain(struct ieee80211_hw *hw)
{
	struct mac80211_hwsim_data *data = hw->priv;

	return data->rx_rssi;
}

/**
 * cloudmac_hw_count_rx - counts a received frame in the simulator's counters
 * @hw: the receiver
 * @len: length of the 802.11 frame in octets
 */
void cloudmac_hw_count_rx(struct ieee80211_hw *hw, unsigned int len)
{
	struct mac80211_hwsim_data *data = hw->priv;

	data->rx_pkts++;
	data->rx_bytes += len;
}

/**
 * cloudmac_hw_account - locates the account of a station
 * @sta: the station
 *
 * Return: the account.
 */
struct cloudmac_account *cloudmac_hw_account(struct ieee80211_sta *sta)
{
	struct hwsim_sta_priv *sp = (void *)sta->drv_priv;

	return &sp->cloudmac_account;
}

/**
 * cloudmac_hw_transmit - sends a frame of one of mac80211's queues
 * @hw: the sender
 * @sta: the receiver, NULL for a group
 * @skb: the frame; consumed
 */
void cloudmac_hw_transmit(struct ieee80211_hw *hw, struct ieee80211_sta *sta,
			  struct sk_buff *skb)
{
	struct ieee80211_tx_control control = { .sta = sta };

	mac80211_hwsim_tx(hw, &control, skb);
}

/**
 * cloudmac_hw_described - locates the time of a station's last description
 * @sta: the station
 *
 * Return: pointer to the time in jiffies, 0 stands for never.
 */
unsigned long *cloudmac_hw_described(struct ieee80211_sta *sta)
{
	struct hwsim_sta_priv *sp = (void *)sta->drv_priv;

	return &sp->cloudmac_described;
}
