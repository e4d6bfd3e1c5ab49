/* SPDX-License-Identifier: Apache-2.0 */
/* A seeded sequence of random numbers: PCG (O'Neill 2014), XSH-RR 64/32. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state;
};

/* Starts the sequence of a seed. */
void random_seed(struct random *random, uint64_t seed);

/* Returns a uniform number from 0 to n, both included. */
uint32_t random_up_to(struct random *random, uint32_t n);

/* Returns a uniform number in [0, 1). */
double random_unit(struct random *random);

/* Returns a normal number with mean 0 and standard deviation 1. */
double random_normal(struct random *random);

#endif
