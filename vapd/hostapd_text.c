/* SPDX-License-Identifier: Apache-2.0 */
#include "hostapd_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudmac_announce.h"

#define DEFAULT_BEACON_TU 100
#define SSID_OCTETS	  32

/* A line of an answer: "key=value". */
struct line {
	const char *key;
	size_t key_len;
	const char *value;
	size_t value_len;
};

/* Reads the line at '*text' and moves behind it. Returns false at the end.
 * Lines without "=" have an empty value. */
static bool next_line(const char **text, struct line *line)
{
	const char *end;

	if (!**text)
		return false;
	line->key = *text;
	end = *text + strcspn(*text, "\n");
	line->key_len = strcspn(line->key, "=\n");
	line->value = line->key + line->key_len;
	if (*line->value == '=')
		line->value++;
	line->value_len = (size_t)(end - line->value);
	*text = end + (*end == '\n');
	return true;
}

static bool key_is(const struct line *line, const char *key)
{
	return line->key_len == strlen(key) &&
	       !memcmp(line->key, key, line->key_len);
}

/* Returns true if the key is 'name' with an index, as in "bssid[3]". */
static bool key_is_indexed(const struct line *line, const char *name,
			   unsigned int *index)
{
	size_t len = strlen(name);
	char *end;

	if (line->key_len < len + 3 || memcmp(line->key, name, len) ||
	    line->key[len] != '[' ||
	    !isdigit((unsigned char)line->key[len + 1]))
		return false;
	*index = (unsigned int)strtoul(line->key + len + 1, &end, 10);
	return end + 1 == line->key + line->key_len && *end == ']';
}

static unsigned int number_of(const struct line *line)
{
	unsigned long n;

	if (!line->value_len || !isdigit((unsigned char)*line->value))
		return 0;
	n = strtoul(line->value, NULL, 10);
	return n <= INT32_MAX ? (unsigned int)n : 0;
}

static bool address_of(const struct line *line, uint8_t *address)
{
	char text[ADDR_TEXTLEN];

	if (line->value_len != sizeof(text) - 1)
		return false;
	memcpy(text, line->value, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	return addr_parse(text, address);
}

static void copy_value(const struct line *line, char *out, size_t size)
{
	size_t len = line->value_len < size ? line->value_len : 0;

	memcpy(out, line->value, len);
	out[len] = '\0';
}

/* Decodes the character at '*in', which hostapd may have escaped, and moves
 * behind it. Returns -1 if the escape is not one of hostapd's. */
static int decode_octet(const char **in, const char *end)
{
	static const char names[] = "\"\\enrt", octets[] = "\"\\\033\n\r\t";
	const char *found;
	char hex[3] = "";

	if (**in != '\\')
		return (unsigned char)*(*in)++;
	if (end - *in >= 4 && (*in)[1] == 'x' &&
	    isxdigit((unsigned char)(*in)[2]) &&
	    isxdigit((unsigned char)(*in)[3])) {
		memcpy(hex, *in + 2, 2);
		*in += 4;
		return (int)strtoul(hex, NULL, 16);
	}
	if (end - *in < 2)
		return -1;
	found = memchr(names, (*in)[1], sizeof(names) - 1);
	*in += 2;
	return found ? (unsigned char)octets[found - names] : -1;
}

static bool is_text(const uint8_t *octets, uint32_t len)
{
	uint32_t at = 0, step;

	for (; at < len; at += step) {
		step = cloudmac_utf8_len(octets + at, len - at);
		if (!step)
			return false;
	}
	return true;
}

/* Stores the SSID as UTF-8 in 'out', and its octets in 'hex'. One that is no
 * text stays as hostapd wrote it. */
static void copy_ssid(const struct line *line, char *out, char *hex)
{
	const char *in = line->value, *end = in + line->value_len;
	uint8_t ssid[SSID_OCTETS];
	uint32_t len = 0;
	int octet = 0;

	while (in < end && len < sizeof(ssid)) {
		octet = decode_octet(&in, end);
		if (octet < 0)
			break;
		ssid[len++] = (uint8_t)octet;
	}
	*hex = '\0';
	if (octet >= 0 && in == end) {
		for (uint32_t i = 0; i < len; i++)
			snprintf(hex + 2 * i, 3, "%02x", ssid[i]);
		if (is_text(ssid, len)) {
			memcpy(out, ssid, len);
			out[len] = '\0';
			return;
		}
	}
	copy_value(line, out, HOSTAPD_SSID_MAX + 1);
	for (; *out; out++)
		if (!isascii((unsigned char)*out) ||
		    !isprint((unsigned char)*out))
			*out = '?';
}

/* Returns the index of the BSS of an interface, or -1. Counts all BSSes. */
static int find_bss(const char *text, const char *ifname, unsigned int *n)
{
	struct line line;
	unsigned int index;
	int found = -1;

	*n = 0;
	while (next_line(&text, &line)) {
		if (!key_is_indexed(&line, "bss", &index))
			continue;
		++*n;
		if (line.value_len == strlen(ifname) &&
		    !memcmp(line.value, ifname, line.value_len))
			found = (int)index;
	}
	return found;
}

static void parse_radio_line(const struct line *line,
			     struct hostapd_status *status)
{
	if (key_is(line, "state"))
		status->enabled =
			line->value_len == strlen("ENABLED") &&
			!memcmp(line->value, "ENABLED", line->value_len);
	else if (key_is(line, "phy"))
		copy_value(line, status->phy, sizeof(status->phy));
	else if (key_is(line, "freq"))
		status->frequency = number_of(line);
	else if (key_is(line, "beacon_int") && number_of(line) &&
		 number_of(line) <= UINT16_MAX)
		status->beacon_ms = number_of(line) * 1024 / 1000 + 1;
	else if (key_is(line, "ieee80211n"))
		status->ht = number_of(line);
	else if (key_is(line, "ieee80211ac"))
		status->vht = number_of(line);
	else if (key_is(line, "ieee80211ax"))
		status->he = number_of(line);
}

bool hostapd_parse_status(const char *text, const char *ifname,
			  struct hostapd_status *status)
{
	unsigned int index;
	struct line line;
	bool has_bssid = false;
	int own;

	memset(status, 0, sizeof(*status));
	status->beacon_ms = DEFAULT_BEACON_TU * 1024 / 1000 + 1;
	own = find_bss(text, ifname, &status->bss_n);
	while (own >= 0 && next_line(&text, &line)) {
		parse_radio_line(&line, status);
		if (key_is_indexed(&line, "bssid", &index) &&
		    index == (unsigned int)own)
			has_bssid = address_of(&line, status->bssid) &&
				    addr_is_bssid(status->bssid);
		else if (key_is_indexed(&line, "ssid", &index) &&
			 index == (unsigned int)own)
			copy_ssid(&line, status->ssid, status->ssid_hex);
		else if (key_is_indexed(&line, "num_sta", &index) &&
			 index == (unsigned int)own)
			status->stations_n = number_of(&line);
	}
	return has_bssid;
}

static bool has_flag(const struct line *line, const char *flag)
{
	size_t len = strlen(flag);

	for (size_t at = 0; at + len <= line->value_len; at++)
		if (!memcmp(line->value + at, flag, len))
			return true;
	return false;
}

bool hostapd_parse_station(const char *text, struct hostapd_station *station)
{
	struct line line;

	memset(station, 0, sizeof(*station));
	/* The address stands alone in the first line. */
	if (!next_line(&text, &line))
		return false;
	line.value = line.key;
	line.value_len = line.key_len;
	if (!address_of(&line, station->address))
		return false;
	while (next_line(&text, &line)) {
		if (!key_is(&line, "flags"))
			continue;
		station->associated = has_flag(&line, "[ASSOC]");
		station->authorized = has_flag(&line, "[AUTHORIZED]");
		break;
	}
	return true;
}

bool hostapd_is_event(const char *text)
{
	return *text == '<';
}

/* Returns what follows 'word' at the start of 'text', or NULL. */
static const char *after(const char *text, const char *word)
{
	size_t len = strlen(word);

	return strncmp(text, word, len) ? NULL : text + len;
}

static bool parse_event_station(const char *text, uint8_t *station)
{
	struct line line = { .value = text, .value_len = ADDR_TEXTLEN - 1 };

	return strlen(text) >= line.value_len && address_of(&line, station);
}

/* Reads the frequency in a word "freq=N" of an event. */
static unsigned int frequency_in(const char *text)
{
	const char *word = strstr(text, "freq=");
	struct line line;

	if (!word || (word != text && word[-1] != ' '))
		return 0;
	line.value = word + strlen("freq=");
	line.value_len = strcspn(line.value, " \n");
	return number_of(&line);
}

void hostapd_parse_event(const char *text, struct hostapd_event *event)
{
	static const struct {
		const char *word;
		enum hostapd_event_type type;
	} words[] = {
		{ "AP-STA-CONNECTED ", HOSTAPD_STA_AUTHORIZED },
		{ "EAPOL-4WAY-HS-COMPLETED ", HOSTAPD_STA_AUTHORIZED },
		{ "AP-STA-DISCONNECTED ", HOSTAPD_STA_DISCONNECTED },
		{ "AP-CSA-FINISHED ", HOSTAPD_CHANNEL },
		{ "AP-ENABLED", HOSTAPD_ENABLED },
		{ "AP-DISABLED", HOSTAPD_DISABLED },
		{ "CTRL-EVENT-TERMINATING", HOSTAPD_TERMINATING },
	};
	const char *rest = NULL;

	memset(event, 0, sizeof(*event));
	text = strchr(text, '>');
	for (size_t i = 0; text && i < sizeof(words) / sizeof(words[0]); i++) {
		rest = after(text + 1, words[i].word);
		if (!rest)
			continue;
		event->type = words[i].type;
		break;
	}
	if (event->type == HOSTAPD_CHANNEL)
		event->frequency = frequency_in(rest);
	if ((event->type == HOSTAPD_CHANNEL && !event->frequency) ||
	    ((event->type == HOSTAPD_STA_AUTHORIZED ||
	      event->type == HOSTAPD_STA_DISCONNECTED) &&
	     !parse_event_station(rest, event->station)))
		event->type = HOSTAPD_OTHER;
}
