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
#include "notify.h"
#include "privileges.h"
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
	      "Forward 802.11 frames between this host's radios and CloudMAC "
	      "VAPs.\n"
	      "\n"
	      "  -c, --config FILE   read FILE, in the ini-like format or "
	      "UCI's\n"
	      "                      (default " CONFIG_DEFAULT
	      ", else " CONFIG_UCI ")\n"
	      "      --check-config  tell what is wrong with it, and end\n"
	      "  -f, --foreground    write messages to standard error, not to "
	      "syslog\n"
	      "  -h, --help          this text\n"
	      "  -V, --version       the version\n",
	      to);
}

enum { OPTION_CHECK = 256 };

/* Returns -1 to go on, else the exit status. */
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

static void report(void *arg, const char *text)
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

/* SIGTERM and SIGINT as a file descriptor; SIGPIPE is an error of write(). */
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
		log_error("not started");
		return EXIT_FAILURE;
	}
	good = !loop_add(&agent->loop, &signals, EPOLLIN) &&
	       privileges_drop(config->user);
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

int main(int argc, char **argv)
{
	static struct agent agent;
	static struct config config;
	struct options options = { 0 };
	int status = parse_options(argc, argv, &options);

	if (status >= 0)
		return status;
	log_open(!options.foreground && !options.check);
	if (config_load(&config, options.config, report, NULL))
		return EXIT_FAILURE;
	log_set_level(config.log_level);
	if (options.check)
		return EXIT_SUCCESS;
	return run(&agent, &config);
}
