/* SPDX-License-Identifier: Apache-2.0 */
#include "vswitchd.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json_socket.h"

/* How long to wait for a connection, and for the rest of an answer. */
#define OPEN_MS 1000
#define REST_MS 1000

/* How long to wait for an answer before the next change. */
#define TOUCH_MS 20

/* What is changed: nobody has this address, and no frame is in this VLAN. */
#define ADDRESS "02:00:00:00:ff:fe"
#define NO_VLAN "4095"

/* Writes the path of the socket, which has the number of the process in its
 * name. */
static bool find_socket(char out[VSWITCH_PATH_LEN],
			const struct vswitch *vswitch,
			struct node_error *error)
{
	char path[VSWITCH_PATH_LEN], file[48];
	unsigned int pid = 0;
	FILE *pid_file;

	vswitch_file(path, vswitch, "ovs-vswitchd.pid");
	pid_file = fopen(path, "re");
	if (!pid_file)
		return node_fail(error, NODE_FAILED,
				 "ovs-vswitchd is not at %.80s: %s", path,
				 strerror(errno));
	if (fscanf(pid_file, "%u", &pid) != 1)
		pid = 0;
	fclose(pid_file);
	snprintf(file, sizeof(file), "ovs-vswitchd.%u.ctl", pid);
	vswitch_file(out, vswitch, file);
	return true;
}

/* Returns true for an answer without an error. */
static bool check_answer(struct json_object *answer, struct node_error *error)
{
	struct json_object *failure = NULL;

	if (!answer)
		return node_fail(error, NODE_FAILED,
				 "ovs-vswitchd does not answer: its datapath "
				 "may not follow yet");
	if (!json_object_is_type(answer, json_type_object) ||
	    !json_object_object_get_ex(answer, "error", &failure))
		return node_fail(error, NODE_FAILED,
				 "ovs-vswitchd gives a wrong answer");
	if (!failure)
		return true;
	return node_fail(error, NODE_FAILED,
			 "ovs-vswitchd cannot tell when its datapath "
			 "follows: %.64s",
			 json_object_get_string(failure));
}

/* Two connections: one waits for the end of a dump while the other one lets
 * the next dump begin. */
struct dump_watch {
	const char *bridge;
	int waiting, touching, stop_fd;
	bool has_entry; /* the address is in the table */
};

static bool send_words(int fd, const char *method, const char *const *words)
{
	struct json_object *params = json_object_new_array();
	bool is_good;

	for (; *words; words++)
		json_object_array_add(params, json_object_new_string(*words));
	is_good = json_socket_send(fd, method, params);
	json_object_put(params);
	return is_good;
}

/* Waits until one of the connections has an answer. Returns 0 after 'ms', and
 * a negative number if the wait has to stop. */
static int await_answer(const struct dump_watch *watch, int fd, int ms)
{
	struct pollfd fds[] = { { fd, POLLIN, 0 },
				{ watch->stop_fd, POLLIN, 0 } };
	const int n = poll(fds, 2, ms);

	return n > 0 && fds[1].revents ? -1 : n;
}

/* Returns the answer, most of which is there already, or NULL. */
static struct json_object *receive(int fd)
{
	return json_socket_receive(fd, json_socket_now_ms() + REST_MS);
}

/* Adds an address that nobody has to the table of learned addresses, or
 * removes it, in a VLAN that no frame has. Revalidators do not rest after a
 * change. A switch that knows no such command settles too, only later. */
static void touch(struct dump_watch *watch)
{
	const char *const add[] = { watch->bridge, watch->bridge, NO_VLAN,
				    ADDRESS, NULL };
	const char *const del[] = { watch->bridge, NO_VLAN, ADDRESS, NULL };

	if ((watch->has_entry ? send_words(watch->touching, "fdb/del", del)
			      : send_words(watch->touching, "fdb/add", add)) &&
	    await_answer(watch, watch->touching, -1) > 0)
		json_object_put(receive(watch->touching));
	watch->has_entry = !watch->has_entry;
}

static bool await_dump(struct dump_watch *watch, struct node_error *error)
{
	static const char *const nothing[] = { NULL };
	struct json_object *answer = NULL;
	bool is_good;
	int n = 0;

	if (send_words(watch->waiting, "revalidator/wait", nothing)) {
		do
			touch(watch);
		while (!(n = await_answer(watch, watch->waiting, TOUCH_MS)));
		if (watch->has_entry)
			touch(watch);
	}
	if (n > 0)
		answer = receive(watch->waiting);
	is_good = check_answer(answer, error);
	json_object_put(answer);
	return is_good;
}

bool vswitchd_await_dump(const struct vswitch *vswitch, int stop_fd,
			 struct node_error *error)
{
	struct dump_watch watch = { .bridge = vswitch->bridge,
				    .stop_fd = stop_fd };
	const int64_t deadline_ms = json_socket_now_ms() + OPEN_MS;
	char path[VSWITCH_PATH_LEN];
	bool is_good = false;

	if (!find_socket(path, vswitch, error))
		return false;
	watch.waiting = json_socket_open(path, deadline_ms);
	watch.touching = json_socket_open(path, deadline_ms);
	if (watch.waiting < 0 || watch.touching < 0)
		node_fail(error, NODE_FAILED,
			  "ovs-vswitchd is not at %.80s: %s", path,
			  strerror(errno));
	else
		is_good = await_dump(&watch, error);
	if (watch.waiting >= 0)
		close(watch.waiting);
	if (watch.touching >= 0)
		close(watch.touching);
	return is_good;
}
