/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The number of entries of a pinned map.
 *
 *	entries PATH
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <error.h>
#include <stdint.h>
#include <stdio.h>

#define KEY_MAX 64

int main(int argc, char **argv)
{
	uint8_t keys[2][KEY_MAX];
	const void *previous = NULL;
	unsigned int n = 0;
	int fd;

	if (argc != 2)
		error(2, 0, "usage: entries PATH");
	fd = bpf_obj_get(argv[1]);
	if (fd < 0)
		error(1, errno, "%s", argv[1]);
	while (!bpf_map_get_next_key(fd, previous, keys[n & 1]))
		previous = keys[n++ & 1];
	if (errno != ENOENT)
		error(1, errno, "next key");
	printf("%u\n", n);
	return 0;
}
