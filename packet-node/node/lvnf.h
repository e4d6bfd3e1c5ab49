/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One LVNF: an image in a namespace, with ports at the switch.
 *
 *	switch -- lv1p0 [plug] == g0 [gate] -> image -> redirect
 *	switch -- lv1p1 [plug] == g1 [gate] -> image -> redirect
 *		  '- node -'	  '- namespace lvnf-NAME -'
 *
 * A program (program/program.h) has a bridge in the place of the image and the
 * redirect program.
 *
 * Everything of it is in the kernel and pinned, so frames pass without the
 * daemon, and a restarted daemon adopts the LVNF.
 */
#ifndef LVNF_NODE_H
#define LVNF_NODE_H

#include "gate/gate.h"
#include "handler.h"
#include "image.h"
#include "plug.h"
#include "vswitch.h"

struct lvnf {
	char name[NAME_MAX_LEN + 1];
	struct gate_state state;
	struct gate gate;
	struct handler handlers[IMAGE_HANDLERS_MAX];
	size_t handlers_n;
	struct handler_types types;
	bool has_plugs;			 /* the kernel has sch_plug */
	bool is_joined;			 /* all its ports are at the switch */
	int64_t numbers[GATE_PORTS_MAX]; /* of ports, in OpenFlow; 0: none */
	struct lvnf *next;
};

/* How long the ports of an LVNF may take to be added or removed: other orders
 * wait meanwhile. */
#define LVNF_PORTS_MS 10000

/* What the node needs for LVNFs. */
struct lvnf_place {
	struct vswitch vswitch;
	unsigned int mtu;
};

/* Returns the place with a deadline of LVNF_PORTS_MS from now. */
struct lvnf_place lvnf_hurry(const struct lvnf_place *place);

/* What to create. */
struct lvnf_plan {
	const char *name, *image;
	unsigned int id, ports_n;
	uint64_t memory_max;   /* octets that its maps may take */
	const uint8_t *octets; /* of the image */
	size_t len;
	bool is_program;
};

/* Creates an LVNF in mode GATE_RUN. Returns NULL with '*error' filled, and
 * leaves nothing. */
struct lvnf *lvnf_create(const struct lvnf_place *place,
			 const struct lvnf_plan *plan,
			 struct node_error *error);

/* Returns the user of the node that is user 0 of an LVNF's program. */
unsigned int lvnf_first_user(unsigned int id);

/* Takes over an LVNF that is pinned under this name. Removes it, and sets
 * '*lvnf' to NULL, if something of it is missing. Returns 0, or a positive
 * errno after an error that may pass: the LVNF stays as it is then. */
int lvnf_adopt(const struct lvnf_place *place, const char *name,
	       struct lvnf **lvnf);

/* The ports of an LVNF at the switch, a copy that another thread may have. */
struct lvnf_ports {
	char name[NAME_MAX_LEN + 1];
	unsigned int id, n;
	int64_t numbers[GATE_PORTS_MAX];
	bool is_joined;
};

struct lvnf_ports lvnf_ports(const struct lvnf *lvnf);

/* Learns the numbers of the ports. Adds those that the switch has lost. */
bool lvnf_join(const struct lvnf_place *place, struct lvnf_ports *ports,
	       struct node_error *error);

/* Frees 'lvnf', which lives on in the kernel. */
void lvnf_close(struct lvnf *lvnf);

/* Removes everything of the LVNF and frees it. Returns false if something is
 * left; the caller closes it then. */
bool lvnf_remove(const struct lvnf_place *place, struct lvnf *lvnf,
		 struct node_error *error);

/* Changes the mode to GATE_RUN, GATE_STOPPED or GATE_BYPASS. */
bool lvnf_set_mode(struct lvnf *lvnf, enum gate_mode mode,
		   struct node_error *error);

/* Changes the mode to GATE_RELAY, with frames in this VLAN. */
bool lvnf_relay(struct lvnf *lvnf, uint16_t vlan, struct node_error *error);

/*
 * Lets the frames pass the gate and the image that wait in mode GATE_STOPPED,
 * while later ones wait. Returns when the gate has counted them, or after a
 * tenth of a second; '*passed' are those that it has counted.
 */
bool lvnf_pass(const struct lvnf *lvnf, uint64_t *passed,
	       struct node_error *error);

/* Returns the handler of this name, or NULL. */
const struct handler *lvnf_handler(const struct lvnf *lvnf, const char *name);

/* Reads what the plug of a port has. False: it has none. */
bool lvnf_read_plug(const struct lvnf *lvnf, unsigned int port,
		    struct plug_counts *counts);

#endif
