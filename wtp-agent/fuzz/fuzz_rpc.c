/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of the control connection, in pieces of the size that the first octet
 * selects. */
#include "config/config.h"
#include "control/airtime_request.h"
#include "control/lines.h"
#include "control/rpc.h"
#include "fuzz.h"

static struct json_object *take(void *context, struct json_object *params,
				struct rpc_error *error)
{
	int64_t n;

	(void)context;
	if (!rpc_get_string(params, "s", error) ||
	    !rpc_get_int(params, "n", 1, 100, &n, error))
		return NULL;
	return json_object_new_int64(n);
}

static struct json_object *
set_airtime(void *context, struct json_object *params, struct rpc_error *error)
{
	struct flight_settings settings = { 0 };
	struct airtime_request request;

	(void)context;
	if (!airtime_request_parse(params, &request, error)) {
		if (!error->message[0])
			abort();
		return NULL;
	}
	airtime_request_apply(&request, &settings);
	if (settings.codel.target_us > CONFIG_CODEL_TARGET_MAX * 1000 ||
	    (request.has_weight && (request.weight < AIRTIME_WEIGHT_MIN ||
				    request.weight > AIRTIME_WEIGHT_MAX)))
		abort();
	return json_object_new_boolean(settings.airtime);
}

static struct rpc_call *started;

static void later(void *context, struct json_object *params,
		  struct rpc_call *call)
{
	(void)context;
	(void)params;
	started = call;
}

static const struct rpc_method list[] = { { "m", take },
					  { "later", .starter = later },
					  { "airtime.set", set_airtime },
					  { NULL, NULL } };

static void answered(void *arg, char *text)
{
	++*(int *)arg;
	if (text && text[strlen(text) - 1] != '\n')
		abort();
	free(text);
}

static bool handle(void *arg, const char *line, size_t len)
{
	int answers = 0;
	struct rpc_call *call =
		rpc_handle(list, NULL, line, len, answered, &answers);

	(void)arg;
	if (call && call != started)
		abort();
	if (call)
		rpc_finish(call, json_object_new_int((int)len), NULL);
	if (answers != 1)
		abort();
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lines lines;
	size_t piece, part;

	if (!size || !lines_init(&lines, 512))
		return 0;
	piece = (size_t)*data + 1;
	for (data++, size--; size; data += part, size -= part) {
		const char *text = (const char *)data;
		size_t unread;

		part = unread = piece < size ? piece : size;
		if (!lines_feed(&lines, &text, &unread, handle, NULL))
			break;
		if (unread)
			abort();
	}
	lines_destroy(&lines);
	return 0;
}
