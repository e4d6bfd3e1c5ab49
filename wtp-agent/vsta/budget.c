/* SPDX-License-Identifier: Apache-2.0 */
#include "budget.h"

int64_t budget_left(struct budget *budget, const struct budget_limit *limit,
		    uint64_t now_ms)
{
	uint64_t gained;

	if (!budget->updated_ms) {
		*budget = (struct budget){ limit->max_ms, now_ms };
		return budget->ms;
	}
	gained = (now_ms - budget->updated_ms) * limit->permille / 1000;
	if (!gained)
		return budget->ms;
	budget->ms += (int64_t)gained;
	if (budget->ms > limit->max_ms)
		budget->ms = limit->max_ms;
	budget->updated_ms += gained * 1000 / limit->permille;
	return budget->ms;
}

void budget_charge(struct budget *budget, uint64_t ms)
{
	budget->ms -= (int64_t)ms;
}
