/* SPDX-License-Identifier: Apache-2.0 */
/* Transactions of OVSDB (RFC 7047) for the ports of LVNFs. Does no I/O. */
#ifndef OVSDB_H
#define OVSDB_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

#include "node_error.h"

/* How long Open vSwitch has to open a new port. */
#define OVSDB_PORT_MS 3000

/* Each returns the parameters of a request "transact"; the caller frees them.
 */

/* Adds a port that takes part in no flooding, whose qdiscs Open vSwitch leaves
 * alone (linux-noop), marked as one of ours. */
struct json_object *ovsdb_add_port(const char *bridge, const char *ifname,
				   const char *lvnf);

/* Waits until a new port is open, and reads its number. */
struct json_object *ovsdb_await_port(const char *ifname);

/* Finds a port and its QoS, and the ports of a bridge. */
struct json_object *ovsdb_find_port(const char *bridge, const char *ifname);

/* Removes the port, at whatever bridge it is, and its QoS, which an answer to
 * ovsdb_find_port() has. NULL: there is no such port. */
struct json_object *ovsdb_remove_port(struct json_object *found);

/* Finds the names of all ports of ours. */
struct json_object *ovsdb_list_ports(void);

/* Returns true if all operations of an answer have succeeded. Else the error
 * has the first failure, at 'what'. */
bool ovsdb_check_answer(struct json_object *answer, const char *what,
			struct node_error *error);

/* Returns true if an answer to ovsdb_find_port() has the bridge. */
bool ovsdb_has_bridge(struct json_object *found);

/* Returns true if an answer to ovsdb_find_port() has the port at the bridge.
 */
bool ovsdb_is_at_bridge(struct json_object *found);

/* Returns the number of the port in an answer to ovsdb_await_port(), -1 if
 * Open vSwitch could not open it. */
int64_t ovsdb_port_number(struct json_object *answer);

/* Returns the name of port 'i' in an answer to ovsdb_list_ports(), or NULL. */
const char *ovsdb_listed_port(struct json_object *answer, size_t i);

#endif
