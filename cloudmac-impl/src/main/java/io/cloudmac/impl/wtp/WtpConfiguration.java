// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.wtp;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What of etc/io.cloudmac.cfg concerns the sessions with the agents. */
@ObjectClassDefinition(name = "CloudMAC", description = "Sessions with the WTP agents")
public @interface WtpConfiguration {
    /** Certificates of the CA that signed the controller's and the WTPs' certificates, PEM file. */
    @AttributeDefinition(description = "CA certificates, PEM file; empty: no sessions with WTPs")
    String ca() default "";

    /** The controller's certificate, PEM file. */
    @AttributeDefinition(description = "The controller's certificate, PEM file")
    String cert() default "";

    /** The controller's private key, PEM file (PKCS#8). */
    @AttributeDefinition(description = "The controller's private key, PEM file in PKCS#8")
    String key() default "";

    /** Longest time for a connection attempt and for its TLS handshake, ms. */
    @AttributeDefinition(description = "Longest time for a connection attempt or TLS handshake, ms")
    int connect$_$timeout$_$ms() default 5_000;

    /** Longest time for an agent's answer, ms. */
    @AttributeDefinition(description = "Longest time for an agent's answer, ms")
    int request$_$timeout$_$ms() default 3_000;

    /** Longest wait before the first new attempt, ms. */
    @AttributeDefinition(description = "Longest wait before the first new attempt to connect, ms")
    int reconnect$_$min$_$ms() default 500;

    /** Longest wait between attempts, ms. */
    @AttributeDefinition(description = "Longest wait between attempts to connect, ms")
    int reconnect$_$max$_$ms() default 15_000;
}
