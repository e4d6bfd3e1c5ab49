// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of a radio and of its lower device, for ethtool -S, netlink and
 * debugfs (ieee80211/phyN/cloudmac, cloudmac_credit).
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>

#include "cloudmac_port.h"
#include "cloudmac_radio.h"
#include "cloudmac_segments.h"
#include "cloudmac_stats.h"
#include "cloudmac_txq.h"

#define STAT_NAME(name)	#name,

static const char stat_names[CLOUDMAC_STATS_LEN][ETH_GSTRING_LEN] = {
	CLOUDMAC_RADIO_STATS(STAT_NAME)
	CLOUDMAC_PORT_STATS(STAT_NAME)
};

/**
 * cloudmac_stat_name - returns the name of a counter
 * @i: number of the counter, below CLOUDMAC_STATS_LEN
 *
 * Return: the name.
 */
const char *cloudmac_stat_name(unsigned int i)
{
	return stat_names[i];
}

/**
 * cloudmac_stats_strings - writes the names of all counters, for ethtool
 * @data: CLOUDMAC_STATS_LEN times ETH_GSTRING_LEN octets
 */
void cloudmac_stats_strings(u8 *data)
{
	memcpy(data, stat_names, sizeof(stat_names));
}

/* Updates the values that are kept elsewhere. */
static void update_load(struct cloudmac_radio *radio)
{
	struct cloudmac_radio_stats *stats = &radio->stats;
	struct cloudmac_txq_load load;

	cloudmac_txq_load(radio, &load);
	atomic64_set(&stats->txq_backlog, load.backlog);
	atomic64_set(&stats->credit_used_us, load.used);
	atomic64_set(&stats->credit_limit_us, load.limit);
	atomic64_set(&stats->credit_expired, load.expired);
	atomic64_set(&stats->credit_late, load.late);
}

/**
 * cloudmac_stats_get - reads all counters
 * @radio: the radio; the counters of its lower device are 0 after its removal
 * @data: filled with CLOUDMAC_STATS_LEN values
 */
void cloudmac_stats_get(struct cloudmac_radio *radio, u64 *data)
{
	const atomic64_t *mine = (const atomic64_t *)&radio->stats;
	const atomic64_t *ports = NULL;
	struct cloudmac_port *port;
	unsigned int i;

	BUILD_BUG_ON(sizeof(radio->stats) !=
		     CLOUDMAC_RADIO_STATS_LEN * sizeof(*mine));
	BUILD_BUG_ON(sizeof(port->stats) !=
		     CLOUDMAC_PORT_STATS_LEN * sizeof(*ports));

	update_load(radio);
	rcu_read_lock();
	port = rcu_dereference(radio->port);
	if (port) {
		cloudmac_segments_expire(port->segments, &port->stats);
		ports = (const atomic64_t *)&port->stats;
	}
	for (i = 0; i < CLOUDMAC_RADIO_STATS_LEN; i++)
		*data++ = atomic64_read(&mine[i]);
	for (i = 0; i < CLOUDMAC_PORT_STATS_LEN; i++)
		*data++ = ports ? atomic64_read(&ports[i]) : 0;
	rcu_read_unlock();
}

static int cloudmac_show(struct seq_file *file, void *unused)
{
	u64 values[CLOUDMAC_STATS_LEN];
	unsigned int i;

	cloudmac_stats_get(file->private, values);
	for (i = 0; i < CLOUDMAC_STATS_LEN; i++)
		seq_printf(file, "%s: %llu\n", stat_names[i], values[i]);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(cloudmac);

static int cloudmac_credit_show(struct seq_file *file, void *unused)
{
	cloudmac_txq_show(file->private, file);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(cloudmac_credit);

/**
 * cloudmac_stats_debugfs - creates debugfs files with the counters of a radio and
 * with the credit of each station
 * @radio: the radio
 * @dir: folder of its wiphy; the files are removed with it
 */
void cloudmac_stats_debugfs(struct cloudmac_radio *radio, struct dentry *dir)
{
	debugfs_create_file("cloudmac_credit", 0444, dir, radio,
			    &cloudmac_credit_fops);
	debugfs_create_file("cloudmac", 0444, dir, radio, &cloudmac_fops);
}
