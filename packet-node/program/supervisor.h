/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The supervisor of a program: a process of its own for each, which runs this
 * program anew. It starts the program in its sandbox, probes it, opens and
 * closes its gate, and runs the commands of handlers. It goes on while the
 * daemon is dead, and a new daemon connects to it.
 *
 * It has the rights of the daemon, but reads neither frames nor what
 * controllers send, except for a checked manifest and the daemon's requests:
 *
 *	{"id", "do": "read", "handler", "after"?}
 *	{"id", "do": "write", "handler", "entries"?, "delete"?}
 *	{"do": "stop"}
 *
 * It answers {"id", "result"} or {"id", "failure", "text", "details"}, and
 * sends its state at the beginning of a connection and when it changes:
 *
 *	{"state": "starting", "running", "failed" or "refused", "failures",
 *	 "reason"?, "details"?, "since_us"}
 *
 * It ends by "stop", or when the LVNF's pins are gone.
 */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

/* The argument that makes this program a supervisor; the LVNF follows. */
#define SUPERVISOR_ARGUMENT "--supervisor"

/* Descriptors of a supervisor. */
enum { SUPERVISOR_LISTENER, SUPERVISOR_MANIFEST, SUPERVISOR_NULL };

/* The main function of the supervisor. Returns the exit status. */
int supervisor_main(const char *lvnf);

#endif
