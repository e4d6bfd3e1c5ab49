/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of LVNFs that take no time. */
#include <string.h>

#include "methods.h"

#define RATE_MAX 1000000000000 /* a second */

/* --- what an LVNF is ----------------------------------------------------- */

static struct json_object *port_json(const struct lvnf *lvnf,
				     unsigned int port)
{
	struct json_object *out = json_object_new_object();
	char ifname[IFNAMSIZ];

	name_switch_interface(ifname, lvnf->state.id, port);
	cpp_add_number(out, "port", port);
	cpp_add_text(out, "interface", ifname);
	if (lvnf->numbers[port] > 0)
		cpp_add_number(out, "ofport", (uint64_t)lvnf->numbers[port]);
	return out;
}

/* Adds the limit if there is one. */
static void add_limit(struct json_object *out, const struct lvnf *lvnf)
{
	uint64_t rates[GATE_UNITS];
	struct json_object *limit;

	if (gate_read_limit(&lvnf->gate, rates) ||
	    (!rates[GATE_PACKETS] && !rates[GATE_OCTETS]))
		return;
	limit = json_object_new_object();
	cpp_add_number(limit, "packets", rates[GATE_PACKETS]);
	cpp_add_number(limit, "octets", rates[GATE_OCTETS]);
	json_object_object_add(out, "limit", limit);
}

struct json_object *cpp_lvnf_json(const struct cpp_host *host,
				  const struct lvnf *lvnf)
{
	static const char *const modes[GATE_MODES] = {
		[GATE_RUN] = "running",
		[GATE_STOPPED] = "stopped",
		[GATE_BYPASS] = "bypass",
		[GATE_RELAY] = "relay",
	};
	struct json_object *out = json_object_new_object();
	struct json_object *ports = json_object_new_array();
	const struct program *program =
		lvnf->state.is_program
			? programs_find(host->programs, lvnf->name)
			: NULL;

	cpp_add_text(out, "lvnf", lvnf->name);
	cpp_add_text(out, "image", lvnf->state.image);
	cpp_add_text(out, "mode", modes[lvnf->state.mode % GATE_MODES]);
	add_limit(out, lvnf);
	if (program)
		json_object_object_add(out, "program", program_json(program));
	if (lvnf->state.mode == GATE_RELAY)
		cpp_add_number(out, "vlan", lvnf->state.relay_vlan);
	for (unsigned int i = 0; i < lvnf->state.ports_n; i++)
		json_object_array_add(ports, port_json(lvnf, i));
	json_object_object_add(out, "ports", ports);
	return out;
}

struct json_object *cpp_method_lvnf_list(void *context,
					 struct json_object *params,
					 struct rpc_error *error)
{
	const struct cpp_session *in = context;
	struct json_object *out, *list;
	const char *after = NULL;
	const struct lvnf *lvnf;
	size_t octets = 0;

	if (json_object_object_get_ex(params, "after", NULL)) {
		after = cpp_get_name(params, "after", error);
		if (!after)
			return NULL;
	}
	out = json_object_new_object();
	list = json_object_new_array();
	lvnf = node_next(in->host->node, after);
	while (lvnf &&
	       cpp_list_add(list, cpp_lvnf_json(in->host, lvnf), &octets))
		lvnf = lvnf->next;
	json_object_object_add(out, "lvnfs", list);
	json_object_object_add(out, "more",
			       json_object_new_boolean(lvnf != NULL));
	return out;
}

/* --- modes --------------------------------------------------------------- */

static struct json_object *set_mode(const struct cpp_session *in,
				    struct json_object *params,
				    enum gate_mode mode,
				    struct rpc_error *error)
{
	struct lvnf *lvnf = cpp_get_lvnf(in, params, error);
	struct node_error failure;

	if (!lvnf)
		return NULL;
	if (!lvnf_set_mode(lvnf, mode, &failure))
		return cpp_fail(error, &failure);
	return cpp_lvnf_json(in->host, lvnf);
}

struct json_object *cpp_method_lvnf_pause(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	return set_mode(context, params, GATE_STOPPED, error);
}

struct json_object *cpp_method_lvnf_resume(void *context,
					   struct json_object *params,
					   struct rpc_error *error)
{
	return set_mode(context, params, GATE_RUN, error);
}

struct json_object *cpp_method_lvnf_flush(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	return set_mode(context, params, GATE_BYPASS, error);
}

struct json_object *cpp_method_lvnf_relay(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct cpp_session *in = context;
	struct lvnf *lvnf = cpp_get_lvnf(in, params, error);
	struct node_error failure;
	int64_t vlan;

	if (!lvnf || !rpc_get_int(params, "vlan", 1, 4094, &vlan, error))
		return NULL;
	if (!lvnf_relay(lvnf, (uint16_t)vlan, &failure))
		return cpp_fail(error, &failure);
	return cpp_lvnf_json(in->host, lvnf);
}

struct json_object *cpp_method_lvnf_limit(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct cpp_session *in = context;
	const struct lvnf *lvnf = cpp_get_lvnf(in, params, error);
	int64_t packets, octets;
	uint64_t rates[GATE_UNITS];
	int err;

	if (!lvnf ||
	    !rpc_get_int(params, "packets", 0, RATE_MAX, &packets, error) ||
	    !rpc_get_int(params, "octets", 0, RATE_MAX, &octets, error))
		return NULL;
	rates[GATE_PACKETS] = (uint64_t)packets;
	rates[GATE_OCTETS] = (uint64_t)octets;
	err = gate_set_limit(&lvnf->gate, rates);
	if (err)
		return rpc_fail(error, CPP_FAILED,
				"LVNF '%s': its limit does not change: %s",
				lvnf->name, strerror(err));
	return cpp_lvnf_json(in->host, lvnf);
}

/* --- lvnf.stats ---------------------------------------------------------- */

/* Returns 0 or a positive errno. */
static int add_count(struct json_object *out, const char *key,
		     const struct lvnf *lvnf, unsigned int port,
		     enum gate_direction direction)
{
	struct json_object *object = json_object_new_object();
	struct gate_count count;
	int err = gate_read_count(&lvnf->gate, port, direction, &count);

	cpp_add_number(object, "packets", count.packets);
	cpp_add_number(object, "octets", count.octets);
	json_object_object_add(out, key, object);
	return err;
}

/* Adds the counts of a port to a list. Returns 0 or a positive errno. */
static int add_port_stats(struct json_object *ports, const struct lvnf *lvnf,
			  unsigned int port)
{
	struct json_object *out = json_object_new_object();
	struct plug_counts plug;
	int err;

	json_object_array_add(ports, out);
	cpp_add_number(out, "port", port);
	err = add_count(out, "in", lvnf, port, GATE_IN);
	if (!err)
		err = add_count(out, "out", lvnf, port, GATE_OUT);
	if (!err)
		err = add_count(out, "relayed", lvnf, port, GATE_RELAYED);
	if (!err)
		err = add_count(out, "limited", lvnf, port, GATE_LIMITED);
	if (!err && lvnf->state.is_program)
		err = add_count(out, "failed", lvnf, port, GATE_FAILED);
	if (lvnf_read_plug(lvnf, port, &plug)) {
		cpp_add_number(out, "waiting", plug.packets);
		cpp_add_number(out, "dropped", plug.dropped);
	}
	return err;
}

struct json_object *cpp_method_lvnf_stats(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct lvnf *lvnf = cpp_get_lvnf(context, params, error);
	struct json_object *out, *ports;
	int err = 0;

	if (!lvnf)
		return NULL;
	out = json_object_new_object();
	ports = json_object_new_array();
	cpp_add_text(out, "lvnf", lvnf->name);
	json_object_object_add(out, "ports", ports);
	cpp_add_number(out, "now_us", clock_us());
	for (unsigned int i = 0; i < lvnf->state.ports_n && !err; i++)
		err = add_port_stats(ports, lvnf, i);
	if (!err)
		return out;
	json_object_put(out);
	return rpc_fail(error, CPP_FAILED,
			"LVNF '%s': its counters cannot be read: %s",
			lvnf->name, strerror(err));
}
