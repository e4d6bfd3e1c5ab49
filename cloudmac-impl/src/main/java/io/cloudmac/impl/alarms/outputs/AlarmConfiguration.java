// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.alarms.outputs;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The settings of etc/io.cloudmac.alarms.cfg. */
@ObjectClassDefinition(name = "CloudMAC alarms", description = "Where alarms go")
public @interface AlarmConfiguration {
    /** Host and UDP port of a syslog server. */
    @AttributeDefinition(description = "Syslog server by UDP, HOST or HOST:PORT; empty: none")
    String syslog() default "";

    /** Address of a web hook. */
    @AttributeDefinition(description = "Web hook, an http or https URL; empty: none")
    String hook() default "";

    /** File with the bearer token of the web hook. */
    @AttributeDefinition(description = "File with the bearer token of the web hook; empty: none")
    String hook$_$token$_$file() default "";
}
