/* SPDX-License-Identifier: Apache-2.0 */
#include "radio_ether.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint8_t link_header[CLOUDMAC_ETH_HLEN] = {
	0xff,
	0xff,
	0xff,
	0xff,
	0xff,
	0xff,
	0x02,
	0,
	0,
	0,
	0,
	0,
	RADIO_ETHER_TYPE >> 8,
	RADIO_ETHER_TYPE & 0xff,
};

/* Waits for as long as the environment says, as the kernel may in nl80211. */
static void take_time(void)
{
	const char *text = getenv("CLOUDMAC_TEST_OPERATION_MS");
	long ms = text ? atol(text) : 0;
	struct timespec left = { ms / 1000, ms % 1000 * 1000000 };

	while (ms && nanosleep(&left, &left))
		continue;
}

static int ether_open(struct radio *radio)
{
	const char *ifname = radio->config->phy + strlen(RADIO_ETHER_PREFIX);
	const struct packet_filter filter = {
		.ethertype = RADIO_ETHER_TYPE,
		.vlan = -1,
		.promiscuous = true,
	};
	int err = netif_index(ifname, &radio->monitor);

	if (!err)
		err = netif_address(ifname, radio->address);
	if (!err)
		err = packet_open(&radio->packet, radio->monitor, &filter);
	if (err) {
		log_error("%s: %s", ifname, strerror(err));
		return err;
	}
	radio->frequency = radio->config->frequency;
	radio->power = radio->max_power = 20;
	radio->active_monitor = true;
	radio->bands = 1;
	radio->link_header_len = sizeof(link_header);
	radio->queue.link_header = link_header;
	radio->queue.link_header_len = sizeof(link_header);
	return 0;
}

static void ether_close(struct radio *radio)
{
	packet_close(&radio->packet);
}

static int ether_ack_add(struct radio *radio, unsigned int slot,
			 const uint8_t *bssid)
{
	(void)radio;
	(void)slot;
	(void)bssid;
	take_time();
	return 0;
}

/* Fails while the interface is down, for tests of failed removals. */
static int ether_ack_del(struct radio *radio, unsigned int slot)
{
	const char *ifname = radio->config->phy + strlen(RADIO_ETHER_PREFIX);

	(void)slot;
	take_time();
	return netif_is_up(ifname) ? 0 : ENETDOWN;
}

static int ether_set_frequency(struct radio *radio, unsigned int mhz)
{
	radio->frequency = mhz;
	return 0;
}

static int ether_set_power(struct radio *radio, int dbm)
{
	radio->power = dbm;
	return 0;
}

const struct radio_ops radio_ether = {
	.open = ether_open,
	.close = ether_close,
	.ack_add = ether_ack_add,
	.ack_del = ether_ack_del,
	.set_frequency = ether_set_frequency,
	.set_power = ether_set_power,
};
