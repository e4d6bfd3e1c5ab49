/* SPDX-License-Identifier: Apache-2.0 */
/* The object file of an image. Only the loader reads it (loader.h). It does
 * not read the types of handlers, which the kernel has not verified yet. */
#ifndef IMAGE_OBJECT_H
#define IMAGE_OBJECT_H

#include <bpf/libbpf.h>
#include <stddef.h>
#include <stdint.h>

#include "node_error.h"

/* Loads an image into the kernel, which verifies it. Returns its object with
 * the program and the maps, or NULL. Refuses an object file that has something
 * that lvnf.h does not allow. */
struct bpf_object *image_object_load(const uint8_t *octets, size_t len,
				     struct node_error *error);

/* Fills 'fds' with the descriptors of the program and then of the maps, at
 * most 'max'. Returns their number. */
size_t image_object_descriptors(const struct bpf_object *object, int *fds,
				size_t max);

#endif
