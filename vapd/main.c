/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "vapd.h"
#include "version.h"

#define CONFIG_DEFAULT "/etc/cloudmac/vapd.conf"

struct options {
	const char *config;
	const char *folders[VAPD_FOLDERS_MAX];
	size_t folders_n;
	bool check;
	bool foreground;
};

static void usage(FILE *to)
{
	fputs("usage: cloudmac-vapd [--config FILE] [--control FOLDER]... "
	      "[--check-config]\n"
	      "                     [--foreground]\n"
	      "\n"
	      "Tells CloudMAC's controllers about this host's VAPs and "
	      "switches their channels.\n"
	      "\n"
	      "  -c, --config FILE     read FILE (default " CONFIG_DEFAULT
	      ")\n"
	      "      --control FOLDER  a folder of hostapd's control sockets, "
	      "instead of those\n"
	      "                        in the configuration\n"
	      "      --check-config    check the configuration, its "
	      "certificates and keys, print\n"
	      "                        all errors, and exit\n"
	      "  -f, --foreground      log to standard error instead of "
	      "syslog\n"
	      "  -h, --help            print this text and exit\n"
	      "  -V, --version         print the version and exit\n",
	      to);
}

static int misused(const char *what, const char *value)
{
	fprintf(stderr, "cloudmac-vapd: %s '%s'\n", what, value);
	usage(stderr);
	return 2;
}

enum { OPTION_CHECK = 256, OPTION_CONTROL };

/* Returns -1 to continue, else the exit status. */
static int parse_options(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "control", required_argument, NULL, OPTION_CONTROL },
		{ "check-config", no_argument, NULL, OPTION_CHECK },
		{ "foreground", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	options->config = CONFIG_DEFAULT;
	while ((option = getopt_long(argc, argv, "c:fhV", longs, NULL)) !=
	       -1) {
		switch (option) {
		case 'c':
			options->config = optarg;
			break;
		case OPTION_CONTROL:
			if (options->folders_n == VAPD_FOLDERS_MAX)
				return misused("too many folders:", optarg);
			options->folders[options->folders_n++] = optarg;
			break;
		case OPTION_CHECK:
			options->check = true;
			break;
		case 'f':
			options->foreground = true;
			break;
		case 'h':
			usage(stdout);
			return EXIT_SUCCESS;
		case 'V':
			puts("cloudmac-vapd " VERSION);
			return EXIT_SUCCESS;
		default:
			usage(stderr);
			return 2;
		}
	}
	return optind < argc ? misused("unexpected argument", argv[optind])
			     : -1;
}

static void log_problem(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

/* Reads the configuration; options go before it. Returns false after errors,
 * which it has logged. */
static bool load(struct vapd_config *config, const struct options *options)
{
	bool good =
		!vapd_config_load(config, options->config, log_problem, NULL);

	if (options->folders_n)
		config->folders_n = 0;
	for (size_t i = 0; i < options->folders_n; i++) {
		const char *wrong =
			vapd_config_add_folder(config, options->folders[i]);

		if (!wrong)
			continue;
		log_error("--control %s: %s", options->folders[i], wrong);
		good = false;
	}
	return good;
}

static int check_config(const struct options *options)
{
	static struct vapd_config config;
	bool good = load(&config, options);
	struct credentials_owner owner = vapd_owner(&config);

	log_set_level(config.log_level);
	/* After an error the paths and the name may be missing. */
	if (config_control_is_complete(&config.control))
		good &= tls_check(&config.control,
				  config.name[0] ? &owner : NULL, log_problem,
				  NULL);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void on_signal(void *arg, uint32_t events)
{
	struct vapd *vapd = arg;

	(void)events;
	loop_stop(&vapd->loop);
}

/* hostapd in another network namespace cannot answer without the folder. */
static bool open_folder(const struct privileges *privileges)
{
	uid_t user;
	gid_t group;
	int err;

	if (!privileges_ids(privileges, &user, &group))
		return false;
	err = hostapd_socket_folder(user, group);
	if (err)
		log_warn("no folder for sockets: %s; only hostapds in this "
			 "network namespace can answer",
			 strerror(err));
	return true;
}

static int run(struct vapd *vapd, const struct vapd_config *config)
{
	const struct privileges privileges = { .user = config->user,
					       .group = config->group };
	struct loop_fd signals = { process_signals_open(false), on_signal,
				   vapd };
	bool good;

	good = vapd_open(vapd, config) && signals.fd >= 0 &&
	       !loop_add(&vapd->loop, &signals, EPOLLIN) &&
	       open_folder(&privileges) && privileges_drop(&privileges) &&
	       vapd_start(vapd);
	if (good) {
		notify_ready();
		good = !loop_run(&vapd->loop);
		notify_stopping();
	} else {
		log_error("the daemon did not start");
	}
	vapd_close(vapd);
	if (signals.fd >= 0)
		close(signals.fd);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	static struct vapd vapd;
	static struct vapd_config config;
	struct options options = { 0 };
	int status = parse_options(argc, argv, &options);

	if (status >= 0)
		return status;
	log_open("cloudmac-vapd", !options.foreground && !options.check);
	if (options.check)
		return check_config(&options);
	if (!load(&config, &options))
		return EXIT_FAILURE;
	log_set_level(config.log_level);
	return run(&vapd, &config);
}
