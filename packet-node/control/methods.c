/* SPDX-License-Identifier: Apache-2.0 */
/* node.info, and what the methods have in common. */
#include "methods.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "version.h"

/* Octets of a list, so that the line stays below RPC_LINE_MAX. */
#define LIST_MAX 60000

struct json_object *cpp_fail(struct rpc_error *error,
			     const struct node_error *failure)
{
	static const int codes[] = {
		[NODE_INVALID] = RPC_INVALID_PARAMS,
		[NODE_UNKNOWN] = CPP_UNKNOWN,
		[NODE_IN_USE] = CPP_IN_USE,
		[NODE_REFUSED] = CPP_REFUSED,
		[NODE_FULL] = CPP_FULL,
		[NODE_FAILED] = CPP_FAILED,
	};

	snprintf(error->data, sizeof(error->data), "%s", failure->details);
	return rpc_fail(error, codes[failure->failure], "%s", failure->text);
}

void cpp_refuse(struct rpc_call *call, const struct node_error *failure)
{
	struct rpc_error error = { 0 };

	cpp_fail(&error, failure);
	rpc_finish(call, NULL, &error);
}

void cpp_start_claim(void *context, struct json_object *params,
		     struct rpc_call *call)
{
	const struct cpp_session *in = context;

	(void)params;
	orders_give_claim(in->host->orders, in->host->sendings, call);
}

void cpp_start_lvnf_change(void *context, struct json_object *params,
			   struct rpc_call *call)
{
	const struct cpp_session *in = context;
	struct rpc_error error = { 0 };
	const char *name = cpp_get_name(params, "lvnf", &error);

	if (name)
		orders_give_short(in->host->orders, context, params, name,
				  call);
	else
		rpc_finish(call, NULL, &error);
}

const char *cpp_get_name(struct json_object *params, const char *key,
			 struct rpc_error *error)
{
	const char *name = rpc_get_string(params, key, error);

	if (!name || name_is_valid(name))
		return name;
	rpc_fail(error, RPC_INVALID_PARAMS,
		 "'%s' is 1 to %d letters, digits, hyphens and underscores, "
		 "not '%.48s'",
		 key, NAME_MAX_LEN, name);
	return NULL;
}

struct lvnf *cpp_get_lvnf(const struct cpp_session *in,
			  struct json_object *params, struct rpc_error *error)
{
	const char *name = cpp_get_name(params, "lvnf", error);
	struct node_error failure;
	struct lvnf *lvnf;

	if (!name)
		return NULL;
	lvnf = node_find(in->host->node, name, &failure);
	if (!lvnf)
		cpp_fail(error, &failure);
	return lvnf;
}

void cpp_add_text(struct json_object *object, const char *key,
		  const char *value)
{
	json_object_object_add(object, key, json_object_new_string(value));
}

void cpp_add_number(struct json_object *object, const char *key,
		    uint64_t value)
{
	json_object_object_add(object, key, json_object_new_uint64(value));
}

bool cpp_list_add(struct json_object *list, struct json_object *one,
		  size_t *octets)
{
	size_t len;

	json_object_to_json_string_length(one, JSON_C_TO_STRING_PLAIN, &len);
	*octets += len + 1;
	if (*octets > LIST_MAX) {
		json_object_put(one);
		return false;
	}
	json_object_array_add(list, one);
	return true;
}

struct json_object *cpp_method_node_info(void *context,
					 struct json_object *params,
					 struct rpc_error *error)
{
	const struct cpp_session *in = context;
	const struct node *node = in->host->node;
	struct json_object *out = json_object_new_object();

	(void)params;
	(void)error;
	cpp_add_text(out, "node", in->host->name);
	cpp_add_text(out, "version", VERSION);
	cpp_add_number(out, "protocol", CPP_PROTOCOL);
	cpp_add_number(out, "uptime_ms", clock_ms() - in->host->started_ms);
	json_object_object_add(
		out, "term", json_object_new_int64(in->host->terms->greatest));
	cpp_add_text(out, "bridge", node->place.vswitch.bridge);
	cpp_add_number(out, "mtu", node->place.mtu);
	cpp_add_number(out, "images", node->images.n);
	cpp_add_number(out, "lvnfs", node->n);
	cpp_add_number(out, "lvnfs_max", NODE_LVNFS_MAX);
	return out;
}
