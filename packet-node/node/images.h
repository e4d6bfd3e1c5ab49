/* SPDX-License-Identifier: Apache-2.0 */
/* The images that this node has, each in a file of the folder of images, so
 * that they are there after a restart. */
#ifndef IMAGES_H
#define IMAGES_H

#include <json-c/json.h>

#include "image.h"

/* Images of a node. */
#define IMAGES_MAX 256

struct stored_image {
	char name[NAME_MAX_LEN + 1];
	unsigned int ports_n;
	bool is_program;
	size_t len; /* octets */
	struct stored_image *next;
};

struct images {
	const char *folder;
	struct stored_image *first; /* by name */
	size_t n;
};

#define IMAGES_PATH_LEN 512
#define IMAGES_NEW	".new" /* the end of a file's name until it is whole */

/* Writes the path of an image's file. */
void images_path(char path[IMAGES_PATH_LEN], const char *folder,
		 const char *name, unsigned int ports_n, bool is_program);

/* Reads the folder, and makes it if there is none. Logs errors and returns
 * false. */
bool images_open(struct images *images, const char *folder);
void images_close(struct images *images);

const struct stored_image *images_find(const struct images *images,
				       const char *name);

/* Inserts a copy of an image in the order of names. Returns false without
 * memory. */
bool images_insert(struct images *images, const struct stored_image *image);

/* A new image, with the three steps of a change (change.h). The caller fills
 * 'image' without its kind, and 'octets'. */
struct image_addition {
	struct stored_image image;
	uint8_t *octets; /* the caller frees them */
	const char *folder;
	struct json_object *description; /* NULL: it failed */
	struct node_error error;
};

bool image_addition_begin(struct image_addition *addition,
			  const struct images *images,
			  struct node_error *error);

/* Lets the kernel verify the image, and writes its file. */
void image_addition_work(struct image_addition *addition);

/* Returns the description of the image: "image", "ports", "octets", "handlers"
 * [{"handler", "access", "entries"}]; or NULL with '*error' filled. */
struct json_object *image_addition_end(struct image_addition *addition,
				       struct images *images,
				       struct node_error *error);

bool images_remove(struct images *images, const char *name,
		   struct node_error *error);

/* Reads the octets of an image, which the caller frees; NULL with '*error'
 * filled. */
uint8_t *images_read(const char *folder, const struct stored_image *image,
		     struct node_error *error);

#endif
