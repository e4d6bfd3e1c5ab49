/* SPDX-License-Identifier: Apache-2.0 */
#include "config_changes.h"

#include <stdio.h>
#include <string.h>

/* An option that needs a restart: where its value is. */
struct fixed_option {
	const char *section, *key;
	size_t offset, size;
};

#define FIXED(type, section, key, member)              \
	{                                              \
		section, key, offsetof(type, member),  \
			sizeof(((type *)NULL)->member) \
	}

static const struct fixed_option fixed[] = {
	FIXED(struct config, "wtp", "id", id),
	FIXED(struct config, "wtp", "wired", wired),
	FIXED(struct config, "wtp", "vlan", vlan),
	FIXED(struct config, "wtp", "batch", batch),
	FIXED(struct config, "wtp", "country", country),
	FIXED(struct config, "wtp", "user", user),
	FIXED(struct config, "control", "address", control.address),
	FIXED(struct config, "control", "port", control.port),
	FIXED(struct config, "control", "ca", control.ca),
	FIXED(struct config, "control", "cert", control.cert),
	FIXED(struct config, "control", "key", control.key),
	FIXED(struct config, "control", "clock-floor", control.clock_floor),
};

static const struct fixed_option fixed_of_radio[] = {
	FIXED(struct config_radio, "radio", "frequency", frequency),
	FIXED(struct config_radio, "radio", "width", width),
	FIXED(struct config_radio, "radio", "power", power),
	FIXED(struct config_radio, "radio", "max-leases", max_leases),
	FIXED(struct config_radio, "radio", "in-flight", in_flight),
	FIXED(struct config_radio, "radio", "queue", queue),
	FIXED(struct config_radio, "radio", "queue-memory", queue_memory),
	FIXED(struct config_radio, "radio", "aggregation", aggregation),
	FIXED(struct config_radio, "radio", "stations", stations),
	FIXED(struct config_radio, "radio", "lease", leases),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Reports the options of the list that differ. 'of' names the section's
 * instance, or is empty. */
static unsigned int report_list(const struct fixed_option *list, size_t n,
				const void *running, const void *next,
				const char *of, config_report *report,
				void *arg)
{
	unsigned int found = 0;
	char text[128];

	for (size_t i = 0; i < n; i++) {
		if (!memcmp((const char *)running + list[i].offset,
			    (const char *)next + list[i].offset, list[i].size))
			continue;
		found++;
		snprintf(text, sizeof(text),
			 "section '%s'%s: '%s' changes only with a restart",
			 list[i].section, of, list[i].key);
		report(arg, text);
	}
	return found;
}

const struct config_radio *config_radio_of(const struct config *config,
					   const char *phy)
{
	for (size_t i = 0; i < config->radios_n; i++)
		if (!strcmp(config->radios[i].phy, phy))
			return &config->radios[i];
	return NULL;
}

/* Reports the radios of 'some' that 'others' lacks. */
static unsigned int report_radios(const struct config *some,
				  const struct config *others,
				  const char *change, config_report *report,
				  void *arg)
{
	unsigned int found = 0;
	char text[128];

	for (size_t i = 0; i < some->radios_n; i++) {
		const char *phy = some->radios[i].phy;

		if (config_radio_of(others, phy))
			continue;
		found++;
		snprintf(text, sizeof(text),
			 "section 'radio': '%s' is %s only with a restart",
			 phy, change);
		report(arg, text);
	}
	return found;
}

unsigned int config_report_fixed(const struct config *running,
				 const struct config *next,
				 config_report *report, void *arg)
{
	unsigned int found = report_list(fixed, COUNT(fixed), running, next,
					 "", report, arg);
	char of[sizeof(running->radios[0].phy) + 8];

	found += report_radios(running, next, "removed", report, arg);
	found += report_radios(next, running, "added", report, arg);
	for (size_t i = 0; i < running->radios_n; i++) {
		const struct config_radio *radio = &running->radios[i];
		const struct config_radio *same =
			config_radio_of(next, radio->phy);

		if (!same)
			continue;
		snprintf(of, sizeof(of), " of %s", radio->phy);
		found += report_list(fixed_of_radio, COUNT(fixed_of_radio),
				     radio, same, of, report, arg);
	}
	return found;
}

static void copy_radio(struct config_radio *running,
		       const struct config_radio *next)
{
	running->airtime = next->airtime;
	running->codel_target = next->codel_target;
	running->codel_interval = next->codel_interval;
}

void config_copy_changeable(struct config *running, const struct config *next)
{
	memcpy(running->name, next->name, sizeof(running->name));
	memcpy(running->announce, next->announce, sizeof(running->announce));
	running->announce_interval = next->announce_interval;
	running->log_level = next->log_level;
	running->control.idle_timeout = next->control.idle_timeout;
	for (size_t i = 0; i < running->radios_n; i++) {
		const struct config_radio *same =
			config_radio_of(next, running->radios[i].phy);

		if (same)
			copy_radio(&running->radios[i], same);
	}
}
