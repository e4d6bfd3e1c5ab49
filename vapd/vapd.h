/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of vapd/: the daemon cloudmac-vapd of a VAP host. The protocol is
 * in CONTROL-VAPD.md.
 *
 *	main.c			options, signals, privileges
 *	vapd.h			opens all parts, sends notifications
 *	vapd_config.h		the configuration
 *	vapd_methods.h		the methods of the protocol
 *	vaps.h			all VAPs: the folders of hostapd's sockets
 *	vap.h			one VAP
 *	channel_switch.h	a channel switch of a VAP
 *	associated.h		the stations of a VAP
 *	hostapd_socket.h	requests to hostapd, answers, events
 *	hostapd_text.h		what hostapd's texts mean
 *	driver.h		radios and counters of cloudmac_hwsim
 */
#ifndef VAPD_H
#define VAPD_H

#include "server/server.h"
#include "vapd_config.h"
#include "vapd_methods.h"
#include "vaps.h"

/* Sessions that the server serves at a time. */
#define VAPD_SESSIONS_MAX 16

struct vapd {
	struct loop loop;
	const struct vapd_config *config;
	struct terms terms;
	struct vapd_host host;
	struct credentials_owner owner;
	struct service service;
	struct server *server;
	struct vaps_observer observer;
	struct vapd_session *sessions[VAPD_SESSIONS_MAX];
	size_t sessions_n;
};

/* Returns whose certificate a VAP host needs. */
struct credentials_owner vapd_owner(const struct vapd_config *config);

/* Listens. 'config' must outlive it. Logs errors and returns false; the caller
 * closes it also then. */
bool vapd_open(struct vapd *vapd, const struct vapd_config *config);

/* Opens the VAPs and begins to serve controllers. The caller has dropped the
 * privileges that it does not need. Logs errors and returns false. */
bool vapd_start(struct vapd *vapd);

void vapd_close(struct vapd *vapd);

#endif
