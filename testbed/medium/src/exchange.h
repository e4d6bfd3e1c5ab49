/* SPDX-License-Identifier: Apache-2.0 */
/* Frame exchanges: [RTS, CTS,] data, acknowledgement. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "air.h"

#define MPDUS_MAX 64

struct signal;

enum phase {
	PHASE_IDLE,
	PHASE_RTS,     /* on the air */
	PHASE_CTS_GAP, /* the SIFS before it */
	PHASE_CTS,
	PHASE_DATA_GAP,
	PHASE_DATA,
	PHASE_RESPONSE_GAP,
	PHASE_RESPONSE,
	PHASE_TIMEOUT, /* no response starts */
};

/* The exchange of a radio that initiates it. */
struct exchange {
	enum phase phase;
	uint64_t at; /* end of the phase, ns */
	enum ac ac;
	unsigned initiator; /* the radio */
	uint64_t txop_end;
	struct air_frame *mpdu[MPDUS_MAX];
	bool received[MPDUS_MAX];
	unsigned mpdus;
	bool aggregate;
	struct air_stage *stage; /* of the first MPDU */
	size_t octets;
	struct signal *signal;	 /* from the initiator */
	struct signal *response; /* from the responder */
	int responder; /* the strongest of several radios that answer */
	double response_dbm;
};

/* Starts an exchange with the frames of one access category. */
void exchange_start(struct air *air, unsigned radio, enum ac ac);

/* Ends the present phase of a radio's exchange and starts the next. */
void exchange_step(struct air *air, unsigned radio);

#endif
