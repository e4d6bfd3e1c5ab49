/* SPDX-License-Identifier: Apache-2.0 */
#ifndef END_SIGNALS_H
#define END_SIGNALS_H

/* Returns a descriptor that is readable after SIGTERM or SIGINT, or -1 with
 * errno. Ignores SIGPIPE, which write() reports as an error. */
int end_signals_open(void);

#endif
