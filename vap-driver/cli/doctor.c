// SPDX-License-Identifier: GPL-2.0-only
/*
 * cloudmac-vap doctor: looks for what keeps the module from being loaded and
 * access points from running on its radios, and prints each cause with its cure.
 * It reads files only, and changes nothing.
 */
#include "doctor.h"

#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODULE		"cloudmac_hwsim"
#define SECURE_BOOT	"/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
#define TEXT_MAX	256

struct examination {
	const char *root;	/* "" or a folder */
	const char *release;	/* of the kernel */
	unsigned int causes;
};

static void __attribute__((format(printf, 3, 4)))
report(struct examination *of, const char *cure, const char *cause, ...)
{
	va_list args;

	va_start(args, cause);
	vprintf(cause, args);
	va_end(args);
	printf("\n    %s\n", cure);
	of->causes++;
}

/* Reads the beginning of a file as text without the end of the line. Returns false
 * if there is no such file.
 */
static bool read_text(const char *path, char text[TEXT_MAX])
{
	FILE *file = fopen(path, "re");
	size_t n;

	text[0] = '\0';
	if (!file)
		return false;
	n = fread(text, 1, TEXT_MAX - 1, file);
	text[n] = '\0';
	fclose(file);
	while (n && text[n - 1] == '\n')
		text[--n] = '\0';
	return true;
}

/* Finds files. The caller frees '*found' with globfree(). */
static void __attribute__((format(printf, 3, 4)))
find(const struct examination *of, glob_t *found, const char *pattern, ...)
{
	char path[PATH_MAX];
	int n = snprintf(path, sizeof(path), "%s", of->root);
	va_list args;

	memset(found, 0, sizeof(*found));
	va_start(args, pattern);
	vsnprintf(path + n, sizeof(path) - (size_t)n, pattern, args);
	va_end(args);
	glob(path, 0, NULL, found);
}

#define exists(of, ...) ({						\
	glob_t _found;							\
	bool _exists;							\
									\
	find(of, &_found, __VA_ARGS__);					\
	_exists = _found.gl_pathc > 0;					\
	globfree(&_found);						\
	_exists;							\
})

static bool series_has_patches(const char *release)
{
	return !strncmp(release, "6.1.", 4) || !strncmp(release, "6.12.", 5);
}

static bool has_mac80211(const struct examination *of)
{
	return exists(of, "/sys/module/mac80211") ||
	       exists(of, "/sys/class/ieee80211") ||
	       exists(of, "/lib/modules/%s/kernel/net/mac80211/mac80211.ko*",
		      of->release);
}

/* The variable has four octets of attributes and one of content. */
static bool has_secure_boot(const struct examination *of)
{
	unsigned char octets[5] = { 0 };
	char path[PATH_MAX];
	size_t n = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s" SECURE_BOOT, of->root);
	file = fopen(path, "re");
	if (file) {
		n = fread(octets, 1, sizeof(octets), file);
		fclose(file);
	}
	return n == sizeof(octets) && octets[4] == 1;
}

/* Examines why the module cannot be loaded. The first cause hides the others. */
static void examine_module(struct examination *of)
{
	if (exists(of, "/sys/module/" MODULE))
		return;
	if (!series_has_patches(of->release)) {
		report(of, "Start a kernel 6.1 or 6.12: linux-image-amd64 of Debian 12 or 13.",
		       "Kernel %s: the module has patches for kernels 6.1 and 6.12 only.",
		       of->release);
	} else if (!has_mac80211(of)) {
		report(of, "Install linux-image-amd64 and linux-headers-amd64, remove linux-image-cloud-amd64, and restart the host.",
		       "Kernel %s has no mac80211; kernels of cloud images leave it out.",
		       of->release);
	} else if (!exists(of, "/lib/modules/%s/updates/dkms/" MODULE ".ko*",
			   of->release) &&
		   !exists(of, "/lib/modules/%s/extra/" MODULE ".ko*",
			   of->release)) {
		report(of, "Run 'make -C vap-driver dkms' and 'dkms autoinstall'; 'dkms status' shows the result.",
		       "The module " MODULE " is not installed for kernel %s.",
		       of->release);
	} else if (has_secure_boot(of)) {
		report(of, "If 'cloudmac-vap list' fails, run 'mokutil --import /var/lib/dkms/mok.pub', restart the host, and choose 'Enroll MOK'; or switch Secure Boot off.",
		       "Secure Boot is on, so the kernel loads " MODULE
		       " only if it knows the key that DKMS signs with.");
	}
}

static void examine_rfkill(struct examination *of)
{
	char path[PATH_MAX], name[TEXT_MAX], soft[TEXT_MAX], hard[TEXT_MAX];
	glob_t found;

	find(of, &found, "/sys/class/rfkill/*");
	for (size_t i = 0; i < found.gl_pathc; i++) {
		snprintf(path, sizeof(path), "%s/type", found.gl_pathv[i]);
		if (!read_text(path, name) || strcmp(name, "wlan") != 0)
			continue;
		snprintf(path, sizeof(path), "%s/soft", found.gl_pathv[i]);
		read_text(path, soft);
		snprintf(path, sizeof(path), "%s/hard", found.gl_pathv[i]);
		read_text(path, hard);
		snprintf(path, sizeof(path), "%s/name", found.gl_pathv[i]);
		read_text(path, name);
		if (!strcmp(hard, "1"))
			report(of, "Use the switch of the machine, or its firmware settings.",
			       "rfkill blocks radio %s by hardware.", name);
		else if (!strcmp(soft, "1"))
			report(of, "Run 'rfkill unblock wlan'.",
			       "rfkill blocks radio %s.", name);
	}
	globfree(&found);
}

/* NetworkManager writes a file for each device that it knows. */
static void examine_network_manager(struct examination *of)
{
	char path[PATH_MAX], text[TEXT_MAX];
	glob_t found;

	find(of, &found, "/sys/class/net/*/phy80211");
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char *interface = found.gl_pathv[i];

		*strrchr(interface, '/') = '\0';
		snprintf(path, sizeof(path), "%s/ifindex", interface);
		if (!read_text(path, text))
			continue;
		snprintf(path, sizeof(path), "%s/run/NetworkManager/devices/%.10s",
			 of->root, text);
		if (!read_text(path, text) ||
		    (!strstr(text, "managed=true") &&
		     !strstr(text, "managed=full")))
			continue;
		report(of, "Run 'nmcli device set INTERFACE managed no', and set 'unmanaged-devices=interface-name:INTERFACE' in [keyfile] of a file in /etc/NetworkManager/conf.d.",
		       "NetworkManager manages %s and takes it from hostapd.",
		       strrchr(interface, '/') + 1);
	}
	globfree(&found);
}

/**
 * doctor - examines a host and prints each cause with its cure
 * @root: folder below which the host's files are; "" for the running host
 * @release: release of the kernel, as uname(2) names it
 *
 * Return: EXIT_SUCCESS if there is no cause, else EXIT_FAILURE.
 */
int doctor(const char *root, const char *release)
{
	struct examination of = { .root = root, .release = release };

	examine_module(&of);
	examine_rfkill(&of);
	examine_network_manager(&of);
	if (of.causes)
		return EXIT_FAILURE;
	puts("nothing found that keeps this host from running VAPs");
	return EXIT_SUCCESS;
}
