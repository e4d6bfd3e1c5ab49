/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the air share. */
#ifndef AIR_PRIVATE_H
#define AIR_PRIVATE_H

#include "air.h"
#include "doze.h"
#include "random.h"

#define MPDUS_MAX 64

struct contention {
	unsigned
		backoff; /* slots left, at the last time the medium was busy */
	unsigned cw;
	struct air_edca edca;
	struct air_frame *head, **tail;
};

/* A signal on the air. Arrays by radio follow its fixed part. */
struct signal {
	struct signal *next;
	enum air_kind kind;
	unsigned from;
	unsigned initiator; /* the radio whose exchange it belongs to */
	unsigned mhz;
	struct phy_rate rate;
	uint64_t start, end;
	/* What each radio gets of it, and of all others at most, in mW. */
	double *power, *interference;
	/* Whose receivers follow it; only what is followed can be received. */
	bool *follows;
};

enum phase {
	PHASE_IDLE,
	PHASE_RTS,     /* on the air */
	PHASE_CTS_GAP, /* SIFS before it */
	PHASE_CTS,
	PHASE_DATA_GAP,
	PHASE_DATA,
	PHASE_RESPONSE_GAP,
	PHASE_RESPONSE,
	PHASE_TIMEOUT, /* waiting for a response that does not come */
};

/* A frame exchange, from its initiator's side. */
struct exchange {
	enum phase phase;
	uint64_t at; /* the phase's end */
	enum ac ac;
	unsigned initiator; /* the radio that it belongs to */
	uint64_t txop_end;
	struct air_frame *mpdu[MPDUS_MAX];
	bool received[MPDUS_MAX];
	unsigned mpdus;
	bool aggregate;
	struct air_stage *stage; /* of the first MPDU */
	size_t octets;
	struct signal *signal;	 /* ours */
	struct signal *response; /* to us, the responder that we hear best */
	int responder;
	double response_dbm;
};

struct held {
	uint8_t addr[ADDR_LEN];
	enum air_reason reason;
};

struct radio {
	char name[AIR_NAME_MAX];
	double power_dbm;
	bool monitor;
	struct walk walk;
	struct contention contention[AC_N];
	struct exchange exchange;
	unsigned mhz; /* of the frames that it sends; 0 before the first */
	struct held *held;
	unsigned held_n;
	struct doze doze;

	/* Carrier sense: the medium is idle from the latest of these on. */
	uint64_t busy_until, nav_until, extra_until;
	/* Until when it sends itself. */
	uint64_t sends_until;

	unsigned queued;
	struct air_counters counters;
};

struct session {
	uint8_t originator[ADDR_LEN], recipient[ADDR_LEN];
	unsigned tid, window;
};

struct air {
	struct air_model model;
	const struct air_ops *ops;
	void *arg;
	struct random random;
	uint64_t now;
	struct radio *radio[AIR_MAX_RADIOS];
	unsigned radios;
	/* Of each pair, more loss by the operator, and shadowing. */
	double *extra_db, *shadow_db;
	struct signal *signals;
	struct session *sessions;
	unsigned sessions_n;
	struct air_account *accounts;
	size_t accounts_n;
};

/* contend.c */
uint64_t contend_idle_at(const struct radio *radio);
/* The medium becomes busy for a radio at 'now'. */
void contend_busy(const struct air *air, struct radio *radio, uint64_t now);
/* When a radio starts to send next and by which category. */
uint64_t contend_next(const struct air *air, const struct radio *radio,
		      enum ac *ac);
/* Whether one of its categories would send now. */
bool contend_due(const struct air *air, const struct radio *radio, enum ac ac);
void contend_arrive(struct air *air, struct radio *radio, enum ac ac);
void contend_success(struct air *air, struct contention *contention);
void contend_failure(struct air *air, struct contention *contention);

/* reception.c */
/* A radio sends on another channel from now on. */
void reception_tune(struct air *air, unsigned radio, unsigned mhz);
struct signal *signal_start(struct air *air, enum air_kind kind, unsigned from,
			    unsigned mhz, const struct phy_rate *rate,
			    uint64_t duration);
/* Whether a radio follows the signal, at which ratio; before signal_end(). */
bool signal_locked(const struct air *air, const struct signal *signal,
		   unsigned radio, double *sinr);
/* The signal ends. 'nav' is for how long it reserves the medium for others
 * than 'for_radio'. */
void signal_end(struct air *air, struct signal *signal, size_t octets,
		uint64_t nav, int for_radio);
/* Draw whether a frame survives. */
bool signal_survives(struct air *air, const struct phy_rate *rate,
		     size_t octets, double sinr);
void signals_free(struct air *air);

/* exchange.c */
void exchange_start(struct air *air, unsigned radio, enum ac ac);
void exchange_step(struct air *air, unsigned radio);
/* For how long after its present phase an exchange does nothing that is seen
 * outside, at least. */
uint64_t exchange_hidden(const struct exchange *exchange);
/* How long an exchange lasts at least that has only begun with this frame. */
uint64_t exchange_shortest(struct air_frame *frame);

/* aggregate.c */
void aggregate_observe(struct air *air, const struct air_frame *frame);
/* Choose what is sent at once, beginning with the head of the queue. */
void aggregate_choose(struct air *air, const struct contention *contention,
		      struct exchange *exchange);
/* The stage that a frame is at, NULL if all are used up. */
struct air_stage *stage_of(struct air_frame *frame);

/* accounts.c */
struct air_account *account_of(struct air *air, const uint8_t *ta,
			       const uint8_t *ra);

#endif
