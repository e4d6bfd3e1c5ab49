/* SPDX-License-Identifier: Apache-2.0 */
#include "image_object.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "image_limits.h"
#include "map_limits.h"

#define PROGRAM "lvnf_image"

/* More than the kernel writes about a program; unused pages cost nothing. */
#define LOG_SIZE (16U * 1024 * 1024)

static bool is_const(const struct bpf_map *map)
{
	const char *name = bpf_map__name(map), *dot = strchr(name, '.');

	return bpf_map__is_internal(map) && dot &&
	       !strncmp(dot, ".rodata", strlen(".rodata"));
}

static bool check_map(const struct bpf_map *map, uint64_t *octets,
		      struct node_error *error)
{
	const struct map_plan plan = {
		.name = bpf_map__name(map),
		.type = (uint32_t)bpf_map__type(map),
		.key_size = bpf_map__key_size(map),
		.value_size = bpf_map__value_size(map),
		.max_entries = bpf_map__max_entries(map),
	};

	if (is_const(map))
		return map_add_octets(&plan, 1, octets, error);
	if (bpf_map__is_internal(map))
		return node_fail(error, NODE_REFUSED,
				 "the image has global variables (%.40s), its "
				 "state has to be in maps",
				 plan.name);
	if (!map_check_type(&plan, error))
		return false;
	if (bpf_map__pin_path(map))
		return node_fail(error, NODE_REFUSED, "map '%.40s' is pinned",
				 plan.name);
	/* The kernel would cut it off. */
	if (strlen(plan.name) >= BPF_OBJ_NAME_LEN)
		return node_fail(error, NODE_REFUSED,
				 "the name of map '%.60s' has more than %d "
				 "characters",
				 plan.name, BPF_OBJ_NAME_LEN - 1);
	return map_add_octets(&plan, (unsigned int)libbpf_num_possible_cpus(),
			      octets, error);
}

static bool check_maps(const struct bpf_object *object,
		       struct node_error *error)
{
	const struct bpf_map *map;
	uint64_t octets = 0;
	size_t n = 0;

	bpf_object__for_each_map(map, object)
	{
		if (!check_map(map, &octets, error))
			return false;
		n += !is_const(map);
	}
	return n <= IMAGE_MAPS_MAX ||
	       node_fail(error, NODE_REFUSED,
			 "the image has %zu maps, more than %d", n,
			 IMAGE_MAPS_MAX);
}

static bool check_programs(const struct bpf_object *object,
			   struct node_error *error)
{
	struct bpf_program *program;
	size_t n = 0;

	bpf_object__for_each_program(program, object)
	{
		n++;
		if (strcmp(bpf_program__name(program), PROGRAM) ||
		    bpf_program__type(program) != BPF_PROG_TYPE_SCHED_CLS)
			return node_fail(error, NODE_REFUSED,
					 "the image has program '%.60s', not "
					 "only its LVNF_IMAGE",
					 bpf_program__name(program));
	}
	return n ? true
		 : node_fail(error, NODE_REFUSED,
			     "the image has no LVNF_IMAGE");
}

/* Returns the verifier's log without its last line, a statistic. */
static char *without_statistic(char *log)
{
	char *last = strstr(log, "\nprocessed ");

	if (last)
		*last = '\0';
	return log;
}

static bool verify(struct bpf_object *object, struct node_error *error)
{
	struct bpf_program *program = bpf_object__next_program(object, NULL);
	char *log = calloc(1, LOG_SIZE);
	int err;

	if (!log)
		return node_fail(error, NODE_FAILED, "no memory");
	bpf_program__set_log_buf(program, log, LOG_SIZE);
	err = -bpf_object__load(object);
	bpf_program__set_log_buf(program, NULL, 0);
	if (err) {
		node_fail(error, NODE_REFUSED,
			  "the kernel refuses the image: %s", strerror(err));
		node_error_tail(error, without_statistic(log));
	}
	free(log);
	/* With the functions that libbpf has appended. */
	return !err && helpers_check(bpf_program__insns(program),
				     bpf_program__insn_cnt(program), error);
}

struct bpf_object *image_object_load(const uint8_t *octets, size_t len,
				     struct node_error *error)
{
	/* The members of lvnf.h in a map's definition are unknown to libbpf.
	 */
	LIBBPF_OPTS(bpf_object_open_opts, options, .object_name = "lvnf",
		    .relaxed_maps = true);
	struct bpf_object *object =
		bpf_object__open_mem(octets, len, &options);

	if (!object) {
		node_fail(error, NODE_REFUSED,
			  "the image is no object file of eBPF: %s",
			  strerror(errno));
		return NULL;
	}
	if (check_programs(object, error) && check_maps(object, error) &&
	    verify(object, error))
		return object;
	bpf_object__close(object);
	return NULL;
}

size_t image_object_descriptors(const struct bpf_object *object, int *fds,
				size_t max)
{
	const struct bpf_map *map;
	size_t n = 0;

	fds[n++] = bpf_program__fd(
		bpf_object__find_program_by_name(object, PROGRAM));
	bpf_object__for_each_map(map, object)
	{
		if (n < max && !bpf_map__is_internal(map))
			fds[n++] = bpf_map__fd(map);
	}
	return n;
}
