/* SPDX-License-Identifier: Apache-2.0 */
#include "images.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

void images_path(char path[IMAGES_PATH_LEN], const char *folder,
		 const char *name, unsigned int ports_n, bool is_program)
{
	char file[NODE_PATH_LEN];

	name_image_file(file, name, ports_n, is_program);
	snprintf(path, IMAGES_PATH_LEN, "%s/%s", folder, file);
}

/* --- the list ------------------------------------------------------------ */

const struct stored_image *images_find(const struct images *images,
				       const char *name)
{
	const struct stored_image *image = images->first;

	while (image && strcmp(image->name, name))
		image = image->next;
	return image;
}

bool images_insert(struct images *images, const struct stored_image *image)
{
	struct stored_image **at = &images->first;
	struct stored_image *own = malloc(sizeof(*own));

	if (!own)
		return false;
	*own = *image;
	while (*at && strcmp((*at)->name, own->name) < 0)
		at = &(*at)->next;
	own->next = *at;
	*at = own;
	images->n++;
	return true;
}

static void take_out(struct images *images, const struct stored_image *image)
{
	struct stored_image **at = &images->first, *found;

	while (*at != image)
		at = &(*at)->next;
	found = *at;
	*at = found->next;
	images->n--;
	free(found);
}

void images_close(struct images *images)
{
	while (images->first)
		take_out(images, images->first);
}

/* --- files --------------------------------------------------------------- */

bool images_open(struct images *images, const char *folder)
{
	struct dirent *entry;
	DIR *files;

	*images = (struct images){ .folder = folder };
	if (mkdir(folder, 0700) && errno != EEXIST) {
		log_error("%s: %s", folder, strerror(errno));
		return false;
	}
	files = opendir(folder);
	if (!files) {
		log_error("%s: %s", folder, strerror(errno));
		return false;
	}
	while ((entry = readdir(files))) {
		const char *end = strrchr(entry->d_name, '.');
		struct stored_image image = { 0 };
		struct stat status;

		/* What a daemon that was killed has not finished. */
		if (end && !strcmp(end, IMAGES_NEW))
			unlinkat(dirfd(files), entry->d_name, 0);
		if (!name_parse_image_file(entry->d_name, image.name,
					   &image.ports_n,
					   &image.is_program) ||
		    fstatat(dirfd(files), entry->d_name, &status, 0) ||
		    images->n == IMAGES_MAX || images_find(images, image.name))
			continue;
		image.len = (size_t)status.st_size;
		images_insert(images, &image);
	}
	closedir(files);
	return true;
}

uint8_t *images_read(const char *folder, const struct stored_image *image,
		     struct node_error *error)
{
	uint8_t *octets = malloc(image->len + 1);
	char path[IMAGES_PATH_LEN];
	int fd = -1;

	images_path(path, folder, image->name, image->ports_n,
		    image->is_program);
	if (octets)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && read(fd, octets, image->len) == (ssize_t)image->len) {
		close(fd);
		return octets;
	}
	node_fail(error, NODE_FAILED, "image '%s' is not readable: %s",
		  image->name, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(octets);
	return NULL;
}

bool images_remove(struct images *images, const char *name,
		   struct node_error *error)
{
	const struct stored_image *image = images_find(images, name);
	char path[IMAGES_PATH_LEN];

	if (!image)
		return node_fail(error, NODE_UNKNOWN, "no image '%s' here",
				 name);
	images_path(path, images->folder, name, image->ports_n,
		    image->is_program);
	if (unlink(path) && errno != ENOENT)
		return node_fail(error, NODE_FAILED, "image '%s': %s", name,
				 strerror(errno));
	take_out(images, image);
	return true;
}
