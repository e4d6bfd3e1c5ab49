/* SPDX-License-Identifier: Apache-2.0 */
#include "local_flights.h"

#include "frame/rate.h"
#include "unit.h"

const uint8_t local_ap[ADDR_LEN] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
const uint8_t local_station[ADDR_LEN] = { 2, 0, 0, 0, 1, 1 };
bool flights_airtime;
struct flight local_flight;
uint64_t local_now;
static uint64_t drops[DROP_MAX];

void local_make(uint8_t *frame, uint16_t seq, uint8_t payload)
{
	memset(frame, 0, LOCAL_LEN);
	frame[0] = 0x88;
	frame[1] = 0x02;
	memcpy(frame + 4, local_station, 6);
	memcpy(frame + 10, local_ap, 6);
	memcpy(frame + 16, local_ap, 6);
	frame[22] = (uint8_t)(seq << 4);
	frame[23] = (uint8_t)(seq >> 4);
	frame[LOCAL_LEN - 1] = payload;
}

static void ht(struct cloudmac_stage *stage, uint8_t mcs, uint8_t tries)
{
	*stage = (struct cloudmac_stage){
		.rate = { .kind = CLOUDMAC_RATE_HT, .mcs = mcs },
		.tries = tries,
	};
}

void local_put(uint8_t n, uint8_t second, bool local)
{
	struct downlink_frame frame = { .ack = true, .local = local };
	uint8_t body[LOCAL_LEN];

	local_make(body, n, n);
	frame.body = body;
	frame.body_len = sizeof(body);
	frame.rt.present = 1u << RADIOTAP_TX_FLAGS;
	frame.rt.tx_flags = RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER;
	frame.chain.n = 2;
	ht(&frame.chain.stages[0], 7, 2);
	ht(&frame.chain.stages[1], second, 3);
	CHECK(flight_enqueue(&local_flight, &frame, local_now, drops));
}

struct flight_frame *local_next(void)
{
	struct flight_frame *frame = flight_dequeue(&local_flight, local_now);

	if (frame)
		flight_mark_sent(frame);
	return frame;
}

enum flight_verdict local_echo(uint8_t n, uint8_t mcs, bool acked,
			       struct flight_frame **frame)
{
	struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS | 1u << RADIOTAP_RETRIES,
		.tx_flags = acked ? 0 : RADIOTAP_TX_FAIL,
		.retries = 3,
	};
	const struct cloudmac_rate rate = { .kind = CLOUDMAC_RATE_HT,
					    .mcs = mcs };
	uint8_t body[LOCAL_LEN];
	const struct flight_echo in = { &rt, body, sizeof(body) };

	local_make(body, (uint16_t)(n + 1000), n);
	body[2] = 44; /* duration */
	rate_to_radiotap(&rt, &rate);
	return flight_handle_status(&local_flight, &in, local_now, frame);
}

enum flight_verdict local_echo_injected(uint8_t n, bool acked,
					struct flight_frame **frame)
{
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags =
					     acked ? 0 : RADIOTAP_TX_FAIL };
	uint8_t body[LOCAL_LEN];
	const struct flight_echo in = { &rt, body, sizeof(body) };

	local_make(body, n, n);
	return flight_handle_status(&local_flight, &in, local_now, frame);
}

void local_begin(void)
{
	flight_init(&local_flight, 4, 400, WIDTH_20);
	set_flight_airtime(&local_flight);
	local_now = 1000;
}

void local_end(void)
{
	end_flight(&local_flight);
	CHECK_INT(0, local_flight.local + local_flight.local_us +
			     local_flight.draining);
}
