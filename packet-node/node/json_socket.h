/* SPDX-License-Identifier: Apache-2.0 */
/* JSON-RPC 1.0 with the programs of Open vSwitch, over a socket of this
 * machine. Each call ends at a deadline, of json_socket_now_ms(). */
#ifndef JSON_SOCKET_H
#define JSON_SOCKET_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

int64_t json_socket_now_ms(void);

/* Returns a descriptor, or -1 with errno set: ETIMEDOUT after the deadline. */
int json_socket_open(const char *path, int64_t deadline_ms);

/* Sends a request, within the time that the last other call has set. */
bool json_socket_send(int fd, const char *method, struct json_object *params);

/* Returns the next object that arrives, or NULL. */
struct json_object *json_socket_receive(int fd, int64_t deadline_ms);

#endif
