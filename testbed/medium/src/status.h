/* SPDX-License-Identifier: Apache-2.0 */
/* State of the medium as JSON. The caller frees the text. */
#ifndef STATUS_H
#define STATUS_H

#include "medium.h"

/* Returns the radios with position, counters and queue, and the signal of each
 * at each other. */
char *status_json(struct medium *medium);

/* Returns the time on the air by transmitter and receiver. */
char *status_airtime_json(const struct medium *medium);

#endif
