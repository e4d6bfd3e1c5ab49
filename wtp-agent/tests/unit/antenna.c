/* SPDX-License-Identifier: Apache-2.0 */
#include "antenna.h"

#include <sys/socket.h>
#include <unistd.h>

#include "unit.h"

#define START_MS  100000
#define SENT_MAX  64
#define FRAME_MAX 256
#define STATIONS  4

const uint8_t antenna_ap[ADDR_LEN] = { 2, 0xdd, 0, 0, 0, 1 };
struct vsta antenna_vsta;
struct radio antenna_radio;
struct counters antenna_counters;

static uint8_t stations[STATIONS][ADDR_LEN];
static struct config_radio config;
static struct loop loop;
static struct worker worker;
static struct lease_table leases;
static struct newcomers newcomers;
static int air;
static struct {
	uint8_t octets[FRAME_MAX];
	size_t len;
} sent[SENT_MAX];
static size_t sent_n, sent_read;

static int visit(const struct radio *radio, unsigned int mhz)
{
	(void)radio;
	(void)mhz;
	return 0;
}

static int set_frequency(const struct radio *radio, unsigned int mhz,
			 struct radio_state *state)
{
	(void)radio;
	state->frequency = mhz;
	return 0;
}

static void get_state(const struct radio *radio, struct radio_state *state)
{
	*state = (struct radio_state){ .frequency = radio->frequency };
}

static const struct radio_ops radio_ops = {
	.visit = visit,
	.set_frequency = set_frequency,
	.get_state = get_state,
};

static bool is_blocked(void *arg, unsigned int radio, unsigned int slot)
{
	(void)arg;
	(void)radio;
	(void)slot;
	return false;
}

static void install(void *arg, unsigned int radio, unsigned int slot,
		    const uint8_t *bssid)
{
	(void)arg;
	(void)bssid;
	lease_finish_install(&leases, radio, slot, 0);
}

static void uninstall(void *arg, unsigned int radio, unsigned int slot,
		      const uint8_t *bssid)
{
	(void)arg;
	(void)radio;
	(void)slot;
	vsta_forget(&antenna_vsta, bssid);
}

static const struct lease_ops lease_ops = { is_blocked, install, uninstall };

static void keep_sent(void *arg, const struct uplink_frame *frame)
{
	size_t len = frame->head_len + frame->body_len;

	(void)arg;
	if (sent_read == sent_n)
		sent_read = sent_n = 0;
	CHECK(sent_n < SENT_MAX && len <= FRAME_MAX);
	if (sent_n == SENT_MAX || len > FRAME_MAX)
		return;
	memcpy(sent[sent_n].octets, frame->head, frame->head_len);
	if (frame->body_len)
		memcpy(sent[sent_n].octets + frame->head_len, frame->body,
		       frame->body_len);
	sent[sent_n++].len = len;
}

static void flush(void *arg)
{
	(void)arg;
}

static const struct vsta_ops vsta_ops = { keep_sent, flush };

static void open_radio(enum config_stations serves)
{
	int ends[2];

	config = (struct config_radio){ .in_flight = 8,
					.queue = 32,
					.queue_memory = 256,
					.max_leases = STATIONS,
					.stations = serves };
	antenna_radio = (struct radio){ .config = &config,
					.ops = &radio_ops,
					.worker = &worker,
					.address = { 2, 0, 0, 0, 9, 9 },
					.active_monitor = true,
					.frequency = ANTENNA_MHZ };
	queue_init(&antenna_radio.queue, &config, &antenna_counters);
	CHECK(!socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends));
	antenna_radio.queue.fd = ends[0];
	air = ends[1];
}

void antenna_begin(enum config_stations serves)
{
	const struct vsta_host host = {
		.loop = &loop,
		.radios = &antenna_radio,
		.radios_n = 1,
		.leases = &leases,
		.newcomers = &newcomers,
		.drops = antenna_counters.drops,
		.vlan = -1,
		.ops = &vsta_ops,
	};

	unit_now_ms = START_MS;
	sent_n = sent_read = 0;
	memset(&antenna_counters, 0, sizeof(antenna_counters));
	memset(&newcomers, 0, sizeof(newcomers));
	worker_init(&worker);
	CHECK(!loop_init(&loop) && !worker_open_queues(&worker));
	open_radio(serves);
	lease_init(&leases, &lease_ops, NULL);
	vsta_init(&antenna_vsta, &host);
}

void antenna_end(void)
{
	vsta_close(&antenna_vsta);
	worker_stop(&worker);
	lease_destroy(&leases);
	queue_destroy(&antenna_radio.queue);
	close(antenna_radio.queue.fd);
	close(air);
	vsta_destroy(&antenna_vsta);
	loop_destroy(&loop);
	unit_now_ms = 0;
}

const uint8_t *antenna_lease(uint8_t n)
{
	const uint8_t address[] = { 2, 0, 0, 0, 2, n };
	bool created;

	memcpy(stations[n], address, ADDR_LEN);
	CHECK_INT(0, lease_grant(&leases, address, LEASE_STATION, 0, STATIONS,
				 LEASE_FOREVER, &created));
	return stations[n];
}

/* A message of 'len' octets from CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_HLEN
 * on. */
static enum drop_reason send_message(const uint8_t *guest, uint8_t *octets,
				     size_t len)
{
	static const uint8_t everybody[] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff
	};
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_SIGNAL_UNKNOWN,
		.priority = 7,
		.kind = CLOUDMAC_KIND_VSTA,
		.vap = cloudmac_vap_id(guest),
	};
	uint8_t *radiotap = octets + CLOUDMAC_ETH_HLEN;

	cloudmac_eth_pack(octets, CLOUDMAC_DOWNLINK, everybody, &tag);
	memset(radiotap, 0, CLOUDMAC_RADIOTAP_HLEN);
	radiotap[2] = CLOUDMAC_RADIOTAP_HLEN;
	return vsta_message(&antenna_vsta, octets,
			    CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_HLEN + len);
}

static enum drop_reason send_hello(const uint8_t *guest, uint16_t mhz,
				   uint8_t flags)
{
	uint8_t octets[CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_HLEN +
		       CLOUDMAC_VSTA_MAX];
	struct cloudmac_vsta_hello hello = { .flags = flags,
					     .frequency = mhz };

	memcpy(hello.bssid, antenna_ap, ADDR_LEN);
	return send_message(
		guest, octets,
		cloudmac_vsta_hello_pack(octets + CLOUDMAC_ETH_HLEN +
						 CLOUDMAC_RADIOTAP_HLEN,
					 guest, &hello));
}

void antenna_hello(const uint8_t *guest, uint16_t mhz)
{
	CHECK_INT(DROP_NONE, send_hello(guest, mhz, 0));
}

void antenna_associate(const uint8_t *guest)
{
	CHECK_INT(DROP_NONE,
		  send_hello(guest, ANTENNA_MHZ,
			     CLOUDMAC_VSTA_AWAKE | CLOUDMAC_VSTA_ASSOCIATED));
}

enum drop_reason antenna_try_scan(const uint8_t *guest,
				  const struct cloudmac_vsta_scan *scan)
{
	uint8_t octets[CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_HLEN +
		       CLOUDMAC_VSTA_MAX];

	return send_message(
		guest, octets,
		cloudmac_vsta_scan_pack(octets + CLOUDMAC_ETH_HLEN +
						CLOUDMAC_RADIOTAP_HLEN,
					guest, scan));
}

void antenna_scan(const uint8_t *guest, const struct cloudmac_vsta_scan *scan)
{
	CHECK_INT(DROP_NONE, antenna_try_scan(guest, scan));
}

enum drop_reason antenna_authenticate(const uint8_t *guest)
{
	uint8_t body[30] = { 0xb0, [26] = 1 };
	const struct downlink_frame frame = {
		.from_guest = true,
		.body = body,
		.body_len = sizeof(body),
		.bssid = body + 10,
		.station = body + 4,
	};

	memcpy(body + 4, antenna_ap, ADDR_LEN);
	memcpy(body + 10, guest, ADDR_LEN);
	memcpy(body + 16, antenna_ap, ADDR_LEN);
	return vsta_downlink(&antenna_vsta, &frame);
}

void antenna_hear(const uint8_t *bssid, uint16_t mhz)
{
	uint8_t octets[12 + 36] = { [2] = 12,
				    [4] = 1u << RADIOTAP_CHANNEL,
				    [8] = (uint8_t)mhz,
				    [9] = (uint8_t)(mhz >> 8),
				    [12] = 0x80 };
	struct uplink_frame frame = { .body = octets,
				      .frame = octets + 12,
				      .frame_len = 36,
				      .signal = -40 };

	memset(octets + 12 + 4, 0xff, ADDR_LEN);
	memcpy(octets + 12 + 10, bssid, ADDR_LEN);
	memcpy(octets + 12 + 16, bssid, ADDR_LEN);
	vsta_uplink(&antenna_vsta, &antenna_radio, &frame);
}

const uint8_t *antenna_transmitted(void)
{
	static uint8_t octets[FRAME_MAX];
	ssize_t len = read(air, octets, sizeof(octets));

	return len <= 0 ? NULL : octets + cloudmac_get_le16(octets + 2);
}

bool antenna_work(void)
{
	if (!worker.pending)
		return false;
	worker_run_next(&worker);
	worker_complete(&worker);
	return true;
}

void antenna_pass(unsigned int ms)
{
	uint64_t end_ms = unit_now_ms + ms;

	while (loop.timers && loop.timers->due_ms <= end_ms) {
		struct loop_timer *timer = loop.timers;

		if (timer->due_ms > unit_now_ms)
			unit_now_ms = timer->due_ms;
		loop_timer_stop(&loop, timer);
		timer->handler(timer->arg);
	}
	unit_now_ms = end_ms;
}

const struct cloudmac_frame *antenna_next(void)
{
	static struct cloudmac_frame frame;

	if (sent_read == sent_n)
		return NULL;
	CHECK_INT(0, cloudmac_frame_parse(sent[sent_read].octets,
					  (uint32_t)sent[sent_read].len,
					  CLOUDMAC_UPLINK, &frame));
	sent_read++;
	return &frame;
}
