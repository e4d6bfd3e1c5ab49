/* SPDX-License-Identifier: Apache-2.0 */
#include "vswitch.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "json_socket.h"
#include "ovsdb.h"

_Static_assert(VSWITCH_ANSWER_MS > OVSDB_PORT_MS,
	       "a transaction may wait for a port");

void vswitch_file(char out[VSWITCH_PATH_LEN], const struct vswitch *vswitch,
		  const char *file)
{
	const char *slash = strrchr(vswitch->database, '/');
	const int len = slash ? (int)(slash - vswitch->database) : 0;

	snprintf(out, VSWITCH_PATH_LEN, "%.*s/%s", len, vswitch->database,
		 file);
}

/* --- transactions -------------------------------------------------------- */

/* Returns when a transaction that begins now has to end. */
static int64_t deadline_of(const struct vswitch *vswitch)
{
	const int64_t own = json_socket_now_ms() + VSWITCH_ANSWER_MS;
	const int64_t whole = (int64_t)(vswitch->deadline_us / 1000);

	return whole && whole < own ? whole : own;
}

/* Returns the answer to a transaction, or NULL with '*error' filled. */
static struct json_object *ask(const struct vswitch *vswitch,
			       struct json_object *params,
			       struct node_error *error)
{
	const int64_t deadline_ms = deadline_of(vswitch);
	int fd = json_socket_open(vswitch->database, deadline_ms);
	struct json_object *answer = NULL;

	if (fd < 0 && errno == ETIMEDOUT) {
		node_fail(
			error, NODE_FAILED,
			"Open vSwitch's database at %.80s answers too slowly",
			vswitch->database);
		return NULL;
	}
	if (fd < 0) {
		node_fail(error, NODE_FAILED,
			  "Open vSwitch's database is not at %.80s (%s): "
			  "start ovsdb-server, or correct 'database'",
			  vswitch->database, strerror(errno));
		return NULL;
	}
	if (json_socket_send(fd, "transact", params))
		answer = json_socket_receive(fd, deadline_ms);
	close(fd);
	if (!answer)
		node_fail(error, NODE_FAILED,
			  "Open vSwitch's database at %.80s does not answer",
			  vswitch->database);
	return answer;
}

/* Returns the result of a transaction about 'what' that succeeds, or NULL with
 * '*error' filled. Consumes 'params'. */
static struct json_object *transact(const struct vswitch *vswitch,
				    struct json_object *params,
				    const char *what, struct node_error *error)
{
	struct json_object *answer = ask(vswitch, params, error);
	struct json_object *result = NULL;

	json_object_put(params);
	if (!answer)
		return NULL;
	if (json_object_is_type(answer, json_type_object))
		json_object_object_get_ex(answer, "result", &result);
	if (ovsdb_check_answer(result, what, error))
		json_object_get(result);
	else
		result = NULL;
	json_object_put(answer);
	return result;
}

/* --- ports --------------------------------------------------------------- */

#define WHAT_LEN 96

/* Writes what a transaction is about. */
static void name_port(char out[WHAT_LEN], const struct vswitch *vswitch,
		      const char *ifname)
{
	snprintf(out, WHAT_LEN, "port %s at bridge %.48s", ifname,
		 vswitch->bridge);
}

/* Returns an answer to ovsdb_find_port(), or NULL. */
static struct json_object *find_port(const struct vswitch *vswitch,
				     const char *ifname,
				     struct node_error *error)
{
	char what[WHAT_LEN];

	name_port(what, vswitch, ifname);
	return transact(vswitch, ovsdb_find_port(vswitch->bridge, ifname),
			what, error);
}

/* Removes a port that has been found. */
static bool remove_found(const struct vswitch *vswitch, const char *ifname,
			 struct json_object *found, struct node_error *error)
{
	struct json_object *removal = ovsdb_remove_port(found), *removed;
	char what[WHAT_LEN];

	if (!removal)
		return true;
	name_port(what, vswitch, ifname);
	removed = transact(vswitch, removal, what, error);
	json_object_put(removed);
	return removed != NULL;
}

/* Waits until a port is open. */
static bool await_number(const struct vswitch *vswitch, const char *ifname,
			 int64_t *number, struct node_error *error)
{
	struct json_object *result;
	char what[WHAT_LEN];

	name_port(what, vswitch, ifname);
	result = transact(vswitch, ovsdb_await_port(ifname), what, error);
	*number = ovsdb_port_number(result);
	json_object_put(result);
	return result != NULL;
}

bool vswitch_port_number(const struct vswitch *vswitch, const char *ifname,
			 int64_t *number, struct node_error *error)
{
	struct json_object *found = find_port(vswitch, ifname, error);
	const bool is_here = found && ovsdb_is_at_bridge(found);

	*number = -1;
	json_object_put(found);
	if (!is_here)
		return found != NULL;
	return await_number(vswitch, ifname, number, error);
}

/* Adds a port in place of the one that has been found. */
static bool add_in_place(const struct vswitch *vswitch, const char *ifname,
			 const char *lvnf, struct json_object *found,
			 struct node_error *error)
{
	struct json_object *added;
	char what[WHAT_LEN];

	if (!ovsdb_has_bridge(found))
		return node_fail(error, NODE_FAILED,
				 "Open vSwitch has no bridge '%.40s' for port "
				 "%s: ovs-vsctl add-br %.40s",
				 vswitch->bridge, ifname, vswitch->bridge);
	/* One that a failure has left would have the same name. */
	if (!remove_found(vswitch, ifname, found, error))
		return false;
	name_port(what, vswitch, ifname);
	added = transact(vswitch,
			 ovsdb_add_port(vswitch->bridge, ifname, lvnf), what,
			 error);
	json_object_put(added);
	return added != NULL;
}

bool vswitch_add_port(const struct vswitch *vswitch, const char *ifname,
		      const char *lvnf, int64_t *number,
		      struct node_error *error)
{
	struct json_object *found = find_port(vswitch, ifname, error);
	bool is_good =
		found && add_in_place(vswitch, ifname, lvnf, found, error);

	json_object_put(found);
	if (!is_good || !await_number(vswitch, ifname, number, error))
		return false;
	return *number > 0 ||
	       node_fail(error, NODE_FAILED,
			 "Open vSwitch cannot open port %s at bridge %.48s: "
			 "see ovs-vsctl show",
			 ifname, vswitch->bridge);
}

bool vswitch_remove_port(const struct vswitch *vswitch, const char *ifname,
			 struct node_error *error)
{
	struct json_object *found = find_port(vswitch, ifname, error);
	bool is_good = found && remove_found(vswitch, ifname, found, error);

	json_object_put(found);
	return is_good;
}

bool vswitch_remove_others(const struct vswitch *vswitch,
			   bool (*is_kept)(void *arg, const char *ifname),
			   void *arg, struct node_error *error)
{
	struct json_object *list = transact(vswitch, ovsdb_list_ports(),
					    "a list of ports", error);
	const char *ifname;
	bool good = list;

	/* The first failure ends it: a silent database fails at each. */
	for (size_t i = 0; good && (ifname = ovsdb_listed_port(list, i)); i++)
		if (!is_kept(arg, ifname))
			good = vswitch_remove_port(vswitch, ifname, error);
	json_object_put(list);
	return good;
}
