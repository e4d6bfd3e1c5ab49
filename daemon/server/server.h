/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of server/: the server that controllers connect to, for any daemon.
 * It knows neither radios nor VAPs.
 *
 *	server.h	opens all parts
 *	service.h	what a daemon serves
 *	acceptor.h	accepts connections and does handshakes (thread)
 *	admission.h	limits how often connections are accepted, by source
 *	session.h	one controller's connection
 *	tls.h		TLS 1.3 with certificates on both sides
 *	credentials.h	certificates and key of the configuration
 *	clock_floor.h	a lower bound of the present time
 *	floor_file.h	keeps it over a reboot
 *	utc_time.h	times as text
 *	lines.h		cuts a stream of octets into lines
 *	rpc.h		JSON-RPC 2.0
 *	terms.h		refuses orders of a controller that was replaced
 *	log_level.h	the method log.level
 */
#ifndef SERVER_H
#define SERVER_H

#include "log_level.h"
#include "rpc.h"
#include "service.h"
#include "session.h"
#include "terms.h"
#include "tls.h"

struct server;

/* Listens as configured. Returns the server in '*server', or NULL in it if the
 * configuration has no section 'control'. 'service' must outlive the server.
 * Logs errors and returns false. */
bool server_open(struct server **server, const struct service *service);

/* Starts to accept connections. The caller has dropped the privileges that it
 * does not need. Null-safe. Logs errors and returns false. */
bool server_start(struct server *server);

/* Ends all sessions. Null-safe. */
void server_close(struct server *server);

#endif
