/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests to the module cloudmac_hwsim by generic netlink.
 *
 * Each function returns EXIT_SUCCESS, or EXIT_FAILURE after it has printed the
 * error. The text is the kernel's if it sends one.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <netlink/attr.h>
#include <stdbool.h>

#include "cloudmac_uapi.h"

/* Parameters of a new radio. For 0 and NULL the kernel chooses the value. */
struct new_radio {
	unsigned int lower;		/* interface index */
	unsigned short vlan;
	const char *name;
	bool has_address;
	unsigned char address[6];
	unsigned int channels;
	unsigned int status_timeout;	/* ms */
	unsigned int pending_max;
	bool has_credit;
	bool credit;
	bool station;			/* role: a virtual station */
};

/* Called with the attributes of each message of a reply. */
typedef void reply_fn(struct nlattr **attrs, void *arg);

int request_add(const struct new_radio *radio, reply_fn *reply, void *arg);
int request_del(const char *radio);
int request_list(reply_fn *reply, void *arg);
int request_stats(const char *radio, reply_fn *reply, void *arg);

#endif /* REQUEST_H */
