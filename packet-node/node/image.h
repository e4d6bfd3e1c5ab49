/* SPDX-License-Identifier: Apache-2.0 */
/* Images of kind bpf in the kernel. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "handler.h"
#include "image_limits.h"
#include "names.h"
#include "node_error.h"

/* An image that the kernel has verified. */
struct image {
	int program; /* its descriptor, or -1 */
	struct handler handlers[IMAGE_HANDLERS_MAX];
	size_t handlers_n;
	struct handler_types types;
	uint64_t memory; /* octets that the kernel takes for its maps */
};

/* Loads an image of 'len' octets, by a loader (loader.h). The caller closes
 * '*image' also after a failure. */
bool image_load(struct image *image, const uint8_t *octets, size_t len,
		struct node_error *error);
void image_close(struct image *image);

#endif
