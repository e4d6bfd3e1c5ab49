/* SPDX-License-Identifier: Apache-2.0 */
/* BTF as a compiler would make it of an image. */
#ifndef TYPES_H
#define TYPES_H

#include <bpf/btf.h>
#include <stdint.h>

/* The types of:
 *
 *	struct all {
 *		__u8 small;
 *		__s16 negative;
 *		__u64 large;
 *		bool flag;
 *		char text[8];
 *		__u8 address[6];
 *		__u32 list[2];
 *	};
 *
 * and some that have no JSON, and a map "table" with LVNF_HANDLER(5). */
struct types {
	struct btf *btf;
	uint32_t u8, s16, u32, u64, flag, all;
	uint32_t pointer, with_union, bits, real, unnamed, lock;
};

/* The same in this compiler's layout. */
struct all {
	uint8_t small;
	int16_t negative;
	uint64_t large;
	uint8_t flag;
	char text[8];
	uint8_t address[6];
	uint32_t list[2];
};

void types_make(struct types *types);
void types_free(struct types *types);

#endif
