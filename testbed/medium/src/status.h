/* SPDX-License-Identifier: Apache-2.0 */
/* What the medium tells of itself, as JSON. The caller frees the text. */
#ifndef STATUS_H
#define STATUS_H

#include "medium.h"

/* Radios with place, addresses' counters and queue, and the signal that each
 * would get of each other. */
char *status_json(struct medium *medium);

/* The time on the air by transmitter and receiver. */
char *status_airtime_json(const struct medium *medium);

#endif
