/* SPDX-License-Identifier: GPL-2.0-only */
/* Addresses of radios. */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>

#define ADDRESS_LEN	6

struct address_list {
	unsigned char (*addresses)[ADDRESS_LEN];
	unsigned int n;
};

bool address_parse(const char *text, unsigned char *addr);
bool address_beside(const unsigned char *beside, const struct address_list *used,
		    unsigned char *addr);

#endif /* ADDRESS_H */
