/* SPDX-License-Identifier: Apache-2.0 */
/* The air as a discrete-event simulation: radios that contend by EDCA, signals
 * that overlap, receivers that follow one of them, acknowledgements.
 *
 * This is the face of the simulation. It includes the headers that its callers
 * need: accounts.h, frame.h, hold.h and radio.h. All others are private.
 *
 * The air has no clock and does no I/O. The caller passes the time and the
 * frames, and the air calls it back with receptions and fates. The same calls
 * in the same order give the same results. Times are in nanoseconds. */
#ifndef AIR_H
#define AIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "accounts.h"
#include "frame.h"
#include "hold.h"
#include "ieee80211.h"
#include "phy.h"
#include "place.h"
#include "radio.h"
#include "walk.h"

#define AIR_NEVER UINT64_MAX
/* Limits of a radio's frames that await their fate, as in mac80211_hwsim: with
 * MAX frames it frees the oldest until fewer than WARN are left. */
#define AIR_QUEUE_MAX  200
#define AIR_QUEUE_WARN 100

/* How a frame arrived at a radio. */
struct air_reception {
	unsigned from, to; /* radios */
	unsigned mhz;
	struct phy_rate rate;
	double signal_dbm;
	uint64_t at;
};

enum air_kind { AIR_PPDU, AIR_RTS, AIR_CTS, AIR_ACK, AIR_BLOCK_ACK };

/* A transmission, for traces. */
struct air_trace {
	enum air_kind kind;
	unsigned from;
	unsigned mhz;
	struct phy_rate rate;
	double power_dbm;
	uint64_t start, end;
	const struct air_frame *frame; /* NULL for control frames */
	const uint8_t *ra, *ta;	       /* 'ta' NULL if the frame has none */
	unsigned mpdu, mpdus;
	bool received; /* by a radio that the frame is for */
};

/* Calls from the air to its caller. */
struct air_ops {
	/* A frame reached a radio undamaged. Returns false if the radio is off
	 * or on another channel. */
	bool (*deliver)(void *arg, const struct air_frame *frame,
			const struct air_reception *reception);
	/* The fate of a frame that radio 'from' sent. The stages' 'used' are
	 * the tries. 'ack_dbm' is the signal of the acknowledgement. */
	void (*status)(void *arg, unsigned from, const struct air_frame *frame,
		       bool acked, double ack_dbm);
	/* A transmission. NULL without a trace. */
	void (*trace)(void *arg, const struct air_trace *trace);
};

/* Parameters of all radios. */
struct air_model {
	struct path_model path;
	double noise_dbm;	  /* in 20 MHz, with the receiver's noise */
	double carrier_sense_dbm; /* weakest preamble that is noticed */
	double energy_detect_dbm; /* weakest other signal that is noticed */
	double capture_db;   /* excess of a later signal that is followed */
	double shadowing_db; /* standard deviation per link */
	uint64_t slot;
};

extern const struct air_model air_model_default;

struct air;

/* Creates an air without radios. 'arg' is passed to 'ops'. Returns NULL if
 * there is no memory. */
struct air *air_new(const struct air_model *model, const struct air_ops *ops,
		    void *arg, uint64_t seed);

/* Frees the air with all its frames. NULL is allowed. */
void air_free(struct air *air);

/* Returns the parameters, for the caller to change. */
struct air_model *air_model(struct air *air);

/* Passes a frame to a radio at the time 'now', which must not be before that
 * of an earlier call. The air owns the frame from now on. */
void air_submit(struct air *air, unsigned radio, uint64_t now,
		struct air_frame *frame);

/* Returns the time of the next event, AIR_NEVER if there is none. */
uint64_t air_next(struct air *air);

/* Returns the latest time at which the caller must run the air again. No call
 * of 'ops' is due before. air_run() makes up for contention and for the gaps
 * between frames. */
uint64_t air_wake(struct air *air);

/* Processes all events until 'now'. */
void air_run(struct air *air, uint64_t now);

#endif
