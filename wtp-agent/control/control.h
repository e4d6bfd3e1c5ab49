/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of control/: what the agent serves to controllers. The protocol is
 * in CONTROL.md.
 *
 *	control.h	opens the server
 *	control_host.h	what the protocol reads of the agent, and its actions
 *	methods.h	the methods of the protocol
 *	airtime_request.h	parameters of airtime.set
 *	signals.h	signal strength of each station
 *	signal_report.h	notifications of signal strength
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

#include "control_host.h"
#include "server/server.h"
#include "signals.h"

struct control;

/* Returns whose certificate a WTP needs. */
struct credentials_owner control_owner(const uint8_t *id);

/* Listens as configured. Returns the server in '*control', or NULL in it if
 * the configuration has no section 'control'. 'host' must outlive the server.
 * Logs errors and returns false. */
bool control_open(struct control **control, const struct control_host *host);

/* Starts to accept connections. The caller has dropped the privileges that it
 * does not need. Null-safe. Logs errors and returns false. */
bool control_start(struct control *control);

/* Ends all sessions. Null-safe. */
void control_close(struct control *control);

#endif
