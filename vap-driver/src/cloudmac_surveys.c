// SPDX-License-Identifier: GPL-2.0-only
/*
 * How busy the channel of a radio is. Only a WTP knows, so it sends reports. Several
 * WTPs may do so, and each counts from a start of its own: a radio follows the
 * reports of one until that one is silent. It adds up the differences of times, so
 * its own times never go backwards.
 */
#include <linux/etherdevice.h>
#include <linux/jiffies.h>
#include <net/mac80211.h>

#include "cloudmac_glue.h"
#include "cloudmac_radio.h"
#include "cloudmac_surveys.h"

#define SILENT		(5 * HZ)
#define DIFFERENCE_MAX	10000	/* ms between two reports */

/**
 * cloudmac_surveys_init - initializes the surveys of a radio
 * @surveys: set to those without a report
 */
void cloudmac_surveys_init(struct cloudmac_surveys *surveys)
{
	memset(surveys, 0, sizeof(*surveys));
	spin_lock_init(&surveys->lock);
}

/* Checks if the WTP's radio still reports. */
static bool is_fresh(const struct cloudmac_surveys *surveys)
{
	return surveys->known &&
	       time_before(jiffies, surveys->when + SILENT);
}

static bool is_next(u64 before, u64 now)
{
	return now >= before && now - before <= DIFFERENCE_MAX;
}

/* Checks if both reports count from the same start. */
static bool is_continuation(const struct cloudmac_survey *before,
			    const struct cloudmac_survey *now)
{
	return before->frequency == now->frequency &&
	       before->flags == now->flags &&
	       is_next(before->time, now->time) &&
	       is_next(before->busy, now->busy) &&
	       is_next(before->tx, now->tx) && is_next(before->rx, now->rx);
}

/* Adds the differences of two reports to the sums. */
static void add_differences(struct cloudmac_survey *sum,
			    const struct cloudmac_survey *before,
			    const struct cloudmac_survey *now)
{
	sum->time += now->time - before->time;
	sum->busy += now->busy - before->busy;
	sum->tx += now->tx - before->tx;
	sum->rx += now->rx - before->rx;
}

/**
 * cloudmac_surveys_add - adds a report
 * @surveys: the surveys of a radio
 * @source: address of the WTP's radio
 * @survey: its report about the channel of the radio
 *
 * Return: false if the reports of another radio count.
 */
bool cloudmac_surveys_add(struct cloudmac_surveys *surveys, const u8 *source,
			  const struct cloudmac_survey *survey)
{
	bool same;

	spin_lock_bh(&surveys->lock);
	same = surveys->known && ether_addr_equal(surveys->source, source);
	if (!same && is_fresh(surveys)) {
		spin_unlock_bh(&surveys->lock);
		return false;
	}
	if (!surveys->known)
		surveys->sum = *survey;
	else if (same && is_continuation(&surveys->last, survey))
		add_differences(&surveys->sum, &surveys->last, survey);
	surveys->last = *survey;
	ether_addr_copy(surveys->source, source);
	surveys->when = jiffies;
	surveys->known = true;
	spin_unlock_bh(&surveys->lock);
	return true;
}

/* Reads the values of the last report. Returns false if the WTP's radio is silent. */
static bool read_values(struct cloudmac_surveys *surveys,
			struct cloudmac_survey *values)
{
	bool fresh;

	spin_lock_bh(&surveys->lock);
	fresh = is_fresh(surveys);
	*values = surveys->sum;
	values->frequency = surveys->last.frequency;
	values->flags = surveys->last.flags;
	values->noise = surveys->last.noise;
	spin_unlock_bh(&surveys->lock);
	return fresh;
}

static u32 filled(u8 flags)
{
	return (flags & CLOUDMAC_SURVEY_NOISE ? SURVEY_INFO_NOISE_DBM : 0) |
	       (flags & CLOUDMAC_SURVEY_TIME ? SURVEY_INFO_TIME : 0) |
	       (flags & CLOUDMAC_SURVEY_BUSY ? SURVEY_INFO_TIME_BUSY : 0) |
	       (flags & CLOUDMAC_SURVEY_TX ? SURVEY_INFO_TIME_TX : 0) |
	       (flags & CLOUDMAC_SURVEY_RX ? SURVEY_INFO_TIME_RX : 0);
}

/**
 * cloudmac_surveys_get - describes the channel in use to mac80211
 * @radio: the radio
 * @index: number of the channel; there is one
 * @info: set to the values, without any if no WTP reports
 *
 * Return: 0, or -ENOENT if there is no such channel.
 */
int cloudmac_surveys_get(struct cloudmac_radio *radio, int index,
			 struct survey_info *info)
{
	struct cloudmac_survey values;
	bool fresh;

	if (index)
		return -ENOENT;
	fresh = read_values(&radio->surveys, &values);
	if (fresh)
		info->channel = cloudmac_hw_listens(radio->hw,
						    values.frequency);
	if (!fresh || !info->channel) {
		info->channel = cloudmac_hw_listens(radio->hw, 0);
		info->filled = SURVEY_INFO_IN_USE;
		return info->channel ? 0 : -ENOENT;
	}
	info->filled = SURVEY_INFO_IN_USE | filled(values.flags);
	info->noise = values.noise;
	info->time = values.time;
	info->time_busy = values.busy;
	info->time_tx = values.tx;
	info->time_rx = values.rx;
	return 0;
}
