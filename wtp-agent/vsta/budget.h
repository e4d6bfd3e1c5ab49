/* SPDX-License-Identifier: Apache-2.0 */
/* A budget of time that refills at a constant rate. State only; times are
 * milliseconds of the caller's clock. */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdint.h>

struct budget_limit {
	int64_t max_ms;	       /* of a full budget */
	unsigned int permille; /* of the time: how fast it refills */
};

/* All zeros: full. */
struct budget {
	int64_t ms;
	uint64_t updated_ms; /* 0: full */
};

/* Returns how many milliseconds are left; fewer than 0 if more were spent. */
int64_t budget_left(struct budget *budget, const struct budget_limit *limit,
		    uint64_t now_ms);

/* Spends 'ms', also if the budget has less. Call budget_left() before. */
void budget_charge(struct budget *budget, uint64_t ms);

#endif
