/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the commands of a program: in the network namespace of its LVNF, as
 * users of the user namespace that owns it, in its control groups, and within
 * bubblewrap. A command sees /usr, the files of its image in /image, and empty
 * folders in memory; it has no capability except for those of its image.
 *
 * The commands of nft and conntrack that the daemon runs itself have
 * CAP_NET_ADMIN, which counts in the LVNF's network namespace only.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <sys/types.h>

#include "cgroup.h"
#include "node/node.h"

struct sandbox {
	const struct manifest *manifest;
	struct cgroup cgroup;
	int network, users; /* descriptors of namespaces */
};

struct sandbox_job {
	const char *const *words; /* NULL at the end */
	int input;		  /* a descriptor, or -1: nothing to read */
	int output;		  /* of standard output */
	bool is_admin;		  /* with CAP_NET_ADMIN */
	bool has_errors;	  /* standard error goes to 'output' too */
};

/* Returns 0 or a positive errno. The caller closes it also after a failure. */
int sandbox_open(struct sandbox *sandbox, const char *lvnf,
		 const struct manifest *manifest);
void sandbox_close(struct sandbox *sandbox);

/* Starts a command. Returns its process, or a negative errno. If it is killed,
 * all processes that the command has started are too. */
pid_t sandbox_start(const struct sandbox *sandbox,
		    const struct sandbox_job *job);

#endif
