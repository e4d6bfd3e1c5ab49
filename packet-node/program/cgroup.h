/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control groups of a program: its limits of CPU and memory. Of version 2
 * if /sys/fs/cgroup is that, else the hierarchies "cpu" and "memory" of
 * version 1, else none: the caller limits the memory of each process then.
 *
 * They are at the top, not below the daemon's service, because programs
 * outlast the daemon.
 */
#ifndef CGROUP_H
#define CGROUP_H

#include <stdbool.h>
#include <stddef.h>

#define CGROUP_PATH_LEN 200

struct cgroup {
	char folders[2][CGROUP_PATH_LEN];
	size_t n;
	bool has_memory; /* there is a limit of memory */
};

/* Makes the groups of an LVNF. What the kernel does not have is left out. */
void cgroup_open(struct cgroup *cgroup, const char *lvnf,
		 unsigned int cpu_percent, unsigned int memory_mib);

/* Moves the calling process into the groups. Returns 0 or a positive errno. */
int cgroup_join(const struct cgroup *cgroup);

/* Ends all processes in the groups of an LVNF, and removes them. Returns false
 * if something is left after a second. */
bool cgroup_end(const char *lvnf);

#endif
