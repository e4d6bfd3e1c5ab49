/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of a controller as a trigger, and after it octets that are samples of
 * an LVNF. What is accepted comes back as the same trigger, and a round has
 * one event at most. */
#include <json-c/json.h>

#include "fuzz.h"
#include "node/trigger_json.h"

static struct triggers all;

static void check_json(const struct trigger *trigger)
{
	struct json_object *json = trigger_to_json(trigger);
	struct node_error error;
	struct trigger again;

	if (!trigger_from_json(json, &again, &error) ||
	    memcmp(trigger, &again, sizeof(again)))
		abort();
	json_object_put(json);
}

/* Takes a number whose magnitude is as random as the rest of it. */
static uint64_t take(const uint8_t **data, size_t *size)
{
	uint64_t value = 0;

	if (*size < 2)
		return 0;
	value = (uint64_t)(*data)[0] << (*data)[1] % 57;
	*data += 2;
	*size -= 2;
	return value;
}

static void run_rounds(const uint8_t *data, size_t size)
{
	struct trigger_sample sample = { .has_run_time = true, .ports_n = 2 };
	uint64_t now_us = 0;

	while (size) {
		const uint64_t before = all.newest;

		now_us += take(&data, &size) % 10000000;
		sample.run_ns += take(&data, &size);
		sample.memory = take(&data, &size) % 100001;
		sample.ports[0].packets += take(&data, &size);
		sample.ports[1].octets += take(&data, &size);
		triggers_begin(&all, now_us);
		if (triggers_turn(&all, "one"))
			triggers_judge(&all, &sample);
		triggers_end(&all);
		if (all.newest > before + 1)
			abort();
		if (size < 2)
			break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json_tokener *tokener = json_tokener_new_ex(16);
	struct json_object *json =
		json_tokener_parse_ex(tokener, (const char *)data, (int)size);
	const size_t end = json_tokener_get_parse_end(tokener);
	struct node_error error;
	struct trigger trigger;

	triggers_init(&all);
	if (trigger_from_json(json, &trigger, &error)) {
		check_json(&trigger);
		if (!triggers_add(&all, &trigger, &error))
			abort();
		run_rounds(data + end, size - end);
	}
	triggers_destroy(&all);
	json_object_put(json);
	json_tokener_free(tokener);
	return 0;
}
