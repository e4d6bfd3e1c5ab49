/* SPDX-License-Identifier: Apache-2.0 */
#include "vaps.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define WATCHED                                                            \
	(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ATTRIB | \
	 IN_DELETE_SELF | IN_MOVE_SELF)

/* Between lists of the folders: if one is missing or a socket could not be
 * opened, and else. */
#define PENDING_MS 500
#define QUIET_MS   10000

/* A socket's identity: a new hostapd makes a new one with the same name. Some
 * file systems use a number again at once; see reopen(). */
struct place {
	dev_t device;
	ino_t inode;
};

struct entry {
	struct vap *vap;
	struct place place;
	bool present; /* in the list that is being read */
};

struct vaps {
	const struct vapd_config *config;
	const struct vaps_observer *observer;
	struct vap_owner owner;
	struct loop_fd watch;	       /* inotify */
	int watched[VAPD_FOLDERS_MAX]; /* its descriptor of each folder */
	struct loop_timer timer;
	struct entry entries[VAPS_MAX];
	size_t n;
};

/* --- what VAPs report ---------------------------------------------------- */

struct vap *vaps_find(struct vaps *vaps, const uint8_t *bssid)
{
	for (size_t i = 0; i < vaps->n; i++) {
		struct vap *vap = vaps->entries[i].vap;

		if (vap->is_up && !memcmp(vap->status.bssid, bssid, ADDR_LEN))
			return vap;
	}
	return NULL;
}

struct vap *vaps_next(struct vaps *vaps, const uint8_t *after)
{
	struct vap *next = NULL;

	for (size_t i = 0; i < vaps->n; i++) {
		struct vap *vap = vaps->entries[i].vap;

		if (vap->is_up &&
		    (!after ||
		     memcmp(vap->status.bssid, after, ADDR_LEN) > 0) &&
		    (!next || memcmp(vap->status.bssid, next->status.bssid,
				     ADDR_LEN) < 0))
			next = vap;
	}
	return next;
}

static bool on_up(void *arg, struct vap *vap)
{
	struct vaps *vaps = arg;

	for (size_t i = 0; i < vaps->n; i++) {
		const struct vap *other = vaps->entries[i].vap;

		if (other != vap && other->is_up &&
		    !memcmp(other->status.bssid, vap->status.bssid, ADDR_LEN))
			return false;
	}
	vaps->observer->up(vaps->observer->arg, vap);
	return true;
}

static void on_down(void *arg, struct vap *vap)
{
	const struct vaps *vaps = arg;

	vaps->observer->down(vaps->observer->arg, vap);
}

static void on_channel(void *arg, struct vap *vap)
{
	const struct vaps *vaps = arg;

	vaps->observer->channel(vaps->observer->arg, vap);
}

static void on_station(void *arg, struct vap *vap, const uint8_t *address,
		       enum station_change change)
{
	const struct vaps *vaps = arg;

	vaps->observer->station(vaps->observer->arg, vap, address, change);
}

static bool same_folder(const struct vap *one, const struct vap *other)
{
	size_t len = (size_t)(one->ifname - one->path);

	return !strncmp(one->path, other->path, len) &&
	       other->ifname == other->path + len;
}

static void on_radio_changed(void *arg, struct vap *vap)
{
	struct vaps *vaps = arg;

	for (size_t i = 0; i < vaps->n; i++)
		if (same_folder(vap, vaps->entries[i].vap))
			vap_refresh(vaps->entries[i].vap);
}

/* --- the folders --------------------------------------------------------- */

static bool is_same(const struct place *one, const struct place *other)
{
	return one->device == other->device && one->inode == other->inode;
}

static struct entry *find_entry(struct vaps *vaps, const char *path)
{
	for (size_t i = 0; i < vaps->n; i++)
		if (!strcmp(vaps->entries[i].vap->path, path))
			return &vaps->entries[i];
	return NULL;
}

static void remove_entry(struct vaps *vaps, struct entry *entry)
{
	struct vap *vap = entry->vap;

	*entry = vaps->entries[--vaps->n];
	vap_close(vap);
}

/* Opens the VAP of a socket if it is new. Returns false if that fails. */
static bool open_socket(struct vaps *vaps, const char *path,
			const struct place *place)
{
	struct entry *entry = find_entry(vaps, path);

	if (entry && is_same(&entry->place, place)) {
		entry->present = true;
		return true;
	}
	if (entry)
		remove_entry(vaps, entry);
	if (vaps->n == VAPS_MAX) {
		log_limited(LOG_LEVEL_WARN, "%s: more than %d sockets", path,
			    VAPS_MAX);
		return true;
	}
	entry = &vaps->entries[vaps->n];
	*entry = (struct entry){ vap_open(&vaps->owner, path), *place, true };
	if (entry->vap) {
		vaps->n++;
		return true;
	}
	/* A socket without process stays when hostapd is killed. A new process
	 * replaces it. */
	if (errno == ECONNREFUSED || errno == ENOENT)
		return true;
	log_limited(LOG_LEVEL_WARN, "cannot connect to %s: %s", path,
		    strerror(errno));
	return false;
}

/* Opens the VAPs of a folder. Returns false if it has to be read again soon.
 */
static bool list_folder(struct vaps *vaps, const char *folder)
{
	DIR *dir = opendir(folder);
	bool complete = true;
	struct dirent *found;

	if (!dir)
		return false;
	while ((found = readdir(dir))) {
		char path[sizeof(vaps->entries[0].vap->path)];
		struct place place;
		struct stat status;

		if ((size_t)snprintf(path, sizeof(path), "%s/%s", folder,
				     found->d_name) >= sizeof(path) ||
		    stat(path, &status) || !S_ISSOCK(status.st_mode))
			continue;
		place = (struct place){ status.st_dev, status.st_ino };
		complete &= open_socket(vaps, path, &place);
	}
	closedir(dir);
	return complete;
}

static void list_all(struct vaps *vaps)
{
	bool complete = true;
	size_t i;

	for (i = 0; i < vaps->n; i++)
		vaps->entries[i].present = false;
	for (i = 0; i < vaps->config->folders_n; i++) {
		const char *folder = vaps->config->folders[i];

		/* The folder may be new. Else this changes nothing. */
		vaps->watched[i] = inotify_add_watch(vaps->watch.fd, folder,
						     WATCHED | IN_ONLYDIR);
		if (vaps->watched[i] < 0 && errno != ENOENT)
			log_limited(LOG_LEVEL_WARN, "cannot watch %s: %s",
				    folder, strerror(errno));
		complete &= list_folder(vaps, folder);
	}
	for (i = 0; i < vaps->n;)
		if (vaps->entries[i].present)
			i++;
		else
			remove_entry(vaps, &vaps->entries[i]);
	loop_timer_start(vaps->owner.loop, &vaps->timer,
			 complete ? QUIET_MS : PENDING_MS);
}

static void on_timer(void *arg)
{
	list_all(arg);
}

/* Closes the VAP of a socket that is new, if there is one of that name. */
static void reopen(struct vaps *vaps, const struct inotify_event *event)
{
	char path[sizeof(vaps->entries[0].vap->path)];
	struct entry *entry;

	for (size_t i = 0; i < vaps->config->folders_n; i++) {
		if (vaps->watched[i] != event->wd)
			continue;
		if ((size_t)snprintf(path, sizeof(path), "%s/%s",
				     vaps->config->folders[i],
				     event->name) >= sizeof(path))
			return;
		entry = find_entry(vaps, path);
		if (entry)
			remove_entry(vaps, entry);
	}
}

static void on_inotify(void *arg, uint32_t events)
{
	char buffer[4096]
		__attribute__((aligned(__alignof__(struct inotify_event))));
	struct vaps *vaps = arg;
	ssize_t len;

	(void)events;
	while ((len = read(vaps->watch.fd, buffer, sizeof(buffer))) > 0) {
		const struct inotify_event *event;

		for (ssize_t at = 0; at < len;
		     at += (ssize_t)(sizeof(*event) + event->len)) {
			event = (const void *)(buffer + at);
			if (event->len &&
			    (event->mask & (IN_CREATE | IN_MOVED_TO)))
				reopen(vaps, event);
		}
	}
	list_all(vaps);
}

struct vaps *vaps_open(struct loop *loop, const struct vapd_config *config,
		       const struct vaps_observer *observer)
{
	struct vaps *vaps = calloc(1, sizeof(*vaps));

	if (!vaps)
		return NULL;
	vaps->config = config;
	vaps->observer = observer;
	vaps->owner = (struct vap_owner){
		.loop = loop,
		.up = on_up,
		.down = on_down,
		.channel = on_channel,
		.station = on_station,
		.radio_changed = on_radio_changed,
		.arg = vaps,
	};
	vaps->watch =
		(struct loop_fd){ inotify_init1(IN_NONBLOCK | IN_CLOEXEC),
				  on_inotify, vaps };
	vaps->timer = (struct loop_timer){ .handler = on_timer, .arg = vaps };
	if (vaps->watch.fd < 0 || loop_add(loop, &vaps->watch, EPOLLIN)) {
		log_error("cannot watch folders: %s", strerror(errno));
		vaps_close(vaps);
		return NULL;
	}
	list_all(vaps);
	return vaps;
}

void vaps_close(struct vaps *vaps)
{
	if (!vaps)
		return;
	while (vaps->n)
		remove_entry(vaps, &vaps->entries[vaps->n - 1]);
	loop_timer_stop(vaps->owner.loop, &vaps->timer);
	loop_remove(vaps->owner.loop, &vaps->watch);
	if (vaps->watch.fd >= 0)
		close(vaps->watch.fd);
	free(vaps);
}
