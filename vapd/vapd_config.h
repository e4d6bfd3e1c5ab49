/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration of cloudmac-vapd. */
#ifndef VAPD_CONFIG_H
#define VAPD_CONFIG_H

#include "config/config.h"

#define VAPD_PORT	 4920
#define VAPD_NAME_MAX	 63
#define VAPD_FOLDERS_MAX 16
/* A control socket's name has to fit behind it (sun_path). */
#define VAPD_FOLDER_MAX 80

struct vapd_config {
	char name[VAPD_NAME_MAX + 1];
	char user[32];
	char group[32];
	enum log_level log_level;
	char folders[VAPD_FOLDERS_MAX][VAPD_FOLDER_MAX];
	size_t folders_n;
	struct config_control control;
};

/* Reads the file at 'path'. Returns the number of reported errors; with any,
 * '*config' is not valid. */
unsigned int vapd_config_load(struct vapd_config *config, const char *path,
			      config_report *report, void *arg);

/* Reads the text of 'len' octets; 'file' is its name in errors. Returns as
 * vapd_config_load(). */
unsigned int vapd_config_parse(struct vapd_config *config, const char *file,
			       const char *text, size_t len,
			       config_report *report, void *arg);

/* Adds a folder of control sockets. Returns what is wrong with it, or NULL. */
const char *vapd_config_add_folder(struct vapd_config *config,
				   const char *folder);

#endif
