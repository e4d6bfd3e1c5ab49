/* SPDX-License-Identifier: Apache-2.0 */
#include "floor_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "utc_time.h"

#define LINE_LEN (UTC_TIME_LEN + 1)

/* Returns the time in the file, or 0. */
static int64_t read_time(int fd, const char *path)
{
	char text[LINE_LEN + 1];
	ssize_t len = pread(fd, text, sizeof(text), 0);
	int64_t time;

	if (len == 0)
		return 0;
	if (len == LINE_LEN && text[UTC_TIME_LEN] == '\n' &&
	    utc_time_parse(text, UTC_TIME_LEN, &time))
		return time;
	log_warn("clock-floor: %s: %s; it is ignored", path,
		 len < 0 ? strerror(errno)
			 : "it is not one line as 2026-11-26T13:00:00Z");
	return 0;
}

/* Returns the opened file, or -1 with errno. */
static int open_regular(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0600);
	struct stat status;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &status) && S_ISREG(status.st_mode))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}

void floor_file_open(struct floor_file *file,
		     const struct config_control *config)
{
	*file = (struct floor_file){ .path = config->clock_floor, .fd = -1 };
	if (!*file->path)
		return;
	file->fd = open_regular(file->path, O_RDWR | O_CREAT);
	if (file->fd < 0)
		log_error("clock-floor: cannot open %s: %s; nothing is kept "
			  "for the next start",
			  file->path, strerror(errno));
	else
		file->kept = read_time(file->fd, file->path);
}

void floor_file_write(struct floor_file *file, int64_t time)
{
	char text[LINE_LEN + 1];

	file->kept = time;
	if (file->fd < 0)
		return;
	utc_time_format(time, text);
	text[UTC_TIME_LEN] = '\n';
	/* Only a malformed file has another length. */
	if (pwrite(file->fd, text, LINE_LEN, 0) != LINE_LEN ||
	    ftruncate(file->fd, LINE_LEN) || fdatasync(file->fd))
		log_error("clock-floor: cannot write %s: %s", file->path,
			  strerror(errno));
}

void floor_file_close(struct floor_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

int64_t floor_file_peek(const struct config_control *config)
{
	const char *path = config->clock_floor;
	int fd = *path ? open_regular(path, O_RDONLY) : -1;
	int64_t time;

	if (fd < 0)
		return 0;
	time = read_time(fd, path);
	close(fd);
	return time;
}

bool floor_file_check(const struct config_control *config,
		      config_report *report, void *arg)
{
	char copy[CONFIG_PATH_MAX], text[CONFIG_PATH_MAX + 128];
	struct stat status;

	if (!config->clock_floor[0])
		return true;
	strcpy(copy, config->clock_floor);
	if (!stat(dirname(copy), &status) && S_ISDIR(status.st_mode))
		return true;
	snprintf(text, sizeof(text),
		 "section 'control', 'clock-floor = %s': its folder does not "
		 "exist; create it",
		 config->clock_floor);
	report(arg, text);
	return false;
}
