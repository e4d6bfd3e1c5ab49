// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The settings of etc/io.cloudmac.cfg for sessions with WTPs, VAP hosts and packet nodes. */
@ObjectClassDefinition(name = "CloudMAC", description = "Sessions with WTPs, VAP hosts and packet nodes")
public @interface ControlConfiguration {
    /** Certificates of the CA that signed the certificates of the controller and its peers, PEM file. */
    @AttributeDefinition(description = "CA certificates, PEM file; empty: no sessions")
    String ca() default "";

    /** The controller's certificate, PEM file. */
    @AttributeDefinition(description = "The controller's certificate, PEM file")
    String cert() default "";

    /** The controller's private key, PEM file (PKCS#8). */
    @AttributeDefinition(description = "The controller's private key, PEM file in PKCS#8")
    String key() default "";

    /** Time limit of a connection attempt and for its TLS handshake, ms. */
    @AttributeDefinition(description = "Time limit of a connection attempt or TLS handshake, ms")
    int connect$_$timeout$_$ms() default 5_000;

    /** Time limit of an answer, ms. */
    @AttributeDefinition(description = "Time limit of an answer, ms")
    int request$_$timeout$_$ms() default 3_000;

    /** Greatest delay before the first reconnect, ms. */
    @AttributeDefinition(description = "Greatest delay before the first reconnect, ms")
    int reconnect$_$min$_$ms() default 500;

    /** Greatest delay between attempts, ms. */
    @AttributeDefinition(description = "Greatest delay between attempts to connect, ms")
    int reconnect$_$max$_$ms() default 15_000;
}
