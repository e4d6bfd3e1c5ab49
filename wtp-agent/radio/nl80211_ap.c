/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211_ap.h"

#include <errno.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <string.h>

#include "frame/frame.h"
#include "nl80211_message.h"

/* The longest interval that cfg80211 accepts, in units of 1024 us. The agent
 * injects the VAP's own beacons; the kernel always sends some of its own. */
#define BEACON_INTERVAL 10000
/* In beacon intervals; cfg80211 requires a value. */
#define LISTEN_INTERVAL 10

/* The kernel requires an SSID, which is in no frame: the beacon is a copy of
 * the VAP's, and this access point answers no probe request. */
#define PLACEHOLDER_SSID "cloudmac"

#define ELEMENT_SSID 0
#define ELEMENT_TIM  5

int nl80211_ap_create(struct nl80211 *nl, uint32_t wiphy, const char *ifname,
		      const uint8_t *address)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_NEW_INTERFACE, 0);

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_WIPHY, wiphy);
	nla_put_string(msg, NL80211_ATTR_IFNAME, ifname);
	nla_put_u32(msg, NL80211_ATTR_IFTYPE, NL80211_IFTYPE_AP);
	nla_put(msg, NL80211_ATTR_MAC, ADDR_LEN, address);
	nla_put_flag(msg, NL80211_ATTR_SOCKET_OWNER);
	return nl80211_transact(nl, msg, NULL, NULL);
}

/* A hidden SSID is empty or all zeros in the beacon. */
static void put_ssid(struct nl_msg *msg, const struct ieee80211_element *ssid)
{
	uint8_t any = 0;

	for (unsigned int i = 0; i < ssid->len; i++)
		any |= ssid->value[i];
	if (!any)
		nla_put_u32(msg, NL80211_ATTR_HIDDEN_SSID,
			    ssid->len ? NL80211_HIDDEN_SSID_ZERO_CONTENTS
				      : NL80211_HIDDEN_SSID_ZERO_LEN);
	if (ssid->len)
		nla_put(msg, NL80211_ATTR_SSID, ssid->len, ssid->value);
	else
		nla_put(msg, NL80211_ATTR_SSID, strlen(PLACEHOLDER_SSID),
			PLACEHOLDER_SSID);
}

int nl80211_ap_start(struct nl80211 *nl, int ifindex,
		     const struct nl80211_ap_settings *ap)
{
	struct ieee80211_element tim, ssid;
	struct nl_msg *msg;
	size_t head_len;

	if (!ieee80211_beacon_element(ap->beacon, ap->beacon_len, ELEMENT_TIM,
				      &tim) ||
	    tim.len < 2 || !tim.value[1] ||
	    !ieee80211_beacon_element(ap->beacon, ap->beacon_len, ELEMENT_SSID,
				      &ssid))
		return EINVAL;
	msg = nl80211_request(nl, NL80211_CMD_START_AP, 0);
	if (!msg)
		return ENOMEM;
	/* The kernel inserts its own TIM between head and tail. */
	head_len = (size_t)(tim.value - 2 - ap->beacon);
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	nla_put(msg, NL80211_ATTR_BEACON_HEAD, (int)head_len, ap->beacon);
	nla_put(msg, NL80211_ATTR_BEACON_TAIL,
		(int)(ap->beacon_len - head_len - 2 - tim.len),
		tim.value + tim.len);
	nla_put_u32(msg, NL80211_ATTR_BEACON_INTERVAL, BEACON_INTERVAL);
	nla_put_u32(msg, NL80211_ATTR_DTIM_PERIOD, tim.value[1]);
	put_ssid(msg, &ssid);
	nl80211_put_channel(msg, ap->mhz, ap->width);
	return nl80211_transact(nl, msg, NULL, NULL);
}

int nl80211_sta_add(struct nl80211 *nl, int ifindex, const uint8_t *station,
		    const struct cloudmac_station *described)
{
	const uint32_t set = 1u << NL80211_STA_FLAG_AUTHENTICATED |
			     1u << NL80211_STA_FLAG_ASSOCIATED |
			     1u << NL80211_STA_FLAG_WME;
	const struct nl80211_sta_flag_update flags = { set, set };
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_NEW_STATION, 0);

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	nla_put(msg, NL80211_ATTR_MAC, ADDR_LEN, station);
	nla_put_u16(msg, NL80211_ATTR_STA_AID, described->aid);
	nla_put_u16(msg, NL80211_ATTR_STA_LISTEN_INTERVAL, LISTEN_INTERVAL);
	nla_put(msg, NL80211_ATTR_STA_SUPPORTED_RATES, described->rates_n,
		described->rates);
	if (described->has_ht)
		nla_put(msg, NL80211_ATTR_HT_CAPABILITY, sizeof(described->ht),
			described->ht);
	if (described->has_vht)
		nla_put(msg, NL80211_ATTR_VHT_CAPABILITY,
			sizeof(described->vht), described->vht);
	nla_put(msg, NL80211_ATTR_STA_FLAGS2, sizeof(flags), &flags);
	return nl80211_transact(nl, msg, NULL, NULL);
}

int nl80211_sta_del(struct nl80211 *nl, int ifindex, const uint8_t *station)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_DEL_STATION, 0);

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	nla_put(msg, NL80211_ATTR_MAC, ADDR_LEN, station);
	return nl80211_transact(nl, msg, NULL, NULL);
}
