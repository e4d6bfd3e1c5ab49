/* SPDX-License-Identifier: Apache-2.0 */
/* What an image declares for a node: read by both compilers. */
#ifndef LVNF_ACCESS_H
#define LVNF_ACCESS_H

#define LVNF_PORTS_MAX 8

/* What others may do with a handler. */
enum lvnf_access {
	LVNF_READ = 1,
	LVNF_WRITE = 2,
	LVNF_MIGRATE = 4, /* it is part of the state that moves to another node
			   */
};

/* Where in a packet's control block (skb->cb) the gate puts the input port and
 * the redirect program finds the output port, and where the gate puts the
 * partner of the input port. */
#define LVNF_CB_PORT	0
#define LVNF_CB_PARTNER 1

#endif
