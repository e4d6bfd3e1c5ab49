/* SPDX-License-Identifier: Apache-2.0 */
#include "pins.h"

#include <dirent.h>
#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define BPF_MOUNT "/sys/fs/bpf"
#define HANDLERS  "handlers"

static int make_folder(const char *path)
{
	return mkdir(path, 0700) && errno != EEXIST ? errno : 0;
}

int pins_prepare(void)
{
	struct statfs type;

	if (statfs(BPF_MOUNT, &type))
		return errno;
	if (type.f_type != BPF_FS_MAGIC &&
	    mount("bpf", BPF_MOUNT, "bpf", 0, "mode=0700"))
		return errno;
	return make_folder(PINS_FOLDER);
}

void pins_path(char out[NODE_PATH_LEN], const char *lvnf, const char *file)
{
	snprintf(out, NODE_PATH_LEN, PINS_FOLDER "/%s%s%s", lvnf,
		 file ? "/" : "", file ? file : "");
}

int pins_make(const char *lvnf)
{
	char path[NODE_PATH_LEN];
	int err;

	pins_path(path, lvnf, NULL);
	err = mkdir(path, 0700) ? errno : 0;
	if (err)
		return err;
	pins_path(path, lvnf, HANDLERS);
	err = make_folder(path);
	if (err) {
		pins_path(path, lvnf, NULL);
		rmdir(path);
	}
	return err;
}

/* Removes the files of a folder, and then the folder itself. */
static int remove_folder(const char *path)
{
	DIR *folder = opendir(path);
	struct dirent *entry;

	if (!folder)
		return errno == ENOENT ? 0 : errno;
	while ((entry = readdir(folder)))
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
	return rmdir(path) ? errno : 0;
}

int pins_remove(const char *lvnf)
{
	char path[NODE_PATH_LEN];
	int err;

	pins_path(path, lvnf, HANDLERS);
	err = remove_folder(path);
	if (err)
		return err;
	pins_path(path, lvnf, NULL);
	return remove_folder(path);
}

int pins_each(const char *lvnf, int (*handle)(void *arg, const char *name),
	      void *arg)
{
	char path[NODE_PATH_LEN];
	struct dirent **entries;
	int n, err = 0;

	if (lvnf)
		pins_path(path, lvnf, HANDLERS);
	else
		snprintf(path, sizeof(path), PINS_FOLDER);
	/* A copy of the list, because 'handle' may remove entries. */
	n = scandir(path, &entries, NULL, alphasort);
	if (n < 0)
		return errno;
	for (int i = 0; i < n; i++) {
		if (!err && entries[i]->d_name[0] != '.')
			err = handle(arg, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return err;
}
