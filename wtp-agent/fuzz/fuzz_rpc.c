/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of two control connections in turn, in pieces of the size that the
 * first octet selects. */
#include "config/wtp_config.h"
#include "control/airtime_request.h"
#include "control/bssid_request.h"
#include "fuzz.h"
#include "server/lines.h"
#include "server/rpc.h"

static struct terms terms;
static struct session_term sessions[2];
static struct session_term *calling;

/* No order comes from a connection with an older term. */
static void check_order(void)
{
	if (calling->claimed != terms.greatest)
		abort();
}

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
	check_order();
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

static struct permit_table permits;

static bool read_bssids(struct json_object *params, struct bssid_list *list,
			struct rpc_error *error)
{
	if (!bssid_request_get_list(params, list, error)) {
		if (!error->message[0])
			abort();
		return false;
	}
	if (!list->n || list->n > PERMITS_MAX)
		abort();
	return true;
}

static struct json_object *permit(void *context, struct json_object *params,
				  struct rpc_error *error)
{
	struct bssid_list list;
	int64_t radio;

	(void)context;
	check_order();
	if (!read_bssids(params, &list, error) ||
	    !rpc_get_int(params, "radio", 0, 1, &radio, error))
		return NULL;
	/* An input has no room for more than the table has. */
	if (permit_grant(&permits, list.bssids[0], list.n, (unsigned int)radio,
			 2, 1))
		abort();
	for (size_t i = 0; i < list.n; i++) {
		const struct permit *found =
			permit_find(&permits, list.bssids[i], 1);

		if (!addr_is_bssid(list.bssids[i]) || !found ||
		    found->radio != radio)
			abort();
	}
	return json_object_new_int64((int64_t)list.n);
}

static struct json_object *revoke(void *context, struct json_object *params,
				  struct rpc_error *error)
{
	struct bssid_list list;
	int revoked = 0;

	(void)context;
	check_order();
	if (!read_bssids(params, &list, error))
		return NULL;
	for (size_t i = 0; i < list.n; i++) {
		revoked += permit_revoke(&permits, list.bssids[i], 1);
		if (permit_find(&permits, list.bssids[i], 1))
			abort();
	}
	return json_object_new_int(revoked);
}

static struct rpc_call *started;

static void later(void *context, struct json_object *params,
		  struct rpc_call *call)
{
	(void)context;
	(void)params;
	check_order();
	started = call;
}

static const struct rpc_method list[] = {
	{ "m", take },
	{ "later", .starter = later, .is_order = true },
	{ "airtime.set", set_airtime, .is_order = true },
	{ "announce.permit", permit, .is_order = true },
	{ "announce.revoke", revoke, .is_order = true },
	{ NULL, NULL },
};

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
	int64_t before = terms.greatest;
	struct rpc_call *call;

	(void)arg;
	calling = calling == sessions ? sessions + 1 : sessions;
	call = rpc_handle(list, NULL, calling, line, len, answered, &answers);
	if (terms.greatest < before || calling->claimed > terms.greatest)
		abort();
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
	permit_init(&permits);
	terms = (struct terms){ 0 };
	calling = NULL;
	for (int i = 0; i < 2; i++)
		sessions[i] = (struct session_term){ .terms = &terms,
						     .peer = "peer" };
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
