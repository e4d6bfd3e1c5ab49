/* SPDX-License-Identifier: Apache-2.0 */
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define TOP	  "/sys/fs/cgroup"
#define FOLDER	  "cloudmac"
#define PERIOD_US 100000
#define ROUNDS	  1000 /* of a millisecond */

/* Returns 0 or a positive errno. */
static int write_file(const char *folder, const char *file, const char *text)
{
	const size_t len = strlen(text);
	char path[CGROUP_PATH_LEN + 32];
	int fd, err = 0;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, text, len) != (ssize_t)len)
		err = errno;
	close(fd);
	return err;
}

static bool is_of_type(const char *path, unsigned long type)
{
	struct statfs status;

	return !statfs(path, &status) && (unsigned long)status.f_type == type;
}

/* Names the group of an LVNF in a hierarchy. Two nodes of a machine have
 * network namespaces of their own. */
static void set_folder(char out[CGROUP_PATH_LEN], const char *hierarchy,
		       const char *lvnf)
{
	struct stat own = { 0 };

	stat("/proc/self/ns/net", &own);
	snprintf(out, CGROUP_PATH_LEN, "%s/" FOLDER "/%ju-%s", hierarchy,
		 (uintmax_t)own.st_ino, lvnf);
}

/* Fills the folders of an LVNF, without making them. */
static bool find(struct cgroup *cgroup, const char *lvnf)
{
	*cgroup = (struct cgroup){ 0 };
	if (is_of_type(TOP, CGROUP2_SUPER_MAGIC)) {
		set_folder(cgroup->folders[cgroup->n++], TOP, lvnf);
		return true;
	}
	if (is_of_type(TOP "/cpu", CGROUP_SUPER_MAGIC))
		set_folder(cgroup->folders[cgroup->n++], TOP "/cpu", lvnf);
	if (is_of_type(TOP "/memory", CGROUP_SUPER_MAGIC))
		set_folder(cgroup->folders[cgroup->n++], TOP "/memory", lvnf);
	return false;
}

/* Sets what a folder has of these limits. */
static void set_limits(struct cgroup *cgroup, const char *folder,
		       unsigned int cpu_percent, unsigned int memory_mib)
{
	const unsigned int quota_us = cpu_percent * (PERIOD_US / 100);
	char quota[32], quota_period[48], octets[32];

	snprintf(quota, sizeof(quota), "%u", quota_us);
	snprintf(quota_period, sizeof(quota_period), "%u %u", quota_us,
		 PERIOD_US);
	snprintf(octets, sizeof(octets), "%llu", memory_mib * 1048576ULL);
	write_file(folder, "cpu.max", quota_period);
	write_file(folder, "memory.swap.max", "0");
	write_file(folder, "memory.oom.group", "1");
	write_file(folder, "cpu.cfs_quota_us", quota);
	if (!write_file(folder, "memory.max", octets) ||
	    !write_file(folder, "memory.limit_in_bytes", octets))
		cgroup->has_memory = true;
}

void cgroup_open(struct cgroup *cgroup, const char *lvnf,
		 unsigned int cpu_percent, unsigned int memory_mib)
{
	bool is_unified = find(cgroup, lvnf);
	size_t n = cgroup->n;

	cgroup->n = 0;
	if (is_unified) {
		write_file(TOP, "cgroup.subtree_control", "+cpu");
		write_file(TOP, "cgroup.subtree_control", "+memory");
	}
	for (size_t i = 0; i < n; i++) {
		char *folder = cgroup->folders[i], *end;

		end = strrchr(folder, '/');
		*end = '\0';
		mkdir(folder, 0755);
		if (is_unified) {
			write_file(folder, "cgroup.subtree_control", "+cpu");
			write_file(folder, "cgroup.subtree_control",
				   "+memory");
		}
		*end = '/';
		if (mkdir(folder, 0755) && errno != EEXIST)
			continue;
		set_limits(cgroup, folder, cpu_percent, memory_mib);
		if (i != cgroup->n)
			memcpy(cgroup->folders[cgroup->n], folder,
			       CGROUP_PATH_LEN);
		cgroup->n++;
	}
}

int cgroup_join(const struct cgroup *cgroup)
{
	int err = 0;

	for (size_t i = 0; i < cgroup->n && !err; i++)
		err = write_file(cgroup->folders[i], "cgroup.procs", "0");
	return err;
}

/* Kills all processes of a group. */
static void kill_all(const char *folder)
{
	char path[CGROUP_PATH_LEN + 32];
	FILE *file;
	int pid;

	if (!write_file(folder, "cgroup.kill", "1"))
		return;
	snprintf(path, sizeof(path), "%s/cgroup.procs", folder);
	file = fopen(path, "re");
	if (!file)
		return;
	while (fscanf(file, "%d", &pid) == 1)
		if (pid > 0)
			kill(pid, SIGKILL);
	fclose(file);
}

static bool end_folder(const char *folder)
{
	const struct timespec pause = { .tv_nsec = 1000000 };

	for (int i = 0; i < ROUNDS; i++) {
		if (!rmdir(folder) || errno == ENOENT)
			return true;
		kill_all(folder);
		nanosleep(&pause, NULL);
	}
	return false;
}

bool cgroup_end(const char *lvnf)
{
	struct cgroup cgroup;
	bool is_good = true;

	find(&cgroup, lvnf);
	for (size_t i = 0; i < cgroup.n; i++)
		is_good &= end_folder(cgroup.folders[i]);
	return is_good;
}
