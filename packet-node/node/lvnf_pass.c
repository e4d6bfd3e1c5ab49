/* SPDX-License-Identifier: Apache-2.0 */
/* Lets the frames pass that wait for an LVNF, and no later ones (lvnf.h). */
#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <time.h>

#include "lvnf.h"
#include "lvnf_parts.h"

#define LOOK_AGAIN_NS 500000 /* 0.5 ms */
#define LOOKS_MAX     200

/* Returns the frames that wait, or that the gate has counted. */
static int count(const struct lvnf *lvnf, uint64_t *waiting, uint64_t *counted)
{
	*waiting = *counted = 0;
	for (unsigned int i = 0; i < lvnf->state.ports_n; i++) {
		struct plug_counts plug;
		struct gate_count gate;
		int err;

		if (!lvnf_read_plug(lvnf, i, &plug))
			return ENOENT;
		err = gate_read_count(&lvnf->gate, i, GATE_IN, &gate);
		if (err)
			return err;
		*waiting += plug.packets;
		*counted += gate.packets;
	}
	return 0;
}

static int pass_all(const struct lvnf *lvnf)
{
	char ifname[IFNAMSIZ];
	int first = 0;

	for (unsigned int i = 0; i < lvnf->state.ports_n; i++) {
		int err;

		name_switch_interface(ifname, lvnf->state.id, i);
		err = plug_pass(if_nametoindex(ifname));
		if (!first)
			first = err;
	}
	return first;
}

bool lvnf_pass(const struct lvnf *lvnf, uint64_t *passed,
	       struct node_error *error)
{
	const struct timespec pause = { .tv_nsec = LOOK_AGAIN_NS };
	uint64_t before, batch, waiting, counted;
	int err;

	if (lvnf->state.mode != GATE_STOPPED)
		return node_fail(error, NODE_INVALID,
				 "LVNF '%s' is not stopped: no frame waits",
				 lvnf->name);
	err = count(lvnf, &batch, &before);
	/* A limit has counted them already, or shall not drop them now. */
	if (!err)
		err = gate_pass_kept(&lvnf->gate, (uint32_t)batch);
	if (!err)
		err = pass_all(lvnf);
	counted = before;
	for (int i = 0; !err && counted - before < batch && i < LOOKS_MAX;
	     i++) {
		if (i)
			nanosleep(&pause, NULL);
		err = count(lvnf, &waiting, &counted);
	}
	if (err)
		return node_fail(error, NODE_FAILED,
				 "LVNF '%s': what waits does not pass: %s",
				 lvnf->name, strerror(err));
	*passed = counted - before;
	return true;
}
