/* SPDX-License-Identifier: Apache-2.0 */
/* What a changed configuration changes without a restart. */
#ifndef CONFIG_CHANGES_H
#define CONFIG_CHANGES_H

#include "config_file.h"
#include "config_settings.h"

/* Reports the options that need a restart and differ between 'running' and
 * 'next'. Returns their number. */
unsigned int config_report_fixed(const struct config *running,
				 const struct config *next,
				 config_report *report, void *arg);

/* Copies all other options from 'next' to 'running'. */
void config_copy_changeable(struct config *running, const struct config *next);

#endif
