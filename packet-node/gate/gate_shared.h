/* SPDX-License-Identifier: Apache-2.0 */
/* What the gate's eBPF programs share with the daemon: the contents of their
 * maps. Read by both compilers. */
#ifndef GATE_SHARED_H
#define GATE_SHARED_H

#include <linux/bpf.h>
#include <linux/types.h>

#include "lvnf_access.h"

#define GATE_PORTS_MAX LVNF_PORTS_MAX
#define GATE_NAME_MAX  48 /* of an image, without the final 0 */

/* The mode of an LVNF. */
enum gate_mode {
	GATE_RUN,     /* the image is next */
	GATE_STOPPED, /* the plugs hold all frames; for the gate as GATE_RUN */
	GATE_BYPASS,  /* to the partner port, past the image */
	GATE_RELAY,   /* back to the switch where they came from, with a tag */
	GATE_MODES
};

/* The one entry of map 'gate_state'. Once 'is_complete' is set, only 'mode'
 * and 'relay_vlan' change. */
struct gate_state {
	__u64 memory; /* octets that the image's maps may take */
	__u32 mode;
	__u32 id; /* of the LVNF at this node, from 1 */
	__u32 ports_n;
	__u32 interfaces_n; /* ports whose interfaces are made */
	__u32 is_complete;  /* set up: a restarted daemon adopts the LVNF */
	__u32 relay_vlan;   /* of frames in GATE_RELAY */
	__u32 is_program;   /* a bridge in the namespace takes the frames */
	char image[GATE_NAME_MAX + 1];
};

/* What happens in GATE_RUN to frames of an LVNF whose program does not run. */
enum gate_failure_action {
	GATE_RUNS,	  /* nothing: the program has them */
	GATE_FAIL_BYPASS, /* as in GATE_BYPASS */
	GATE_FAIL_DROP,
};

/* The one entry of map 'gate_failure'. It belongs to the supervisor of the
 * program (program/supervisor.h), so that nobody else writes it meanwhile. */
struct gate_failure {
	__u32 action;
	__u32 has_ruleset; /* the kernel has the program's ruleset */
};

/* Value of 'tc_index' of a frame that is counted where it leaves already. */
#define GATE_COUNTED 0x434d

/* An entry of map 'gate_ports', whose key is the port. */
struct gate_port {
	__u32 ifindex; /* in the namespace of the LVNF; 0: no such port */
	__u32 partner; /* the port where a frame leaves in GATE_BYPASS */
};

/* What is counted. Frames of the last three have also been counted as GATE_IN.
 */
enum gate_direction {
	GATE_IN,
	GATE_OUT,
	GATE_RELAYED, /* in mode GATE_RELAY */
	GATE_LIMITED, /* dropped by the limit */
	GATE_FAILED,  /* while the program has failed */
	GATE_DIRECTIONS
};

/* A value of map 'gate_counters', one for each CPU. Its key is
 * port * GATE_DIRECTIONS + direction. */
struct gate_count {
	__u64 packets;
	__u64 octets;
	__u64 last_ns; /* CLOCK_MONOTONIC, at the last frame */
};

/*
 * A marker follows the last frame on a way to an LVNF. When the gate sees it,
 * the earlier frames on this way have come, unless some still wait at another
 * CPU (control/settle.h). It is an Ethernet frame of an EtherType for local
 * experiments (IEEE 802), with at most one VLAN tag, and begins like this. The
 * gate takes it out before the image, in any mode.
 */
#define MARKER_ETHERTYPE 0x88b6
#define MARKER_MAGIC	 0x434d6d6b /* "CMmk" */

struct marker {
	__be32 magic;
	__be32 source;	  /* the way */
	__be64 migration; /* random, so that stations cannot guess it */
};

#define GATE_MARKERS_MAX 256

/* A key of map 'gate_markers': a marker that the daemon expects. Others are
 * not counted, so that nobody can fill the map. */
struct gate_marker_key {
	__u64 migration;
	__u64 source;
};

struct gate_marker {
	__u64 count;
	__u64 first_ns, last_ns; /* CLOCK_MONOTONIC */
};

/*
 * The one entry of map 'gate_limit': two token buckets, which all ports share.
 * A bucket is the time at which it is full again. A frame passes unless that
 * is more than GATE_BURST_NS ahead in one of them, and then moves it by the
 * time in which the rate allows the frame. So a frame that is greater than a
 * bucket passes too, and later frames wait until it is full again.
 *
 * Frames that a plug has kept come all at once when it is released. As many as
 * it had pass without the limit, since their time has gone by.
 */
#define GATE_BURST_NS 100000000ULL

enum gate_unit { GATE_PACKETS, GATE_OCTETS, GATE_UNITS };

struct gate_limit {
	struct bpf_spin_lock lock;
	__u32 kept;		   /* frames that still pass without it */
	__u64 rates[GATE_UNITS];   /* a second; 0: no limit */
	__u64 full_ns[GATE_UNITS]; /* CLOCK_MONOTONIC */
};

#endif
