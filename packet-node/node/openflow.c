/* SPDX-License-Identifier: Apache-2.0 */
#include "openflow.h"

#include <arpa/inet.h>
#include <string.h>

#define VERSION_1_3 4
#define NO_BUFFER   0xffffffff
#define TO_TABLE    0xfffffff9 /* OFPP_TABLE */

#define ACTION_LEN     16
#define PACKET_OUT_LEN (OPENFLOW_HEADER + 16 + ACTION_LEN)

static uint8_t *put_u16(uint8_t *at, uint16_t value)
{
	value = htons(value);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

static uint8_t *put_u32(uint8_t *at, uint32_t value)
{
	value = htonl(value);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

static uint8_t *put_header(uint8_t *at, enum openflow_type type, size_t len)
{
	*at++ = VERSION_1_3;
	*at++ = (uint8_t)type;
	at = put_u16(at, (uint16_t)len);
	return put_u32(at, 0);
}

size_t openflow_write_frame(uint8_t out[OPENFLOW_MAX], uint32_t in_port,
			    const uint8_t *frame, size_t len)
{
	uint8_t *at = out;

	if (len > OPENFLOW_MAX - PACKET_OUT_LEN - 2 * OPENFLOW_HEADER)
		return 0;
	memset(out, 0, OPENFLOW_MAX);
	at = put_header(at, OPENFLOW_HELLO, OPENFLOW_HEADER);
	at = put_header(at, OPENFLOW_PACKET_OUT, PACKET_OUT_LEN + len);
	at = put_u32(at, NO_BUFFER);
	at = put_u32(at, in_port);
	at = put_u16(at, ACTION_LEN) + 6;
	at = put_u16(at, 0); /* action "output" */
	at = put_u16(at, ACTION_LEN);
	at = put_u32(at, TO_TABLE) + 8;
	memcpy(at, frame, len);
	at = put_header(at + len, OPENFLOW_BARRIER_REQUEST, OPENFLOW_HEADER);
	return (size_t)(at - out);
}

struct openflow_header
openflow_read_header(const uint8_t octets[OPENFLOW_HEADER])
{
	struct openflow_header header = { .type = octets[1] };

	header.len = (size_t)octets[2] << 8 | octets[3];
	if (header.len < OPENFLOW_HEADER)
		header.len = OPENFLOW_HEADER;
	return header;
}
