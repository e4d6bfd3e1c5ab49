/* SPDX-License-Identifier: Apache-2.0 */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sandbox_filter.h"

#define BUBBLEWRAP    "/usr/bin/bwrap"
#define FILES_MAX     (MANIFEST_FILES_MAX + 2)
#define WORDS_MAX     (96 + 3 * FILES_MAX + MANIFEST_WORDS_MAX)
#define FOLDER_OCTETS "16777216" /* of each folder in memory */
/* Two of bubblewrap for each command, nft, and a handler beside a probe. */
#define OWN_PROCESSES 16
#define OPEN_FILES    1024
/* Descriptors of the child, behind the standard ones. */
#define FILTER_FD 3
#define FILES_FD  4

int sandbox_open(struct sandbox *sandbox, const char *lvnf,
		 const struct manifest *manifest)
{
	char path[NODE_PATH_LEN];

	*sandbox = (struct sandbox){ manifest, .users = -1 };
	name_namespace(path, lvnf);
	sandbox->network = open(path, O_RDONLY | O_CLOEXEC);
	if (sandbox->network < 0)
		return errno;
	sandbox->users = ioctl(sandbox->network, NS_GET_USERNS);
	if (sandbox->users < 0)
		return errno;
	fcntl(sandbox->users, F_SETFD, FD_CLOEXEC);
	cgroup_open(&sandbox->cgroup, lvnf, manifest->cpu_percent,
		    manifest->memory_mib);
	return 0;
}

void sandbox_close(struct sandbox *sandbox)
{
	if (sandbox->network >= 0)
		close(sandbox->network);
	if (sandbox->users >= 0)
		close(sandbox->users);
}

/* --- in the child -------------------------------------------------------- */

static void limit(int resource, rlim_t most)
{
	const struct rlimit limit = { most, most };

	setrlimit(resource, &limit);
}

/* Adds words, up to a NULL. */
static void add_words(const char **words, size_t *n, const char *const *more)
{
	while (*more)
		words[(*n)++] = *more++;
}

/* Returns the descriptor of a file with this text at FILES_FD + i. */
static int put_file(const char *text, size_t i)
{
	const size_t len = strlen(text);
	int fd = memfd_create("file", 0), at = FILES_FD + (int)i;

	if (fd < 0 || write(fd, text, len) != (ssize_t)len ||
	    lseek(fd, 0, SEEK_SET))
		return -1;
	return fd == at ? at : dup2(fd, at);
}

/* Adds a file at descriptor FILES_FD + i. 'path' stays. */
static bool add_file(const char **words, size_t *n, const char *path,
		     const char *text, size_t i)
{
	static char numbers[FILES_MAX][8];

	if (put_file(text, i) < 0)
		return false;
	snprintf(numbers[i], sizeof(numbers[i]), "%d", FILES_FD + (int)i);
	words[(*n)++] = "--ro-bind-data";
	words[(*n)++] = numbers[i];
	words[(*n)++] = path;
	return true;
}

/* Adds the files of the image, and those that name user 0, without which some
 * programs do not start. */
static bool add_files(const struct manifest *manifest, const char **words,
		      size_t *n)
{
	static char paths[MANIFEST_FILES_MAX][96];
	size_t i = 0;

	for (; i < manifest->files_n; i++) {
		snprintf(paths[i], sizeof(paths[i]), "/image/%s",
			 manifest->files[i].name);
		if (!add_file(words, n, paths[i], manifest->files[i].text, i))
			return false;
	}
	return add_file(words, n, "/etc/passwd",
			"root:x:0:0::/:/usr/sbin/nologin\n", i) &&
	       add_file(words, n, "/etc/group", "root:x:0:\n", i + 1);
}

/* Replaces this process by bubblewrap. */
static void execute(const struct sandbox *sandbox,
		    const struct sandbox_job *job)
{
	static const char *const begin[] = {
		BUBBLEWRAP,
		"--unshare-pid",
		"--unshare-ipc",
		"--unshare-uts",
		"--unshare-cgroup-try",
		"--die-with-parent",
		"--new-session",
		"--clearenv",
		"--setenv",
		"PATH",
		"/usr/sbin:/usr/bin:/sbin:/bin",
		"--ro-bind",
		"/usr",
		"/usr",
		"--symlink",
		"usr/bin",
		"/bin",
		"--symlink",
		"usr/sbin",
		"/sbin",
		"--symlink",
		"usr/lib",
		"/lib",
		"--symlink",
		"usr/lib64",
		"/lib64",
		"--ro-bind-try",
		"/etc/alternatives",
		"/etc/alternatives",
		"--ro-bind-try",
		"/etc/ld.so.cache",
		"/etc/ld.so.cache",
		"--proc",
		"/proc",
		"--dev",
		"/dev",
		"--size",
		FOLDER_OCTETS,
		"--tmpfs",
		"/tmp",
		"--size",
		FOLDER_OCTETS,
		"--tmpfs",
		"/run",
		"--size",
		FOLDER_OCTETS,
		"--tmpfs",
		"/var",
		"--chdir",
		"/",
		"--cap-drop",
		"ALL",
		NULL,
	};
	static const char *const end[] = { "--remount-ro", "/",
					   "--seccomp",	   "3",
					   "--",	   NULL };
	const struct manifest *manifest = sandbox->manifest;
	const char *words[WORDS_MAX];
	size_t n = 0;

	add_words(words, &n, begin);
	if (job->is_admin) {
		words[n++] = "--cap-add";
		words[n++] = "CAP_NET_ADMIN";
	}
	for (size_t i = 0; i < manifest->capabilities_n && !job->is_admin;
	     i++) {
		words[n++] = "--cap-add";
		words[n++] = manifest->capabilities[i];
	}
	if (!add_files(manifest, words, &n))
		return;
	add_words(words, &n, end);
	add_words(words, &n, job->words);
	words[n] = NULL;
	execv(BUBBLEWRAP, (char *const *)words);
}

/* Becomes user 0 of the user namespace, with rights there only. */
static bool enter(const struct sandbox *sandbox)
{
	return !setns(sandbox->network, CLONE_NEWNET) &&
	       !setns(sandbox->users, CLONE_NEWUSER) && !setgroups(0, NULL) &&
	       !setresgid(0, 0, 0) && !setresuid(0, 0, 0);
}

static void run(const struct sandbox *sandbox, const struct sandbox_job *job)
{
	const struct manifest *manifest = sandbox->manifest;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	/* Of its own, because others may be read at the same time. */
	int filter = sandbox_filter();
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	limit(RLIMIT_NPROC, manifest->processes + OWN_PROCESSES);
	limit(RLIMIT_NOFILE, OPEN_FILES);
	limit(RLIMIT_CORE, 0);
	if (!sandbox->cgroup.has_memory)
		limit(RLIMIT_DATA, manifest->memory_mib * 1048576UL);
	if (cgroup_join(&sandbox->cgroup) || !enter(sandbox) ||
	    dup2(job->input < 0 ? null : job->input, 0) < 0 ||
	    dup2(job->output, 1) < 0 ||
	    dup2(job->has_errors ? job->output : null, 2) < 0 ||
	    dup2(filter, FILTER_FD) < 0 || close_range(FILES_FD, ~0U, 0))
		return;
	execute(sandbox, job);
}

pid_t sandbox_start(const struct sandbox *sandbox,
		    const struct sandbox_job *job)
{
	pid_t child = fork();

	if (!child) {
		run(sandbox, job);
		_exit(126);
	}
	return child < 0 ? -errno : child;
}
