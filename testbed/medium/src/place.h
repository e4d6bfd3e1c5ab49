/* SPDX-License-Identifier: Apache-2.0 */
/* Distances, and how much of a signal is left. Pure. */
#ifndef PLACE_H
#define PLACE_H

struct position {
	double x, y, z; /* m */
};

double place_distance(const struct position *a, const struct position *b);

/* Log-distance path loss: free space up to 1 m, then 10 'exponent' dB a
 * decade. */
struct path_model {
	double exponent;
};

/* Loss in dB over 'distance' m at 'mhz' MHz. Nearer than 1 m counts as 1 m. */
double path_loss(const struct path_model *model, double distance,
		 unsigned mhz);

#endif
