// SPDX-License-Identifier: GPL-2.0
/*
 * rng-seed=N: replace the host's entropy by a seeded generator.
 *
 * With the clock virtual (time-travel=inf-cpu) the only thing that differs
 * from one run of the lab to the next is what getrandom() of the host gave
 * the guest's random pool: TCP ports and sequence numbers, the hash keys of
 * flow-queueing qdiscs, back-off slots. A seed makes a run repeatable. The
 * lab holds no secrets; never use this outside of it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <init.h>
#include <os.h>

static uint64_t state;
static int seeded;

/* splitmix64 (Steele, Lea, Flood 2014): every seed, 0 too, is a good one. */
static uint64_t next(void)
{
	uint64_t z = (state += 0x9e3779b97f4a7c15ULL);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* Fill 'buf' and return 1, or return 0 where no seed was given. */
int os_seeded_random(void *buf, size_t len)
{
	unsigned char *p = buf;

	if (!seeded)
		return 0;
	while (len) {
		uint64_t word = next();
		size_t n = len < sizeof(word) ? len : sizeof(word);

		memcpy(p, &word, n);
		p += n;
		len -= n;
	}
	return 1;
}

static int __init rng_seed_setup(char *line, int *add)
{
	state = strtoull(line, NULL, 0);
	seeded = 1;
	return 0;
}
__uml_setup("rng-seed=", rng_seed_setup,
"rng-seed=<number>\n"
"    Take entropy from a generator with this seed instead of the host's\n"
"    getrandom(), so that a run with a virtual clock can be repeated.\n\n"
);
