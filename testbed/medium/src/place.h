/* SPDX-License-Identifier: Apache-2.0 */
/* Positions and path loss. The functions have no state. */
#ifndef PLACE_H
#define PLACE_H

struct position {
	double x, y, z; /* m */
};

/* Returns the distance in m. */
double place_distance(const struct position *a, const struct position *b);

/* Log-distance path loss: free space up to 1 m, then 10 * 'exponent' dB per
 * decade. */
struct path_model {
	double exponent;
};

/* Returns the loss in dB over 'distance' m at 'mhz' MHz. A distance below 1 m
 * counts as 1 m. */
double path_loss(const struct path_model *model, double distance,
		 unsigned mhz);

#endif
