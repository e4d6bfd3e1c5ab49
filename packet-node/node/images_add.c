/* SPDX-License-Identifier: Apache-2.0 */
/* Adds an image, in the three steps of change.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "handler_json.h"
#include "images.h"
#include "manifest.h"

/* Writes a file and then gives it its name, so that no file is half an image.
 * Returns 0 or a positive errno. */
static int write_file(const char *path, const uint8_t *octets, size_t len)
{
	char new[IMAGES_PATH_LEN + 8];
	int fd, err = 0;

	snprintf(new, sizeof(new), "%s" IMAGES_NEW, path);
	fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	if (write(fd, octets, len) != (ssize_t)len || fsync(fd))
		err = errno ? errno : EIO;
	close(fd);
	if (!err && rename(new, path))
		err = errno;
	if (err)
		unlink(new);
	return err;
}

/* Writes the folder to the disk, so that a name outlasts a loss of power.
 * Returns 0 or a positive errno. */
static int write_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int err = fd < 0 || fsync(fd) ? errno : 0;

	if (fd >= 0)
		close(fd);
	return err;
}

bool image_addition_begin(struct image_addition *addition,
			  const struct images *images,
			  struct node_error *error)
{
	addition->folder = images->folder;
	addition->image.is_program =
		manifest_is_likely(addition->octets, addition->image.len);
	if (images_find(images, addition->image.name))
		return node_fail(error, NODE_IN_USE,
				 "there is an image '%s' already",
				 addition->image.name);
	return images->n < IMAGES_MAX ||
	       node_fail(error, NODE_FULL, "the node has %d images already",
			 IMAGES_MAX);
}

/* Consumes 'handlers'. */
static struct json_object *describe(const struct stored_image *image,
				    struct json_object *handlers)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "image",
			       json_object_new_string(image->name));
	json_object_object_add(out, "ports",
			       json_object_new_int((int)image->ports_n));
	json_object_object_add(out, "octets",
			       json_object_new_int64((int64_t)image->len));
	json_object_object_add(out, "handlers", handlers);
	return out;
}

static void path_of(char path[IMAGES_PATH_LEN],
		    const struct image_addition *addition)
{
	const struct stored_image *image = &addition->image;

	images_path(path, addition->folder, image->name, image->ports_n,
		    image->is_program);
}

/* Keeps a verified image in its file. */
static bool keep(const struct image_addition *addition,
		 struct node_error *error)
{
	char path[IMAGES_PATH_LEN];
	int err;

	path_of(path, addition);
	err = write_file(path, addition->octets, addition->image.len);
	if (!err)
		err = write_folder(addition->folder);
	return !err || node_fail(error, NODE_FAILED, "image '%s': %s",
				 addition->image.name, strerror(err));
}

static void add_object(struct image_addition *addition)
{
	struct json_object *handlers = json_object_new_array();
	struct image image;

	if (image_load(&image, addition->octets, addition->image.len,
		       &addition->error) &&
	    keep(addition, &addition->error)) {
		for (size_t i = 0; i < image.handlers_n; i++)
			json_object_array_add(
				handlers, handler_json(&image.handlers[i]));
		addition->description =
			describe(&addition->image, json_object_get(handlers));
	}
	json_object_put(handlers);
	image_close(&image);
}

static void add_program(struct image_addition *addition)
{
	struct json_object *handlers = json_object_new_array();
	struct manifest manifest;

	if (manifest_parse(&manifest, addition->octets, addition->image.len,
			   &addition->error) &&
	    keep(addition, &addition->error)) {
		for (size_t i = 0; i < manifest.handlers_n; i++)
			json_object_array_add(
				handlers,
				manifest_handler_json(&manifest.handlers[i]));
		addition->description =
			describe(&addition->image, json_object_get(handlers));
	}
	json_object_put(handlers);
	manifest_close(&manifest);
}

void image_addition_work(struct image_addition *addition)
{
	if (addition->image.is_program)
		add_program(addition);
	else
		add_object(addition);
}

struct json_object *image_addition_end(struct image_addition *addition,
				       struct images *images,
				       struct node_error *error)
{
	char path[IMAGES_PATH_LEN];

	if (!addition->description) {
		*error = addition->error;
		return NULL;
	}
	if (images_insert(images, &addition->image))
		return addition->description;
	json_object_put(addition->description);
	path_of(path, addition);
	unlink(path);
	node_fail(error, NODE_FAILED, "no memory");
	return NULL;
}
