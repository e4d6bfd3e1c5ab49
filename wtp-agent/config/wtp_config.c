/* SPDX-License-Identifier: Apache-2.0 */
#include "wtp_config.h"

#include <string.h>

#include "base/base.h"
#include "config_options.h"

#define ANNOUNCE_DEFAULT_MS 1000

/* Sets the defaults. Returns where the reader puts the options. */
static struct config_target prepare(struct config *config)
{
	memset(config, 0, sizeof(*config));
	strcpy(config->name, "wtp");
	strcpy(config->user, "nobody");
	config->vlan = -1;
	config->announce_interval = ANNOUNCE_DEFAULT_MS;
	config->batch = PACKET_BATCH;
	config->log_level = LOG_LEVEL_INFO;
	config_control_init(&config->control, CONFIG_PORT);
	return (struct config_target){ &config_options, config,
				       &config->control };
}

unsigned int config_parse(struct config *config, const char *file,
			  const char *text, size_t len, config_report *report,
			  void *arg)
{
	const struct config_target target = prepare(config);

	return config_file_parse(&target, file, text, len, report, arg);
}

unsigned int config_load(struct config *config, const char *path,
			 config_report *report, void *arg)
{
	const struct config_target target = prepare(config);

	return config_file_load(&target, path, report, arg);
}
