/* SPDX-License-Identifier: Apache-2.0 */
#include "obstacles.h"

#include <dirent.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

#define LINE_SIZE 256

bool obstacles_no_wireless(const char *sys)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/class/ieee80211", sys);
	return access(path, F_OK) != 0;
}

/* Reads the beginning of a file, without the end of the line. Empty if there
 * is no such file. */
static const char *read_file(char text[LINE_SIZE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static const char *read_file(char text[LINE_SIZE], const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	size_t len;
	FILE *file;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	text[0] = '\0';
	file = fopen(path, "re");
	if (!file)
		return text;
	len = fread(text, 1, LINE_SIZE - 1, file);
	fclose(file);
	while (len && text[len - 1] == '\n')
		len--;
	text[len] = '\0';
	return text;
}

/* Calls 'visit' for each entry of a folder. */
static void visit_folder(const char *sys, const char *folder, const char *run,
			 const char *phy,
			 void (*visit)(const char *path, const char *run,
				       const char *phy))
{
	char path[PATH_MAX], entry[PATH_MAX];
	struct dirent *found;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%s", sys, folder);
	dir = opendir(path);
	while (dir && (found = readdir(dir))) {
		if (found->d_name[0] == '.' ||
		    (size_t)snprintf(entry, sizeof(entry), "%s/%s", path,
				     found->d_name) >= sizeof(entry))
			continue;
		visit(entry, run, phy);
	}
	if (dir)
		closedir(dir);
}

/* A radio's switch has the name of its phy. */
static void check_rfkill(const char *path, const char *run, const char *phy)
{
	char text[LINE_SIZE];

	(void)run;
	if (strcmp(read_file(text, "%s/name", path), phy) != 0)
		return;
	if (!strcmp(read_file(text, "%s/hard", path), "1"))
		log_warn("%s: rfkill blocks it by hardware; use the switch of "
			 "the machine, or its firmware settings",
			 phy);
	else if (!strcmp(read_file(text, "%s/soft", path), "1"))
		log_warn("%s: rfkill blocks it; run 'rfkill unblock wlan'",
			 phy);
}

static void check_interface(const char *path, const char *run, const char *phy)
{
	const char *name = strrchr(path, '/') + 1;
	char text[LINE_SIZE], index[LINE_SIZE];

	if (strcmp(read_file(text, "%s/phy80211/name", path), phy) != 0)
		return;
	read_file(index, "%s/ifindex", path);
	read_file(text, "%s/NetworkManager/devices/%.10s", run, index);
	if (strstr(text, "managed=true") || strstr(text, "managed=full"))
		log_warn("%s: NetworkManager manages its interface %s; run "
			 "'nmcli device set %s managed no', and set "
			 "'unmanaged-devices=interface-name:%s' in [keyfile] "
			 "of a file in /etc/NetworkManager/conf.d",
			 phy, name, name, name);
}

void obstacles_warn(const char *sys, const char *run, const char *phy)
{
	visit_folder(sys, "class/rfkill", run, phy, check_rfkill);
	visit_folder(sys, "class/net", run, phy, check_interface);
}
