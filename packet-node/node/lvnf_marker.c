/* SPDX-License-Identifier: Apache-2.0 */
#include "lvnf_marker.h"

#include <errno.h>
#include <linux/if_packet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "namespace.h"

bool lvnf_expect_markers(const struct lvnf *lvnf, uint64_t migration,
			 const uint32_t *sources, size_t n,
			 struct node_error *error)
{
	bool is_new[GATE_MARKERS_MAX] = { false };
	size_t done = 0;
	int err = 0;

	for (; done < n && !err; done++) {
		err = gate_expect_marker(&lvnf->gate, migration,
					 sources[done]);
		is_new[done] = !err;
		err = err == EEXIST ? 0 : err;
	}
	if (!err)
		return true;
	for (size_t i = 0; i < done; i++)
		if (is_new[i])
			gate_forget_marker(&lvnf->gate, migration, sources[i]);
	if (err == E2BIG)
		return node_fail(error, NODE_FULL,
				 "the gate of LVNF '%s' expects at most %d "
				 "markers: forget those of past migrations",
				 lvnf->name, GATE_MARKERS_MAX);
	return node_fail(error, NODE_FAILED,
			 "the gate of LVNF '%s' expects no markers: %s",
			 lvnf->name, strerror(err));
}

int lvnf_last_frame(const struct lvnf *lvnf, uint64_t *last_ns)
{
	struct gate_count count;
	int err = 0;

	*last_ns = 0;
	for (unsigned int i = 0; i < lvnf->state.ports_n && !err; i++) {
		err = gate_read_count(&lvnf->gate, i, GATE_IN, &count);
		if (count.last_ns > *last_ns)
			*last_ns = count.last_ns;
	}
	return err;
}

/* Returns a socket in the LVNF's namespace, or -1 with errno set. */
static int open_socket(const struct lvnf *lvnf)
{
	char path[NODE_PATH_LEN];
	struct namespace_stay stay;
	int namespace, fd = -1, err;

	name_namespace(path, lvnf->name);
	namespace = namespace_open(path);
	if (namespace < 0)
		return -1;
	err = namespace_enter(&stay, namespace);
	if (!err) {
		/* Of no protocol: it only sends. */
		fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
		err = fd < 0 ? errno : 0;
		namespace_leave(&stay);
	}
	close(namespace);
	errno = err;
	return fd;
}

bool lvnf_send_marker(const struct lvnf *lvnf, unsigned int port,
		      const struct marker_plan *plan, struct node_error *error)
{
	struct sockaddr_ll to = { .sll_family = AF_PACKET };
	uint8_t frame[MARKER_LEN];
	struct gate_port own;
	int err, fd = -1;

	marker_write(frame, plan);
	err = gate_read_port(&lvnf->gate, port, &own);
	if (!err) {
		fd = open_socket(lvnf);
		to.sll_ifindex = (int)own.ifindex;
		if (fd < 0 || sendto(fd, frame, sizeof(frame), 0, (void *)&to,
				     sizeof(to)) < 0)
			err = errno;
	}
	if (fd >= 0)
		close(fd);
	return !err ||
	       node_fail(error, NODE_FAILED,
			 "LVNF '%s': no marker sent out of port %u: %s",
			 lvnf->name, port, strerror(err));
}
