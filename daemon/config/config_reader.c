/* SPDX-License-Identifier: Apache-2.0 */
#include "config_reader.h"

#include <stdarg.h>
#include <stdio.h>

void config_reader_error(struct config_reader *reader, const char *fmt, ...)
{
	char text[512], what[320];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	if (reader->line)
		snprintf(text, sizeof(text), "%.160s:%u: %s", reader->file,
			 reader->line, what);
	else
		snprintf(text, sizeof(text), "%.160s: %s", reader->file, what);
	reader->errors++;
	reader->report(reader->report_arg, text);
}
