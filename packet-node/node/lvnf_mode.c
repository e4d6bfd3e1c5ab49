/* SPDX-License-Identifier: Apache-2.0 */
/* The modes of an LVNF, and what its plugs and handlers have. */
#include <errno.h>
#include <string.h>

#include "lvnf.h"
#include "lvnf_parts.h"

void lvnf_find_plugs(struct lvnf *lvnf)
{
	struct plug_counts counts;

	lvnf->has_plugs = true;
	for (unsigned int i = 0; i < lvnf->state.ports_n; i++)
		lvnf->has_plugs &= lvnf_read_plug(lvnf, i, &counts);
}

/* Blocks or releases all plugs. Returns 0 or the first errno, with the port in
 * '*port'. */
static int set_plugs(const struct lvnf *lvnf, bool is_blocked,
		     unsigned int *port)
{
	char ifname[IFNAMSIZ];
	int first = 0;

	for (unsigned int i = 0; i < lvnf->state.ports_n; i++) {
		unsigned int ifindex;
		int err;

		name_switch_interface(ifname, lvnf->state.id, i);
		ifindex = if_nametoindex(ifname);
		err = is_blocked ? plug_block(ifindex) : plug_release(ifindex);
		if (err && !first) {
			first = err;
			*port = i;
		}
	}
	return first;
}

/* Lets the frames that wait in the plugs pass the limit. */
static int pass_kept(const struct lvnf *lvnf)
{
	struct plug_counts counts;
	uint32_t frames = 0;

	for (unsigned int i = 0; i < lvnf->state.ports_n; i++)
		if (lvnf_read_plug(lvnf, i, &counts))
			frames += counts.packets;
	return gate_pass_kept(&lvnf->gate, frames);
}

static int write_state(struct lvnf *lvnf, const struct gate_state *state)
{
	int err = gate_write_state(&lvnf->gate, state);

	if (!err)
		lvnf->state = *state;
	return err;
}

/* Sets the mode, and then the plugs. */
static int change(struct lvnf *lvnf, enum gate_mode mode, unsigned int *port)
{
	struct gate_state state = lvnf->state;
	int err = 0;

	if (lvnf->has_plugs && mode != GATE_STOPPED)
		err = pass_kept(lvnf);
	state.mode = (__u32)mode;
	if (!err)
		err = write_state(lvnf, &state);
	if (err)
		return err;
	return lvnf->has_plugs ? set_plugs(lvnf, mode == GATE_STOPPED, port)
			       : 0;
}

/* The mode is written before the plugs change: frames that waited meet the new
 * mode, and a daemon that is killed in between repeats the change when it
 * adopts the LVNF. */
bool lvnf_set_mode(struct lvnf *lvnf, enum gate_mode mode,
		   struct node_error *error)
{
	const enum gate_mode old = lvnf->state.mode;
	unsigned int port = GATE_PORTS_MAX, again = GATE_PORTS_MAX;
	bool is_restored;
	int err;

	if (mode == GATE_STOPPED && !lvnf->has_plugs)
		return node_fail(error, NODE_FAILED,
				 "LVNF '%s' cannot be paused: a port has no "
				 "plug (NET_SCH_PLUG of the kernel)",
				 lvnf->name);
	err = change(lvnf, mode, &port);
	if (!err)
		return true;
	/* The plug that does not change has the old state anyhow. */
	is_restored = !change(lvnf, old, &again) || again == port;
	if (port == GATE_PORTS_MAX)
		return node_fail(error, NODE_FAILED,
				 "LVNF '%s': its gate does not change: %s",
				 lvnf->name, strerror(err));
	return node_fail(error, NODE_FAILED,
			 "LVNF '%s': the plug of port %u does not change: %s; "
			 "the old mode %s",
			 lvnf->name, port, strerror(err),
			 is_restored ? "stays" : "is not restored either");
}

/* The VLAN is written before the mode: the gate reads both while they change,
 * and must not send frames with an old tag. */
bool lvnf_relay(struct lvnf *lvnf, uint16_t vlan, struct node_error *error)
{
	const uint32_t old = lvnf->state.relay_vlan;
	struct gate_state state = lvnf->state;
	int err;

	state.relay_vlan = vlan;
	err = write_state(lvnf, &state);
	if (err)
		return node_fail(error, NODE_FAILED,
				 "LVNF '%s': its gate does not change: %s",
				 lvnf->name, strerror(err));
	if (lvnf_set_mode(lvnf, GATE_RELAY, error))
		return true;
	state = lvnf->state;
	state.relay_vlan = old;
	write_state(lvnf, &state);
	return false;
}

const struct handler *lvnf_handler(const struct lvnf *lvnf, const char *name)
{
	for (size_t i = 0; i < lvnf->handlers_n; i++)
		if (!strcmp(lvnf->handlers[i].name, name))
			return &lvnf->handlers[i];
	return NULL;
}

bool lvnf_read_plug(const struct lvnf *lvnf, unsigned int port,
		    struct plug_counts *counts)
{
	char ifname[IFNAMSIZ];

	name_switch_interface(ifname, lvnf->state.id, port);
	return !plug_read(if_nametoindex(ifname), counts);
}
