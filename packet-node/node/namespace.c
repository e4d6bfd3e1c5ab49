/* SPDX-License-Identifier: Apache-2.0 */
#include "namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

#define FOLDER "/run/netns"
#define OWN    "/proc/thread-self/ns/net"

void namespace_disable_ipv6(const char *ifname)
{
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "/proc/sys/net/ipv6/conf/%s/disable_ipv6",
		 ifname);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return; /* a kernel without IPv6 */
	if (write(fd, "1", 1) != 1)
		log_warn("%s: %s", path, strerror(errno));
	close(fd);
}

/* Binds this thread's namespace to the file at 'path'. */
static int bind_own(const char *path)
{
	int fd, err;

	if (mkdir(FOLDER, 0755) && errno != EEXIST)
		return errno;
	fd = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0);
	if (fd < 0)
		return errno;
	close(fd);
	if (!mount(OWN, path, "none", MS_BIND, NULL))
		return 0;
	err = errno;
	unlink(path);
	return err;
}

int namespace_create(const char *path)
{
	struct namespace_stay stay;
	int err;

	stay.back = open(OWN, O_RDONLY | O_CLOEXEC);
	if (stay.back < 0)
		return errno;
	if (unshare(CLONE_NEWNET)) {
		err = errno;
		close(stay.back);
		return err;
	}
	err = bind_own(path);
	if (!err)
		namespace_disable_ipv6("default");
	namespace_leave(&stay);
	return err;
}

int namespace_set(const char *setting, const char *value)
{
	const size_t len = strlen(value);
	char path[128];
	int fd, err = 0;

	snprintf(path, sizeof(path), "/proc/sys/net/%s", setting);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, value, len) != (ssize_t)len)
		err = errno;
	close(fd);
	return err;
}

/* --- namespaces with an owner -------------------------------------------- */

#define USERS 65536

/* Writes a file of a process. */
static int write_proc(pid_t pid, const char *name, const char *text)
{
	const size_t len = strlen(text);
	char path[64];
	int fd, err = 0;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, text, len) != (ssize_t)len)
		err = errno;
	close(fd);
	return err;
}

/* In the child: makes the namespaces, says so, and waits for its end. It ends
 * with the daemon too, as it has the daemon's listening socket. */
static void own_namespaces(int ready, pid_t daemon)
{
	const uint8_t err =
		unshare(CLONE_NEWUSER | CLONE_NEWNET) ? (uint8_t)errno : 0;

	/* Not before, because new credentials forget it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == daemon && write(ready, &err, 1) == 1)
		pause();
	_exit(EXIT_FAILURE);
}

/* Gives the namespaces of a child their users and their name. */
static int name_namespaces(pid_t child, const char *path,
			   unsigned int first_user)
{
	struct namespace_stay stay;
	char map[64], own[64];
	int fd, err;

	snprintf(map, sizeof(map), "0 %u %u", first_user, USERS);
	err = write_proc(child, "uid_map", map);
	if (!err)
		err = write_proc(child, "gid_map", map);
	if (err)
		return err;
	snprintf(own, sizeof(own), "/proc/%d/ns/net", child);
	fd = open(own, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	err = namespace_enter(&stay, fd);
	close(fd);
	if (err)
		return err;
	err = bind_own(path);
	if (!err)
		namespace_disable_ipv6("default");
	namespace_leave(&stay);
	return err;
}

int namespace_create_owned(const char *path, unsigned int first_user)
{
	int ready[2], err;
	const pid_t daemon = getpid();
	uint8_t failed = EIO;
	pid_t child;

	if (pipe2(ready, O_CLOEXEC))
		return errno;
	child = fork();
	if (!child)
		own_namespaces(ready[1], daemon);
	err = child < 0 ? errno : 0;
	close(ready[1]);
	if (!err && read(ready[0], &failed, 1) != 1)
		failed = EIO;
	close(ready[0]);
	if (err)
		return err;
	err = failed ? failed : name_namespaces(child, path, first_user);
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return err;
}

int namespace_delete(const char *path)
{
	if (umount2(path, MNT_DETACH) && errno != EINVAL && errno != ENOENT)
		return errno;
	return unlink(path) && errno != ENOENT ? errno : 0;
}

int namespace_open(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC);
}

int namespace_enter(struct namespace_stay *stay, int fd)
{
	int err;

	stay->back = open(OWN, O_RDONLY | O_CLOEXEC);
	if (stay->back < 0)
		return errno;
	if (!setns(fd, CLONE_NEWNET))
		return 0;
	err = errno;
	close(stay->back);
	return err;
}

void namespace_leave(struct namespace_stay *stay)
{
	/* In a wrong namespace, the daemon would change the wrong things. */
	if (setns(stay->back, CLONE_NEWNET)) {
		log_error("no way back to the own network namespace: %s",
			  strerror(errno));
		abort();
	}
	close(stay->back);
}
