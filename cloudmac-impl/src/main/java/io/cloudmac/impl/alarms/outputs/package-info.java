// SPDX-License-Identifier: Apache-2.0
/** Where alarms go: syslog and a web hook, as etc/io.cloudmac.alarms.cfg says. Nothing waits for either. */
package io.cloudmac.impl.alarms.outputs;
