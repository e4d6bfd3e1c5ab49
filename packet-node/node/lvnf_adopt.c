/* SPDX-License-Identifier: Apache-2.0 */
/* Opens what is pinned, and closes and removes it. */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "link.h"
#include "lvnf.h"
#include "lvnf_parts.h"
#include "namespace.h"
#include "pins.h"

struct lvnf_place lvnf_hurry(const struct lvnf_place *place)
{
	struct lvnf_place copy = *place;

	copy.vswitch.deadline_us = clock_us() + LVNF_PORTS_MS * 1000;
	return copy;
}

static int on_handler(void *arg, const char *name)
{
	struct lvnf *lvnf = arg;
	char file[64], path[NODE_PATH_LEN];
	int fd, err;

	if (lvnf->handlers_n == IMAGE_HANDLERS_MAX)
		return E2BIG;
	snprintf(file, sizeof(file), "handlers/%s", name);
	pins_path(path, lvnf->name, file);
	fd = bpf_obj_get(path);
	if (fd < 0)
		return -fd;
	err = handler_open(&lvnf->handlers[lvnf->handlers_n], fd,
			   &lvnf->types);
	if (err)
		close(fd);
	else
		lvnf->handlers_n++;
	return err;
}

int lvnf_open_handlers(struct lvnf *lvnf)
{
	return pins_each(lvnf->name, on_handler, lvnf);
}

struct lvnf *lvnf_new(const char *name)
{
	struct lvnf *lvnf = calloc(1, sizeof(*lvnf));

	if (!lvnf)
		return NULL;
	snprintf(lvnf->name, sizeof(lvnf->name), "%s", name);
	gate_init(&lvnf->gate);
	return lvnf;
}

void lvnf_close(struct lvnf *lvnf)
{
	if (!lvnf)
		return;
	handlers_close(lvnf->handlers, lvnf->handlers_n, &lvnf->types);
	gate_close(&lvnf->gate);
	free(lvnf);
}

/* Notes what failed, unless something has before. */
static void note(const struct lvnf *lvnf, const char *what, int err,
		 bool *is_good, struct node_error *error)
{
	if (err && *is_good)
		*is_good = node_fail(error, NODE_FAILED,
				     "LVNF '%s': %s not removed: %s",
				     lvnf->name, what, strerror(err));
}

/* Removes its ports from the switch. */
static bool leave_switch(const struct lvnf_place *place,
			 const struct lvnf *lvnf, struct node_error *error)
{
	const struct lvnf_place hurry = lvnf_hurry(place);
	char ifname[IFNAMSIZ];

	if (!*place->vswitch.bridge)
		return true;
	for (unsigned int i = 0; i < lvnf->state.interfaces_n; i++) {
		name_switch_interface(ifname, lvnf->state.id, i);
		if (!vswitch_remove_port(&hurry.vswitch, ifname, error))
			return false;
	}
	return true;
}

/* Removes what is in the kernel. */
static bool leave_kernel(const struct lvnf *lvnf, bool has_namespace,
			 struct node_error *error)
{
	char path[NODE_PATH_LEN], ifname[IFNAMSIZ];
	bool is_good = true;

	for (unsigned int i = 0; i < lvnf->state.interfaces_n; i++) {
		name_switch_interface(ifname, lvnf->state.id, i);
		note(lvnf, ifname, link_delete(ifname), &is_good, error);
	}
	name_namespace(path, lvnf->name);
	if (has_namespace)
		note(lvnf, "its namespace", namespace_delete(path), &is_good,
		     error);
	/* Last: they tell a restarted daemon that the rest may be there. */
	if (is_good)
		note(lvnf, "its pins", pins_remove(lvnf->name), &is_good,
		     error);
	return is_good;
}

void lvnf_clear(const struct lvnf_place *place, const struct lvnf *lvnf,
		bool has_namespace)
{
	struct node_error error;

	/* A switch that fails now loses the port when the next LVNF needs its
	 * name, or the next daemon starts. */
	if (!leave_switch(place, lvnf, &error))
		log_warn("LVNF %s: %s", lvnf->name, error.text);
	if (!leave_kernel(lvnf, has_namespace, &error))
		log_warn("%s", error.text);
}

bool lvnf_remove(const struct lvnf_place *place, struct lvnf *lvnf,
		 struct node_error *error)
{
	lvnf->state.is_complete = 0;
	gate_write_state(&lvnf->gate, &lvnf->state);
	if (!leave_switch(place, lvnf, error) ||
	    !leave_kernel(lvnf, true, error))
		return false;
	lvnf_close(lvnf);
	return true;
}

/* Opens what is pinned, and looks for the namespace and the interfaces.
 * Returns 0, ENOENT if something is missing, or another errno. */
static int find_all(struct lvnf *lvnf)
{
	char path[NODE_PATH_LEN], ifname[IFNAMSIZ];
	int err;

	pins_path(path, lvnf->name, NULL);
	err = gate_open_pinned(&lvnf->gate, path);
	if (!err)
		err = gate_read_state(&lvnf->gate, &lvnf->state);
	if (err)
		return err;
	name_namespace(path, lvnf->name);
	if (!lvnf->state.is_complete)
		return ENOENT;
	if (access(path, F_OK))
		return errno;
	for (unsigned int i = 0; i < lvnf->state.ports_n; i++) {
		name_switch_interface(ifname, lvnf->state.id, i);
		/* Without a socket for the question, it says ENOENT. */
		if (!if_nametoindex(ifname))
			return errno == ENODEV ? ENOENT : EIO;
	}
	err = lvnf_open_handlers(lvnf);
	if (err != ENOENT && err != ENODATA)
		return err;
	/* Frames do not need it, so they go on. */
	log_warn("LVNF %s: a handler is missing", lvnf->name);
	return 0;
}

struct lvnf_ports lvnf_ports(const struct lvnf *lvnf)
{
	struct lvnf_ports ports = { .id = lvnf->state.id,
				    .n = lvnf->state.ports_n,
				    .is_joined = lvnf->is_joined };

	memcpy(ports.name, lvnf->name, sizeof(ports.name));
	memcpy(ports.numbers, lvnf->numbers, sizeof(ports.numbers));
	return ports;
}

bool lvnf_join(const struct lvnf_place *place, struct lvnf_ports *ports,
	       struct node_error *error)
{
	char ifname[IFNAMSIZ];

	for (unsigned int i = 0; i < ports->n; i++) {
		int64_t *number = &ports->numbers[i];

		name_switch_interface(ifname, ports->id, i);
		if (!vswitch_port_number(&place->vswitch, ifname, number,
					 error))
			return false;
		if (*number <= 0 &&
		    !vswitch_add_port(&place->vswitch, ifname, ports->name,
				      number, error))
			return false;
	}
	ports->is_joined = true;
	return true;
}

/* Learns the plugs, and repeats the mode: a daemon that ended while it changed
 * the mode may have reached some plugs only. */
static void take_over(struct lvnf *lvnf)
{
	struct node_error error;

	lvnf_find_plugs(lvnf);
	if (!lvnf_set_mode(lvnf, lvnf->state.mode, &error))
		log_warn("%s", error.text);
}

int lvnf_adopt(const struct lvnf_place *place, const char *name,
	       struct lvnf **lvnf)
{
	int err;

	*lvnf = lvnf_new(name);
	if (!*lvnf)
		return ENOMEM;
	err = find_all(*lvnf);
	if (!err) {
		take_over(*lvnf);
		log_info("LVNF %s: adopted", name);
		return 0;
	}
	if (err == ENOENT) {
		log_warn("LVNF %s: not complete, removed", name);
		lvnf_clear(place, *lvnf, true);
		err = 0;
	}
	lvnf_close(*lvnf);
	*lvnf = NULL;
	return err;
}
