/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration of cloudmac-cpp. */
#ifndef CPP_CONFIG_H
#define CPP_CONFIG_H

#include "config/config.h"

#define CPP_PORT     4921
#define CPP_NAME_MAX 63

struct cpp_config {
	char name[CPP_NAME_MAX + 1];
	char bridge[64]; /* empty: none */
	char database[CONFIG_PATH_MAX];
	char images[CONFIG_PATH_MAX];
	unsigned int mtu;
	enum log_level log_level;
	struct config_control control;
};

/* Reads the file at 'path'. Returns the number of reported errors; with any,
 * '*config' is not valid. */
unsigned int cpp_config_load(struct cpp_config *config, const char *path,
			     config_report *report, void *arg);

/* Reads the text of 'len' octets; 'file' is its name in errors. Returns as
 * cpp_config_load(). */
unsigned int cpp_config_parse(struct cpp_config *config, const char *file,
			      const char *text, size_t len,
			      config_report *report, void *arg);

#endif
