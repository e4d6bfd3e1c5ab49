/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the LVNFs that a daemon has adopted to the switch. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "node.h"

bool switch_join_begin(struct switch_join *join, const struct node *node)
{
	*join = (struct switch_join){
		.place = &node->place,
		.lvnfs = calloc(node->n + 1, sizeof(*join->lvnfs)),
		.is_clean = node->is_clean,
	};
	if (!join->lvnfs)
		return false;
	for (const struct lvnf *l = node->first; l; l = l->next)
		join->lvnfs[join->n++] = lvnf_ports(l);
	return true;
}

/* Returns true if the port of the switch belongs to an LVNF. */
static bool is_port(void *arg, const char *ifname)
{
	const struct switch_join *join = arg;
	char own[IFNAMSIZ];

	for (size_t i = 0; i < join->n; i++)
		for (unsigned int port = 0; port < join->lvnfs[i].n; port++) {
			name_switch_interface(own, join->lvnfs[i].id, port);
			if (!strcmp(own, ifname))
				return true;
		}
	return false;
}

/* Joins all LVNFs. One port that fails does not keep the others from the
 * switch, but a switch that does not answer is not asked for each port.
 * Returns true if all have joined. */
static bool join_all(struct switch_join *join, const struct lvnf_place *place)
{
	const uint64_t patience_us = clock_us() + VSWITCH_ANSWER_MS * 500;
	bool is_good = true;

	for (size_t i = 0; i < join->n; i++) {
		struct node_error error;

		if (join->lvnfs[i].is_joined ||
		    lvnf_join(place, &join->lvnfs[i], &error))
			continue;
		if (is_good)
			join->error = error;
		is_good = false;
		if (clock_us() > patience_us)
			break;
	}
	return is_good;
}

void switch_join_work(struct switch_join *join)
{
	const struct lvnf_place place = lvnf_hurry(join->place);

	join->is_good = join_all(join, &place);
	if (join->is_good && !join->is_clean)
		join->is_good = join->is_clean = vswitch_remove_others(
			&place.vswitch, is_port, join, &join->error);
}

bool switch_join_end(struct switch_join *join, struct node *node)
{
	const struct lvnf_ports *ports = join->lvnfs;

	/* No other change has begun meanwhile, so the list is the same. */
	for (struct lvnf *lvnf = node->first; lvnf;
	     lvnf = lvnf->next, ports++) {
		memcpy(lvnf->numbers, ports->numbers, sizeof(ports->numbers));
		lvnf->is_joined = ports->is_joined;
	}
	node->is_clean = join->is_clean;
	if (!join->is_good)
		log_warn("%s", join->error.text);
	free(join->lvnfs);
	return join->is_good;
}
