/* SPDX-License-Identifier: Apache-2.0 */
/* Signals on the air, and their reception by all radios. */
#ifndef RECEPTION_H
#define RECEPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "air.h"

/* A signal on the air. Arrays by radio follow its fixed part. */
struct signal {
	struct signal *next;
	enum air_kind kind;
	unsigned from;
	unsigned initiator; /* radio of the exchange that it belongs to */
	unsigned mhz;
	struct phy_rate rate;
	double less_db; /* than the power of its sender */
	uint64_t start, end;
	/* Per radio in mW: the signal's power, and the largest sum of all
	 * other signals so far. */
	double *power, *interference;
	/* Per radio: its receiver follows the signal. A radio receives only
	 * the signal that it follows. */
	bool *follows;
};

/* Moves a radio to another channel. */
void reception_tune(struct air *air, unsigned radio, unsigned mhz);

/* Starts a signal now, 'less_db' below the power of the radio. 'duration' is
 * in ns. */
struct signal *signal_start(struct air *air, enum air_kind kind, unsigned from,
			    unsigned mhz, const struct phy_rate *rate,
			    double less_db, uint64_t duration);

/* Checks if a radio follows the signal until its end. Sets 'sinr' to the ratio
 * of the signal to noise and interference. Call it before signal_end(). */
bool signal_locked(const struct air *air, const struct signal *signal,
		   unsigned radio, double *sinr);

/* Ends a signal and frees it. It reserves the medium for 'nav' ns, for all
 * radios but 'for_radio'. */
void signal_end(struct air *air, struct signal *signal, size_t octets,
		uint64_t nav, int for_radio);

/* Draws whether a frame is received without an error. */
bool signal_survives(struct air *air, const struct phy_rate *rate,
		     size_t octets, double sinr);

/* Frees all signals. */
void signals_free(struct air *air);

#endif
