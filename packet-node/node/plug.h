/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plug of a port: sch_plug as the root qdisc of the interface at the
 * switch. Blocked, it is the FIFO of a stopped LVNF; released, it passes
 * frames. Functions return 0 or a positive errno.
 */
#ifndef PLUG_H
#define PLUG_H

#include <stdint.h>

/* Full frames that a blocked plug keeps. It drops further ones. */
#define PLUG_FRAMES 1000

/* What a plug has kept and dropped since it was installed. */
struct plug_counts {
	uint32_t packets, octets; /* waiting now */
	uint32_t dropped;
};

/* Installs a plug, released. 'mtu' is the interface's: the limit of sch_plug
 * is in octets. ENOENT: the kernel has no sch_plug. */
int plug_install(unsigned int ifindex, unsigned int mtu);

int plug_block(unsigned int ifindex);
int plug_release(unsigned int ifindex);

/* Lets the frames pass that wait in a blocked plug, and keeps later ones. */
int plug_pass(unsigned int ifindex);

/* ENOENT: the interface has no plug. */
int plug_read(unsigned int ifindex, struct plug_counts *counts);

#endif
