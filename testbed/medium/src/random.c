/* SPDX-License-Identifier: Apache-2.0 */
#include "random.h"

#include <math.h>

#define MULTIPLIER 6364136223846793005ull
#define INCREMENT  1442695040888963407ull

static uint32_t next(struct random *random)
{
	uint64_t old = random->state;
	uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27);
	unsigned turn = old >> 59;

	random->state = old * MULTIPLIER + INCREMENT;
	return shifted >> turn | shifted << (-turn & 31);
}

void random_seed(struct random *random, uint64_t seed)
{
	random->state = seed + INCREMENT;
	next(random);
	next(random);
}

uint32_t random_up_to(struct random *random, uint32_t n)
{
	uint32_t bound = n + 1, least, value;

	if (!bound)
		return next(random);
	/* Values below this one would make some results more likely. */
	least = -bound % bound;
	do
		value = next(random);
	while (value < least);
	return value % bound;
}

double random_unit(struct random *random)
{
	return next(random) / 4294967296.;
}

double random_normal(struct random *random)
{
	double radius = sqrt(-2 * log(1 - random_unit(random)));

	return radius * cos(2 * M_PI * random_unit(random));
}
