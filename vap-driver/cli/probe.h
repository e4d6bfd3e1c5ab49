/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds out which frames pass between a VAP host and the other end of its link. */
#ifndef PROBE_H
#define PROBE_H

int probe_link(const char *name);
int probe_answer(const char *name);

#endif
