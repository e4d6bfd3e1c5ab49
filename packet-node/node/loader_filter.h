/* SPDX-License-Identifier: Apache-2.0 */
/* The system calls that a loader may make. */
#ifndef LOADER_FILTER_H
#define LOADER_FILTER_H

#include <stdbool.h>

/*
 * Refuses all system calls with EPERM from now on, except for those that
 * loading an image takes. There is no way back. Of bpf(), only the commands
 * that make types, maps and programs are left: neither what is pinned, nor
 * objects of others, nor hooks can be reached. There are no sockets, no other
 * processes, and no files to write. Messages go to 'answer_fd' alone.
 */
bool loader_filter_install(int answer_fd);

#endif
