/* SPDX-License-Identifier: Apache-2.0 */
#include "program_start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "cgroup.h"
#include "message.h"
#include "supervisor.h"

/* The ruleset may take 10 s. */
#define FIRST_MS 12000
#define STOP_MS	 5000

static int put_manifest(const struct program_start *start)
{
	int fd = memfd_create("manifest", MFD_CLOEXEC);

	if (fd < 0 ||
	    write(fd, start->octets, start->len) == (ssize_t)start->len)
		return fd;
	close(fd);
	return -1;
}

/* Becomes the supervisor, in the child. */
static void become_supervisor(const char *name, int listener, int manifest)
{
	char program[] = "cloudmac-cpp", argument[] = SUPERVISOR_ARGUMENT;
	char *const words[] = { program, argument, (char *)(uintptr_t)name,
				NULL };
	/* Above the others, so that none overwrites another one. */
	int from[SUPERVISOR_NULL + 1] = {
		fcntl(listener, F_DUPFD, SUPERVISOR_NULL + 1),
		fcntl(manifest, F_DUPFD, SUPERVISOR_NULL + 1),
		open("/dev/null", O_RDWR),
	};

	from[SUPERVISOR_NULL] =
		fcntl(from[SUPERVISOR_NULL], F_DUPFD, SUPERVISOR_NULL + 1);
	for (int i = 0; i <= SUPERVISOR_NULL; i++)
		if (dup2(from[i], i) < 0)
			_exit(EXIT_FAILURE);
	close_range(SUPERVISOR_NULL + 1, ~0U, 0);
	execv("/proc/self/exe", words);
	_exit(EXIT_FAILURE);
}

/* Starts a supervisor that is no child of the daemon, so that it can end
 * without it. Returns 0 or a positive errno. */
static int start_supervisor(const char *name, int listener, int manifest)
{
	pid_t between = fork();

	if (!between) {
		setsid();
		between = fork();
		if (!between)
			become_supervisor(name, listener, manifest);
		_exit(between < 0);
	}
	if (between < 0)
		return errno;
	while (waitpid(between, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}

int program_launch(struct program_start *start)
{
	int listener = message_listen(start->name), manifest, err;

	if (listener < 0)
		return -listener;
	manifest = put_manifest(start);
	err = manifest < 0 ? ENOMEM
			   : start_supervisor(start->name, listener, manifest);
	if (manifest >= 0)
		close(manifest);
	/* Connected before the daemon's listener is closed: what the
	 * supervisor does not accept then is at an end. */
	if (!err)
		start->socket =
			message_connect(start->name, &start->supervisor);
	close(listener);
	if (!err && start->socket < 0)
		err = -start->socket;
	return err;
}

/* Returns the next message, or NULL after a time or at the end. */
static struct json_object *await_message(int socket, int ms, bool *is_over)
{
	struct pollfd fd = { socket, POLLIN, 0 };

	*is_over = false;
	return poll(&fd, 1, ms) > 0 ? message_receive(socket, is_over) : NULL;
}

bool program_start(struct program_start *start, struct node_error *error)
{
	int err = program_launch(start);
	struct json_object *message;
	struct node_error ignored;
	bool is_over;

	if (err)
		return node_fail(error, NODE_FAILED,
				 "LVNF '%s': its supervisor did not start: %s",
				 start->name, strerror(err));
	message = await_message(start->socket, FIRST_MS, &is_over);
	program_read_status(&start->status, message);
	json_object_put(message);
	if (message && strcmp(start->status.state, "refused") != 0)
		return true;
	close(start->socket);
	start->socket = -1;
	program_stop(start->name, &ignored);
	node_fail(error, NODE_REFUSED, "LVNF '%s': %s", start->name,
		  message ? start->status.reason
			  : "its supervisor does not answer");
	node_error_tail(error, start->status.details);
	return false;
}

/* Asks a supervisor to end, and waits for that. Returns false: it lives. */
static bool ask_to_stop(int socket)
{
	const uint64_t end_ms = clock_us() / 1000 + STOP_MS;
	struct json_object *request = json_object_new_object();
	bool is_over = false;
	uint64_t now_ms;

	json_object_object_add(request, "do", json_object_new_string("stop"));
	if (!message_send(socket, request))
		return false;
	while (!is_over && (now_ms = clock_us() / 1000) < end_ms)
		json_object_put(await_message(socket, (int)(end_ms - now_ms),
					      &is_over));
	return is_over;
}

bool program_stop(const char *name, struct node_error *error)
{
	pid_t supervisor = 0;
	int socket = message_connect(name, &supervisor);

	if (socket >= 0) {
		if (!ask_to_stop(socket) && supervisor > 1)
			kill(supervisor, SIGKILL);
		close(socket);
	}
	/* Also what a supervisor has left that was killed. */
	return cgroup_end(name) ||
	       node_fail(error, NODE_FAILED,
			 "LVNF '%s': processes of its program do not end",
			 name);
}
