/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of OpenFlow 1.3 that let a switch handle a frame as if it had come
 * in at a port. Does no I/O. */
#ifndef OPENFLOW_H
#define OPENFLOW_H

#include <stddef.h>
#include <stdint.h>

/* Octets of the header of each message. */
#define OPENFLOW_HEADER 8
#define OPENFLOW_MAX	256

enum openflow_type {
	OPENFLOW_HELLO = 0,
	OPENFLOW_ERROR = 1,
	OPENFLOW_PACKET_OUT = 13,
	OPENFLOW_BARRIER_REQUEST = 20,
	OPENFLOW_BARRIER_REPLY = 21,
};

/* The header of a message that arrives. */
struct openflow_header {
	enum openflow_type type;
	size_t len; /* of the whole message, at least OPENFLOW_HEADER */
};

/* Writes a greeting, a packet-out through the flow tables, and a barrier,
 * whose answer follows the error if there is one. Returns their octets. */
size_t openflow_write_frame(uint8_t out[OPENFLOW_MAX], uint32_t in_port,
			    const uint8_t *frame, size_t len);

struct openflow_header
openflow_read_header(const uint8_t octets[OPENFLOW_HEADER]);

#endif
