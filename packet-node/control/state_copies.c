/* SPDX-License-Identifier: Apache-2.0 */
#include "state_copies.h"

#include <stdio.h>
#include <string.h>

void state_copies_init(struct state_copies *copies)
{
	*copies = (struct state_copies){ .left = STATE_COPIES_OCTETS_MAX };
}

struct state_copy *state_copies_find(struct state_copies *copies,
				     const char *lvnf,
				     const struct handler *handler)
{
	for (size_t i = 0; i < STATE_COPIES_MAX; i++) {
		struct state_copy *copy = &copies->copies[i];

		/* One that had no room remembers nothing. */
		if (copy->map_id == handler->id &&
		    copy->changes.copy.key_size && !strcmp(copy->lvnf, lvnf))
			return copy;
	}
	return NULL;
}

/* Returns the place for a new copy: that of an earlier one, a free one, or
 * that of the oldest one. */
static struct state_copy *find_place(struct state_copies *copies,
				     const char *lvnf,
				     const struct handler *handler)
{
	struct state_copy *unused = NULL;

	for (size_t i = 0; i < STATE_COPIES_MAX; i++) {
		struct state_copy *copy = &copies->copies[i];

		if (!strcmp(copy->lvnf, lvnf) &&
		    !strcmp(copy->handler, handler->name))
			return copy;
		if (!copy->changes.copy.key_size)
			unused = copy;
	}
	if (unused)
		return unused;
	copies->next = (copies->next + 1) % STATE_COPIES_MAX;
	return &copies->copies[copies->next];
}

struct state_copy *state_copies_begin(struct state_copies *copies,
				      const char *lvnf,
				      const struct handler *handler)
{
	struct state_copy *copy = find_place(copies, lvnf, handler);

	state_copy_end(copy);
	snprintf(copy->lvnf, sizeof(copy->lvnf), "%s", lvnf);
	snprintf(copy->handler, sizeof(copy->handler), "%s", handler->name);
	copy->map_id = handler->id;
	map_copy_begin(&copy->changes.copy, handler->key_size,
		       handler->value_size, &copies->left);
	return copy;
}

void state_copy_end(struct state_copy *copy)
{
	map_copy_end(&copy->changes.copy);
	memset(copy, 0, sizeof(*copy));
}

void state_copies_end(struct state_copies *copies)
{
	for (size_t i = 0; i < STATE_COPIES_MAX; i++)
		state_copy_end(&copies->copies[i]);
}
