/* SPDX-License-Identifier: Apache-2.0 */
/* The air as a discrete-event simulation: radios that contend by EDCA, signals
 * that overlap, receivers that lock onto one of them, acknowledgements.
 *
 * Knows no clock and does no I/O: whoever drives it says what time it is,
 * hands over frames and is called back with what becomes of them. The same
 * calls in the same order give the same results. Times are in nanoseconds. */
#ifndef AIR_H
#define AIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ieee80211.h"
#include "phy.h"
#include "place.h"
#include "walk.h"

#define AIR_NEVER      UINT64_MAX
#define AIR_STAGES     4
#define AIR_NAME_MAX   32
#define AIR_MAX_RADIOS 256
/* Frames of a radio that await their fate: stock mac80211_hwsim's own numbers,
 * which at MAX frees its oldest ones down to below WARN. */
#define AIR_QUEUE_MAX  200
#define AIR_QUEUE_WARN 100

/* One of the rates that a frame is to be tried with, in turn. */
struct air_stage {
	struct phy_rate rate;
	int8_t idx;  /* the caller's own number of the rate */
	uint8_t max; /* tries */
	uint8_t used;
	bool rts, cts_to_self;
};

/* A frame to be sent. The caller allocates it by air_frame_new(), the air
 * frees it after 'status'. */
struct air_frame {
	struct air_frame *next;
	uint64_t cookie; /* the caller's */
	uint64_t queued;
	unsigned mhz;
	bool no_ack;
	bool may_aggregate; /* not injected: a driver would aggregate it */
	unsigned stages_n;
	struct air_stage stages[AIR_STAGES];
	bool dropped; /* by the kernel's own queue; not sent any more */
	bool sending;
	size_t len;
	uint8_t data[];
};

struct air_frame *air_frame_new(const uint8_t *data, size_t len);

/* How a frame arrived. */
struct air_reception {
	unsigned from, to; /* radios */
	unsigned mhz;
	struct phy_rate rate;
	double signal_dbm;
	uint64_t at;
};

enum air_kind { AIR_PPDU, AIR_RTS, AIR_CTS, AIR_ACK, AIR_BLOCK_ACK };

/* One thing that was on the air, for traces. 'received' says whether one for
 * whom it was meant received it. */
struct air_trace {
	enum air_kind kind;
	unsigned from;
	unsigned mhz;
	struct phy_rate rate;
	uint64_t start, end;
	const struct air_frame *frame; /* NULL for control frames */
	const uint8_t *ra, *ta;	       /* 'ta' NULL if the frame has none */
	unsigned mpdu, mpdus;
	bool received;
};

struct air_ops {
	/* A frame reached a radio's antenna undamaged. Return false if the
	 * radio is off or on another channel. */
	bool (*deliver)(void *arg, const struct air_frame *frame,
			const struct air_reception *reception);
	/* The fate of a frame that radio 'from' sent: stages' 'used' tell the
	 * tries. */
	void (*status)(void *arg, unsigned from, const struct air_frame *frame,
		       bool acked, double ack_dbm);
	/* NULL if nothing is traced. */
	void (*trace)(void *arg, const struct air_trace *trace);
};

struct air_edca {
	uint8_t aifsn;
	uint16_t cw_min, cw_max;
	uint64_t txop; /* 0: one exchange */
};

/* What is common to all radios. */
struct air_model {
	struct path_model path;
	double noise_dbm;	  /* in 20 MHz, the receiver's own included */
	double carrier_sense_dbm; /* a preamble below is not noticed */
	double energy_detect_dbm; /* of what cannot be decoded */
	double capture_db;	  /* by which a later signal wins a receiver */
	double shadowing_db;	  /* standard deviation, a link */
	uint64_t slot;
};

extern const struct air_model air_model_default;

struct air_counters {
	uint64_t frames, acked, failed, dropped, tries, collisions;
};

/* Time on the air between two addresses. */
struct air_account {
	uint8_t ta[ADDR_LEN], ra[ADDR_LEN];
	uint64_t tx_ns; /* PPDUs with preambles, every try, RTS and CTS */
	uint64_t response_ns; /* SIFS and what answered */
	uint64_t tries, frames, acked,
		octets; /* octets of acknowledged MPDUs */
};

struct air;

struct air *air_new(const struct air_model *model, const struct air_ops *ops,
		    void *arg, uint64_t seed);
void air_free(struct air *air);

struct air_model *air_model(struct air *air);

/* Add a radio. Return its number, or -1 if there are AIR_MAX_RADIOS. */
int air_add_radio(struct air *air, const char *name, double power_dbm);
unsigned air_radios(const struct air *air);
const char *air_name(const struct air *air, unsigned radio);
/* Return a radio's number by its name, or -1. */
int air_find(const struct air *air, const char *name);

struct walk *air_walk(struct air *air, unsigned radio);
struct position air_position(struct air *air, unsigned radio);
void air_set_power(struct air *air, unsigned radio, double dbm);
/* A radio that is given every frame that reaches it. */
void air_set_monitor(struct air *air, unsigned radio, bool monitor);
struct air_edca *air_edca(struct air *air, unsigned radio, enum ac ac);

/* More loss in dB between two radios, in both directions; INFINITY cuts them.
 */
void air_set_link(struct air *air, unsigned a, unsigned b, double extra_db);
/* Signal in dBm of 'from' at 'to'. */
double air_signal(struct air *air, unsigned from, unsigned to, unsigned mhz);

/* A radio answers for an address, or does so no longer. An address can be held
 * several times, for several reasons. Return false if there is no memory. */
enum air_reason {
	AIR_HOLD_TOLD,	    /* by whoever configured the air */
	AIR_HOLD_KERNEL,    /* by the kernel, while it scans for instance */
	AIR_HOLD_INTERFACE, /* an access point's or station's interface has it
			     */
	AIR_HOLD_MONITOR, /* an active monitor has it: it only acknowledges */
};
bool air_hold(struct air *air, unsigned radio, const uint8_t *addr,
	      enum air_reason reason);
void air_release(struct air *air, unsigned radio, const uint8_t *addr,
		 enum air_reason reason);
/* Release all addresses that are held for that reason. */
void air_release_all(struct air *air, unsigned radio, enum air_reason reason);
bool air_holds(const struct air *air, unsigned radio, const uint8_t *addr);
bool air_holds_for(const struct air *air, unsigned radio, const uint8_t *addr,
		   enum air_reason reason);

/* Hand over a frame at 'now', which is not before what was run to. */
void air_submit(struct air *air, unsigned radio, uint64_t now,
		struct air_frame *frame);

/* When the next thing happens, AIR_NEVER if nothing will. */
uint64_t air_next(struct air *air);

/* When to run the air again at the latest: nothing that is seen outside
 * happens before. Contention and gaps between frames are caught up with then.
 */
uint64_t air_wake(struct air *air);

/* Let everything happen that happens until 'now'. */
void air_run(struct air *air, uint64_t now);

const struct air_counters *air_counters(const struct air *air, unsigned radio);
/* Frames of a radio that await their fate. */
unsigned air_queued(const struct air *air, unsigned radio);

/* The accounts, in the order of their first frames. */
const struct air_account *air_accounts(const struct air *air, size_t *n);
void air_forget_accounts(struct air *air);

#endif
