/* SPDX-License-Identifier: Apache-2.0 */
#include "state_copies.h"

#include <stdio.h>
#include <string.h>

/* Returns true if the copy is of this handler. An LVNF that was added anew may
 * have another one of the same name. */
static bool is_of(const struct state_copy *copy, const char *lvnf,
		  const struct handler *handler)
{
	const struct map_copy *entries = &copy->changes.copy;

	return !strcmp(copy->lvnf, lvnf) &&
	       !strcmp(copy->handler, handler->name) &&
	       entries->key_size == handler->key_size &&
	       entries->value_size == handler->value_size;
}

struct state_copy *state_copies_find(struct state_copies *copies,
				     const char *lvnf,
				     const struct handler *handler)
{
	for (size_t i = 0; i < STATE_COPIES_MAX; i++)
		if (is_of(&copies->copies[i], lvnf, handler))
			return &copies->copies[i];
	return NULL;
}

struct state_copy *state_copies_begin(struct state_copies *copies,
				      const char *lvnf,
				      const struct handler *handler)
{
	struct state_copy *copy = state_copies_find(copies, lvnf, handler);

	if (!copy) {
		copy = &copies->copies[copies->next];
		copies->next = (copies->next + 1) % STATE_COPIES_MAX;
	}
	state_copy_end(copy);
	snprintf(copy->lvnf, sizeof(copy->lvnf), "%s", lvnf);
	snprintf(copy->handler, sizeof(copy->handler), "%s", handler->name);
	map_copy_begin(&copy->changes.copy, handler->key_size,
		       handler->value_size);
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
