/* SPDX-License-Identifier: Apache-2.0 */
#include "filters.h"

#include <bpf/libbpf.h>
#include <errno.h>

/* The order of the filters. */
enum { PRIORITY_GATE = 1, PRIORITY_IMAGE, PRIORITY_REDIRECT };

#define HANDLE 1

static int attach(const struct bpf_tc_hook *hook, unsigned int priority,
		  int program)
{
	LIBBPF_OPTS(bpf_tc_opts, options, .handle = HANDLE,
		    .priority = priority, .prog_fd = program,
		    .flags = BPF_TC_F_REPLACE);

	return -bpf_tc_attach(hook, &options);
}

int filters_attach_program(unsigned int ifindex, int gate, int leave)
{
	LIBBPF_OPTS(bpf_tc_hook, hook, .ifindex = (int)ifindex,
		    .attach_point = BPF_TC_INGRESS);
	int err = -bpf_tc_hook_create(&hook);

	if (err && err != EEXIST)
		return err;
	err = attach(&hook, PRIORITY_GATE, gate);
	hook.attach_point = BPF_TC_EGRESS;
	return err ? err : attach(&hook, PRIORITY_GATE, leave);
}

int filters_attach(unsigned int ifindex, const struct filters *filters)
{
	LIBBPF_OPTS(bpf_tc_hook, hook, .ifindex = (int)ifindex,
		    .attach_point = BPF_TC_INGRESS);
	int err = -bpf_tc_hook_create(&hook);

	if (err && err != EEXIST)
		return err;
	/* The last one first: no frame leaves it before the gate is there. */
	err = attach(&hook, PRIORITY_REDIRECT, filters->redirect);
	if (!err)
		err = attach(&hook, PRIORITY_IMAGE, filters->image);
	if (!err)
		err = attach(&hook, PRIORITY_GATE, filters->gate);
	return err;
}
