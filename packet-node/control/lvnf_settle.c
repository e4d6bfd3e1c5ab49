/* SPDX-License-Identifier: Apache-2.0 */
/* lvnf.settle (settle.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "methods.h"

#define QUIET_US       2000 /* unless the request says otherwise */
#define QUIET_MAX_US   1000000
#define TIMEOUT_MAX_MS 60000

/* How often to look while markers are missing: most migrations are short, and
 * a long wait must not take the processor. */
#define LOOK_AGAIN_US	    1000
#define LOOK_LATER_US	    5000
#define LOOK_LATER_AFTER_US 50000

struct settling {
	const struct cpp_host *host;
	struct rpc_call *call;
	struct loop_timer timer;
	char lvnf[NAME_MAX_LEN + 1];
	uint64_t migration, quiet_us;
	uint64_t began_us, deadline_us; /* of clock_us() */
	struct settling *next;
};

/* What the gate has seen. */
struct sighting {
	struct json_object *missing; /* sources */
	size_t expected;
	uint64_t last_ns; /* frame or marker */
};

static void note_marker(void *arg, uint32_t source,
			const struct gate_marker *marker)
{
	struct sighting *seen = arg;

	seen->expected++;
	if (!marker->count)
		json_object_array_add(seen->missing,
				      json_object_new_int64(source));
	if (marker->last_ns > seen->last_ns)
		seen->last_ns = marker->last_ns;
}

/* Reads the gate. Returns false with '*error' filled, without 'missing'. The
 * markers come first: a frame that comes in between is in the time then. */
static bool read_gate(struct sighting *seen, const struct lvnf *lvnf,
		      uint64_t migration, struct node_error *error)
{
	uint64_t last;
	int err;

	*seen = (struct sighting){ .missing = json_object_new_array() };
	err = gate_each_marker(&lvnf->gate, migration, note_marker, seen);
	if (!err)
		err = lvnf_last_frame(lvnf, &last);
	if (err)
		node_fail(error, NODE_FAILED,
			  "LVNF '%s': its gate cannot be read: %s", lvnf->name,
			  strerror(err));
	else if (!seen->expected)
		node_fail(error, NODE_UNKNOWN,
			  "LVNF '%s' expects no marker of this migration",
			  lvnf->name);
	else if (last > seen->last_ns)
		seen->last_ns = last;
	if (!err && seen->expected)
		return true;
	json_object_put(seen->missing);
	return false;
}

static void end(struct settling *settling, struct json_object *result,
		const struct rpc_error *error)
{
	struct settlings *all = settling->host->settlings;
	struct settling **at = &all->first;
	struct rpc_call *call = settling->call;

	loop_timer_stop(all->loop, &settling->timer);
	while (*at != settling)
		at = &(*at)->next;
	*at = settling->next;
	free(settling);
	rpc_finish(call, result, error);
}

static void end_with_error(struct settling *settling,
			   const struct node_error *failure)
{
	struct rpc_error error = { 0 };

	cpp_fail(&error, failure);
	end(settling, NULL, &error);
}

/* Returns the answer. Takes over 'missing'. */
static struct json_object *answer(const struct settling *settling,
				  struct json_object *missing, bool is_settled,
				  uint64_t quiet_us, uint64_t now_us)
{
	struct json_object *out = json_object_new_object();

	cpp_add_text(out, "lvnf", settling->lvnf);
	json_object_object_add(out, "settled",
			       json_object_new_boolean(is_settled));
	json_object_object_add(out, "missing", missing);
	cpp_add_number(out, "quiet_us", quiet_us);
	cpp_add_number(out, "waited_us", now_us - settling->began_us);
	return out;
}

/* Returns after how many milliseconds to look again. */
static uint64_t wait_of(const struct settling *settling, bool is_missing,
			uint64_t quiet_us, uint64_t now_us)
{
	uint64_t wait_us = settling->quiet_us - quiet_us;

	if (is_missing)
		wait_us = now_us - settling->began_us < LOOK_LATER_AFTER_US
				  ? LOOK_AGAIN_US
				  : LOOK_LATER_US;
	if (now_us + wait_us > settling->deadline_us)
		wait_us = settling->deadline_us - now_us;
	return (wait_us + 999) / 1000;
}

static void look(void *arg)
{
	struct settling *settling = arg;
	struct node_error failure = { NODE_FAILED, "", "" };
	const struct lvnf *lvnf = NULL;
	uint64_t now_us, quiet_us;
	bool is_missing, is_settled;
	struct sighting found;

	if (!rpc_is_abandoned(settling->call))
		lvnf = node_find(settling->host->node, settling->lvnf,
				 &failure);
	if (!lvnf || !read_gate(&found, lvnf, settling->migration, &failure)) {
		end_with_error(settling, &failure);
		return;
	}
	now_us = clock_us();
	quiet_us = now_us > found.last_ns / 1000
			   ? now_us - found.last_ns / 1000
			   : 0;
	is_missing = json_object_array_length(found.missing);
	is_settled = !is_missing && quiet_us >= settling->quiet_us;
	if (is_settled || now_us >= settling->deadline_us) {
		end(settling,
		    answer(settling, found.missing, is_settled, quiet_us,
			   now_us),
		    NULL);
	} else {
		json_object_put(found.missing);
		loop_timer_start(
			settling->host->settlings->loop, &settling->timer,
			wait_of(settling, is_missing, quiet_us, now_us));
	}
}

/* Reads the request. Returns false with '*error' filled. */
static bool read_request(struct settling *settling, struct json_object *params,
			 struct rpc_error *error)
{
	const char *name = cpp_get_name(params, "lvnf", error);
	int64_t quiet_us = QUIET_US, timeout_ms;

	if (!name || !cpp_get_migration(params, &settling->migration, error) ||
	    !rpc_get_int(params, "timeout_ms", 1, TIMEOUT_MAX_MS, &timeout_ms,
			 error))
		return false;
	if (json_object_object_get_ex(params, "quiet_us", NULL) &&
	    !rpc_get_int(params, "quiet_us", 0, QUIET_MAX_US, &quiet_us,
			 error))
		return false;
	snprintf(settling->lvnf, sizeof(settling->lvnf), "%s", name);
	settling->quiet_us = (uint64_t)quiet_us;
	settling->began_us = clock_us();
	settling->deadline_us =
		settling->began_us + (uint64_t)timeout_ms * 1000;
	return true;
}

void cpp_start_lvnf_settle(void *context, struct json_object *params,
			   struct rpc_call *call)
{
	const struct cpp_session *in = context;
	struct settling *settling = calloc(1, sizeof(*settling));
	struct rpc_error error = { 0 };

	if (!settling)
		rpc_fail(&error, CPP_FAILED, "no memory");
	if (!settling || !read_request(settling, params, &error)) {
		free(settling);
		rpc_finish(call, NULL, &error);
		return;
	}
	settling->host = in->host;
	settling->call = call;
	settling->timer =
		(struct loop_timer){ .handler = look, .arg = settling };
	settling->next = in->host->settlings->first;
	in->host->settlings->first = settling;
	look(settling);
}

void settlings_close(struct settlings *settlings)
{
	const struct node_error failure = { NODE_FAILED, "the daemon ends",
					    "" };

	while (settlings->first)
		end_with_error(settlings->first, &failure);
}
