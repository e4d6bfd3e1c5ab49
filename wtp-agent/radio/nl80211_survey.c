/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211_survey.h"

#include <errno.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "nl80211_message.h"

/* Reads a time in ms. Notes in '*flags' that there is one. */
static u64 read_time(struct nlattr *attr, u8 *flags, u8 flag)
{
	if (!attr)
		return 0;
	*flags |= flag;
	return nla_get_u64(attr);
}

static void read_values(struct nlattr *const *attrs,
			struct cloudmac_survey *survey)
{
	u8 *flags = &survey->flags;

	survey->frequency =
		(u16)nla_get_u32(attrs[NL80211_SURVEY_INFO_FREQUENCY]);
	if (attrs[NL80211_SURVEY_INFO_NOISE]) {
		*flags |= CLOUDMAC_SURVEY_NOISE;
		survey->noise =
			(s8)nla_get_u8(attrs[NL80211_SURVEY_INFO_NOISE]);
	}
	survey->time = read_time(attrs[NL80211_SURVEY_INFO_TIME], flags,
				 CLOUDMAC_SURVEY_TIME);
	survey->busy = read_time(attrs[NL80211_SURVEY_INFO_TIME_BUSY], flags,
				 CLOUDMAC_SURVEY_BUSY);
	survey->tx = read_time(attrs[NL80211_SURVEY_INFO_TIME_TX], flags,
			       CLOUDMAC_SURVEY_TX);
	survey->rx = read_time(attrs[NL80211_SURVEY_INFO_TIME_RX], flags,
			       CLOUDMAC_SURVEY_RX);
}

static int on_survey(struct nl_msg *msg, void *arg)
{
	struct genlmsghdr *head = nlmsg_data(nlmsg_hdr(msg));
	struct nlattr *attrs[NL80211_SURVEY_INFO_MAX + 1];
	struct nlattr *nested =
		nla_find(genlmsg_attrdata(head, 0), genlmsg_attrlen(head, 0),
			 NL80211_ATTR_SURVEY_INFO);
	struct cloudmac_survey survey = { 0 };

	/* Some drivers have one survey of all channels, without a frequency.
	 */
	if (!nested ||
	    nla_parse_nested(attrs, NL80211_SURVEY_INFO_MAX, nested, NULL) ||
	    !attrs[NL80211_SURVEY_INFO_FREQUENCY])
		return NL_SKIP;
	read_values(attrs, &survey);
	survey_choose(arg, &survey, attrs[NL80211_SURVEY_INFO_IN_USE]);
	return NL_SKIP;
}

int nl80211_get_survey(struct nl80211 *nl, int ifindex,
		       struct survey_choice *choice)
{
	struct nl_msg *msg =
		nl80211_request(nl, NL80211_CMD_GET_SURVEY, NLM_F_DUMP);

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	return nl80211_transact(nl, msg, on_survey, choice);
}
