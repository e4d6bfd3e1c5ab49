/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's options; the settings are struct config. */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include "config/config.h"

extern const struct config_schema config_options;

#endif
