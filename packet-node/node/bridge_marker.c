/* SPDX-License-Identifier: Apache-2.0 */
/* Sends markers into a port of the switch, by OpenFlow. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "json_socket.h"
#include "openflow.h"
#include "vswitchd.h"

#define SEND_MS 2000

static bool receive_all(int fd, uint8_t *octets, size_t len)
{
	return recv(fd, octets, len, MSG_WAITALL) == (ssize_t)len;
}

/* Reads messages until the barrier's answer. Returns NULL, or what failed. */
static const char *await_barrier(int fd)
{
	uint8_t octets[OPENFLOW_HEADER], rest[UINT16_MAX];

	while (receive_all(fd, octets, sizeof(octets))) {
		const struct openflow_header header =
			openflow_read_header(octets);

		if (header.type == OPENFLOW_BARRIER_REPLY)
			return NULL;
		if (header.type == OPENFLOW_ERROR)
			return "it refuses the frame, or OpenFlow 1.3";
		if (!receive_all(fd, rest, header.len - OPENFLOW_HEADER))
			break;
	}
	return "it does not answer";
}

bool vswitchd_send_marker(const struct vswitch *vswitch, uint32_t in_port,
			  const struct marker_plan *plan,
			  struct node_error *error)
{
	uint8_t frame[MARKER_LEN], octets[OPENFLOW_MAX];
	char file[80], path[VSWITCH_PATH_LEN];
	const char *failed;
	size_t len;
	int fd;

	snprintf(file, sizeof(file), "%.64s.mgmt", vswitch->bridge);
	vswitch_file(path, vswitch, file);
	fd = json_socket_open(path, json_socket_now_ms() + SEND_MS);
	if (fd < 0)
		return node_fail(error, NODE_FAILED,
				 "bridge %.40s is not at %.80s: %s",
				 vswitch->bridge, path, strerror(errno));
	marker_write(frame, plan);
	len = openflow_write_frame(octets, in_port, frame, sizeof(frame));
	failed = send(fd, octets, len, MSG_NOSIGNAL) == (ssize_t)len
			 ? await_barrier(fd)
			 : "it does not read";
	close(fd);
	return !failed || node_fail(error, NODE_FAILED,
				    "bridge %.40s, port %u: no marker sent: "
				    "%s",
				    vswitch->bridge, in_port, failed);
}
