/* SPDX-License-Identifier: Apache-2.0 */
/* Which frames from the air go to the wire. */
#ifndef UPLINK_JUDGE_H
#define UPLINK_JUDGE_H

#include "base/base.h"
#include "frame/frame.h"

struct agent;
struct radio;

/* Returns why a frame of a station does not go to the wire, or DROP_NONE. A
 * radio whose option 'stations' is free serves no VAPs, so none of its frames
 * go to them. Takes tokens of the limits of probe requests and of new
 * transmitters. */
enum drop_reason uplink_judge(struct agent *agent, const struct radio *radio,
			      const struct uplink_frame *frame);

#endif
