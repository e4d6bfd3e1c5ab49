/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's functions that an image may call. Does no I/O. */
#ifndef HELPERS_H
#define HELPERS_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>

#include "node_error.h"

/* Checks the calls of a program: a frame leaves an image by its return value
 * only, so that the gate counts it and the kernel forgets its marks. */
bool helpers_check(const struct bpf_insn *program, size_t n,
		   struct node_error *error);

#endif
