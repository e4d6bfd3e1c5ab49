/* SPDX-License-Identifier: Apache-2.0 */
#include "ovsdb.h"

#include <string.h>

/* Marks ports of ours, in external_ids. */
#define MARK_KEY   "cloudmac"
#define MARK_VALUE "lvnf"

/* The VLAN that 802.1Q reserves. No frame is in it, so a port that carries it
 * alone neither gets nor sends frames by the action NORMAL. Without that, each
 * LVNF with two ports would be a loop at a switch that still floods. */
#define NO_VLAN 4095

/* --- values of OVSDB ----------------------------------------------------- */

static struct json_object *text(const char *value)
{
	return json_object_new_string(value);
}

/* Each returns a list of one, two or three elements, which it consumes. */
static struct json_object *list1(struct json_object *one)
{
	struct json_object *list = json_object_new_array();

	json_object_array_add(list, one);
	return list;
}

static struct json_object *list2(struct json_object *one,
				 struct json_object *other)
{
	struct json_object *list = json_object_new_array();

	json_object_array_add(list, one);
	json_object_array_add(list, other);
	return list;
}

static struct json_object *list3(struct json_object *one,
				 struct json_object *other,
				 struct json_object *third)
{
	struct json_object *list = list2(one, other);

	json_object_array_add(list, third);
	return list;
}

static struct json_object *named(const char *name)
{
	return list2(text("named-uuid"), text(name));
}

static struct json_object *ids_map(const char *lvnf)
{
	struct json_object *pairs =
		list1(list2(text(MARK_KEY), text(MARK_VALUE)));

	if (lvnf)
		json_object_array_add(
			pairs, list2(text("cloudmac-lvnf"), text(lvnf)));
	return list2(text("map"), pairs);
}

/* --- operations ---------------------------------------------------------- */

static struct json_object *begin(void)
{
	return list1(text("Open_vSwitch"));
}

/* Adds an operation to a transaction and returns it. */
static struct json_object *operation(struct json_object *transaction,
				     const char *op, const char *table)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "op", text(op));
	json_object_object_add(out, "table", text(table));
	json_object_array_add(transaction, out);
	return out;
}

static void set(struct json_object *object, const char *key,
		struct json_object *value)
{
	json_object_object_add(object, key, value);
}

static struct json_object *where_name(const char *name)
{
	return list1(list3(text("name"), text("=="), text(name)));
}

/* Adds the operation that inserts 'row' as 'uuid_name'. */
static void insert(struct json_object *transaction, const char *table,
		   const char *uuid_name, struct json_object *row)
{
	struct json_object *op = operation(transaction, "insert", table);

	set(op, "uuid-name", text(uuid_name));
	set(op, "row", row);
}

/* Returns the set of one port. */
static struct json_object *set_of(struct json_object *port)
{
	return list2(text("set"), list1(port));
}

/* Adds the operation that inserts into or deletes from the ports of the
 * bridges 'where'. */
static void mutate_ports(struct json_object *transaction,
			 struct json_object *where, const char *mutator,
			 struct json_object *port)
{
	struct json_object *op = operation(transaction, "mutate", "Bridge");

	set(op, "where", where);
	set(op, "mutations",
	    list1(list3(text("ports"), text(mutator), set_of(port))));
}

/* Makes the transaction fail unless the bridge exists. */
static void require_bridge(struct json_object *transaction, const char *bridge)
{
	struct json_object *op = operation(transaction, "wait", "Bridge");
	struct json_object *row = json_object_new_object();

	set(row, "name", text(bridge));
	set(op, "timeout", json_object_new_int(0));
	set(op, "where", where_name(bridge));
	set(op, "columns", list1(text("name")));
	set(op, "until", text("=="));
	set(op, "rows", list1(row));
}

/* Asks ovs-vswitchd to read its configuration. */
static void raise_configuration(struct json_object *transaction)
{
	struct json_object *op =
		operation(transaction, "mutate", "Open_vSwitch");

	set(op, "where", json_object_new_array());
	set(op, "mutations",
	    list1(list3(text("next_cfg"), text("+="),
			json_object_new_int(1))));
}

struct json_object *ovsdb_add_port(const char *bridge, const char *ifname,
				   const char *lvnf)
{
	struct json_object *out = begin();
	struct json_object *interface = json_object_new_object();
	struct json_object *qos = json_object_new_object();
	struct json_object *port = json_object_new_object();

	require_bridge(out, bridge);
	set(interface, "name", text(ifname));
	insert(out, "Interface", "interface", interface);
	set(qos, "type", text("linux-noop"));
	set(qos, "external_ids", ids_map(lvnf));
	insert(out, "QoS", "qos", qos);
	set(port, "name", text(ifname));
	set(port, "interfaces", named("interface"));
	set(port, "qos", named("qos"));
	set(port, "trunks", json_object_new_int(NO_VLAN));
	set(port, "external_ids", ids_map(lvnf));
	insert(out, "Port", "port", port);
	mutate_ports(out, where_name(bridge), "insert", named("port"));
	raise_configuration(out);
	return out;
}

struct json_object *ovsdb_await_port(const char *ifname)
{
	struct json_object *out = begin(), *op, *row;

	op = operation(out, "wait", "Interface");
	row = json_object_new_object();
	set(row, "ofport", list2(text("set"), json_object_new_array()));
	set(op, "timeout", json_object_new_int(OVSDB_PORT_MS));
	set(op, "where", where_name(ifname));
	set(op, "columns", list1(text("ofport")));
	set(op, "until", text("!="));
	set(op, "rows", list1(row));
	op = operation(out, "select", "Interface");
	set(op, "where", where_name(ifname));
	set(op, "columns", list1(text("ofport")));
	return out;
}

struct json_object *ovsdb_find_port(const char *bridge, const char *ifname)
{
	struct json_object *out = begin();
	struct json_object *op = operation(out, "select", "Port");

	set(op, "where", where_name(ifname));
	set(op, "columns", list2(text("_uuid"), text("qos")));
	op = operation(out, "select", "Bridge");
	set(op, "where", where_name(bridge));
	set(op, "columns", list1(text("ports")));
	return out;
}

struct json_object *ovsdb_list_ports(void)
{
	struct json_object *out = begin();
	struct json_object *op = operation(out, "select", "Port");

	set(op, "where",
	    list1(list3(text("external_ids"), text("includes"),
			ids_map(NULL))));
	set(op, "columns", list1(text("name")));
	return out;
}

/* --- answers ------------------------------------------------------------- */

/* Returns row 'i' of operation 'n', or NULL. */
static struct json_object *row_of(struct json_object *answer, size_t n,
				  size_t i)
{
	struct json_object *result, *rows;

	if (!json_object_is_type(answer, json_type_array))
		return NULL;
	result = json_object_array_get_idx(answer, n);
	if (!json_object_is_type(result, json_type_object) ||
	    !json_object_object_get_ex(result, "rows", &rows) ||
	    !json_object_is_type(rows, json_type_array))
		return NULL;
	return json_object_array_get_idx(rows, i);
}

/* Returns column 'name' of a row, or NULL. */
static struct json_object *column(struct json_object *row, const char *name)
{
	struct json_object *value;

	return row && json_object_is_type(row, json_type_object) &&
			       json_object_object_get_ex(row, name, &value)
		       ? value
		       : NULL;
}

/* Returns true for ["uuid", ...]. */
static bool is_uuid(struct json_object *value)
{
	struct json_object *tag = json_object_is_type(value, json_type_array)
					  ? json_object_array_get_idx(value, 0)
					  : NULL;

	return tag && json_object_is_type(tag, json_type_string) &&
	       !strcmp(json_object_get_string(tag), "uuid");
}

/* Returns columns of a port that has no QoS. */
static struct json_object *no_qos(void)
{
	struct json_object *row = json_object_new_object();

	set(row, "qos", list2(text("set"), json_object_new_array()));
	return row;
}

struct json_object *ovsdb_remove_port(struct json_object *found)
{
	struct json_object *row = row_of(found, 0, 0);
	struct json_object *port = column(row, "_uuid");
	struct json_object *qos = column(row, "qos");
	struct json_object *out, *op;

	if (!is_uuid(port))
		return NULL;
	out = begin();
	/* The bridge may have been another one in the configuration of an
	 * earlier daemon. */
	mutate_ports(out,
		     list1(list3(text("ports"), text("includes"),
				 set_of(json_object_get(port)))),
		     "delete", json_object_get(port));
	if (is_uuid(qos)) {
		/* A row that another one refers to cannot be deleted, even if
		 * that one goes too. */
		op = operation(out, "update", "Port");
		set(op, "where",
		    list1(list3(text("_uuid"), text("=="),
				json_object_get(port))));
		set(op, "row", no_qos());
		op = operation(out, "delete", "QoS");
		set(op, "where",
		    list1(list3(text("_uuid"), text("=="),
				json_object_get(qos))));
	}
	raise_configuration(out);
	return out;
}

/* Copies the error of an operation, if it has one. */
static bool check_result(struct json_object *result, const char *what_for,
			 struct node_error *error)
{
	struct json_object *what = column(result, "error");
	struct json_object *details = column(result, "details");

	if (!what)
		return true;
	node_fail(error, NODE_FAILED, "Open vSwitch refuses %s: %s", what_for,
		  json_object_get_string(what));
	if (details)
		node_error_tail(error, json_object_get_string(details));
	return false;
}

bool ovsdb_check_answer(struct json_object *answer, const char *what,
			struct node_error *error)
{
	size_t n;

	if (!json_object_is_type(answer, json_type_array))
		return node_fail(error, NODE_FAILED,
				 "Open vSwitch refuses %s: an answer without "
				 "results",
				 what);
	n = json_object_array_length(answer);
	for (size_t i = 0; i < n; i++)
		if (!check_result(json_object_array_get_idx(answer, i), what,
				  error))
			return false;
	return true;
}

bool ovsdb_has_bridge(struct json_object *found)
{
	return row_of(found, 1, 0) != NULL;
}

bool ovsdb_is_at_bridge(struct json_object *found)
{
	struct json_object *port = column(row_of(found, 0, 0), "_uuid");
	struct json_object *ports = column(row_of(found, 1, 0), "ports"), *all;

	if (!is_uuid(port) || !json_object_is_type(ports, json_type_array))
		return false;
	/* A set of one is that one. */
	if (is_uuid(ports))
		return json_object_equal(port, ports);
	all = json_object_array_get_idx(ports, 1);
	if (!json_object_is_type(all, json_type_array))
		return false;
	for (size_t i = 0; i < json_object_array_length(all); i++)
		if (json_object_equal(port, json_object_array_get_idx(all, i)))
			return true;
	return false;
}

int64_t ovsdb_port_number(struct json_object *answer)
{
	struct json_object *number = column(row_of(answer, 1, 0), "ofport");

	return number && json_object_is_type(number, json_type_int)
		       ? json_object_get_int64(number)
		       : -1;
}

const char *ovsdb_listed_port(struct json_object *answer, size_t i)
{
	struct json_object *name = column(row_of(answer, 0, i), "name");

	return name && json_object_is_type(name, json_type_string)
		       ? json_object_get_string(name)
		       : NULL;
}
