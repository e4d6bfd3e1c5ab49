/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The driver cloudmac_hwsim, by generic netlink: its radios and their
 * counters. It knows those of the daemon's network namespace. The kernel
 * answers at once, so these functions wait for it.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>

/* A radio of the driver. All is empty if the VAP's radio is another one's. */
struct driver_radio {
	char name[32];	      /* of the wiphy */
	char lower[IFNAMSIZ]; /* empty after the interface's removal */
	unsigned int vlan;    /* 0: untagged */
};

/* Finds the radio with the wiphy 'phy' or else with the address 'bssid'.
 * Returns false, and clears '*radio', if there is none. */
bool driver_find(const char *phy, const uint8_t *bssid,
		 struct driver_radio *radio);

/* Calls 'visit' for each counter of a radio. Returns 0 or an errno. */
int driver_counters(const char *radio,
		    void (*visit)(void *arg, const char *name, uint64_t value),
		    void *arg);

/* Closes the connection to the kernel. */
void driver_close(void);

#endif
