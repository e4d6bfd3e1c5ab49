/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Changes of the node that take long, each in three steps:
 *
 *	..._begin()	in the event loop: checks the request
 *	..._work()	in the worker: waits for loader, kernel and switch
 *	..._end()	in the event loop: takes the result into the node
 *
 * The threads hand over, so there is no lock. The lists of LVNFs and images
 * belong to the event loop. Between its begin and its end, a change and
 * everything that it points to belong to the worker, and an LVNF of the
 * change is in no list. Both threads read 'place' and the name of the folder
 * of images, which never change. Only one change is under way at a time, so
 * what its begin has found still holds at its end.
 *
 * Functions that return bool return false with '*error' filled; the change is
 * over then, and no other step follows.
 */
#ifndef CHANGE_H
#define CHANGE_H

#include "images.h"
#include "lvnf.h"

struct node;

/* A new LVNF. */
struct lvnf_addition {
	const struct lvnf_place *place;
	const char *folder; /* of images */
	struct stored_image image;
	char name[NAME_MAX_LEN + 1];
	struct lvnf_plan plan;
	struct lvnf *lvnf; /* NULL: it failed */
	struct node_error error;
};

/* Begins to create an LVNF of an image, with 'ports_n' ports or, if that is 0,
 * as many as the image has. */
bool lvnf_addition_begin(struct lvnf_addition *addition,
			 const struct node *node, const char *name,
			 const char *image, unsigned int ports_n,
			 struct node_error *error);
void lvnf_addition_work(struct lvnf_addition *addition);

/* Returns the LVNF, or NULL with '*error' filled. */
const struct lvnf *lvnf_addition_end(struct lvnf_addition *addition,
				     struct node *node,
				     struct node_error *error);

/* The end of an LVNF, which is in no list meanwhile. */
struct lvnf_removal {
	const struct lvnf_place *place;
	struct lvnf *lvnf; /* NULL: it is gone */
	struct node_error error;
};

bool lvnf_removal_begin(struct lvnf_removal *removal, struct node *node,
			const char *name, struct node_error *error);
void lvnf_removal_work(struct lvnf_removal *removal);

/* Lists the LVNF again if something of it is left, so that it can be removed
 * again. */
bool lvnf_removal_end(struct lvnf_removal *removal, struct node *node,
		      struct node_error *error);

/* Asks the switch for the ports of LVNFs that have not joined it. */
struct switch_join {
	const struct lvnf_place *place;
	struct lvnf_ports *lvnfs; /* of all LVNFs */
	size_t n;
	bool is_clean; /* no port of the switch is left over */
	bool is_good;
	struct node_error error;
};

/* Returns false without memory. */
bool switch_join_begin(struct switch_join *join, const struct node *node);
void switch_join_work(struct switch_join *join);

/* Logs the first failure and returns false: the caller tries again later. */
bool switch_join_end(struct switch_join *join, struct node *node);

#endif
