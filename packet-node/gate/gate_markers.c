/* SPDX-License-Identifier: Apache-2.0 */
/* The markers that a gate counts. */
#include <bpf/bpf.h>
#include <errno.h>

#include "gate.h"

int gate_expect_marker(const struct gate *gate, uint64_t migration,
		       uint32_t source)
{
	const struct gate_marker_key key = { migration, source };
	const struct gate_marker none = { 0 };

	return -bpf_map_update_elem(gate->markers, &key, &none, BPF_NOEXIST);
}

int gate_forget_marker(const struct gate *gate, uint64_t migration,
		       uint32_t source)
{
	const struct gate_marker_key key = { migration, source };

	return -bpf_map_delete_elem(gate->markers, &key);
}

/* Reads all keys, because the kernel loses its place in a map when an entry is
 * deleted. */
static int read_keys(const struct gate *gate,
		     struct gate_marker_key keys[GATE_MARKERS_MAX], size_t *n)
{
	int err = 0;

	for (*n = 0; *n < GATE_MARKERS_MAX && !err; *n += !err)
		err = -bpf_map_get_next_key(
			gate->markers, *n ? &keys[*n - 1] : NULL, &keys[*n]);
	return err == ENOENT ? 0 : err;
}

int gate_forget_markers(const struct gate *gate, uint64_t migration)
{
	struct gate_marker_key keys[GATE_MARKERS_MAX];
	size_t n;
	int err = read_keys(gate, keys, &n);

	for (size_t i = 0; i < n && !err; i++)
		if (!migration || keys[i].migration == migration)
			err = -bpf_map_delete_elem(gate->markers, &keys[i]);
	return err;
}

int gate_each_marker(const struct gate *gate, uint64_t migration,
		     void (*handle)(void *arg, uint32_t source,
				    const struct gate_marker *marker),
		     void *arg)
{
	struct gate_marker_key keys[GATE_MARKERS_MAX];
	struct gate_marker marker;
	size_t n;
	int err = read_keys(gate, keys, &n);

	for (size_t i = 0; i < n && !err; i++) {
		if (keys[i].migration != migration)
			continue;
		err = -bpf_map_lookup_elem(gate->markers, &keys[i], &marker);
		if (err)
			break;
		/* Another CPU may show its count before its times: it has not
		 * come yet then. */
		if (!marker.first_ns || !marker.last_ns)
			marker.count = 0;
		handle(arg, (uint32_t)keys[i].source, &marker);
	}
	return err;
}
