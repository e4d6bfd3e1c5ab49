/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of node/: images and LVNFs of a packet node.
 *
 *	node.h		opens all parts
 *	change.h	what takes long; lvnf_change.c, switch_join.c
 *	images.h	the images of this node, in files
 *	image.h		an image in the kernel
 *	loader.h	the process that loads an image; answer.h,
 *			loader_filter.h
 *	image_object.h	what an image may have; image_limits.h
 *	map_limits.h	types and memory of maps
 *	helpers.h	what an image may call
 *	lvnf.h		one LVNF; lvnf_create.c, lvnf_adopt.c, lvnf_mode.c
 *	handler.h	reads and writes the maps of handlers
 *	handler_json.h	what a handler is, as JSON
 *	shape.h		keys and values as JSON, by their types
 *	vswitch.h	ports at Open vSwitch; ovsdb.h has the transactions
 *	vswitchd.h	ovs-vswitchd itself; bridge_marker.c, openflow.h
 *	json_socket.h	requests to programs of Open vSwitch
 *	lvnf_marker.h	markers of migrations; marker_frame.c
 *	trigger.h	conditions of LVNFs, and their events; trigger_json.h
 *	lvnf_use.h	what an LVNF has used
 *	pins.h		where programs and maps are pinned
 *	plug.h		the FIFO of a stopped LVNF
 *	filters.h	the filters of a port
 *	link.h		veth pairs
 *	namespace.h	network namespaces
 *	bridge.h	the bridge of a program
 *	manifest.h	an image of kind program; manifest_reader.h
 *	rtnl.h		requests to rtnetlink
 *	names.h		what is named after an LVNF
 *	base64.h	decodes base64
 *	node_error.h	why something was not done
 */
#ifndef NODE_H
#define NODE_H

#include "base64.h"
#include "bridge.h"
#include "change.h"
#include "handler_json.h"
#include "images.h"
#include "loader.h"
#include "lvnf.h"
#include "lvnf_marker.h"
#include "lvnf_use.h"
#include "manifest.h"
#include "manifest_reader.h"
#include "pins.h"
#include "trigger_json.h"
#include "vswitchd.h"

/* LVNFs of a node. */
#define NODE_LVNFS_MAX 1024

struct node {
	struct lvnf_place place;
	struct images images;
	struct lvnf *first; /* by name */
	size_t n;
	bool is_clean;	     /* no port of the switch is left over */
	uint64_t memory_max; /* octets of the maps of all LVNFs */
};

/* Opens the images and adopts all pinned LVNFs. Logs errors and returns false.
 */
bool node_open(struct node *node, const struct lvnf_place *place,
	       const char *images_folder);

/* Learns the ports of adopted LVNFs, adds those that the switch has lost, and
 * removes those that belong to no LVNF. Logs the first failure and returns
 * false, after LVNF_PORTS_MS at most: the caller tries again later, by a
 * struct switch_join. */
bool node_join(struct node *node);

/* Frees the memory. All LVNFs live on. */
void node_close(struct node *node);

/* Returns the LVNF, or NULL with '*error' filled. */
struct lvnf *node_find(const struct node *node, const char *name,
		       struct node_error *error);

bool node_has(const struct node *node, const char *name);

/* Insert an LVNF in the order of names, and take one out. */
void node_insert(struct node *node, struct lvnf *lvnf);
void node_take_out(struct node *node, const struct lvnf *lvnf);

/* Returns the first LVNF behind a name in the order of names, or of all if it
 * is NULL; NULL at the end. */
const struct lvnf *node_next(const struct node *node, const char *after);

/* Removes an image that no LVNF has. */
bool node_remove_image(struct node *node, const char *name,
		       struct node_error *error);

#endif
