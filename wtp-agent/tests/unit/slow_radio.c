/* SPDX-License-Identifier: Apache-2.0 */
#include "slow_radio.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "unit.h"

const uint8_t slow_ap[ADDR_LEN] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static const struct config_radio config = {
	.in_flight = 8,
	.queue = 32,
	.queue_memory = 256,
	.aggregation = true,
	.width = WIDTH_20,
	.max_leases = 8,
};
static struct counters counters;
struct worker slow_worker;
struct radio slow_radio;
static struct lease_table leases;
static struct powersave powersave;
struct aggregation slow_aggregation;
static int air;

char slow_executed[SLOW_EXECUTED_MAX];
int slow_ap_error, slow_ap_stop_error, slow_sta_error;
unsigned int slow_failed_stops;

static int note(char letter, int err)
{
	slow_executed[strlen(slow_executed) + 1] = '\0';
	slow_executed[strlen(slow_executed)] = letter;
	return err;
}

static int ap_start(const struct radio *on, unsigned int slot,
		    unsigned int mhz, const uint8_t *beacon, size_t len)
{
	(void)on;
	(void)slot;
	CHECK_INT(2412, mhz);
	CHECK(len > 24 && !memcmp(ieee80211_addr2(beacon), slow_ap, ADDR_LEN));
	return note('A', slow_ap_error);
}

static int ap_stop(const struct radio *on, unsigned int slot)
{
	(void)on;
	(void)slot;
	return note('a', slow_ap_stop_error);
}

static int sta_add(const struct radio *on, unsigned int slot,
		   const uint8_t *station,
		   const struct cloudmac_station *described)
{
	(void)on;
	(void)slot;
	CHECK_INT(2, station[0]);
	CHECK_INT(1, described->aid);
	return note('S', slow_sta_error);
}

static int sta_del(const struct radio *on, unsigned int slot,
		   const uint8_t *station)
{
	(void)on;
	(void)slot;
	(void)station;
	return note('s', 0);
}

static const struct radio_ops radio_ops = {
	.ap_start = ap_start,
	.ap_stop = ap_stop,
	.sta_add = sta_add,
	.sta_del = sta_del,
};

static bool is_blocked(void *arg, unsigned int index, unsigned int slot)
{
	(void)arg;
	(void)index;
	(void)slot;
	return false;
}

static void install(void *arg, unsigned int index, unsigned int slot,
		    const uint8_t *bssid)
{
	(void)arg;
	(void)bssid;
	lease_finish_install(&leases, index, slot, 0);
}

static void end_lease(void *arg, unsigned int index, unsigned int slot,
		      const uint8_t *bssid)
{
	(void)arg;
	(void)index;
	(void)slot;
	(void)bssid;
}

static const struct lease_ops lease_ops = { is_blocked, install, end_lease };

void slow_station_of(uint8_t address[ADDR_LEN], uint8_t n)
{
	const uint8_t octets[] = { 2, 0, 0, 0, 1, n };

	memcpy(address, octets, ADDR_LEN);
}

struct peer *slow_peer(uint8_t n)
{
	uint8_t station[ADDR_LEN];

	slow_station_of(station, n);
	return peers_get(&slow_aggregation.peers, slow_ap, station,
			 clock_ms());
}

static void count_stop(void *arg, const struct radio_result *result)
{
	(void)arg;
	slow_failed_stops += result->err != 0;
}

void slow_begin(void)
{
	int ends[2];
	bool created;

	clock_cache_begin();
	memset(&counters, 0, sizeof(counters));
	memset(&powersave, 0, sizeof(powersave));
	slow_executed[0] = '\0';
	slow_ap_error = slow_ap_stop_error = slow_sta_error = 0;
	slow_failed_stops = 0;
	worker_init(&slow_worker);
	CHECK(!worker_open_queues(&slow_worker));
	slow_radio = (struct radio){ .config = &config,
				     .ops = &radio_ops,
				     .worker = &slow_worker,
				     .frequency = 2412 };
	queue_init(&slow_radio.queue, &config, &counters);
	CHECK(!socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
	slow_radio.queue.fd = ends[0];
	air = ends[1];
	lease_init(&leases, &lease_ops, NULL);
	CHECK_INT(0, lease_grant(&leases, slow_ap, LEASE_AP, 0, 8,
				 LEASE_FOREVER, &created));
	aggregation_init(&slow_aggregation, &slow_radio, &leases, &powersave);
	aggregation_watch_stops(&slow_aggregation, count_stop, NULL);
	/* The stations have no old session, so no DELBA precedes frames. */
	for (uint8_t n = 0; n < SLOW_STATIONS; n++)
		peer_session(slow_peer(n), 0)->state = BLOCK_ACK_ENDED;
}

void slow_end(void)
{
	worker_stop(&slow_worker);
	queue_destroy(&slow_radio.queue);
	close(slow_radio.queue.fd);
	close(air);
	clock_cache_end();
}

const char *slow_on_air(void)
{
	static char text[64];
	uint8_t data[512];
	size_t n = 0;
	ssize_t len;

	queue_run(&slow_radio.queue);
	while ((len = recv(air, data, sizeof(data), MSG_DONTWAIT)) > 0)
		text[n++] = (char)data[len - 1];
	text[n] = '\0';
	return text;
}

/* Makes a QoS data frame of one octet, which has its number too. */
static void make(uint8_t body[27], uint8_t n, char payload)
{
	memset(body, 0, 27);
	body[0] = 0x88;
	body[1] = 0x02;
	slow_station_of(body + 4, n);
	memcpy(body + 10, slow_ap, ADDR_LEN);
	memcpy(body + 16, slow_ap, ADDR_LEN);
	body[22] = (uint8_t)(payload << 4);
	body[23] = (uint8_t)(payload >> 4);
	body[26] = (uint8_t)payload;
}

static void put(uint8_t n, char payload, uint8_t flags, uint8_t tid)
{
	uint8_t body[27];
	struct downlink_frame frame = {
		.ack = true,
		.body = body,
		.body_len = sizeof(body),
		.bssid = body + 10,
		.station = body + 4,
		.chain.n = 2,
		.described = { .aid = 1,
			       .rates_n = 1,
			       .rates = { 12 },
			       .has_ht = true },
	};

	make(body, n, payload);
	body[1] |= flags;
	body[24] = tid;
	frame.rt.present = 1u << RADIOTAP_TX_FLAGS;
	for (int i = 0; i < 2; i++)
		frame.chain.stages[i] = (struct cloudmac_stage){
			.rate = { .kind = CLOUDMAC_RATE_HT,
				  .mcs = (uint8_t)(7 - i) },
			.tries = 1,
		};
	aggregation_downlink(&slow_aggregation, &slow_radio, &frame);
	CHECK(queue_enqueue(&slow_radio.queue, &frame));
}

void slow_put(uint8_t n, char payload)
{
	put(n, payload, 0, 0);
}

void slow_put_fragment(uint8_t n, char payload)
{
	put(n, payload, IEEE80211_MORE_FRAGS, 0);
}

void slow_put_tid(uint8_t n, char payload, uint8_t tid)
{
	put(n, payload, 0, tid);
}

void slow_put_beacon(void)
{
	uint8_t body[24 + 12 + 6] = { 0x80 };
	struct downlink_frame frame = {
		.body = body,
		.body_len = sizeof(body),
		.bssid = body + 10,
		.station = body + 4,
	};

	memset(body + 4, 0xff, ADDR_LEN);
	memcpy(body + 10, slow_ap, ADDR_LEN);
	memcpy(body + 16, slow_ap, ADDR_LEN);
	body[24 + 12 + 1] = 4;
	body[24 + 12 + 5] = 'b';
	aggregation_downlink(&slow_aggregation, &slow_radio, &frame);
	CHECK(queue_enqueue(&slow_radio.queue, &frame));
	queue_run(&slow_radio.queue);
}

bool slow_status(uint8_t n, char payload, bool acked)
{
	uint8_t body[27];
	struct uplink_frame frame = {
		.rt = { .present = 1u << RADIOTAP_TX_FLAGS,
			.tx_flags = acked ? 0 : RADIOTAP_TX_FAIL },
		.frame = body,
		.frame_len = sizeof(body),
	};

	make(body, n, payload);
	return queue_handle_status(&slow_radio.queue, &frame);
}

void slow_doze(uint8_t n, bool saves_power)
{
	uint8_t body[24] = { 0x48, 0x01 };
	struct uplink_frame out;

	body[1] |= saves_power ? IEEE80211_POWER_SAVE : 0;
	memcpy(body + 4, slow_ap, ADDR_LEN);
	slow_station_of(body + 10, n);
	memcpy(body + 16, slow_ap, ADDR_LEN);
	powersave_update(&powersave, body);
	aggregation_uplink(&slow_aggregation, &slow_radio, body);
	while (queue_next_failed(&slow_radio.queue, -1, &out))
		continue;
}

void slow_execute(void)
{
	CHECK(slow_worker.pending);
	if (slow_worker.pending)
		worker_run_next(&slow_worker);
	worker_complete(&slow_worker);
}
