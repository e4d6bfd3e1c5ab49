/* SPDX-License-Identifier: Apache-2.0 */
/* Names of LVNFs and images, and what is named after them. Does no I/O. */
#ifndef NAMES_H
#define NAMES_H

#include <net/if.h>
#include <stdbool.h>
#include <stddef.h>

#include "gate/gate.h"

#define NAME_MAX_LEN  GATE_NAME_MAX
#define NODE_ID_MAX   9999
#define NODE_PATH_LEN 160

/* Returns true for 1 to NAME_MAX_LEN letters, digits, hyphens and underscores
 * that begin with a letter or digit: names that are the same in a path, a
 * file system of eBPF, and a URL. */
bool name_is_valid(const char *name);

/* Writes the name of the interface at the switch: lv<id>p<port>. */
void name_switch_interface(char out[IFNAMSIZ], unsigned int id,
			   unsigned int port);

/* Writes the name of the interface in the namespace of the LVNF: g<port>. */
void name_gate_interface(char out[IFNAMSIZ], unsigned int port);

/* Writes the path of the namespace of an LVNF. */
void name_namespace(char out[NODE_PATH_LEN], const char *lvnf);

/* Returns the port whose frames the gate sends to, past the image, if it
 * comes in at 'port' of 'ports_n': the other one of each pair, or itself. */
unsigned int partner_of(unsigned int port, unsigned int ports_n);

/* Reads the name of an image's file: NAME.PORTS.o, or NAME.PORTS.json for a
 * program. Returns false if it is none. */
bool name_parse_image_file(const char *file, char name[NAME_MAX_LEN + 1],
			   unsigned int *ports_n, bool *is_program);

/* Writes the name of an image's file. */
void name_image_file(char out[NODE_PATH_LEN], const char *image,
		     unsigned int ports_n, bool is_program);

#endif
