/* SPDX-License-Identifier: Apache-2.0 */
#include "loader.h"

#include <cap-ng.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "image_object.h"
#include "loader_filter.h"

/* The user and group "nobody" of Linux, which own nothing. */
#define NOBODY 65534

/* Address space of the loader, several times what it needs. */
#define MEMORY_MAX (512UL * 1024 * 1024)

/* The descriptors of the loader. Messages about a crash go nowhere. */
enum { ANSWER_FD, IMAGE_FD, NULL_FD, FDS_N };

/* --- in the loader ------------------------------------------------------- */

static void limit(int resource, rlim_t most)
{
	const struct rlimit limit = { most, most };

	setrlimit(resource, &limit);
}

/* Returns NULL, or what failed. */
static const char *confine(void)
{
	limit(RLIMIT_CPU, LOADER_S);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	limit(RLIMIT_AS, MEMORY_MAX);
#endif
	if (unshare(CLONE_NEWNET | CLONE_NEWIPC))
		return "namespaces";
	capng_clear(CAPNG_SELECT_BOTH);
	capng_updatev(CAPNG_ADD, CAPNG_EFFECTIVE | CAPNG_PERMITTED, CAP_BPF,
		      CAP_NET_ADMIN, -1);
	if (capng_change_id(NOBODY, NOBODY, CAPNG_DROP_SUPP_GRP))
		return "capabilities";
	/* A change of the user would undo it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	return loader_filter_install(ANSWER_FD) ? NULL : "system calls";
}

/* Returns the image, or NULL. It is read as the user who has made its file. */
static uint8_t *read_image(size_t *len)
{
	struct stat status;
	uint8_t *octets;

	if (fstat(IMAGE_FD, &status))
		return NULL;
	*len = (size_t)status.st_size;
	octets = malloc(*len + 1);
	if (octets && pread(IMAGE_FD, octets, *len, 0) == (ssize_t)*len)
		return octets;
	free(octets);
	return NULL;
}

int loader_main(void)
{
	struct node_error error = { 0 };
	struct bpf_object *object = NULL;
	int fds[LOADER_FDS_MAX];
	size_t len, n = 0;
	uint8_t *octets = read_image(&len);
	const char *failed = octets ? confine() : "image";

	if (failed)
		node_fail(&error, NODE_FAILED,
			  "the loader cannot confine itself: %s", failed);
	else
		object = image_object_load(octets, len, &error);
	if (object)
		n = image_object_descriptors(object, fds, LOADER_FDS_MAX);
	/* At once, so that nothing that the image has spoilt runs. */
	_exit(!answer_send(ANSWER_FD, fds, n, &error));
}

/* --- in the daemon ------------------------------------------------------- */

/* Returns the descriptor of a file in memory that has the image, or -1. */
static int put_image(const uint8_t *octets, size_t len)
{
	int fd = memfd_create("image", MFD_CLOEXEC);

	if (fd < 0 || write(fd, octets, len) == (ssize_t)len)
		return fd;
	close(fd);
	return -1;
}

/* Becomes the loader, in the child. */
static void become_loader(int answer_fd, int image_fd)
{
	char name[] = "cloudmac-cpp", argument[] = LOADER_ARGUMENT;
	char *const words[] = { name, argument, NULL };
	/* Not below FDS_N, so that none overwrites the other. */
	int answer = fcntl(answer_fd, F_DUPFD, FDS_N);
	int image = fcntl(image_fd, F_DUPFD, FDS_N);
	int null = open("/dev/null", O_RDWR);

	null = fcntl(null, F_DUPFD, FDS_N);
	if (dup2(answer, ANSWER_FD) >= 0 && dup2(image, IMAGE_FD) >= 0 &&
	    dup2(null, NULL_FD) >= 0 && !close_range(FDS_N, ~0U, 0))
		execv("/proc/self/exe", words);
	_exit(EXIT_FAILURE);
}

/* Waits for the loader, which ends now. */
static void reap(pid_t loader)
{
	kill(loader, SIGKILL);
	while (waitpid(loader, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Runs a loader for the image in a file. Fills the error unless it answers. */
static size_t run_loader(int image_fd, int *fds, struct node_error *error)
{
	const struct timeval limit = { .tv_sec = LOADER_S };
	int pair[2];
	pid_t loader;
	size_t n;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
		node_fail(error, NODE_FAILED, "no loader: %s",
			  strerror(errno));
		return 0;
	}
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	loader = fork();
	if (!loader)
		become_loader(pair[1], image_fd);
	if (loader < 0)
		node_fail(error, NODE_FAILED, "no loader: %s",
			  strerror(errno));
	close(pair[1]);
	n = loader > 0 ? answer_receive(pair[0], fds, error) : 0;
	close(pair[0]);
	if (loader > 0)
		reap(loader);
	if (!n && !*error->text)
		node_fail(error, NODE_REFUSED,
			  "the image is no object file of eBPF: its loader "
			  "ended or took more than %d s",
			  LOADER_S);
	return n;
}

size_t loader_run(const uint8_t *octets, size_t len, int fds[LOADER_FDS_MAX],
		  struct node_error *error)
{
	int image_fd = put_image(octets, len);
	size_t n;

	if (image_fd < 0) {
		node_fail(error, NODE_FAILED, "no file for the loader: %s",
			  strerror(errno));
		return 0;
	}
	n = run_loader(image_fd, fds, error);
	close(image_fd);
	return n;
}
