/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_flows.h"

#include <string.h>

void flight_list_insert(struct flight_list *list, struct flight_frame *frame,
			struct flight_frame *next)
{
	frame->list = list;
	frame->next = next;
	frame->before = next ? next->before : list->last;
	if (frame->before)
		frame->before->next = frame;
	else
		list->first = frame;
	if (next)
		next->before = frame;
	else
		list->last = frame;
	list->n++;
}

void flight_list_append(struct flight_list *list, struct flight_frame *frame)
{
	flight_list_insert(list, frame, NULL);
}

void flight_list_remove(struct flight_frame *frame)
{
	struct flight_list *list = frame->list;

	if (frame->before)
		frame->before->next = frame->next;
	else
		list->first = frame->next;
	if (frame->next)
		frame->next->before = frame->before;
	else
		list->last = frame->before;
	list->n--;
}

struct flight_frame *flight_list_first_of(const struct flight_list *list,
					  const struct flight_flow *flow)
{
	struct flight_frame *frame = list->first;

	while (frame && frame->flow != flow)
		frame = frame->next;
	return frame;
}

bool flight_flow_matches(const struct flight_flow *flow, const uint8_t *bssid,
			 const uint8_t *station)
{
	return !memcmp(flow->addresses, station, ADDR_LEN) &&
	       !memcmp(flow->addresses + ADDR_LEN, bssid, ADDR_LEN);
}

unsigned int flight_flow_backlog(const struct flight_flow *flow)
{
	return flow->waiting[FLIGHT_URGENT] + flow->waiting[FLIGHT_NORMAL];
}
