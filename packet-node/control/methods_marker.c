/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of markers at a gate. */
#include <string.h>

#include "methods.h"

bool cpp_get_migration(struct json_object *params, uint64_t *migration,
		       struct rpc_error *error)
{
	int64_t value;

	if (!rpc_get_int(params, "migration", 1, TERM_MAX, &value, error))
		return false;
	*migration = (uint64_t)value;
	return true;
}

/* --- expected markers ---------------------------------------------------- */

/* Reads the list 'sources'. Returns its length, or 0 with '*error' filled. */
static size_t get_sources(struct json_object *params,
			  uint32_t sources[GATE_MARKERS_MAX],
			  struct rpc_error *error)
{
	struct json_object *list = NULL;
	size_t n = 0;

	if (json_object_object_get_ex(params, "sources", &list) &&
	    json_object_is_type(list, json_type_array))
		n = json_object_array_length(list);
	for (size_t i = 0; i < n && n <= GATE_MARKERS_MAX; i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		const int64_t value = json_object_get_int64(one);

		if (!json_object_is_type(one, json_type_int) || value < 0 ||
		    value > UINT32_MAX)
			n = 0;
		else
			sources[i] = (uint32_t)value;
	}
	if (n && n <= GATE_MARKERS_MAX)
		return n;
	rpc_fail(error, RPC_INVALID_PARAMS,
		 "'sources' is a list of 1 to %d integers from 0 to 2^32 - 1",
		 GATE_MARKERS_MAX);
	return 0;
}

static struct json_object *named(const struct lvnf *lvnf)
{
	struct json_object *out = json_object_new_object();

	cpp_add_text(out, "lvnf", lvnf->name);
	return out;
}

struct json_object *cpp_method_marker_expect(void *context,
					     struct json_object *params,
					     struct rpc_error *error)
{
	const struct lvnf *lvnf = cpp_get_lvnf(context, params, error);
	uint32_t sources[GATE_MARKERS_MAX];
	struct node_error failure;
	uint64_t migration;
	size_t n;

	if (!lvnf || !cpp_get_migration(params, &migration, error))
		return NULL;
	n = get_sources(params, sources, error);
	if (!n)
		return NULL;
	if (!lvnf_expect_markers(lvnf, migration, sources, n, &failure))
		return cpp_fail(error, &failure);
	return named(lvnf);
}

struct json_object *cpp_method_marker_forget(void *context,
					     struct json_object *params,
					     struct rpc_error *error)
{
	const struct lvnf *lvnf = cpp_get_lvnf(context, params, error);
	uint64_t migration = 0;
	int err;

	if (!lvnf)
		return NULL;
	if (json_object_object_get_ex(params, "migration", NULL) &&
	    !cpp_get_migration(params, &migration, error))
		return NULL;
	err = gate_forget_markers(&lvnf->gate, migration);
	if (err)
		return rpc_fail(error, CPP_FAILED,
				"LVNF '%s': its gate does not forget: %s",
				lvnf->name, strerror(err));
	return named(lvnf);
}

static void add_marker(void *arg, uint32_t source,
		       const struct gate_marker *marker)
{
	struct json_object *out = json_object_new_object();

	cpp_add_number(out, "source", source);
	cpp_add_number(out, "count", marker->count);
	if (marker->count) {
		cpp_add_number(out, "first_us", marker->first_ns / 1000);
		cpp_add_number(out, "last_us", marker->last_ns / 1000);
	}
	json_object_array_add(arg, out);
}

struct json_object *cpp_method_marker_seen(void *context,
					   struct json_object *params,
					   struct rpc_error *error)
{
	const struct lvnf *lvnf = cpp_get_lvnf(context, params, error);
	struct json_object *out, *markers;
	uint64_t migration, last;
	int err;

	if (!lvnf || !cpp_get_migration(params, &migration, error))
		return NULL;
	out = named(lvnf);
	markers = json_object_new_array();
	json_object_object_add(out, "markers", markers);
	err = gate_each_marker(&lvnf->gate, migration, add_marker, markers);
	if (!err)
		err = lvnf_last_frame(lvnf, &last);
	if (err) {
		json_object_put(out);
		return rpc_fail(error, CPP_FAILED,
				"LVNF '%s': its gate cannot be read: %s",
				lvnf->name, strerror(err));
	}
	if (last)
		cpp_add_number(out, "frame_us", last / 1000);
	cpp_add_number(out, "now_us", clock_us());
	return out;
}
