/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds out why this host cannot run VAPs. */
#ifndef DOCTOR_H
#define DOCTOR_H

/* Longest name of a root folder. */
#define DOCTOR_ROOT_MAX 1024

int doctor(const char *root, const char *release);

#endif
