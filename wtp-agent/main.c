/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "agent.h"
#include "announcer.h"
#include "version.h"

#define CONFIG_DEFAULT "/etc/cloudmac/wtp.conf"
#define CONFIG_UCI     "/etc/config/cloudmac"

struct options {
	const char *config;
	bool check;
	bool foreground;
};

static void usage(FILE *to)
{
	fputs("usage: cloudmac-wtp [--config FILE] [--check-config] "
	      "[--foreground]\n"
	      "\n"
	      "Forwards 802.11 frames between this host's radios and "
	      "CloudMAC VAPs.\n"
	      "\n"
	      "  -c, --config FILE   read FILE, in INI format or UCI's "
	      "format\n"
	      "                      (default " CONFIG_DEFAULT
	      ", else " CONFIG_UCI ")\n"
	      "      --check-config  check the configuration, its "
	      "certificates, keys and\n"
	      "                      frequencies, print all errors, and "
	      "exit\n"
	      "  -f, --foreground    log to standard error instead of "
	      "syslog\n"
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
			puts("cloudmac-wtp " VERSION);
			return EXIT_SUCCESS;
		default:
			usage(stderr);
			return 2;
		}
	}
	if (optind < argc) {
		fprintf(stderr, "cloudmac-wtp: unexpected argument '%s'\n",
			argv[optind]);
		usage(stderr);
		return 2;
	}
	if (!options->config)
		options->config = access(CONFIG_DEFAULT, F_OK) &&
						  !access(CONFIG_UCI, F_OK)
					  ? CONFIG_UCI
					  : CONFIG_DEFAULT;
	return -1;
}

static void log_problem(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

static void on_signal(void *arg, uint32_t events)
{
	struct agent *agent = arg;

	(void)events;
	loop_stop(&agent->loop);
}

/* Returns a descriptor for SIGTERM and SIGINT. Ignores SIGPIPE, which write()
 * reports as an error. */
static int open_signals(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -1;
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static int run(struct agent *agent, const struct config *config)
{
	struct loop_fd signals = { open_signals(), on_signal, agent };
	bool good;

	if (signals.fd < 0 || !agent_open(agent, config)) {
		log_error("the agent did not start");
		return EXIT_FAILURE;
	}
	good = !loop_add(&agent->loop, &signals, EPOLLIN) &&
	       privileges_drop(config->user) && agent_start(agent);
	if (good) {
		announcer_start(agent);
		notify_ready();
		loop_run(&agent->loop);
		notify_stopping();
		good = !agent->failed;
	}
	agent_close(agent);
	close(signals.fd);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Checks what config_load() does not: certificates and keys. The WTP's id is
 * that of the wired interface where the configuration has none; if this host
 * has no such interface the certificate may be of any WTP. */
static bool check_files(const struct config *config)
{
	uint8_t address[ADDR_LEN];
	const uint8_t *id = NULL;

	if (config->has_id)
		id = config->id;
	else if (!netif_address(config->wired, address))
		id = address;
	return tls_check(config, id, log_problem, NULL);
}

int main(int argc, char **argv)
{
	static struct agent agent;
	static struct config config;
	struct options options = { 0 };
	int status = parse_options(argc, argv, &options);

	if (status >= 0)
		return status;
	log_open(!options.foreground && !options.check);
	if (config_load(&config, options.config, log_problem, NULL))
		return EXIT_FAILURE;
	log_set_level(config.log_level);
	if (options.check)
		return check_files(&config) ? EXIT_SUCCESS : EXIT_FAILURE;
	return run(&agent, &config);
}
