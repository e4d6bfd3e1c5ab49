/* SPDX-License-Identifier: Apache-2.0 */
/* Sets up an LVNF, step by step. */
#include <bpf/bpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "bridge.h"
#include "filters.h"
#include "link.h"
#include "lvnf_parts.h"
#include "manifest.h"
#include "namespace.h"
#include "pins.h"

/* What is needed while an LVNF is set up. */
struct building {
	const struct lvnf_place *place;
	const struct lvnf_plan *plan;
	struct lvnf *lvnf;
	struct image image; /* of eBPF */
	struct manifest manifest;
	struct gate_programs programs[GATE_PORTS_MAX];
	bool has_pins, has_namespace; /* made, so to remove after a failure */
	int namespace;
	struct node_error *error;
};

/* Returns true if 'err' is 0. Else fills the error with what failed. */
static bool check(const struct building *in, int err, const char *what)
{
	return !err || node_fail(in->error, NODE_FAILED, "LVNF '%s': %s: %s",
				 in->plan->name, what, strerror(err));
}

/* --- eBPF ---------------------------------------------------------------- */

/* Until the program runs. */
static bool close_gate(const struct building *in)
{
	const struct gate_failure failure = {
		.action = (__u32)in->manifest.on_failure,
	};

	return check(in, gate_write_failure(&in->lvnf->gate, &failure),
		     "gate's state");
}

static bool load_gate(struct building *in)
{
	struct gate *gate = &in->lvnf->gate;
	struct gate_state *state = &in->lvnf->state;

	for (unsigned int i = 0; i < in->plan->ports_n; i++)
		if (!check(in,
			   gate_load(gate, i, in->plan->is_program,
				     &in->programs[i]),
			   "gate not loaded"))
			return false;
	state->memory = in->image.memory;
	state->mode = GATE_RUN;
	state->id = in->plan->id;
	state->ports_n = in->plan->ports_n;
	state->is_program = in->plan->is_program;
	snprintf(state->image, sizeof(state->image), "%s", in->plan->image);
	return check(in, gate_write_state(gate, state), "gate's state") &&
	       (!in->plan->is_program || close_gate(in));
}

static bool pin_handler(const struct building *in,
			const struct handler *handler)
{
	char file[64], path[NODE_PATH_LEN];

	snprintf(file, sizeof(file), "handlers/%s", handler->name);
	pins_path(path, in->plan->name, file);
	return check(in, -bpf_obj_pin(handler->fd, path),
		     "a handler is not pinned");
}

static bool pin_all(const struct building *in)
{
	char path[NODE_PATH_LEN];

	pins_path(path, in->plan->name, NULL);
	if (!check(in, gate_pin(&in->lvnf->gate, path), "gate not pinned"))
		return false;
	if (in->plan->is_program)
		return true;
	pins_path(path, in->plan->name, "image");
	if (!check(in, -bpf_obj_pin(in->image.program, path),
		   "image not pinned"))
		return false;
	for (size_t i = 0; i < in->image.handlers_n; i++)
		if (!pin_handler(in, &in->image.handlers[i]))
			return false;
	return true;
}

/* --- ports --------------------------------------------------------------- */

static bool add_plug(const struct building *in, const char *ifname)
{
	int err = plug_install(if_nametoindex(ifname), in->place->mtu);

	/* A kernel without sch_plug. */
	return err == ENOENT || check(in, err, "plug not installed");
}

static int attach_filters(const struct building *in, unsigned int port,
			  unsigned int ifindex)
{
	const struct gate_programs *programs = &in->programs[port];
	const struct filters filters = {
		.gate = programs->gate,
		.image = in->image.program,
		.redirect = programs->redirect,
	};

	return in->plan->is_program
		       ? filters_attach_program(ifindex, programs->gate,
						programs->leave)
		       : filters_attach(ifindex, &filters);
}

/* Attaches the filters within the namespace. */
static bool attach(const struct building *in, unsigned int port)
{
	struct namespace_stay stay;
	char ifname[IFNAMSIZ];
	struct gate_port own = { 0 };
	int err = namespace_enter(&stay, in->namespace);

	if (!check(in, err, "no way into its namespace"))
		return false;
	name_gate_interface(ifname, port);
	own.ifindex = if_nametoindex(ifname);
	own.partner = partner_of(port, in->plan->ports_n);
	err = attach_filters(in, port, own.ifindex);
	if (!err)
		err = netif_set_up(ifname);
	if (!err && in->plan->is_program)
		err = bridge_add_port(ifname, *in->manifest.address);
	namespace_leave(&stay);
	return check(in, err, "filters not attached") &&
	       check(in, gate_set_port(&in->lvnf->gate, port, &own),
		     "gate's ports");
}

/* Waits for the end in the namespace. */
static bool await_peer(const struct building *in, const char *peer)
{
	struct namespace_stay stay;
	int err = namespace_enter(&stay, in->namespace);

	if (!check(in, err, "no way into its namespace"))
		return false;
	err = link_await(peer);
	namespace_leave(&stay);
	return check(in, err, "interface stays down");
}

static bool add_port(struct building *in, unsigned int port)
{
	char ifname[IFNAMSIZ], peer[IFNAMSIZ];

	name_switch_interface(ifname, in->plan->id, port);
	name_gate_interface(peer, port);
	if (!check(in,
		   link_add_pair(ifname, peer, in->namespace, in->place->mtu),
		   "veth pair not created"))
		return false;
	in->lvnf->state.interfaces_n++;
	if (!check(in, gate_write_state(&in->lvnf->gate, &in->lvnf->state),
		   "gate's state"))
		return false;
	namespace_disable_ipv6(ifname);
	return add_plug(in, ifname) && attach(in, port) &&
	       check(in, netif_set_up(ifname), "interface stays down") &&
	       await_peer(in, peer) &&
	       (!*in->place->vswitch.bridge ||
		vswitch_add_port(&in->place->vswitch, ifname, in->plan->name,
				 &in->lvnf->numbers[port], in->error));
}

/* Makes the bridge of a program within the namespace. */
static bool add_bridge(const struct building *in)
{
	const struct manifest *manifest = &in->manifest;
	struct namespace_stay stay;
	int err = namespace_enter(&stay, in->namespace);

	if (!check(in, err, "no way into its namespace"))
		return false;
	err = bridge_create(in->place->mtu);
	if (!err && *manifest->address)
		err = bridge_set_address(manifest->address,
					 manifest->prefix_len,
					 manifest->gateway);
	if (!err && manifest->is_router)
		err = bridge_forward_packets();
	namespace_leave(&stay);
	return check(in, err, "bridge not created");
}

static int create_namespace(const struct building *in, const char *path)
{
	return in->plan->is_program
		       ? namespace_create_owned(path,
						lvnf_first_user(in->plan->id))
		       : namespace_create(path);
}

static bool add_ports(struct building *in)
{
	const struct lvnf_place *place = in->place;
	const struct lvnf_place hurry = lvnf_hurry(place);
	char path[NODE_PATH_LEN];
	bool is_good = true;
	int err;

	name_namespace(path, in->plan->name);
	err = create_namespace(in, path);
	if (err == EEXIST)
		return node_fail(in->error, NODE_FAILED,
				 "%s is there already: ip netns delete "
				 "lvnf-%.48s",
				 path, in->plan->name);
	if (!check(in, err, "namespace not created"))
		return false;
	in->has_namespace = true;
	in->namespace = namespace_open(path);
	if (in->namespace < 0)
		return check(in, errno, "namespace not opened");
	if (in->plan->is_program && !add_bridge(in)) {
		close(in->namespace);
		return false;
	}
	in->place = &hurry;
	for (unsigned int i = 0; i < in->plan->ports_n && is_good; i++)
		is_good = add_port(in, i);
	in->place = place;
	close(in->namespace);
	return is_good;
}

/* --- all ----------------------------------------------------------------- */

/* The pins come first: with them, a daemon that starts after a crash finds
 * what to remove. */
static bool build(struct building *in)
{
	int err = pins_make(in->plan->name);

	if (err == EEXIST)
		return node_fail(in->error, NODE_FAILED,
				 PINS_FOLDER "/%.48s is left: restart the "
					     "daemon, which removes it",
				 in->plan->name);
	if (!check(in, err, "folder of its pins"))
		return false;
	in->has_pins = true;
	if (!load_gate(in) || !pin_all(in) || !add_ports(in))
		return false;
	lvnf_find_plugs(in->lvnf);
	if (!in->lvnf->has_plugs)
		log_warn("LVNF %s: this kernel has no sch_plug, so it cannot "
			 "be paused",
			 in->plan->name);
	in->lvnf->is_joined = true;
	in->lvnf->state.is_complete = 1;
	return check(in, gate_write_state(&in->lvnf->gate, &in->lvnf->state),
		     "gate's state") &&
	       check(in, lvnf_open_handlers(in->lvnf), "handlers");
}

static bool check_memory(const struct building *in)
{
	const uint64_t needed = in->image.memory;

	return needed <= in->plan->memory_max ||
	       node_fail(in->error, NODE_FULL,
			 "LVNF '%s' needs %" PRIu64 " octets of memory, the "
			 "node has %" PRIu64 " for it",
			 in->plan->name, needed, in->plan->memory_max);
}

static bool load_image(struct building *in)
{
	const struct lvnf_plan *plan = in->plan;

	in->image.program = -1;
	if (plan->is_program)
		return manifest_parse(&in->manifest, plan->octets, plan->len,
				      in->error);
	return image_load(&in->image, plan->octets, plan->len, in->error) &&
	       check_memory(in);
}

static void close_image(struct building *in)
{
	image_close(&in->image);
	manifest_close(&in->manifest);
}

unsigned int lvnf_first_user(unsigned int id)
{
	return 1000000000U + id * 65536U;
}

struct lvnf *lvnf_create(const struct lvnf_place *place,
			 const struct lvnf_plan *plan,
			 struct node_error *error)
{
	struct building in = { .place = place, .plan = plan, .error = error };
	bool is_good;

	if (!load_image(&in)) {
		close_image(&in);
		return NULL;
	}
	in.lvnf = lvnf_new(plan->name);
	for (unsigned int i = 0; i < GATE_PORTS_MAX; i++)
		in.programs[i] = (struct gate_programs){ -1, -1, -1 };
	is_good = in.lvnf && build(&in);
	for (unsigned int i = 0; i < GATE_PORTS_MAX; i++)
		gate_programs_close(&in.programs[i]);
	close_image(&in);
	if (is_good)
		return in.lvnf;
	if (!in.lvnf)
		node_fail(error, NODE_FAILED, "no memory");
	else if (in.has_pins)
		lvnf_clear(place, in.lvnf, in.has_namespace);
	lvnf_close(in.lvnf);
	return NULL;
}
