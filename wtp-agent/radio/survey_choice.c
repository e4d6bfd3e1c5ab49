/* SPDX-License-Identifier: Apache-2.0 */
#include "survey_choice.h"

#include <stddef.h>

void survey_choose(struct survey_choice *choice,
		   const struct cloudmac_survey *survey, bool in_use)
{
	if (survey->frequency == choice->mhz)
		choice->survey = *survey;
	else if (in_use)
		choice->is_elsewhere = true;
}

const struct cloudmac_survey *survey_chosen(const struct survey_choice *choice)
{
	return choice->survey.flags && !choice->is_elsewhere ? &choice->survey
							     : NULL;
}
