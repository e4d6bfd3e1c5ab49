/* SPDX-License-Identifier: Apache-2.0 */
#include "radio_ether.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

/* The channel that a radio has, as a kernel would know it. */
static struct radio_state channels[CONFIG_RADIOS_MAX];

/* Writes an octet to the FIFO 'begun' and waits for one from the FIFO 'go' in
 * 'folder'. Does not wait if these do not exist. */
static void pass_gate(const char *folder)
{
	char path[128], octet = 0;
	int begun, go;

	snprintf(path, sizeof(path), "%s/begun", folder);
	begun = open(path, O_RDWR | O_CLOEXEC);
	snprintf(path, sizeof(path), "%s/go", folder);
	go = open(path, O_RDWR | O_CLOEXEC);
	if (begun >= 0 && go >= 0 && write(begun, &octet, 1) == 1)
		(void)!read(go, &octet, 1);
	close(begun);
	close(go);
}

/* Waits as the environment says, as the kernel may in nl80211: for a time, or
 * at a gate. */
static void take_time(void)
{
	const char *text = getenv("CLOUDMAC_TEST_OPERATION_MS");
	const char *gate = getenv("CLOUDMAC_TEST_OPERATION_GATE");
	long ms = text ? atol(text) : 0;
	struct timespec left = { ms / 1000, ms % 1000 * 1000000 };

	while (ms && nanosleep(&left, &left))
		continue;
	if (gate)
		pass_gate(gate);
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
	channels[radio->index] =
		(struct radio_state){ radio->config->frequency, 20, 20 };
	radio_update(radio, &channels[radio->index]);
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

static int ether_ack_add(const struct radio *radio, unsigned int slot,
			 const uint8_t *bssid)
{
	(void)radio;
	(void)slot;
	(void)bssid;
	take_time();
	return 0;
}

/* Fails while the interface is down, for tests of failed removals. */
static int ether_ack_del(const struct radio *radio, unsigned int slot)
{
	const char *ifname = radio->config->phy + strlen(RADIO_ETHER_PREFIX);

	(void)slot;
	take_time();
	return netif_is_up(ifname) ? 0 : ENETDOWN;
}

static void ether_get_state(const struct radio *radio,
			    struct radio_state *state)
{
	*state = channels[radio->index];
}

/* Reads the survey of channel 'mhz' from the file that the environment names:
 * frequency, flags, noise and the four times. There is none without a file. */
static int ether_get_survey(const struct radio *radio, unsigned int mhz,
			    struct cloudmac_survey *survey)
{
	const char *path = getenv("CLOUDMAC_TEST_SURVEY");
	FILE *file = path ? fopen(path, "re") : NULL;
	int n;

	(void)radio;
	take_time();
	if (!file)
		return EOPNOTSUPP;
	n = fscanf(file,
		   "%" SCNu16 "%" SCNu8 "%" SCNi8 "%" SCNu64 "%" SCNu64
		   "%" SCNu64 "%" SCNu64,
		   &survey->frequency, &survey->flags, &survey->noise,
		   &survey->time, &survey->busy, &survey->tx, &survey->rx);
	fclose(file);
	return n == 7 && survey->frequency == mhz ? 0 : ENODATA;
}

static int ether_set_frequency(const struct radio *radio, unsigned int mhz,
			       struct radio_state *state)
{
	take_time();
	channels[radio->index].frequency = mhz;
	ether_get_state(radio, state);
	return 0;
}

/* Frequencies from 7000 MHz on stand for those that a radio lacks. */
static int ether_visit(const struct radio *radio, unsigned int mhz)
{
	(void)radio;
	take_time();
	return mhz < 7000 ? 0 : EINVAL;
}

static int ether_set_power(const struct radio *radio, int dbm,
			   struct radio_state *state)
{
	take_time();
	channels[radio->index].power = dbm;
	ether_get_state(radio, state);
	return 0;
}

const struct radio_ops radio_ether = {
	.open = ether_open,
	.close = ether_close,
	.ack_add = ether_ack_add,
	.ack_del = ether_ack_del,
	.get_state = ether_get_state,
	.get_survey = ether_get_survey,
	.visit = ether_visit,
	.set_frequency = ether_set_frequency,
	.set_power = ether_set_power,
};
