/* SPDX-License-Identifier: Apache-2.0 */
#include "place.h"

#include <math.h>

#define LIGHT 299792458.

double place_distance(const struct position *a, const struct position *b)
{
	return hypot(hypot(a->x - b->x, a->y - b->y), a->z - b->z);
}

double path_loss(const struct path_model *model, double distance, unsigned mhz)
{
	double at_1m = 20 * log10(4 * M_PI * mhz * 1e6 / LIGHT);

	return at_1m + 10 * model->exponent * log10(fmax(distance, 1));
}
