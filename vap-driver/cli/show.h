/* SPDX-License-Identifier: GPL-2.0-only */
/* The output of cloudmac-vap: as text or as JSON (json-c). */
#ifndef SHOW_H
#define SHOW_H

#include <netlink/attr.h>
#include <stdbool.h>

enum show_what {
	SHOW_LIST,
	SHOW_STATS,
};

void show_begin(bool json, enum show_what what);
void show_end(bool print);
void show_added(struct nlattr **attrs, void *arg);
void show_radio(struct nlattr **attrs, void *arg);
void show_stats(struct nlattr **attrs, void *arg);

#endif /* SHOW_H */
