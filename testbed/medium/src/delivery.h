/* SPDX-License-Identifier: Apache-2.0 */
/* The delivery of an exchange's data to the radios that receive it. */
#ifndef DELIVERY_H
#define DELIVERY_H

#include <stdbool.h>

#include "exchange.h"

/* Delivers the frames that survive to all radios that they are for. Returns
 * true if a radio that holds the receiver address received one. Sets the
 * responder to the strongest such radio. */
bool delivery_of_data(struct air *air, struct exchange *exchange);

#endif
