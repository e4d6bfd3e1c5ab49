/* SPDX-License-Identifier: Apache-2.0 */
/* The associated stations of a VAP. Does no I/O. */
#ifndef ASSOCIATED_H
#define ASSOCIATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

/* The highest AID of an access point is 2007. */
#define ASSOCIATED_MAX 2007

struct associated_station {
	uint8_t address[ADDR_LEN];
	bool authorized;
	bool seen; /* since associated_begin_walk() */
};

struct associated {
	struct associated_station *entries;
	size_t n, capacity;
};

enum station_change {
	STATION_ASSOCIATED,
	STATION_AUTHORIZED,
	STATION_DISASSOCIATED,
};

/* Receives what has changed. */
typedef void station_changed(void *arg, const uint8_t *address,
			     enum station_change change);

/* Adds or updates an associated station. Reports it as associated if it is
 * new, and as authorized if it is that now. hostapd does not report that a
 * station is not authorized any more, but disconnected. Beyond ASSOCIATED_MAX,
 * or without memory, a new station is left out. */
void associated_set(struct associated *stations, const uint8_t *address,
		    bool authorized, station_changed *changed, void *arg);

/* Removes a station and reports it, if it is there. */
void associated_remove(struct associated *stations, const uint8_t *address,
		       station_changed *changed, void *arg);

/* Begins to list all stations anew, each by associated_set(). */
void associated_begin_walk(struct associated *stations);

/* Removes and reports the stations that were not set since the begin. */
void associated_end_walk(struct associated *stations, station_changed *changed,
			 void *arg);

/* Removes all, without reports, and frees the memory. */
void associated_clear(struct associated *stations);

#endif
