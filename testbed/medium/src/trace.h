/* SPDX-License-Identifier: Apache-2.0 */
/* What was on the air, as pcapng with radiotap headers: an interface a radio,
 * times in nanoseconds, and a comment on what nobody received. */
#ifndef TRACE_H
#define TRACE_H

#include "air.h"

struct trace;

/* Return NULL after setting errno if the file cannot be written. */
struct trace *trace_open(const char *path);
void trace_write(struct trace *trace, const char *radio,
		 const struct air_trace *event);
/* Return false if something could not be written. */
bool trace_close(struct trace *trace);

#endif
