/* SPDX-License-Identifier: Apache-2.0 */
/* A seeded sequence of random numbers: PCG (O'Neill 2014), XSH-RR 64/32. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state;
};

void random_seed(struct random *random, uint64_t seed);

/* Uniform in 0..n, both included. */
uint32_t random_up_to(struct random *random, uint32_t n);

/* Uniform in [0, 1). */
double random_unit(struct random *random);

/* Normal with mean 0 and standard deviation 1. */
double random_normal(struct random *random);

#endif
