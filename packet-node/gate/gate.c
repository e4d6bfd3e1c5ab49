/* SPDX-License-Identifier: Apache-2.0 */
#include "gate.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gate.skel.h"

#define PATH_LEN 256

static const char *const names[] = { "gate_state",    "gate_ports",
				     "gate_counters", "gate_markers",
				     "gate_limit",    "gate_failure" };

#define MAPS (sizeof(names) / sizeof(names[0]))

/* Returns the descriptor of a map, in the order of 'names'. */
static int *descriptor(struct gate *gate, size_t i)
{
	int *const all[MAPS] = {
		&gate->state,	&gate->ports, &gate->counters,
		&gate->markers, &gate->limit, &gate->failure
	};

	return all[i];
}

void gate_init(struct gate *gate)
{
	*gate = (struct gate){ -1, -1, -1, -1, -1, -1 };
}

void gate_close(struct gate *gate)
{
	for (size_t i = 0; i < MAPS; i++)
		if (*descriptor(gate, i) >= 0)
			close(*descriptor(gate, i));
	gate_init(gate);
}

static int duplicate(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

/* Makes the programs use the maps that there are already. */
static int reuse_maps(struct gate *gate, struct gate_bpf *programs)
{
	int err = 0;

	for (size_t i = 0; i < MAPS && !err; i++)
		if (*descriptor(gate, i) >= 0)
			err = -bpf_map__reuse_fd(
				bpf_object__find_map_by_name(programs->obj,
							     names[i]),
				*descriptor(gate, i));
	return err;
}

static int keep_maps(struct gate *gate, struct gate_bpf *programs)
{
	for (size_t i = 0; i < MAPS; i++) {
		int *fd = descriptor(gate, i);

		if (*fd < 0)
			*fd = duplicate(bpf_object__find_map_fd_by_name(
				programs->obj, names[i]));
		if (*fd < 0)
			return errno;
	}
	return 0;
}

/* Keeps the descriptors of the programs. */
static int keep_programs(struct gate_programs *programs,
			 const struct gate_bpf *loaded)
{
	programs->gate = duplicate(bpf_program__fd(loaded->progs.gate));
	programs->redirect =
		duplicate(bpf_program__fd(loaded->progs.redirect));
	programs->leave = duplicate(bpf_program__fd(loaded->progs.leave));
	return programs->gate < 0 || programs->redirect < 0 ||
			       programs->leave < 0
		       ? errno
		       : 0;
}

int gate_load(struct gate *gate, unsigned int port, bool is_program,
	      struct gate_programs *programs)
{
	struct gate_bpf *loaded = gate_bpf__open();
	int err;

	*programs = (struct gate_programs){ -1, -1, -1 };
	if (!loaded)
		return errno;
	loaded->rodata->gate_own_port = port;
	loaded->rodata->gate_is_program = is_program;
	err = reuse_maps(gate, loaded);
	if (!err)
		err = -gate_bpf__load(loaded);
	if (!err)
		err = keep_maps(gate, loaded);
	if (!err)
		err = keep_programs(programs, loaded);
	gate_bpf__destroy(loaded);
	if (err)
		gate_programs_close(programs);
	return err;
}

void gate_programs_close(struct gate_programs *programs)
{
	if (programs->gate >= 0)
		close(programs->gate);
	if (programs->redirect >= 0)
		close(programs->redirect);
	if (programs->leave >= 0)
		close(programs->leave);
	*programs = (struct gate_programs){ -1, -1, -1 };
}

int gate_pin(const struct gate *gate, const char *folder)
{
	struct gate copy = *gate;
	char path[PATH_LEN];
	int err = 0;

	for (size_t i = 0; i < MAPS && !err; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		err = -bpf_obj_pin(*descriptor(&copy, i), path);
	}
	return err;
}

int gate_open_pinned(struct gate *gate, const char *folder)
{
	char path[PATH_LEN];

	for (size_t i = 0; i < MAPS; i++) {
		int fd;

		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		fd = bpf_obj_get(path);
		if (fd < 0)
			return -fd;
		*descriptor(gate, i) = fd;
	}
	return 0;
}

int gate_read_state(const struct gate *gate, struct gate_state *state)
{
	const __u32 only = 0;

	return -bpf_map_lookup_elem(gate->state, &only, state);
}

int gate_write_state(const struct gate *gate, const struct gate_state *state)
{
	const __u32 only = 0;

	return -bpf_map_update_elem(gate->state, &only, state, BPF_ANY);
}

int gate_set_port(const struct gate *gate, unsigned int port,
		  const struct gate_port *value)
{
	return -bpf_map_update_elem(gate->ports, &port, value, BPF_ANY);
}

int gate_read_failure(const struct gate *gate, struct gate_failure *failure)
{
	const __u32 only = 0;

	return -bpf_map_lookup_elem(gate->failure, &only, failure);
}

int gate_write_failure(const struct gate *gate,
		       const struct gate_failure *failure)
{
	const __u32 only = 0;

	return -bpf_map_update_elem(gate->failure, &only, failure, BPF_ANY);
}

int gate_read_port(const struct gate *gate, unsigned int port,
		   struct gate_port *value)
{
	return -bpf_map_lookup_elem(gate->ports, &port, value);
}

int gate_set_limit(const struct gate *gate, const uint64_t rates[GATE_UNITS])
{
	struct gate_limit limit = { 0 };
	const __u32 only = 0;

	for (int i = 0; i < GATE_UNITS; i++)
		limit.rates[i] = rates[i];
	return -bpf_map_update_elem(gate->limit, &only, &limit, BPF_F_LOCK);
}

int gate_pass_kept(const struct gate *gate, uint32_t frames)
{
	struct gate_limit limit = { 0 };
	const __u32 only = 0;
	int err = -bpf_map_lookup_elem_flags(gate->limit, &only, &limit,
					     BPF_F_LOCK);

	if (err || (!frames && !limit.kept))
		return err;
	limit.kept = frames;
	return -bpf_map_update_elem(gate->limit, &only, &limit, BPF_F_LOCK);
}

int gate_read_limit(const struct gate *gate, uint64_t rates[GATE_UNITS])
{
	struct gate_limit limit = { 0 };
	const __u32 only = 0;
	int err = -bpf_map_lookup_elem_flags(gate->limit, &only, &limit,
					     BPF_F_LOCK);

	for (int i = 0; i < GATE_UNITS; i++)
		rates[i] = limit.rates[i];
	return err;
}

int gate_read_count(const struct gate *gate, unsigned int port,
		    enum gate_direction direction, struct gate_count *count)
{
	const __u32 key = port * GATE_DIRECTIONS + (__u32)direction;
	int cpus = libbpf_num_possible_cpus(), err;
	struct gate_count *counts;

	*count = (struct gate_count){ 0 };
	if (cpus < 0)
		return -cpus;
	counts = calloc((size_t)cpus, sizeof(*counts));
	if (!counts)
		return ENOMEM;
	err = -bpf_map_lookup_elem(gate->counters, &key, counts);
	for (int i = 0; i < cpus && !err; i++) {
		count->packets += counts[i].packets;
		count->octets += counts[i].octets;
		if (counts[i].last_ns > count->last_ns)
			count->last_ns = counts[i].last_ns;
	}
	free(counts);
	return err;
}
