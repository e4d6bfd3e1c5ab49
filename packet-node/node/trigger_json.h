/* SPDX-License-Identifier: Apache-2.0 */
/* Triggers and events as JSON (CONTROL-CPP.md). Does no I/O. */
#ifndef TRIGGER_JSON_H
#define TRIGGER_JSON_H

#include <json-c/json.h>

#include "trigger.h"

/* Reads a trigger. Returns false with '*error' filled. */
bool trigger_from_json(struct json_object *params, struct trigger *trigger,
		       struct node_error *error);

struct json_object *trigger_to_json(const struct trigger *trigger);

struct json_object *trigger_event_to_json(const struct trigger_event *event);

#endif
