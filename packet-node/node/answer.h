/* SPDX-License-Identifier: Apache-2.0 */
/* The answer of a loader (loader.h), over a socket that keeps messages apart
 * and passes descriptors. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "image_limits.h"
#include "node_error.h"

/* A program and its maps. */
#define LOADER_FDS_MAX (1 + IMAGE_MAPS_MAX)

/* Sends the first 'n' of 'fds', or if that is 0, the error. */
bool answer_send(int socket, const int *fds, size_t n,
		 const struct node_error *error);

/* Receives descriptors into 'fds' and returns their number; 0 with '*error'
 * filled after a failure, or with an empty text if no answer comes. Does not
 * trust the sender. */
size_t answer_receive(int socket, int fds[LOADER_FDS_MAX],
		      struct node_error *error);

#endif
