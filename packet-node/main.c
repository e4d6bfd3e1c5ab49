/* SPDX-License-Identifier: Apache-2.0 */
#include <cap-ng.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cpp.h"
#include "node/node.h"
#include "version.h"

#define CONFIG_DEFAULT "/etc/cloudmac/cpp.conf"

struct options {
	const char *config;
	bool check;
	bool foreground;
};

static void usage(FILE *to)
{
	fputs("usage: cloudmac-cpp [--config FILE] [--check-config] "
	      "[--foreground]\n"
	      "\n"
	      "Runs network functions on this packet node for CloudMAC's "
	      "controllers.\n"
	      "\n"
	      "  -c, --config FILE   read FILE (default " CONFIG_DEFAULT ")\n"
	      "      --check-config  check the configuration, its certificates "
	      "and keys, print\n"
	      "                      all errors, and exit\n"
	      "  -f, --foreground    log to standard error instead of syslog\n"
	      "  -h, --help          print this text and exit\n"
	      "  -V, --version       print the version and exit\n",
	      to);
}

enum { OPTION_CHECK = 256 };

/* Returns -1 to continue, else the exit status. */
static int parse_options(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "config", required_argument, NULL, 'c' },
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
			puts("cloudmac-cpp " VERSION);
			return EXIT_SUCCESS;
		default:
			usage(stderr);
			return 2;
		}
	}
	if (optind == argc)
		return -1;
	fprintf(stderr, "cloudmac-cpp: unexpected argument '%s'\n",
		argv[optind]);
	usage(stderr);
	return 2;
}

static void log_problem(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

static int check_config(const struct options *options)
{
	static struct cpp_config config;
	bool good =
		!cpp_config_load(&config, options->config, log_problem, NULL);
	struct credentials_owner owner = cpp_owner(&config);

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
	struct cpp *cpp = arg;

	(void)events;
	loop_stop(&cpp->loop);
}

/* Keeps what LVNFs need: CAP_SYS_ADMIN for namespaces and mounts,
 * CAP_NET_ADMIN for interfaces, CAP_NET_RAW for markers, CAP_BPF for programs;
 * CAP_DAC_OVERRIDE because the socket of Open vSwitch belongs to another user;
 * the others for the loader of images and for programs, which are other users,
 * and which the daemon ends. */
static bool limit_capabilities(void)
{
	capng_clear(CAPNG_SELECT_BOTH);
	capng_updatev(CAPNG_ADD, CAPNG_EFFECTIVE | CAPNG_PERMITTED,
		      CAP_SYS_ADMIN, CAP_NET_ADMIN, CAP_NET_RAW, CAP_BPF,
		      CAP_DAC_OVERRIDE, CAP_SETUID, CAP_SETGID, CAP_KILL, -1);
	if (capng_apply(CAPNG_SELECT_CAPS)) {
		log_error("cannot drop capabilities: the daemon needs root");
		return false;
	}
	if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return true;
	log_error("cannot forgo new privileges: %s", strerror(errno));
	return false;
}

static int run(struct cpp *cpp, const struct cpp_config *config)
{
	struct loop_fd signals = { process_signals_open(false), on_signal,
				   cpp };
	bool good;

	good = cpp_open(cpp, config) && signals.fd >= 0 &&
	       !loop_add(&cpp->loop, &signals, EPOLLIN) &&
	       limit_capabilities() && cpp_start(cpp);
	if (good) {
		notify_ready();
		good = !loop_run(&cpp->loop);
		notify_stopping();
	} else {
		log_error("the daemon did not start");
	}
	cpp_close(cpp);
	if (signals.fd >= 0)
		close(signals.fd);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	static struct cpp cpp;
	static struct cpp_config config;
	struct options options = { 0 };
	int status;

	if (argc == 2 && !strcmp(argv[1], LOADER_ARGUMENT))
		return loader_main();
	if (argc == 3 && !strcmp(argv[1], SUPERVISOR_ARGUMENT))
		return supervisor_main(argv[2]);
	status = parse_options(argc, argv, &options);
	if (status >= 0)
		return status;
	hash_choose_keys();
	log_open("cloudmac-cpp", !options.foreground && !options.check);
	if (options.check)
		return check_config(&options);
	if (cpp_config_load(&config, options.config, log_problem, NULL))
		return EXIT_FAILURE;
	log_set_level(config.log_level);
	return run(&cpp, &config);
}
