// SPDX-License-Identifier: GPL-2.0-only
/*
 * The follower with a fake hostapd. The fake is a child process that answers on a
 * control socket in a temporary folder, by the test's script.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "follower.h"

#define STATUS_HEAD	"state=ENABLED\nfreq=2412\nbeacon_int=100\nieee80211n=1\n" \
			"ieee80211ac=0\nieee80211ax=0\nbss[0]=wlan0\n"
#define STATUS_OURS	STATUS_HEAD "bssid[0]=02:c1:0d:00:12:34\n"
#define DONE		"<3>AP-CSA-FINISHED freq=2437 dfs=0"

static const u8 BSSID[] = { 0x02, 0xc1, 0x0d, 0x00, 0x12, 0x34 };

/* The child's answers to STATUS and CHAN_SWITCH, and the event that follows. */
struct script {
	const char *status, *answer, *event;
};

static char folder[] = "/tmp/test_follower.XXXXXX";
static char path[64];
static struct cloudmac_switch answers[16];
static int answers_n, failures;

#define CHECK(condition) do {						\
	if (!(condition)) {						\
		fprintf(stderr, "line %d: %s\n", __LINE__, #condition);	\
		failures++;						\
	}								\
} while (0)

static void on_answer(const u8 *frame, void *arg)
{
	(void)arg;
	CHECK(!cloudmac_switch_parse(frame, CLOUDMAC_SWITCH_PACKED,
				     &answers[answers_n]));
	CHECK(answers[answers_n].type == CLOUDMAC_SWITCH_ANSWER);
	answers_n++;
}

static const struct cloudmac_switch *last(void)
{
	return &answers[answers_n - 1];
}

/* Runs in the child until the test kills it. */
static void hostapd(int fd, const struct script *script)
{
	struct sockaddr_un from;
	socklen_t size;
	char text[256];
	ssize_t len;

	for (;;) {
		const char *reply = "OK\n";

		size = sizeof(from);
		len = recvfrom(fd, text, sizeof(text) - 1, 0,
			       (struct sockaddr *)&from, &size);
		if (len < 0)
			_exit(1);
		text[len] = '\0';
		if (!strcmp(text, "STATUS"))
			reply = script->status;
		else if (!strncmp(text, "CHAN_SWITCH", 11))
			reply = strcmp(text, "CHAN_SWITCH 5 2437 ht") ?
					"FAIL unexpected command\n" : script->answer;
		else if (!strcmp(text, "ATTACH"))
			sendto(fd, "<3>noise", 8, 0, (void *)&from, size);
		sendto(fd, reply, strlen(reply), 0, (void *)&from, size);
		if (reply == script->answer && script->event)
			sendto(fd, script->event, strlen(script->event), 0,
			       (void *)&from, size);
	}
}

static pid_t start(const struct script *script)
{
	struct sockaddr_un place = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	pid_t child;

	unlink(path);
	strcpy(place.sun_path, path);
	if (bind(fd, (struct sockaddr *)&place, sizeof(place))) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	fflush(NULL);
	child = fork();
	if (!child)
		hostapd(fd, script);
	close(fd);
	answers_n = 0;
	return child;
}

static void stop(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	unlink(path);
}

static void request(struct follower *f, u16 number, u8 type, uint64_t now)
{
	struct cloudmac_switch message = {
		.type = type, .number = number, .frequency = 2437, .count = 5,
	};
	u8 frame[CLOUDMAC_SWITCH_PACKED];

	memcpy(message.bssid, BSSID, sizeof(BSSID));
	cloudmac_switch_pack(frame, &message);
	follower_frame(f, frame, sizeof(frame), now);
}

/* Waits for an event of the child and handles it. */
static void handle_event(struct follower *f)
{
	struct pollfd fds[FOLLOWER_JOBS];

	CHECK(follower_fds(f, fds) == 1);
	CHECK(poll(fds, 1, 5000) == 1);
	follower_ready(f, fds[0].fd);
}

static void test_switch(void)
{
	struct follower f = { .control = folder, .send = on_answer };
	const struct script script = { STATUS_OURS, "OK\n", DONE };
	struct pollfd fds[FOLLOWER_JOBS];
	pid_t child = start(&script);

	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1000);
	CHECK(answers_n == 1 && last()->state == CLOUDMAC_SWITCH_UNDER_WAY);
	CHECK(last()->number == 7 && !memcmp(last()->bssid, BSSID, 6));
	/* A repeated request starts nothing; a second switch is refused. */
	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1200);
	CHECK(answers_n == 2 && last()->state == CLOUDMAC_SWITCH_UNDER_WAY);
	request(&f, 8, CLOUDMAC_SWITCH_REQUEST, 1300);
	CHECK(last()->number == 8 && last()->state == CLOUDMAC_SWITCH_REFUSED &&
	      last()->reason == CLOUDMAC_SWITCH_BUSY);
	handle_event(&f);
	CHECK(answers_n == 4 && last()->state == CLOUDMAC_SWITCH_DONE);
	CHECK(last()->number == 7 && last()->frequency == 2437);
	CHECK(!follower_fds(&f, fds));
	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1400);
	CHECK(answers_n == 5 && last()->state == CLOUDMAC_SWITCH_DONE);
	stop(child);
}

/* Sends a request that is refused at once. Returns the reason. */
static u8 refusal(const struct script *script)
{
	struct follower f = { .control = folder, .send = on_answer };
	pid_t child = start(script);

	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1000);
	CHECK(answers_n == 1 && last()->state == CLOUDMAC_SWITCH_REFUSED);
	follower_close(&f);
	stop(child);
	return last()->reason;
}

static void test_refusals(void)
{
	static const struct script fails = { STATUS_OURS, "FAIL\n", NULL };
	static const struct script others = {
		STATUS_HEAD "bssid[0]=02:c1:0d:00:12:35\n", "OK\n", NULL
	};
	static const struct script shared = {
		STATUS_OURS "bss[1]=wlan0_1\nbssid[1]=02:c1:0d:00:12:36\n",
		"OK\n", NULL
	};
	struct follower f = { .control = "/nonexistent", .send = on_answer };

	CHECK(refusal(&fails) == CLOUDMAC_SWITCH_UNABLE);
	CHECK(refusal(&others) == CLOUDMAC_SWITCH_NO_VAP);
	CHECK(refusal(&shared) == CLOUDMAC_SWITCH_UNABLE);
	answers_n = 0;
	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1000);
	CHECK(last()->reason == CLOUDMAC_SWITCH_NO_HOSTAPD);
}

static void test_already_on_channel(void)
{
	struct follower f = { .control = folder, .send = on_answer };
	const struct script script = {
		"state=ENABLED\nfreq=2437\nbssid[0]=02:c1:0d:00:12:34\n",
		"FAIL\n", NULL
	};
	pid_t child = start(&script);

	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1000);
	CHECK(answers_n == 1 && last()->state == CLOUDMAC_SWITCH_DONE);
	stop(child);
}

/* The child accepts the switch but does not complete it. */
static void test_unfinished(void)
{
	const struct script silent = { STATUS_OURS, "OK\n", NULL };
	const struct script gone = { STATUS_OURS, "OK\n",
				     "<3>CTRL-EVENT-TERMINATING " };
	const struct script other = { STATUS_OURS, "OK\n",
				      "<3>AP-CSA-FINISHED freq=2462 dfs=0" };
	struct follower f = { .control = folder, .send = on_answer };
	pid_t child = start(&silent);

	request(&f, 7, CLOUDMAC_SWITCH_REQUEST, 1000);
	follower_tick(&f, 3000);
	CHECK(answers_n == 1);
	follower_tick(&f, 4000);
	CHECK(answers_n == 2 && last()->reason == CLOUDMAC_SWITCH_UNFINISHED);
	stop(child);
	child = start(&gone);
	request(&f, 8, CLOUDMAC_SWITCH_REQUEST, 5000);
	handle_event(&f);
	CHECK(answers_n == 2 && last()->reason == CLOUDMAC_SWITCH_UNFINISHED);
	stop(child);
	child = start(&other);
	request(&f, 9, CLOUDMAC_SWITCH_REQUEST, 9000);
	handle_event(&f);
	CHECK(answers_n == 2 && last()->reason == CLOUDMAC_SWITCH_UNFINISHED);
	stop(child);
}

static void test_ignored(void)
{
	struct follower f = { .control = folder, .send = on_answer };
	u8 announcement[60] = { [12] = 0x13, 0x38, CLOUDMAC_VERSION };

	answers_n = 0;
	follower_frame(&f, announcement, sizeof(announcement), 0);
	follower_frame(&f, announcement, 20, 0);
	announcement[14] = CLOUDMAC_SWITCH_VERSION + 1;
	follower_frame(&f, announcement, sizeof(announcement), 0);
	CHECK(f.ignored[CLOUDMAC_ERR_VERSION] == 2);
	CHECK(f.ignored[CLOUDMAC_ERR_SHORT] == 1);
	CHECK(!answers_n);
}

int main(void)
{
	if (!mkdtemp(folder)) {
		perror(folder);
		return EXIT_FAILURE;
	}
	snprintf(path, sizeof(path), "%s/wlan0", folder);
	test_switch();
	test_refusals();
	test_already_on_channel();
	test_unfinished();
	test_ignored();
	rmdir(folder);
	if (failures) {
		fprintf(stderr, "%d failures\n", failures);
		return EXIT_FAILURE;
	}
	printf("follower: no failures\n");
	return EXIT_SUCCESS;
}
