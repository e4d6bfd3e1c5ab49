/* SPDX-License-Identifier: Apache-2.0 */
/* Adds and removes LVNFs. */
#include <stdio.h>
#include <stdlib.h>

#include "node.h"

/* --- adding -------------------------------------------------------------- */

/* Returns true if there are interfaces named like those of this id: another
 * program's, or what a failure has left. */
static bool has_interfaces(unsigned int id)
{
	char ifname[IFNAMSIZ];

	for (unsigned int i = 0; i < GATE_PORTS_MAX; i++) {
		name_switch_interface(ifname, id, i);
		if (if_nametoindex(ifname))
			return true;
	}
	return false;
}

/* Returns the smallest id that no LVNF has. */
static unsigned int free_id(const struct node *node)
{
	unsigned int id = 0;
	bool is_taken = true;

	while (is_taken) {
		id++;
		is_taken = false;
		for (const struct lvnf *l = node->first; l; l = l->next)
			is_taken |= l->state.id == id;
		if (!is_taken)
			is_taken = has_interfaces(id);
	}
	return id;
}

/* Returns the octets of maps that another LVNF may take. */
static uint64_t free_memory(const struct node *node)
{
	uint64_t taken = 0;

	for (const struct lvnf *l = node->first; l; l = l->next)
		taken += l->state.memory;
	return taken < node->memory_max ? node->memory_max - taken : 0;
}

/* Checks all that does not need the kernel. Returns the image, or NULL. */
static const struct stored_image *
check_plan(const struct node *node, const char *name, const char *image_name,
	   unsigned int ports_n, struct node_error *error)
{
	const struct stored_image *image =
		images_find(&node->images, image_name);

	if (node_has(node, name))
		node_fail(error, NODE_IN_USE, "there is an LVNF '%s' already",
			  name);
	else if (!image)
		node_fail(error, NODE_UNKNOWN, "no image '%.64s' here",
			  image_name);
	else if (ports_n > image->ports_n)
		node_fail(error, NODE_INVALID,
			  "image '%s' has %u ports, not %u", image_name,
			  image->ports_n, ports_n);
	else if (node->n == NODE_LVNFS_MAX)
		node_fail(error, NODE_FULL, "the node has %d LVNFs already",
			  NODE_LVNFS_MAX);
	else
		return image;
	return NULL;
}

bool lvnf_addition_begin(struct lvnf_addition *addition,
			 const struct node *node, const char *name,
			 const char *image_name, unsigned int ports_n,
			 struct node_error *error)
{
	const struct stored_image *image =
		check_plan(node, name, image_name, ports_n, error);

	if (!image)
		return false;
	*addition = (struct lvnf_addition){ .place = &node->place,
					    .folder = node->images.folder,
					    .image = *image };
	addition->image.next = NULL;
	snprintf(addition->name, sizeof(addition->name), "%s", name);
	addition->plan = (struct lvnf_plan){
		.name = addition->name,
		.image = addition->image.name,
		.id = free_id(node),
		.ports_n = ports_n ? ports_n : image->ports_n,
		.memory_max = free_memory(node),
		.len = image->len,
		.is_program = image->is_program,
	};
	return true;
}

void lvnf_addition_work(struct lvnf_addition *addition)
{
	uint8_t *octets = images_read(addition->folder, &addition->image,
				      &addition->error);

	if (!octets)
		return;
	addition->plan.octets = octets;
	addition->lvnf = lvnf_create(addition->place, &addition->plan,
				     &addition->error);
	free(octets);
}

const struct lvnf *lvnf_addition_end(struct lvnf_addition *addition,
				     struct node *node,
				     struct node_error *error)
{
	if (addition->lvnf)
		node_insert(node, addition->lvnf);
	else
		*error = addition->error;
	return addition->lvnf;
}

/* --- removing ------------------------------------------------------------ */

bool lvnf_removal_begin(struct lvnf_removal *removal, struct node *node,
			const char *name, struct node_error *error)
{
	*removal = (struct lvnf_removal){
		.place = &node->place,
		.lvnf = node_find(node, name, error),
	};
	if (removal->lvnf)
		node_take_out(node, removal->lvnf);
	return removal->lvnf;
}

void lvnf_removal_work(struct lvnf_removal *removal)
{
	if (lvnf_remove(removal->place, removal->lvnf, &removal->error))
		removal->lvnf = NULL;
}

bool lvnf_removal_end(struct lvnf_removal *removal, struct node *node,
		      struct node_error *error)
{
	if (!removal->lvnf)
		return true;
	node_insert(node, removal->lvnf);
	*error = removal->error;
	return false;
}
