/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of images that take no time. */
#include <string.h>

#include "base/base.h"
#include "methods.h"

struct json_object *cpp_method_image_list(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct cpp_session *in = context;
	struct json_object *out = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct stored_image *image = in->host->node->images.first;
	size_t octets = 0;

	(void)params;
	(void)error;
	for (; image; image = image->next) {
		struct json_object *one = json_object_new_object();

		cpp_add_text(one, "image", image->name);
		cpp_add_number(one, "ports", image->ports_n);
		cpp_add_number(one, "octets", image->len);
		/* IMAGES_MAX of them fit into a line. */
		cpp_list_add(list, one, &octets);
	}
	json_object_object_add(out, "images", list);
	return out;
}

/* Waits for the orders before it: the worker may have an LVNF of the image. */
void cpp_start_image_remove(void *context, struct json_object *params,
			    struct rpc_call *call)
{
	const struct cpp_session *in = context;

	orders_give_short(in->host->orders, context, params, NULL, call);
}

struct json_object *cpp_method_image_remove(void *context,
					    struct json_object *params,
					    struct rpc_error *error)
{
	const struct cpp_session *in = context;
	const char *name = cpp_get_name(params, "image", error);
	struct node_error failure;
	struct json_object *out;

	if (!name)
		return NULL;
	if (!node_remove_image(in->host->node, name, &failure))
		return cpp_fail(error, &failure);
	log_info("image %s: removed", name);
	out = json_object_new_object();
	cpp_add_text(out, "image", name);
	return out;
}
