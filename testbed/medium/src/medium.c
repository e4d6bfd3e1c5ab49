/* SPDX-License-Identifier: Apache-2.0 */
#include "medium.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS_PER_S	  1000000000ull
#define DEFAULT_POWER_DBM 20

uint64_t medium_now(const struct medium *medium)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec -
	       medium->start;
}

int medium_radio(const struct medium *medium, const uint8_t *hardware)
{
	for (unsigned i = 0; i < air_radios(medium->air); i++)
		if (!memcmp(medium->stations[i].hardware, hardware, ADDR_LEN))
			return (int)i;
	return -1;
}

int medium_add(struct medium *medium, const char *name,
	       const uint8_t *hardware)
{
	int radio = air_add_radio(medium->air, name, DEFAULT_POWER_DBM);

	if (radio < 0)
		return -1;
	memcpy(medium->stations[radio].hardware, hardware, ADDR_LEN);
	medium->stations[radio].phy = NO_PHY;
	return radio;
}

static bool deliver(void *arg, const struct air_frame *frame,
		    const struct air_reception *reception)
{
	struct medium *medium = arg;

	return hwsim_deliver(medium->hwsim,
			     medium->stations[reception->to].hardware, frame,
			     reception);
}

static void status(void *arg, unsigned from, const struct air_frame *frame,
		   bool acked, double ack_dbm)
{
	struct medium *medium = arg;

	hwsim_status(medium->hwsim, medium->stations[from].hardware, frame,
		     acked, ack_dbm);
}

static void trace(void *arg, const struct air_trace *event)
{
	struct medium *medium = arg;

	if (medium->trace)
		trace_write(medium->trace, air_name(medium->air, event->from),
			    event);
}

const struct air_ops medium_ops = { deliver, status, trace };

/* Adds a radio that no command named, at the origin. */
static int add_unnamed(struct medium *medium, const uint8_t *hardware)
{
	char name[AIR_NAME_MAX];

	snprintf(name, sizeof(name), "%02x:%02x:%02x:%02x:%02x:%02x",
		 hardware[0], hardware[1], hardware[2], hardware[3],
		 hardware[4], hardware[5]);
	return medium_add(medium, name, hardware);
}

static void handle(struct medium *medium, struct hwsim_message *message,
		   uint64_t now)
{
	int radio = medium_radio(medium, message->radio);

	if (radio < 0)
		radio = add_unnamed(medium, message->radio);
	if (radio < 0) {
		medium->unknown++;
		free(message->frame);
	} else if (message->frame) {
		struct air_frame *frame = message->frame;
		const uint8_t *ta = ieee80211_ta(frame->data, frame->len);

		/* A driver aggregates only frames of its own interfaces, not
		 * frames injected through a monitor. */
		frame->may_aggregate =
			ta && (air_holds_for(medium->air, (unsigned)radio, ta,
					     AIR_HOLD_INTERFACE) ||
			       air_holds_for(medium->air, (unsigned)radio, ta,
					     AIR_HOLD_KERNEL));
		air_submit(medium->air, (unsigned)radio, now, frame);
	} else if (message->add) {
		air_hold(medium->air, (unsigned)radio, message->addr,
			 AIR_HOLD_KERNEL);
	} else {
		air_release(medium->air, (unsigned)radio, message->addr,
			    AIR_HOLD_KERNEL);
	}
}

void medium_run(struct medium *medium)
{
	struct hwsim_message *message;
	uint64_t now = medium_now(medium);

	air_run(medium->air, now);
	hwsim_read(medium->hwsim);
	/* Messages that arrive while frames are delivered are handled too. */
	while ((message = hwsim_take(medium->hwsim))) {
		handle(medium, message, now);
		free(message);
	}
}
