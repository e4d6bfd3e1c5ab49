/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of config/: reads a configuration of any daemon from a file of the
 * INI format or of UCI's text format. A daemon has a schema of its options.
 *
 *	config_file.h		reads the file
 *	config_control.h	section 'control', which each daemon has
 *	config_values.h		values that options have in common
 *	channel.h		which frequencies are channels
 *	config_reader.h		schemas, position and messages of the reader
 *	config_ini.c		the INI format
 *	config_uci.c		UCI's text format (OpenWrt)
 *	config_section.h	sections and options that a reader finds
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "channel.h"
#include "config_control.h"
#include "config_file.h"
#include "config_reader.h"
#include "config_values.h"

#endif
