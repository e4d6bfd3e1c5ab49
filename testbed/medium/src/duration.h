/* SPDX-License-Identifier: Apache-2.0 */
/* Durations of the parts of an exchange, in ns. */
#ifndef DURATION_H
#define DURATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exchange.h"

/* Returns true if the receiver answers the exchange's frames. */
bool duration_has_response(const struct exchange *exchange);

/* Returns the duration of a control frame of this length. */
uint64_t duration_of_control(const struct exchange *exchange, size_t octets);

/* Returns the duration of the exchange's data. */
uint64_t duration_of_data(const struct exchange *exchange);

/* Returns the length in octets of the response to the data. */
size_t duration_response_octets(const struct exchange *exchange);

/* Returns the time that the data reserves for the response. */
uint64_t duration_after_data(const struct exchange *exchange);

/* Returns when the initiator stops waiting for a response. */
uint64_t duration_response_deadline(const struct air *air,
				    const struct exchange *exchange);

/* Returns the minimum time after the end of the present phase during which the
 * exchange calls none of the air's 'ops'. */
uint64_t duration_hidden(const struct exchange *exchange);

/* Returns the minimum duration of an exchange that starts with this frame. */
uint64_t duration_shortest(struct air_frame *frame);

#endif
