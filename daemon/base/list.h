/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Doubly linked lists. A list is a struct with the members 'first' and 'last';
 * all zeros is an empty list. The entries have a member for the next and one
 * for the previous entry, whose names are arguments. So an entry can be in
 * several lists. The arguments are evaluated more than once.
 */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

/* Inserts 'entry' before 'successor', or at the end if that is NULL. */
#define DLIST_INSERT(list, entry, successor, next, previous)                \
	do {                                                                \
		(entry)->next = (successor);                                \
		(entry)->previous = (entry)->next ? (entry)->next->previous \
						  : (list)->last;           \
		if ((entry)->previous)                                      \
			(entry)->previous->next = (entry);                  \
		else                                                        \
			(list)->first = (entry);                            \
		if ((entry)->next)                                          \
			(entry)->next->previous = (entry);                  \
		else                                                        \
			(list)->last = (entry);                             \
	} while (0)

#define DLIST_APPEND(list, entry, next, previous) \
	DLIST_INSERT(list, entry, NULL, next, previous)

#define DLIST_PREPEND(list, entry, next, previous) \
	DLIST_INSERT(list, entry, (list)->first, next, previous)

/* Removes 'entry' from the list that has it. */
#define DLIST_REMOVE(list, entry, next, previous)                    \
	do {                                                         \
		if ((entry)->previous)                               \
			(entry)->previous->next = (entry)->next;     \
		else                                                 \
			(list)->first = (entry)->next;               \
		if ((entry)->next)                                   \
			(entry)->next->previous = (entry)->previous; \
		else                                                 \
			(list)->last = (entry)->previous;            \
		(entry)->next = (entry)->previous = NULL;            \
	} while (0)

#endif
