/* SPDX-License-Identifier: Apache-2.0 */
/* The face of gate/: the programs and maps of an LVNF's gate. Functions
 * that can fail return 0 or a positive errno. */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gate_shared.h"

/* Descriptors of the maps; -1: not open. */
struct gate {
	int state, ports, counters, markers, limit, failure;
};

/* Descriptors of the programs of one port. */
struct gate_programs {
	int gate, redirect;
	int leave; /* counts what a program sends */
};

/* Sets all descriptors to -1, without closing any. */
void gate_init(struct gate *gate);
void gate_close(struct gate *gate);

/* Loads the programs of a port of an image, or of a program. The first call
 * makes the maps. */
int gate_load(struct gate *gate, unsigned int port, bool is_program,
	      struct gate_programs *programs);
void gate_programs_close(struct gate_programs *programs);

/* Pins the maps in a folder of the file system of eBPF, which lets them live
 * on without the daemon, or opens the pinned ones. */
int gate_pin(const struct gate *gate, const char *folder);
int gate_open_pinned(struct gate *gate, const char *folder);

int gate_read_state(const struct gate *gate, struct gate_state *state);
int gate_write_state(const struct gate *gate, const struct gate_state *state);
int gate_set_port(const struct gate *gate, unsigned int port,
		  const struct gate_port *value);

int gate_read_failure(const struct gate *gate, struct gate_failure *failure);
int gate_write_failure(const struct gate *gate,
		       const struct gate_failure *failure);

int gate_read_port(const struct gate *gate, unsigned int port,
		   struct gate_port *value);

/* Sets how many packets and octets pass a second, of all ports together; 0: no
 * limit. The buckets are full then. */
int gate_set_limit(const struct gate *gate, const uint64_t rates[GATE_UNITS]);
/* Lets so many frames pass without the limit, instead of earlier ones. */
int gate_pass_kept(const struct gate *gate, uint32_t frames);

int gate_read_limit(const struct gate *gate, uint64_t rates[GATE_UNITS]);

/* Counts this marker from now on. EEXIST: it is counted already, and keeps its
 * count. E2BIG: there are GATE_MARKERS_MAX. */
int gate_expect_marker(const struct gate *gate, uint64_t migration,
		       uint32_t source);
int gate_forget_marker(const struct gate *gate, uint64_t migration,
		       uint32_t source);

/* Stops counting the markers of a migration, or all markers if it is 0. */
int gate_forget_markers(const struct gate *gate, uint64_t migration);

/* Calls 'handle' for each marker of a migration that is expected. After an
 * error, some are missing. */
int gate_each_marker(const struct gate *gate, uint64_t migration,
		     void (*handle)(void *arg, uint32_t source,
				    const struct gate_marker *marker),
		     void *arg);

/* Reads what a port has counted on all CPUs. */
int gate_read_count(const struct gate *gate, unsigned int port,
		    enum gate_direction direction, struct gate_count *count);

#endif
