/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SANDBOX_FILTER_H
#define SANDBOX_FILTER_H

/* Returns a descriptor of a file with the filter of system calls of programs,
 * as bubblewrap reads it, or -1. What no network function needs and what has
 * opened ways out of sandboxes fails with EPERM. */
int sandbox_filter(void);

#endif
