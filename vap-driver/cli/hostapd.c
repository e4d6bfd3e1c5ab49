// SPDX-License-Identifier: GPL-2.0-only
/*
 * hostapd's control sockets. Each interface has one in the folder that hostapd's
 * option ctrl_interface names. A request is one datagram and its answer another.
 * A client that has sent ATTACH also receives events, which begin with "<".
 */
#define _GNU_SOURCE
#include "hostapd.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define ANSWER_MAX	8192
#define ANSWER_SECONDS	1
/* Events that may arrive before an answer. */
#define EVENTS_MAX	64
#define BEACON_TU	100
#define MAC_TEXT	18

static int connect_to(const char *folder, const char *name)
{
	static const sa_family_t unnamed = AF_UNIX;
	struct timeval patience = { .tv_sec = ANSWER_SECONDS };
	struct sockaddr_un peer = { .sun_family = AF_UNIX };
	int fd;

	if ((size_t)snprintf(peer.sun_path, sizeof(peer.sun_path), "%s/%s",
			     folder, name) >= sizeof(peer.sun_path))
		return -1;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	/* bind() without a name assigns an abstract one, for the answers. */
	if (bind(fd, (const struct sockaddr *)&unnamed, sizeof(unnamed)) ||
	    connect(fd, (struct sockaddr *)&peer, sizeof(peer)) ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		       sizeof(patience)) ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience,
		       sizeof(patience))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Sends 'command' and stores the answer. Returns false if none arrives. */
static bool ask(int fd, const char *command, char *answer, size_t size)
{
	ssize_t len;
	int i;

	if (send(fd, command, strlen(command), 0) < 0)
		return false;
	for (i = 0; i < EVENTS_MAX; i++) {
		len = recv(fd, answer, size - 1, 0);
		if (len < 0)
			return false;
		answer[len] = '\0';
		if (answer[0] != '<')
			return true;
	}
	return false;
}

/* Returns the number in a line "key=number", or 0. */
static unsigned int number_of(const char *text, const char *key)
{
	size_t len = strlen(key);
	const char *line = text;

	while (line) {
		if (!strncmp(line, key, len) && line[len] == '=')
			return (unsigned int)strtoul(line + len + 1, NULL, 10);
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	return 0;
}

/**
 * hostapd_parse_status - parses an answer to STATUS
 * @text: the answer
 * @bssid: six octets
 * @h: set to the content of the answer, except @fd
 *
 * Return: true if one of the interface's BSSes has that BSSID.
 */
bool hostapd_parse_status(const char *text, const uint8_t *bssid,
			  struct hostapd *h)
{
	char wanted[MAC_TEXT];
	const char *at = text;
	unsigned int tu;
	bool found = false;

	snprintf(wanted, sizeof(wanted), "%02x:%02x:%02x:%02x:%02x:%02x",
		 bssid[0], bssid[1], bssid[2], bssid[3], bssid[4], bssid[5]);
	h->bss = 0;
	while ((at = strstr(at, "\nbssid["))) {
		at = strchr(at, ']');
		if (!at)
			break;
		h->bss++;
		found |= at[1] == '=' && !strncasecmp(at + 2, wanted,
						      strlen(wanted));
	}
	tu = number_of(text, "beacon_int");
	h->freq = number_of(text, "freq");
	h->beacon_ms = (tu ? tu : BEACON_TU) * 1024 / 1000 + 1;
	h->ht = number_of(text, "ieee80211n");
	h->vht = number_of(text, "ieee80211ac");
	h->he = number_of(text, "ieee80211ax");
	return found;
}

/**
 * hostapd_open - connects to the hostapd of a BSS
 * @h: set to the BSS on success; hostapd_close() closes it
 * @folder: folder of hostapd's control sockets
 * @bssid: six octets
 *
 * Return: 0, or the reason of the refusal.
 */
enum cloudmac_switch_reason hostapd_open(struct hostapd *h, const char *folder,
					 const uint8_t *bssid)
{
	enum cloudmac_switch_reason reason = CLOUDMAC_SWITCH_NO_VAP;
	char status[ANSWER_MAX];
	struct dirent *entry;
	DIR *dir = opendir(folder);
	int fd;

	if (!dir)
		return CLOUDMAC_SWITCH_NO_HOSTAPD;
	while ((entry = readdir(dir))) {
		if (entry->d_type != DT_SOCK && entry->d_type != DT_UNKNOWN)
			continue;
		fd = connect_to(folder, entry->d_name);
		if (fd < 0)
			continue; /* the global socket, or one without a process */
		if (!ask(fd, "STATUS", status, sizeof(status))) {
			reason = CLOUDMAC_SWITCH_NO_HOSTAPD;
		} else if (hostapd_parse_status(status, bssid, h)) {
			h->fd = fd;
			closedir(dir);
			return CLOUDMAC_SWITCH_NO_REASON;
		}
		close(fd);
	}
	closedir(dir);
	return reason;
}

/**
 * hostapd_close - disconnects from hostapd
 * @h: a BSS
 */
void hostapd_close(struct hostapd *h)
{
	char answer[ANSWER_MAX];

	ask(h->fd, "DETACH", answer, sizeof(answer));
	close(h->fd);
}

/**
 * hostapd_switch - starts a channel switch of a BSS
 * @h: a BSS; its events report the end of the switch
 * @freq: centre frequency of a 20 MHz channel, MHz
 * @count: number of beacons that announce the switch
 *
 * Return: 0, or the reason of the refusal.
 */
enum cloudmac_switch_reason hostapd_switch(struct hostapd *h,
					   unsigned int freq,
					   unsigned int count)
{
	char command[80], answer[ANSWER_MAX];

	/* All BSSes of the radio would switch, and interrupt their stations. */
	if (h->bss != 1)
		return CLOUDMAC_SWITCH_UNABLE;
	/* Without these words hostapd disables HT, VHT and HE. */
	snprintf(command, sizeof(command), "CHAN_SWITCH %u %u%s%s%s", count,
		 freq, h->ht ? " ht" : "", h->vht ? " vht" : "",
		 h->he ? " he" : "");
	if (!ask(h->fd, "ATTACH", answer, sizeof(answer)) ||
	    !ask(h->fd, command, answer, sizeof(answer)))
		return CLOUDMAC_SWITCH_NO_HOSTAPD;
	return strncmp(answer, "OK", 2) ? CLOUDMAC_SWITCH_UNABLE :
					  CLOUDMAC_SWITCH_NO_REASON;
}

/**
 * hostapd_read_event - reads one event from a readable socket
 * @h: a BSS
 * @freq: set to the new channel with HOSTAPD_SWITCHED, MHz
 *
 * Return: the event.
 */
enum hostapd_event hostapd_read_event(struct hostapd *h, unsigned int *freq)
{
	char text[ANSWER_MAX];
	ssize_t len = recv(h->fd, text, sizeof(text) - 1, MSG_DONTWAIT);
	const char *at;

	if (len < 0)
		return errno == EAGAIN || errno == EINTR ? HOSTAPD_NOTHING :
							   HOSTAPD_ENDED;
	text[len] = '\0';
	at = strstr(text, "AP-CSA-FINISHED freq=");
	if (at && sscanf(at, "AP-CSA-FINISHED freq=%u", freq) == 1)
		return HOSTAPD_SWITCHED;
	return strstr(text, "AP-DISABLED") ||
			       strstr(text, "CTRL-EVENT-TERMINATING") ?
		       HOSTAPD_ENDED :
		       HOSTAPD_NOTHING;
}
