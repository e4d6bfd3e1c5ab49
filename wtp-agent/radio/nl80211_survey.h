/* SPDX-License-Identifier: Apache-2.0 */
/* Surveys of nl80211: how busy channels are. */
#ifndef NL80211_SURVEY_H
#define NL80211_SURVEY_H

#include "nl80211_socket.h"
#include "survey_choice.h"

/* Adds the survey of each channel that the driver reports to 'choice'. Returns
 * 0 or a positive errno: EOPNOTSUPP if the driver reports none. */
int nl80211_get_survey(struct nl80211 *nl, int ifindex,
		       struct survey_choice *choice);

#endif
