/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HANDLER_JSON_H
#define HANDLER_JSON_H

#include "handler.h"

/* Returns what a handler is: "handler" (its name), "access" (a list of "read",
 * "write", "migrate"), "type" ("array", "hash", "lru"), "entries" (at most).
 */
struct json_object *handler_json(const struct handler *handler);

#endif
