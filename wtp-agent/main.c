/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "agent.h"
#include "agent_reload.h"
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
	      "certificates, keys,\n"
	      "                      frequencies and this host's radios, "
	      "print all errors, and\n"
	      "                      exit\n"
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

struct process {
	struct agent agent;
	const char *config_path;
	bool has_terminal; /* whose end ends the agent */
	struct loop_fd signals;
};

static void on_signal(void *arg, uint32_t events)
{
	struct process *process = arg;
	int number = process_signals_read(process->signals.fd);

	(void)events;
	if (number == SIGHUP && !process->has_terminal)
		agent_reload(&process->agent, process->config_path);
	else if (number)
		loop_stop(&process->agent.loop);
}

static int run(struct process *process, const struct config *config)
{
	const struct privileges privileges = { .user = config->user,
					       .network = true };
	struct agent *agent = &process->agent;
	bool good;

	process->signals = (struct loop_fd){ process_signals_open(true),
					     on_signal, process };
	if (process->signals.fd < 0 || !agent_open(agent, config)) {
		log_error("the agent did not start");
		return EXIT_FAILURE;
	}
	good = !loop_add(&agent->loop, &process->signals, EPOLLIN) &&
	       privileges_drop(&privileges) && agent_start(agent);
	if (good) {
		if (access(process->config_path, R_OK))
			log_warn("%s cannot be read by user '%s', so a reload "
				 "(SIGHUP) will fail; let that user read it",
				 process->config_path, config->user);
		announcer_start(agent);
		notify_ready();
		loop_run(&agent->loop);
		notify_stopping();
		good = !agent->failed;
	}
	agent_close(agent);
	close(process->signals.fd);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Checks what config_load() does not: certificates and keys. The WTP's id is
 * that of the wired interface where the configuration has none. If this host
 * has no such interface, or 'id' may be among the invalid options, the
 * certificate may be of any WTP. */
static bool check_files(const struct config *config, bool options_are_valid)
{
	struct credentials_owner owner;
	uint8_t address[ADDR_LEN];
	const uint8_t *id = NULL;

	if (config->has_id)
		id = config->id;
	else if (options_are_valid && !netif_address(config->wired, address))
		id = address;
	if (id)
		owner = control_owner(id);
	return tls_check(&config->control, id ? &owner : NULL, log_problem,
			 NULL);
}

/* Warns of what keeps this host from using its radios. The configuration may
 * be written for another host: then it names interfaces that are not here.
 */
static void check_host(const struct config *config)
{
	int ifindex;

	if (obstacles_no_wireless("/sys") &&
	    !netif_index(config->wired, &ifindex))
		log_warn("this kernel has loaded no 802.11 driver; kernels of "
			 "cloud images have none: install linux-image-amd64 "
			 "instead of linux-image-cloud-amd64 and the radio's "
			 "firmware");
	for (size_t i = 0; i < config->radios_n; i++) {
		const char *phy = config->radios[i].phy;
		char driver[ABILITIES_DRIVER_MAX];

		abilities_read_driver("/sys", phy, driver);
		abilities_warn_of_driver(phy, driver);
		obstacles_warn("/sys", "/run", phy);
	}
}

static int check_config(const char *path)
{
	static struct config config;
	bool good = !config_load(&config, path, log_problem, NULL);

	log_set_level(config.log_level);
	/* After an error the paths may be missing. Without an error
	 * config_load() has checked that section 'control' names all. */
	if (config_control_is_complete(&config.control))
		good &= check_files(&config, good);
	check_host(&config);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	static struct process process;
	static struct config config;
	struct options options = { 0 };
	int status = parse_options(argc, argv, &options);

	if (status >= 0)
		return status;
	hash_choose_keys();
	log_open("cloudmac-wtp", !options.foreground && !options.check);
	if (options.check)
		return check_config(options.config);
	if (config_load(&config, options.config, log_problem, NULL))
		return EXIT_FAILURE;
	log_set_level(config.log_level);
	process.config_path = options.config;
	process.has_terminal = options.foreground && isatty(STDIN_FILENO);
	return run(&process, &config);
}
