/* SPDX-License-Identifier: Apache-2.0 */
/* Sends frames of any content between two radios, and checks that each frame
 * gets its status. */
#include <stdlib.h>
#include <string.h>

#include "air.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool deliver(void *arg, const struct air_frame *frame,
		    const struct air_reception *reception)
{
	(void)arg;
	(void)frame;
	return !(reception->at & 1);
}

static void status(void *arg, unsigned from, const struct air_frame *frame,
		   bool acked, double ack_dbm)
{
	(void)from;
	(void)frame;
	(void)acked;
	(void)ack_dbm;
	++*(unsigned *)arg;
}

static const struct air_ops ops = { deliver, status, NULL };

/* The input is a sequence of frames: length, flags, then the octets. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned fates = 0, sent = 0;
	struct air *air = air_new(&air_model_default, &ops, &fates, 1);

	air_add_radio(air, "a", 20);
	air_add_radio(air, "b", 20);
	while (size >= 2 && sent < AIR_QUEUE_MAX) {
		size_t len = data[0];
		uint8_t flags = data[1];
		struct air_frame *frame;

		data += 2;
		size -= 2;
		if (len < IEEE80211_MIN_LEN || len > size)
			break;
		frame = air_frame_new(data, len);
		air_hold(air, flags & 1 ? 0 : 1, ieee80211_ra(frame->data),
			 AIR_HOLD_CONFIGURED);
		frame->mhz = flags & 2 ? 2437 : 5180;
		frame->no_ack = flags & 4;
		frame->may_aggregate = flags & 8;
		frame->stages_n = 1;
		frame->stages[0] = (struct air_stage){
			.rate = { .mode = PHY_HT,
				  .value = flags >> 5,
				  .mhz = 20 },
			.max = 1 + (flags >> 4 & 1),
			.rts = flags & 16,
		};
		air_submit(air, flags & 1, sent * 100 * PHY_US, frame);
		data += len;
		size -= len;
		sent++;
	}
	while (air_next(air) != AIR_NEVER)
		air_run(air, air_next(air));
	if (fates != sent)
		abort();
	air_free(air);
	return 0;
}
