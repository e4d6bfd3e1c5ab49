/* SPDX-License-Identifier: Apache-2.0 */
#include "json_socket.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/base.h"

int64_t json_socket_now_ms(void)
{
	return (int64_t)(clock_us() / 1000);
}

/* Lets calls on the socket end at the deadline. Returns false after it. */
static bool limit_time(int fd, int64_t deadline_ms)
{
	int64_t left = deadline_ms - json_socket_now_ms();
	const struct timeval limit = { .tv_sec = left / 1000,
				       .tv_usec = left % 1000 * 1000 };

	return left > 0 &&
	       !setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit,
			   sizeof(limit)) &&
	       !setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
}

int json_socket_open(const char *path, int64_t deadline_ms)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), err;

	if (fd < 0)
		return -1;
	if (snprintf(address.sun_path, sizeof(address.sun_path), "%s", path) >=
	    (int)sizeof(address.sun_path)) {
		close(fd);
		errno = ENAMETOOLONG;
		return -1;
	}
	if (!limit_time(fd, deadline_ms))
		errno = ETIMEDOUT;
	else if (!connect(fd, (void *)&address, sizeof(address)))
		return fd;
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

bool json_socket_send(int fd, const char *method, struct json_object *params)
{
	struct json_object *request = json_object_new_object();
	const char *text;
	bool good;

	json_object_object_add(request, "method",
			       json_object_new_string(method));
	json_object_object_add(request, "params", json_object_get(params));
	json_object_object_add(request, "id", json_object_new_int(1));
	text = json_object_to_json_string_ext(request, JSON_C_TO_STRING_PLAIN);
	good = send(fd, text, strlen(text), MSG_NOSIGNAL) ==
	       (ssize_t)strlen(text);
	json_object_put(request);
	return good;
}

struct json_object *json_socket_receive(int fd, int64_t deadline_ms)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *object = NULL;
	char octets[4096];

	do {
		ssize_t n = limit_time(fd, deadline_ms)
				    ? recv(fd, octets, sizeof(octets), 0)
				    : 0;

		if (n <= 0)
			break;
		object = json_tokener_parse_ex(tokener, octets, (int)n);
	} while (!object &&
		 json_tokener_get_error(tokener) == json_tokener_continue);
	json_tokener_free(tokener);
	return object;
}
