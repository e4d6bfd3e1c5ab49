/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses, of the surveys that a driver reports, that of the radio's channel.
 */
#ifndef SURVEY_CHOICE_H
#define SURVEY_CHOICE_H

#include <stdbool.h>

#include "cloudmac_survey.h"

struct survey_choice {
	unsigned int mhz;  /* the radio's channel */
	bool is_elsewhere; /* the driver names another channel in use */
	struct cloudmac_survey survey; /* without flags: none yet */
};

/* Adds the survey of a channel. 'in_use' is whether the driver names it as the
 * one in use; some drivers name none. */
void survey_choose(struct survey_choice *choice,
		   const struct cloudmac_survey *survey, bool in_use);

/* Returns the survey, or NULL if there is none of the radio's channel. */
const struct cloudmac_survey *
survey_chosen(const struct survey_choice *choice);

#endif
