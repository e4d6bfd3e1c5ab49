/* SPDX-License-Identifier: Apache-2.0 */
/* Markers of migrations at an LVNF (gate_shared.h). */
#ifndef LVNF_MARKER_H
#define LVNF_MARKER_H

#include <linux/if_ether.h>

#include "lvnf.h"

/* What a marker has, and in which header. */
struct marker_plan {
	uint64_t migration;
	uint32_t source;
	uint8_t to[ETH_ALEN], from[ETH_ALEN];
	uint16_t vlan; /* 0: no tag */
};

/* The shortest Ethernet frame, without its checksum. */
#define MARKER_LEN ETH_ZLEN

/* Writes a marker as a frame. */
void marker_write(uint8_t frame[MARKER_LEN], const struct marker_plan *plan);

/* Counts the markers of these sources at the gate from now on. Changes nothing
 * if it returns false. */
bool lvnf_expect_markers(const struct lvnf *lvnf, uint64_t migration,
			 const uint32_t *sources, size_t n,
			 struct node_error *error);

/* Sends a marker out of a port to the switch, as if the image had. */
bool lvnf_send_marker(const struct lvnf *lvnf, unsigned int port,
		      const struct marker_plan *plan,
		      struct node_error *error);

/* Reads when the latest frame came to the gate, in nanoseconds of
 * CLOCK_MONOTONIC; 0: none has. Returns 0 or a positive errno. */
int lvnf_last_frame(const struct lvnf *lvnf, uint64_t *last_ns);

#endif
