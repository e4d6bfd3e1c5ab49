// SPDX-License-Identifier: GPL-2.0-only
/* cloudmac-vap: adds, deletes and shows the radios of cloudmac_hwsim. */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "address.h"
#include "doctor.h"
#include "interface.h"
#include "probe.h"
#include "request.h"
#include "show.h"

#define EXIT_USAGE	2

static const char usage_text[] =
	"usage: cloudmac-vap add [--station] --lower IFNAME [--vlan ID]\n"
	"                        [--name PHYNAME] [--address MAC | --beside MAC]\n"
	"                        [--channels N]\n"
	"                        [--status-timeout MS] [--pending-max N]\n"
	"                        [--credit on|off]\n"
	"       cloudmac-vap del NAME|INDEX\n"
	"       cloudmac-vap list [--json]\n"
	"       cloudmac-vap stats NAME|INDEX [--json]\n"
	"       cloudmac-vap doctor [--root FOLDER] [--kernel RELEASE]\n"
	"                           [--probe IFNAME | --answer IFNAME]\n"
	"       cloudmac-vap --help\n"
	"\n"
	"Manages 802.11 radios that send and receive on an Ethernet device;\n"
	"'doctor' says what keeps this host from running them. See\n"
	"cloudmac-vap(8).\n";

static int usage_error(const char *format, ...)
{
	va_list args;

	fputs("cloudmac-vap: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n%s", usage_text);
	return EXIT_USAGE;
}

/* Parses 'text' as a decimal number up to 'max' into '*value'. */
static bool parse_number(const char *text, unsigned long max,
			 unsigned long *value)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*value = strtoul(text, &end, 10);
	return !errno && !*end && *value <= max;
}

enum {
	OPT_LOWER = 1,
	OPT_VLAN,
	OPT_NAME,
	OPT_ADDRESS,
	OPT_BESIDE,
	OPT_CHANNELS,
	OPT_TIMEOUT,
	OPT_PENDING,
	OPT_CREDIT,
	OPT_STATION,
};

/* Appends the address of a radio to a list. */
static void add_used(struct nlattr **attrs, void *arg)
{
	struct nlattr *attr = attrs[CLOUDMAC_ATTR_ADDRESS];
	struct address_list *used = arg;
	void *more;

	if (!attr || nla_len(attr) != ADDRESS_LEN)
		return;
	more = realloc(used->addresses, (used->n + 1) * ADDRESS_LEN);
	if (!more)
		return;
	used->addresses = more;
	memcpy(used->addresses[used->n++], nla_data(attr), ADDRESS_LEN);
}

/* Chooses the address of a radio, beside the one in 'arg'. Returns 0 or an exit
 * status.
 */
static int choose_beside(const char *arg, struct new_radio *radio)
{
	unsigned char beside[ADDRESS_LEN];
	struct address_list used = { 0 };
	bool found;
	int err;

	if (radio->has_address)
		return usage_error("more than one address: %s", arg);
	if (!address_parse(arg, beside))
		return usage_error("not a MAC address: %s", arg);
	err = request_list(add_used, &used);
	found = !err && address_beside(beside, &used, radio->address);
	free(used.addresses);
	if (err)
		return err;
	if (!found)
		return usage_error("no address beside %s", arg);
	radio->has_address = true;
	return 0;
}

/* Parses one option of 'add' into 'radio'. Returns 0 or an exit status. */
static int add_option(int option, const char *arg, struct new_radio *radio)
{
	unsigned long n;

	switch (option) {
	case OPT_LOWER:
		radio->lower = interface_index(arg);
		if (!radio->lower)
			return usage_error("no such interface: %s", arg);
		return 0;
	case OPT_VLAN:
		if (!parse_number(arg, CLOUDMAC_VLAN_MAX, &n) || !n)
			return usage_error("--vlan must be 1 to 4094: %s", arg);
		radio->vlan = (unsigned short)n;
		return 0;
	case OPT_NAME:
		radio->name = arg;
		return 0;
	case OPT_ADDRESS:
		if (radio->has_address)
			return usage_error("more than one address: %s", arg);
		if (!address_parse(arg, radio->address))
			return usage_error("not a MAC address: %s", arg);
		radio->has_address = true;
		return 0;
	case OPT_BESIDE:
		return choose_beside(arg, radio);
	case OPT_CHANNELS:
		if (!parse_number(arg, CLOUDMAC_CHANNELS_MAX, &n) || !n)
			return usage_error("--channels must be 1 to 16: %s", arg);
		radio->channels = (unsigned int)n;
		return 0;
	case OPT_TIMEOUT:
		if (!parse_number(arg, CLOUDMAC_STATUS_TIMEOUT_MAX, &n) ||
		    n < CLOUDMAC_STATUS_TIMEOUT_MIN)
			return usage_error("--status-timeout must be 10 to 10000 (ms): %s",
					   arg);
		radio->status_timeout = (unsigned int)n;
		return 0;
	case OPT_PENDING:
		if (!parse_number(arg, CLOUDMAC_PENDING_MOST, &n) ||
		    n < CLOUDMAC_PENDING_LEAST)
			return usage_error("--pending-max must be 16 to 65536: %s",
					   arg);
		radio->pending_max = (unsigned int)n;
		return 0;
	case OPT_CREDIT:
		radio->credit = !strcmp(arg, "on");
		if (!radio->credit && strcmp(arg, "off") != 0)
			return usage_error("--credit must be on or off: %s", arg);
		radio->has_credit = true;
		return 0;
	case OPT_STATION:
		radio->station = true;
		return 0;
	}
	fputs(usage_text, stderr);
	return EXIT_USAGE;
}

static int add(int argc, char **argv)
{
	static const struct option options[] = {
		{ "lower", required_argument, NULL, OPT_LOWER },
		{ "vlan", required_argument, NULL, OPT_VLAN },
		{ "name", required_argument, NULL, OPT_NAME },
		{ "address", required_argument, NULL, OPT_ADDRESS },
		{ "beside", required_argument, NULL, OPT_BESIDE },
		{ "channels", required_argument, NULL, OPT_CHANNELS },
		{ "status-timeout", required_argument, NULL, OPT_TIMEOUT },
		{ "pending-max", required_argument, NULL, OPT_PENDING },
		{ "credit", required_argument, NULL, OPT_CREDIT },
		{ "station", no_argument, NULL, OPT_STATION },
		{ NULL, 0, NULL, 0 },
	};
	struct new_radio radio = { 0 };
	int option, err;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		err = add_option(option, optarg, &radio);
		if (err)
			return err;
	}
	if (optind < argc)
		return usage_error("unexpected argument: %s", argv[optind]);
	if (!radio.lower)
		return usage_error("--lower IFNAME is missing");
	return request_add(&radio, show_added, NULL);
}

/* Parses --json and one argument. Returns the argument, NULL if it is missing. */
static const char *parse_selection(int argc, char **argv, bool *json)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	*json = false;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option != 'j')
			return NULL;
		*json = true;
	}
	return optind + 1 == argc ? argv[optind] : NULL;
}

static int del(int argc, char **argv)
{
	bool json;
	const char *radio = parse_selection(argc, argv, &json);

	if (!radio || json)
		return usage_error("del needs the name or number of a radio");
	return request_del(radio);
}

static int stats(int argc, char **argv)
{
	bool json;
	const char *radio = parse_selection(argc, argv, &json);
	int err;

	if (!radio)
		return usage_error("stats needs the name or number of a radio");
	show_begin(json, SHOW_STATS);
	err = request_stats(radio, show_stats, NULL);
	show_end(!err);
	return err;
}

static int list(int argc, char **argv)
{
	bool json = argc == 2 && !strcmp(argv[1], "--json");
	int err;

	if (argc != 1 && !json)
		return usage_error("list has no option other than --json");
	show_begin(json, SHOW_LIST);
	err = request_list(show_radio, NULL);
	show_end(!err);
	return err;
}

static int examine(int argc, char **argv)
{
	static const struct option options[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "kernel", required_argument, NULL, 'k' },
		{ "probe", required_argument, NULL, 'p' },
		{ "answer", required_argument, NULL, 'a' },
		{ NULL, 0, NULL, 0 },
	};
	const char *root = "", *release = NULL, *probe = NULL, *answer = NULL;
	struct utsname running;
	int option, status;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'r')
			root = optarg;
		else if (option == 'k')
			release = optarg;
		else if (option == 'p')
			probe = optarg;
		else if (option == 'a')
			answer = optarg;
		else
			return usage_error("doctor has the options --root, --kernel, --probe and --answer");
	}
	if (optind < argc)
		return usage_error("unexpected argument: %s", argv[optind]);
	if (strlen(root) > DOCTOR_ROOT_MAX)
		return usage_error("--root is too long: %s", root);
	if (answer && (probe || release || *root))
		return usage_error("--answer cannot be combined with other options");
	if (answer)
		return probe_answer(answer);
	if (!release) {
		uname(&running);
		release = running.release;
	}
	status = doctor(root, release);
	return probe && probe_link(probe) ? EXIT_FAILURE : status;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} verbs[] = {
		{ "add", add },
		{ "del", del },
		{ "list", list },
		{ "stats", stats },
		{ "doctor", examine },
	};
	size_t i;

	if (argc < 2) {
		fputs(usage_text, stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		fputs(usage_text, stdout);
		return EXIT_SUCCESS;
	}
	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (!strcmp(argv[1], verbs[i].name))
			return verbs[i].run(argc - 1, argv + 1);
	return usage_error("no such command: %s", argv[1]);
}
