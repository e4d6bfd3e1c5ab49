/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of base/: the services that every other folder uses.
 *
 *	addr.h		EUI-48 addresses as text
 *	altname.h	alternative names of interfaces
 *	clock.h		monotonic time, read once a batch of frames
 *	counters.h	forwarded frames, and dropped frames by reason
 *	hash.h		the hash function of all tables
 *	list.h		doubly linked lists
 *	log.h		messages to standard error or syslog
 *	loop.h		event loop: file descriptors and timers
 *	netif.h		network interfaces and their addresses
 *	packet.h	packet sockets that receive through a ring
 *	packet_batch.h	frames that one system call sends
 *	thread.h	threads beside the event loop
 *	worker.h	a thread that runs jobs for the event loop
 *
 * privileges.h, notify.h and process_signals.h serve main() only.
 */
#ifndef BASE_H
#define BASE_H

#include "addr.h"
#include "altname.h"
#include "clock.h"
#include "counters.h"
#include "hash.h"
#include "list.h"
#include "log.h"
#include "loop.h"
#include "netif.h"
#include "notify.h"
#include "packet.h"
#include "packet_batch.h"
#include "privileges.h"
#include "process_signals.h"
#include "thread.h"
#include "worker.h"

#endif
