/* SPDX-License-Identifier: GPL-2.0-only */
/* How busy the channel of a radio is, by the survey reports of a WTP. */
#ifndef CLOUDMAC_SURVEYS_H
#define CLOUDMAC_SURVEYS_H

#include <linux/if_ether.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "cloudmac_survey.h"

struct cloudmac_radio;
struct survey_info;

/**
 * struct cloudmac_surveys - the reports of one WTP's radio
 *
 * @lock: guards the rest
 * @known: there has been a report
 * @source: address of the radio that reports
 * @when: jiffies of its last report
 * @last: the last report
 * @sum: its values; the times are sums over all radios that reported
 */
struct cloudmac_surveys {
	spinlock_t lock;
	bool known;
	u8 source[ETH_ALEN] __aligned(2);
	unsigned long when;
	struct cloudmac_survey last;
	struct cloudmac_survey sum;
};

void cloudmac_surveys_init(struct cloudmac_surveys *surveys);
bool cloudmac_surveys_add(struct cloudmac_surveys *surveys, const u8 *source,
			  const struct cloudmac_survey *survey);
int cloudmac_surveys_get(struct cloudmac_radio *radio, int index,
			 struct survey_info *info);

#endif /* CLOUDMAC_SURVEYS_H */
