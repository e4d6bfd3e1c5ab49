/* SPDX-License-Identifier: Apache-2.0 */
/* All transmissions as pcapng with radiotap headers: one interface per radio,
 * times in nanoseconds. A frame that no radio received has a comment. */
#ifndef TRACE_H
#define TRACE_H

#include "air.h"

struct trace;

/* Creates a trace file. Returns NULL and sets errno on an error. */
struct trace *trace_open(const char *path);

/* Writes a transmission of the radio with that name. */
void trace_write(struct trace *trace, const char *radio,
		 const struct air_trace *event);

/* Closes the file. Returns false if a write failed. NULL is allowed. */
bool trace_close(struct trace *trace);

#endif
