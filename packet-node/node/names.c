/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define NAMESPACES "/run/netns/"

static bool is_alnum(char c)
{
	return isascii((unsigned char)c) && isalnum((unsigned char)c);
}

bool name_is_valid(const char *name)
{
	size_t len = strlen(name);

	if (!len || len > NAME_MAX_LEN || !is_alnum(name[0]))
		return false;
	for (size_t i = 1; i < len; i++)
		if (!is_alnum(name[i]) && !strchr("-_", name[i]))
			return false;
	return true;
}

void name_switch_interface(char out[IFNAMSIZ], unsigned int id,
			   unsigned int port)
{
	snprintf(out, IFNAMSIZ, "lv%up%u", id % (NODE_ID_MAX + 1),
		 port % GATE_PORTS_MAX);
}

void name_gate_interface(char out[IFNAMSIZ], unsigned int port)
{
	snprintf(out, IFNAMSIZ, "g%u", port % GATE_PORTS_MAX);
}

void name_namespace(char out[NODE_PATH_LEN], const char *lvnf)
{
	snprintf(out, NODE_PATH_LEN, NAMESPACES "lvnf-%s", lvnf);
}

unsigned int partner_of(unsigned int port, unsigned int ports_n)
{
	unsigned int other = port ^ 1;

	return other < ports_n ? other : port;
}

bool name_parse_image_file(const char *file, char name[NAME_MAX_LEN + 1],
			   unsigned int *ports_n, bool *is_program)
{
	const char *dot = strchr(file, '.');
	size_t len = dot ? (size_t)(dot - file) : 0;

	if (!len || len > NAME_MAX_LEN)
		return false;
	memcpy(name, file, len);
	name[len] = '\0';
	if (dot[1] < '1' || dot[1] > '0' + GATE_PORTS_MAX)
		return false;
	*ports_n = (unsigned int)(dot[1] - '0');
	*is_program = !strcmp(dot + 2, ".json");
	return name_is_valid(name) && (*is_program || !strcmp(dot + 2, ".o"));
}

void name_image_file(char out[NODE_PATH_LEN], const char *image,
		     unsigned int ports_n, bool is_program)
{
	snprintf(out, NODE_PATH_LEN, "%s.%u.%s", image, ports_n,
		 is_program ? "json" : "o");
}
