/* SPDX-License-Identifier: Apache-2.0 */
/* The order image.add. Parts before the last one are of the session only. */
#include <stdio.h>
#include <stdlib.h>

#include "methods.h"

/* What image.add reads. */
struct part {
	const char *image, *data;
	int64_t ports, size, offset;
};

static bool get_part(struct json_object *params, struct part *part,
		     struct rpc_error *error)
{
	part->image = cpp_get_name(params, "image", error);
	if (!part->image ||
	    !rpc_get_int(params, "ports", 1, GATE_PORTS_MAX, &part->ports,
			 error) ||
	    !rpc_get_int(params, "size", 1, IMAGE_SIZE_MAX, &part->size,
			 error) ||
	    !rpc_get_int(params, "offset", 0, part->size - 1, &part->offset,
			 error))
		return false;
	part->data = rpc_get_string(params, "data", error);
	return part->data;
}

/* The answer to a part that others follow. */
static struct json_object *received(const struct upload *upload)
{
	struct json_object *out = json_object_new_object();

	cpp_add_text(out, "image", upload->image);
	cpp_add_number(out, "received", upload->received);
	return out;
}

struct image_order {
	struct order order; /* must be first */
	struct images *images;
	struct image_addition addition;
};

static bool begin_image(struct order *order, struct rpc_error *error)
{
	struct image_order *own = (struct image_order *)order;
	struct node_error failure;

	if (image_addition_begin(&own->addition, own->images, &failure))
		return true;
	cpp_fail(error, &failure);
	return false;
}

static void work_image(struct order *order)
{
	image_addition_work(&((struct image_order *)order)->addition);
}

static struct json_object *end_image(struct order *order,
				     struct rpc_error *error)
{
	struct image_order *own = (struct image_order *)order;
	struct node_error failure;
	struct json_object *out =
		image_addition_end(&own->addition, own->images, &failure);

	if (!out)
		return cpp_fail(error, &failure);
	log_info("image %s: added", own->addition.image.name);
	return out;
}

static void free_image(struct order *order)
{
	struct image_order *own = (struct image_order *)order;

	free(own->addition.octets);
	free(own);
}

/* Gives the order to add an image whose last part has come. */
static void give(struct cpp_session *in, struct rpc_call *call)
{
	static const struct order_kind kind = { begin_image, work_image,
						end_image, free_image };
	struct image_order *own = calloc(1, sizeof(*own));
	struct node_error failure;

	if (!own) {
		upload_end(&in->upload);
		node_fail(&failure, NODE_FAILED, "no memory");
		cpp_refuse(call, &failure);
		return;
	}
	own->order.kind = &kind;
	own->images = &in->host->node->images;
	own->addition.image.ports_n = in->upload.ports;
	own->addition.image.len = in->upload.size;
	snprintf(own->addition.image.name, sizeof(own->addition.image.name),
		 "%s", in->upload.image);
	own->addition.octets = upload_take(&in->upload);
	orders_give(in->host->orders, &own->order, call);
}

void cpp_start_image_add(void *context, struct json_object *params,
			 struct rpc_call *call)
{
	struct cpp_session *in = context;
	struct rpc_error error = { 0 };
	struct node_error failure;
	struct upload_image image;
	struct part part;

	if (!get_part(params, &part, &error)) {
		rpc_finish(call, NULL, &error);
		return;
	}
	image = (struct upload_image){ part.image, (unsigned int)part.ports,
				       (size_t)part.size };
	if (!upload_add(&in->upload, &image, (size_t)part.offset, part.data,
			&failure))
		cpp_refuse(call, &failure);
	else if (!upload_is_complete(&in->upload))
		rpc_finish(call, received(&in->upload), NULL);
	else
		give(in, call);
}
