/* SPDX-License-Identifier: Apache-2.0 */
/* The filters of a port. */
#ifndef FILTERS_H
#define FILTERS_H

/* Descriptors of the programs of one port, in their order. */
struct filters {
	int gate, image, redirect;
};

/* Attaches the gate to clsact ingress of an interface of this thread's
 * namespace, and the program that counts what leaves to its egress: a bridge
 * takes what passes the gate. */
int filters_attach_program(unsigned int ifindex, int gate, int leave);

/* Attaches the filters to clsact ingress of an interface of this thread's
 * namespace. Returns 0 or a positive errno. */
int filters_attach(unsigned int ifindex, const struct filters *filters);

#endif
