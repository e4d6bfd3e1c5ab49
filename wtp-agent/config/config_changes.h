/* SPDX-License-Identifier: Apache-2.0 */
/* Compares two configurations: which options of the agent need a restart. */
#ifndef CONFIG_CHANGES_H
#define CONFIG_CHANGES_H

#include "config/config.h"
#include "config_settings.h"

/* Reports the options that need a restart and differ between 'running' and
 * 'next'. Returns their number. */
unsigned int config_report_fixed(const struct config *running,
				 const struct config *next,
				 config_report *report, void *arg);

/* Returns the radio with a phy, or NULL. */
const struct config_radio *config_radio_of(const struct config *config,
					   const char *phy);

/* Copies all other options from 'next' to 'running'; those of a radio from the
 * one with the same phy. */
void config_copy_changeable(struct config *running, const struct config *next);

#endif
