/* SPDX-License-Identifier: Apache-2.0 */
/* An image that arrives in parts, because a line of the protocol is shorter
 * than most images. Does no I/O. */
#ifndef UPLOAD_H
#define UPLOAD_H

#include "node/node.h"

struct upload {
	char image[NAME_MAX_LEN + 1];
	uint8_t *octets; /* NULL: no upload */
	unsigned int ports;
	size_t size, received;
};

/* What each part says of the image. */
struct upload_image {
	const char *name;
	unsigned int ports;
	size_t size;
};

/* Adds a part, in base64. The part at offset 0 begins a new upload; each other
 * one follows the last part of the same image. */
bool upload_add(struct upload *upload, const struct upload_image *image,
		size_t offset, const char *data, struct node_error *error);

bool upload_is_complete(const struct upload *upload);

/* Ends the upload and returns its octets, which the caller frees. */
uint8_t *upload_take(struct upload *upload);

/* Forgets the upload. */
void upload_end(struct upload *upload);

#endif
