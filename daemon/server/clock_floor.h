/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lower bound of the present time, whatever the clock says. A router without
 * a battery starts with its clock in the past. Certificates are checked
 * against the floor while the clock is below it.
 *
 * Only what an authority has signed raises the floor, never the clock: a
 * certificate's begin (notBefore) proves that it is not earlier. From then on
 * the floor advances with the monotonic clock. So a wrong clock or a false
 * time server, once, cannot keep controllers out for ever.
 *
 * The floor never goes back, and never beyond the end (notAfter) of the
 * daemon's own certificate.
 *
 * Times are UNIX times in s; 'running' is the monotonic clock in s. Does no
 * I/O.
 */
#ifndef CLOCK_FLOOR_H
#define CLOCK_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

/* While the daemon runs, the file is at most so far behind the floor, in s. */
#define CLOCK_FLOOR_KEEP_S INT64_C(86400)
/* At its end. A daemon that restarts all the time must not wear the flash. */
#define CLOCK_FLOOR_KEEP_AT_END_S INT64_C(3600)

struct clock_floor {
	int64_t proved;	 /* the floor when it was raised last */
	int64_t running; /* at that time */
	int64_t end;	 /* of the daemon's own certificate */
	int64_t kept;	 /* of an earlier run; 0 if there is none */
	const char *source;
};

/* Begins with the date of this version of the daemon. 'kept' is the floor of
 * an earlier run, or 0; clock_floor_set_own() decides on it. */
void clock_floor_init(struct clock_floor *floor, int64_t version_date,
		      int64_t kept, int64_t running);

/* Learns the validity of the daemon's own certificate. Returns false if the
 * kept floor is after its end and so is ignored: else one wrong file would
 * stop the daemon for ever. */
bool clock_floor_set_own(struct clock_floor *floor, int64_t begin, int64_t end,
			 int64_t running);

/* Raises the floor to 'time', which 'source' (static text) proves. Returns
 * false if the floor is there already, or if the time is after the end of the
 * own certificate and so implausible. Call clock_floor_set_own() first. */
bool clock_floor_raise(struct clock_floor *floor, int64_t time,
		       const char *source, int64_t running);

/* Returns the floor now. */
int64_t clock_floor_now(const struct clock_floor *floor, int64_t running);

/* Returns the time to check a peer's certificate against, which begins at
 * 'begin': the clock, or the floor if that is later. If the clock is below the
 * floor, and so wrong, a certificate that begins after the floor is checked at
 * its begin: it proves the time, if the authority has signed it. */
int64_t clock_floor_check_time(const struct clock_floor *floor, int64_t clock,
			       int64_t begin, int64_t running);

/* Returns true if the file, which has 'kept', is 'behind' seconds or more
 * behind the floor. */
bool clock_floor_is_due(const struct clock_floor *floor, int64_t kept,
			int64_t behind, int64_t running);

/* Returns the seconds, 1 to CLOCK_FLOOR_KEEP_S, until the file may be that far
 * behind. */
int64_t clock_floor_due_in(const struct clock_floor *floor, int64_t kept,
			   int64_t running);

#endif
