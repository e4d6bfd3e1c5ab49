/* SPDX-License-Identifier: Apache-2.0 */
/* What lvnf_create.c and lvnf_adopt.c share. */
#ifndef LVNF_PARTS_H
#define LVNF_PARTS_H

#include "lvnf.h"

/* Returns an LVNF that has only its name, or NULL without memory. */
struct lvnf *lvnf_new(const char *name);

/* Finds out whether all ports have a plug. */
void lvnf_find_plugs(struct lvnf *lvnf);

/* Opens the pinned handlers. Returns 0 or a positive errno. */
int lvnf_open_handlers(struct lvnf *lvnf);

/* Removes everything of an LVNF that was not set up, and its namespace if
 * 'has_namespace'. Logs what is left. */
void lvnf_clear(const struct lvnf_place *place, const struct lvnf *lvnf,
		bool has_namespace);

#endif
