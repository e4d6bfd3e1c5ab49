/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Virtual stations: what their hosts send, and what two radios receive. The
 * input is a list of events: kind (one octet), length (two octets), content.
 *
 *	wire	an Ethernet frame: a message, or a frame to inject
 *	air	radiotap and 802.11 that a radio receives
 *	echo	the oldest injected frame of a radio comes back
 *	time	the clock advances, and the timers that are due run
 *	work	the worker executes its next request
 *
 * Aborts if a virtual station gets a malformed frame, if a radio transmits a
 * frame in the name of nobody, and if frames wait for nothing.
 */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "vsta/vsta.h"

#define RADIOS	 2
#define STATIONS 3
#define HEAD	 3
#define CALM_MS	 40000 /* after that, all scans have ended */

enum event { WIRE, AIR, ECHO, TIME, WORK, EVENTS };

static const uint8_t stations[STATIONS][ADDR_LEN] = {
	{ 2, 0x56, 0x53, 0, 0xb0, 2 }, /* that of the vectors */
	{ 2, 0x56, 0x53, 0, 0xb0, 3 },
	{ 2, 0x56, 0x53, 0, 0xb0, 4 },
};
static const struct config_radio configs[RADIOS] = {
	{ .in_flight = 8,
	  .queue = 32,
	  .queue_memory = 256,
	  .stations = STATIONS_FREE },
	{ .in_flight = 8,
	  .queue = 32,
	  .queue_memory = 256,
	  .stations = STATIONS_PINNED },
};

static uint64_t now_us;
static struct loop loop;
static struct worker worker;
static struct counters counters;
static struct lease_table leases;
static struct newcomers newcomers;
static struct radio radios[RADIOS];
static int air[RADIOS];
static struct vsta vsta;

/* The clock of this program, in place of that of base/. */
uint64_t clock_us(void)
{
	return now_us;
}

uint64_t clock_ms(void)
{
	return now_us / 1000;
}

void clock_cache_begin(void)
{
}

void clock_cache_end(void)
{
}

void clock_cache_invalidate(void)
{
}

/* The radios lack some frequencies. */
static int check(unsigned int mhz)
{
	return mhz % 8 == 7 ? EINVAL : 0;
}

static int visit(const struct radio *radio, unsigned int mhz)
{
	(void)radio;
	return check(mhz);
}

static int set_frequency(const struct radio *radio, unsigned int mhz,
			 struct radio_state *state)
{
	(void)radio;
	if (!check(mhz))
		state->frequency = mhz;
	return check(mhz);
}

static void get_state(const struct radio *radio, struct radio_state *state)
{
	state->frequency = radio->frequency;
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
	(void)radio;
	(void)slot;
	vsta_forget(arg, bssid);
}

static const struct lease_ops lease_ops = { is_blocked, install, uninstall };

/* What a virtual station gets has to be well formed, and its own. */
static void check_sent(void *arg, const struct uplink_frame *frame)
{
	uint8_t wire[16384];
	struct cloudmac_frame parsed;
	struct cloudmac_vsta_done done;
	bool is_known = false;

	(void)arg;
	memcpy(wire, frame->head, frame->head_len);
	if (frame->body_len)
		memcpy(wire + frame->head_len, frame->body, frame->body_len);
	if (cloudmac_frame_parse(wire,
				 (u32)(frame->head_len + frame->body_len),
				 CLOUDMAC_UPLINK, &parsed))
		abort();
	for (int i = 0; i < STATIONS; i++)
		is_known |= parsed.tag.vap == cloudmac_vap_id(stations[i]);
	if (!is_known || (parsed.tag.kind == CLOUDMAC_KIND_VSTA &&
			  !cloudmac_vsta_done_parse(&parsed, &done)))
		abort();
}

static void flush(void *arg)
{
	(void)arg;
}

static const struct vsta_ops vsta_ops = { check_sent, flush };

static void open_radio(unsigned int i)
{
	int ends[2];

	radios[i] = (struct radio){
		.index = i,
		.config = &configs[i],
		.ops = &radio_ops,
		.worker = &worker,
		.address = { 2, 0, 0, 0, 0, (uint8_t)i },
		.active_monitor = true,
		.frequency = 2412,
	};
	queue_init(&radios[i].queue, &configs[i], &counters);
	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends))
		abort();
	radios[i].queue.fd = ends[0];
	air[i] = ends[1];
}

static void begin(void)
{
	const struct vsta_host host = {
		.loop = &loop,
		.radios = radios,
		.radios_n = RADIOS,
		.leases = &leases,
		.newcomers = &newcomers,
		.drops = counters.drops,
		.vlan = -1,
		.ops = &vsta_ops,
	};
	bool created;

	log_set_level(LOG_LEVEL_ERROR);
	now_us = 1000000;
	memset(&counters, 0, sizeof(counters));
	memset(&newcomers, 0, sizeof(newcomers));
	worker_init(&worker);
	if (loop_init(&loop) || worker_open_queues(&worker))
		abort();
	for (unsigned int i = 0; i < RADIOS; i++)
		open_radio(i);
	vsta_init(&vsta, &host);
	lease_init(&leases, &lease_ops, &vsta);
	for (unsigned int i = 0; i < STATIONS; i++)
		lease_grant(&leases, stations[i], LEASE_STATION, i / 2, 8,
			    LEASE_FOREVER, &created);
}

static void run_queues(void)
{
	struct uplink_frame failed;

	for (int i = 0; i < RADIOS; i++) {
		vsta_run(&vsta, &radios[i]);
		while (queue_next_failed(&radios[i].queue, -1, &failed))
			continue;
		queue_run(&radios[i].queue);
	}
}

static bool is_guest(void *arg, const uint8_t *address)
{
	(void)arg;
	return vsta_has(&vsta, address);
}

static enum downlink_role role_of(void *arg, const uint8_t *address)
{
	return is_guest(arg, address) ? DOWNLINK_ROLE_GUEST
				      : DOWNLINK_ROLE_NONE;
}

static void handle_wire(uint8_t *data, size_t len)
{
	struct downlink_frame frame;
	enum drop_reason reason =
		downlink_unwrap_any(data, len, role_of, NULL, &frame);

	if (reason == DROP_KIND)
		vsta_message(&vsta, data, len);
	if (reason || !frame.from_guest || vsta_downlink(&vsta, &frame))
		return;
	queue_enqueue(&radios[lease_find(&leases, frame.bssid)->radio].queue,
		      &frame);
	run_queues();
}

static bool serves(void *arg, const uint8_t *bssid)
{
	(void)arg;
	(void)bssid;
	return false;
}

static void handle_air(struct radio *radio, uint8_t *data, size_t len)
{
	struct uplink_frame frame;
	enum drop_reason reason =
		uplink_wrap(data, len, -1, serves, NULL, &frame);

	if (frame.frame && !frame.echo)
		vsta_uplink(&vsta, radio, &frame);
	else if (!reason && frame.tx_status &&
		 !vsta_status(&vsta, radio, &frame))
		queue_handle_status(&radio->queue, &frame);
}

/* Returns the 802.11 frame in an injected one of 'len' octets. */
static const uint8_t *injected(const uint8_t *data, size_t len)
{
	size_t rt_len = cloudmac_get_le16(data + 2);

	if (rt_len + 16 > len || !is_guest(NULL, data + rt_len + 10))
		abort();
	return data + rt_len;
}

/* Returns false if the radio has injected nothing. */
static bool handle_echo(unsigned int i, bool acked)
{
	static uint8_t data[16384];
	uint8_t echo[10] = { [2] = 10, [5] = 0x80, [8] = !acked };
	ssize_t len = read(air[i], data, sizeof(data));
	const uint8_t *frame;
	uint8_t *copy;
	size_t frame_len;

	if (len <= 0)
		return false;
	frame = injected(data, (size_t)len);
	frame_len = (size_t)(data + len - frame);
	copy = malloc(sizeof(echo) + frame_len);
	memcpy(copy, echo, sizeof(echo));
	memcpy(copy + sizeof(echo), frame, frame_len);
	handle_air(&radios[i], copy, sizeof(echo) + frame_len);
	free(copy);
	return true;
}

static void work(void)
{
	if (!worker.pending)
		return;
	worker_run_next(&worker);
	worker_complete(&worker);
}

static void advance(unsigned int ms)
{
	now_us += 1000 * (uint64_t)ms;
	while (loop.timers && loop.timers->due_ms <= clock_ms()) {
		struct loop_timer *timer = loop.timers;

		loop_timer_stop(&loop, timer);
		timer->handler(timer->arg);
	}
}

static void handle(uint8_t kind, uint8_t *data, size_t len)
{
	unsigned int radio = kind >> 3 & 1;

	switch (kind % 8 % EVENTS) {
	case WIRE:
		handle_wire(data, len);
		break;
	case AIR:
		handle_air(&radios[radio], data, len);
		break;
	case ECHO:
		handle_echo(radio, kind & 16);
		break;
	case TIME:
		advance(len ? data[0] * 8u : 1);
		break;
	default:
		work();
	}
	run_queues();
}

/* Without new requests, all come to rest: the radios are on their channels,
 * no scan is under way, and no frame waits. */
static void check_rest(void)
{
	uint64_t end_ms = clock_ms() + CALM_MS;
	bool more = true;

	while (clock_ms() < end_ms || more) {
		more = false;
		advance(10);
		work();
		for (unsigned int i = 0; i < RADIOS; i++)
			while (handle_echo(i, true))
				more = true;
		run_queues();
	}
	for (int i = 0; i < RADIOS; i++)
		if (vsta.radios[i].pauses || vsta.radios[i].target ||
		    radios[i].queue.flight.paused)
			abort();
	for (size_t i = 0; i < vsta.guests.n; i++)
		if (vsta.guests.entries[i].scan.runs)
			abort();
}

static void end(void)
{
	vsta_close(&vsta);
	worker_stop(&worker);
	lease_destroy(&leases);
	for (int i = 0; i < RADIOS; i++) {
		queue_destroy(&radios[i].queue);
		close(radios[i].queue.fd);
		close(air[i]);
	}
	vsta_destroy(&vsta);
	loop_destroy(&loop);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	begin();
	while (size >= HEAD) {
		size_t len = cloudmac_get_be16(data + 1);
		uint8_t kind = data[0];
		uint8_t *copy;

		data += HEAD;
		size -= HEAD;
		if (len > size)
			len = size;
		copy = fuzz_copy(data, len);
		handle(kind, copy, len);
		free(copy);
		data += len;
		size -= len;
	}
	check_rest();
	end();
	return 0;
}
