/* SPDX-License-Identifier: Apache-2.0 */
#include "upload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void upload_end(struct upload *upload)
{
	free(upload->octets);
	memset(upload, 0, sizeof(*upload));
}

uint8_t *upload_take(struct upload *upload)
{
	uint8_t *octets = upload->octets;

	upload->octets = NULL;
	upload_end(upload);
	return octets;
}

bool upload_is_complete(const struct upload *upload)
{
	return upload->octets && upload->received == upload->size;
}

static bool begin(struct upload *upload, const struct upload_image *image,
		  struct node_error *error)
{
	upload_end(upload);
	upload->octets = malloc(image->size);
	if (!upload->octets)
		return node_fail(error, NODE_FAILED, "no memory");
	upload->size = image->size;
	upload->ports = image->ports;
	snprintf(upload->image, sizeof(upload->image), "%s", image->name);
	return true;
}

/* Returns true if a part is what the upload waits for. */
static bool continues(const struct upload *upload,
		      const struct upload_image *image, size_t offset)
{
	return upload->octets && !strcmp(upload->image, image->name) &&
	       upload->size == image->size && upload->ports == image->ports &&
	       upload->received == offset;
}

bool upload_add(struct upload *upload, const struct upload_image *image,
		size_t offset, const char *data, struct node_error *error)
{
	const size_t left = image->size - offset;
	size_t len;

	if (!offset && !begin(upload, image, error))
		return false;
	if (!continues(upload, image, offset))
		return node_fail(error, NODE_INVALID,
				 "image '%s': the part at %zu does not follow "
				 "the last one, begin again at 0",
				 image->name, offset);
	if (!base64_decode(data, strlen(data), upload->octets + offset, left,
			   &len) ||
	    !len)
		return node_fail(error, NODE_INVALID,
				 "image '%s': 'data' is base64 of 1 to %zu "
				 "octets",
				 image->name, left);
	upload->received += len;
	return true;
}
