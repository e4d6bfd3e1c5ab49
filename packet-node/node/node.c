/* SPDX-License-Identifier: Apache-2.0 */
#include "node.h"

#include <bpf/libbpf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "base/base.h"
#include "pins.h"

/* --- the list ------------------------------------------------------------ */

static struct lvnf *find(const struct node *node, const char *name)
{
	struct lvnf *lvnf = node->first;

	while (lvnf && strcmp(lvnf->name, name))
		lvnf = lvnf->next;
	return lvnf;
}

void node_insert(struct node *node, struct lvnf *lvnf)
{
	struct lvnf **at = &node->first;

	while (*at && strcmp((*at)->name, lvnf->name) < 0)
		at = &(*at)->next;
	lvnf->next = *at;
	*at = lvnf;
	node->n++;
}

void node_take_out(struct node *node, const struct lvnf *lvnf)
{
	struct lvnf **at = &node->first;

	while (*at != lvnf)
		at = &(*at)->next;
	*at = lvnf->next;
	node->n--;
}

struct lvnf *node_find(const struct node *node, const char *name,
		       struct node_error *error)
{
	struct lvnf *lvnf = find(node, name);

	if (!lvnf)
		node_fail(error, NODE_UNKNOWN, "no LVNF '%.64s' here", name);
	return lvnf;
}

bool node_has(const struct node *node, const char *name)
{
	return find(node, name);
}

const struct lvnf *node_next(const struct node *node, const char *after)
{
	const struct lvnf *lvnf = node->first;

	while (after && lvnf && strcmp(lvnf->name, after) <= 0)
		lvnf = lvnf->next;
	return lvnf;
}

/* --- opening ------------------------------------------------------------- */

static int on_libbpf(enum libbpf_print_level level, const char *format,
		     va_list args)
{
	char text[512];
	size_t len;

	/* What fails is in the errors of requests. */
	if (level == LIBBPF_DEBUG || log_get_level() < LOG_LEVEL_DEBUG)
		return 0;
	vsnprintf(text, sizeof(text), format, args);
	len = strcspn(text, "\n");
	log_debug("%.*s", (int)len, text);
	return 0;
}

/* An LVNF that another daemon could adopt must not be lost to an error that
 * passes, so this one does not start then. */
static int on_pinned(void *arg, const char *name)
{
	struct node *node = arg;
	struct lvnf *lvnf;
	int err;

	if (!name_is_valid(name))
		return 0;
	err = lvnf_adopt(&node->place, name, &lvnf);
	if (err)
		log_error("LVNF %s: not adopted, and not changed: %s", name,
			  strerror(err));
	else if (lvnf)
		node_insert(node, lvnf);
	return err;
}

bool node_open(struct node *node, const struct lvnf_place *place,
	       const char *images_folder)
{
	struct sysinfo machine;
	int err;

	*node = (struct node){ .place = *place };
	sysinfo(&machine);
	node->memory_max = (uint64_t)machine.totalram * machine.mem_unit / 2;
	libbpf_set_print(on_libbpf);
	err = pins_prepare();
	if (err) {
		log_error(PINS_FOLDER ": %s", strerror(err));
		return false;
	}
	if (!images_open(&node->images, images_folder))
		return false;
	err = pins_each(NULL, on_pinned, node);
	if (err) {
		log_error(PINS_FOLDER ": %s", strerror(err));
		return false;
	}
	return true;
}

bool node_join(struct node *node)
{
	struct switch_join join;

	if (!*node->place.vswitch.bridge)
		return true;
	if (!switch_join_begin(&join, node))
		return false;
	switch_join_work(&join);
	return switch_join_end(&join, node);
}

void node_close(struct node *node)
{
	while (node->first) {
		struct lvnf *lvnf = node->first;

		node_take_out(node, lvnf);
		lvnf_close(lvnf);
	}
	images_close(&node->images);
}

/* --- images -------------------------------------------------------------- */

bool node_remove_image(struct node *node, const char *name,
		       struct node_error *error)
{
	for (const struct lvnf *lvnf = node->first; lvnf; lvnf = lvnf->next)
		if (!strcmp(lvnf->state.image, name))
			return node_fail(error, NODE_IN_USE,
					 "LVNF '%s' has image '%s'",
					 lvnf->name, name);
	return images_remove(&node->images, name, error);
}
