/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads images in a process of its own. The libraries that read object files
 * are not made for files of strangers and crash on some, so the daemon does
 * not read them itself.
 *
 * The process runs this program anew, so it has nothing of the daemon's
 * memory. It is another user, in a network namespace of its own, has no
 * descriptors except for the image and its answer, and keeps only CAP_BPF
 * and CAP_NET_ADMIN. Without CAP_PERFMON, the verifier lets no program read
 * the kernel's memory. A filter leaves it few system calls (loader_filter.h).
 */
#ifndef LOADER_H
#define LOADER_H

#include <stdint.h>

#include "answer.h"

/* Seconds that the kernel has to verify an image. */
#define LOADER_S 20

/* The argument that makes this program a loader. */
#define LOADER_ARGUMENT "--loader"

/* Loads an image. Fills 'fds' with the descriptors of its program and of its
 * maps, and returns their number; 0 with '*error' filled after a failure.
 */
size_t loader_run(const uint8_t *octets, size_t len, int fds[LOADER_FDS_MAX],
		  struct node_error *error);

/* The main function of the loader. Returns the exit status. */
int loader_main(void);

#endif
