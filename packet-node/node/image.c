/* SPDX-License-Identifier: Apache-2.0 */
/* Checks what a loader has loaded. A loader reads files of strangers, so the
 * daemon asks the kernel what its descriptors are. */
#include "image.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "loader.h"
#include "map_limits.h"

/* The maps of handlers, and one of constants for each section of them. */
#define PROGRAM_MAPS_MAX (2 * IMAGE_MAPS_MAX)

static bool fail_errno(struct node_error *error, const char *what, int err)
{
	return node_fail(error, NODE_FAILED, "%s of the image: %s", what,
			 strerror(err));
}

/* Counts a map, and checks that it is one that images can have. '*id' becomes
 * its number in the kernel. */
static bool count_map(struct image *image, int fd, uint32_t *id,
		      struct node_error *error)
{
	struct bpf_map_info info = { 0 };
	__u32 len = sizeof(info);
	int err = -bpf_obj_get_info_by_fd(fd, &info, &len);
	const struct map_plan plan = { .name = info.name,
				       .type = info.type,
				       .key_size = info.key_size,
				       .value_size = info.value_size,
				       .max_entries = info.max_entries };

	if (err)
		return fail_errno(error, "a map", err);
	*id = info.id;
	return map_check_type(&plan, error) &&
	       map_add_octets(&plan, (unsigned int)libbpf_num_possible_cpus(),
			      &image->memory, error);
}

/* Adds a map if it is a handler. Consumes 'fd'. */
static bool add_map(struct image *image, int fd, struct node_error *error)
{
	struct handler handler;
	int err = handler_open(&handler, fd, &image->types);

	if (err) {
		close(fd);
		return err == ENODATA || fail_errno(error, "a map", err);
	}
	if (image->handlers_n == IMAGE_HANDLERS_MAX) {
		close(fd);
		return node_fail(error, NODE_REFUSED,
				 "the image has more than %d handlers",
				 IMAGE_HANDLERS_MAX);
	}
	image->handlers[image->handlers_n++] = handler;
	return handler_check(&handler, error);
}

static bool is_one_of(uint32_t id, const uint32_t *ids, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ids[i] == id)
			return true;
	return false;
}

/* Checks a map that only the program has: constants. */
static bool check_hidden_map(struct image *image, uint32_t id,
			     struct node_error *error)
{
	struct bpf_map_info info = { 0 };
	__u32 len = sizeof(info);
	int fd = bpf_map_get_fd_by_id(id);
	int err = fd < 0 ? -fd : -bpf_obj_get_info_by_fd(fd, &info, &len);
	bool is_good = !err;

	if (err)
		fail_errno(error, "a map", err);
	else if (info.type != BPF_MAP_TYPE_ARRAY ||
		 !(info.map_flags & BPF_F_RDONLY_PROG))
		is_good = node_fail(error, NODE_REFUSED,
				    "the image's program has map '%s', which "
				    "its loader has not told",
				    info.name);
	else
		is_good = count_map(image, fd, &id, error);
	if (fd >= 0)
		close(fd);
	return is_good;
}

/* Checks the program, and that its maps are those of 'ids', or constants. */
static bool check_program(struct image *image, const uint32_t *ids, size_t n,
			  struct node_error *error)
{
	uint32_t used[PROGRAM_MAPS_MAX];
	struct bpf_prog_info info = { .map_ids = (uintptr_t)used,
				      .nr_map_ids = PROGRAM_MAPS_MAX };
	__u32 len = sizeof(info);
	int err = -bpf_obj_get_info_by_fd(image->program, &info, &len);

	if (err)
		return fail_errno(error, "the program", err);
	if (info.type != BPF_PROG_TYPE_SCHED_CLS ||
	    info.nr_map_ids > PROGRAM_MAPS_MAX)
		return node_fail(
			error, NODE_REFUSED,
			"the image's program is of a type that images "
			"cannot have (%u), or has too many maps",
			info.type);
	for (uint32_t i = 0; i < info.nr_map_ids; i++)
		if (!is_one_of(used[i], ids, n) &&
		    !check_hidden_map(image, used[i], error))
			return false;
	return true;
}

bool image_load(struct image *image, const uint8_t *octets, size_t len,
		struct node_error *error)
{
	uint32_t ids[LOADER_FDS_MAX];
	int fds[LOADER_FDS_MAX];
	size_t n = loader_run(octets, len, fds, error);
	bool is_good = n;

	*image = (struct image){ .program = n ? fds[0] : -1 };
	for (size_t i = 1; i < n; i++) {
		is_good = is_good &&
			  count_map(image, fds[i], &ids[i - 1], error);
		if (is_good)
			is_good = add_map(image, fds[i], error);
		else
			close(fds[i]);
	}
	return is_good && check_program(image, ids, n - 1, error);
}

void image_close(struct image *image)
{
	handlers_close(image->handlers, image->handlers_n, &image->types);
	if (image->program >= 0)
		close(image->program);
}
