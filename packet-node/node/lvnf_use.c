/* SPDX-License-Identifier: Apache-2.0 */
#include "lvnf_use.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "image_limits.h"
#include "pins.h"

int lvnf_measure_run_time(void)
{
	return bpf_enable_stats(BPF_STATS_RUN_TIME);
}

/* Reads how long the image has run at all CPUs while this was measured. */
static int read_run_time(const struct lvnf *lvnf, uint64_t *run_ns)
{
	struct bpf_prog_info info = { 0 };
	uint32_t len = sizeof(info);
	char path[NODE_PATH_LEN];
	int fd, err;

	pins_path(path, lvnf->name, "image");
	fd = bpf_obj_get(path);
	if (fd < 0)
		return -fd;
	err = -bpf_obj_get_info_by_fd(fd, &info, &len);
	close(fd);
	*run_ns = info.run_time_ns;
	return err;
}

int lvnf_sample(const struct lvnf *lvnf, bool has_run_time,
		struct trigger_sample *sample)
{
	int err = 0;

	memset(sample, 0, sizeof(*sample));
	sample->has_run_time = has_run_time;
	sample->memory =
		lvnf->state.memory * 100 * TRIGGER_UNIT / IMAGE_MEMORY_MAX;
	sample->ports_n = lvnf->state.ports_n;
	for (unsigned int i = 0; i < sample->ports_n && !err; i++) {
		struct gate_count in;

		err = gate_read_count(&lvnf->gate, i, GATE_IN, &in);
		sample->ports[i].packets = in.packets;
		sample->ports[i].octets = in.octets;
	}
	if (!err && has_run_time)
		err = read_run_time(lvnf, &sample->run_ns);
	return err;
}
