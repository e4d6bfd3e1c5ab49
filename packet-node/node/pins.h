/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the programs and maps of LVNFs are pinned:
 *
 *	/sys/fs/bpf/cloudmac/LVNF/gate_*	the gate's maps
 *	/sys/fs/bpf/cloudmac/LVNF/image		the image's program
 *	/sys/fs/bpf/cloudmac/LVNF/handlers/NAME
 *
 * They live until they are removed or the machine restarts. Functions return 0
 * or a positive errno.
 */
#ifndef PINS_H
#define PINS_H

#include <stddef.h>

#include "names.h"

#define PINS_FOLDER "/sys/fs/bpf/cloudmac"

/* Makes the folder of all LVNFs. Mounts the file system of eBPF if no other
 * program has. */
int pins_prepare(void);

/* Writes the path of a file, or with a NULL 'file' of the folder, of an LVNF.
 */
void pins_path(char out[NODE_PATH_LEN], const char *lvnf, const char *file);

/* Makes and removes the folders of an LVNF. */
int pins_make(const char *lvnf);
int pins_remove(const char *lvnf);

/* Calls 'handle' for the name of each LVNF, or of each handler of an LVNF.
 * Stops if that returns an errno, and returns it. */
int pins_each(const char *lvnf, int (*handle)(void *arg, const char *name),
	      void *arg);

#endif
