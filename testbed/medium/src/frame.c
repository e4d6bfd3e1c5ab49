/* SPDX-License-Identifier: Apache-2.0 */
#include "frame.h"

#include <stdlib.h>
#include <string.h>

struct air_frame *air_frame_new(const uint8_t *data, size_t len)
{
	struct air_frame *frame = calloc(1, sizeof(*frame) + len);

	if (!frame)
		return NULL;
	memcpy(frame->data, data, len);
	frame->len = len;
	frame->power_dbm = AIR_POWER_OF_RADIO;
	return frame;
}

struct air_stage *air_frame_stage(struct air_frame *frame)
{
	for (unsigned i = 0; i < frame->stages_n; i++)
		if (frame->stages[i].used < frame->stages[i].max)
			return &frame->stages[i];
	return NULL;
}
