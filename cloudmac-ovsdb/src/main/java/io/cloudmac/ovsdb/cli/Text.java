// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.cli;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.ProgrammingState;
import org.opendaylight.yang.gen.v1.urn.cloudmac.ovsdb.rev261121.programming.Programming;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.IpAddress;
import org.opendaylight.yang.gen.v1.urn.ietf.params.xml.ns.yang.ietf.inet.types.rev130715.PortNumber;
import org.opendaylight.yangtools.yang.binding.BaseIdentity;
import org.opendaylight.yangtools.yang.common.QName;

/** Formats values for the commands. */
final class Text {
    private Text() {
    }

    /** Formats a value: null as the empty string, booleans as yes and no. */
    static String of(final Object value) {
        return value == null ? "" : value instanceof Boolean truth ? truth ? "yes" : "no" : value.toString();
    }

    /** Applies the getter, or returns null for null. */
    static <T, R> R get(final T value, final Function<T, R> getter) {
        return value == null ? null : getter.apply(value);
    }

    /** Formats an address with its port, IPv6 in brackets; null if one of them is unknown. */
    static String address(final IpAddress ip, final PortNumber port) {
        if (ip == null || port == null) {
            return null;
        }
        final String host = ip.stringValue();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port.getValue();
    }

    /** Formats names and values, ordered by name. */
    static <T> String pairs(final Collection<T> entries, final Function<T, ?> name, final Function<T, ?> value) {
        return entries.stream().map(each -> name.apply(each) + "=" + value.apply(each)).sorted()
            .collect(Collectors.joining(" "));
    }

    /** Returns the name of an identity without the prefix; null for null. */
    static String identity(final BaseIdentity identity, final String prefix) {
        if (identity == null) {
            return null;
        }
        try {
            final String name = ((QName) identity.implementedInterface().getField("QNAME").get(null)).getLocalName();
            return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException("identity without a name: " + identity, e);
        }
    }

    /** Formats the programming state and its reason; null for an entry that is not configured. */
    static String programming(final Programming programming) {
        if (programming == null) {
            return null;
        }
        final StringBuilder text = new StringBuilder(programming.requireState().getName());
        if (programming.getState() != ProgrammingState.Active) {
            text.append(" since ").append(programming.requireTime().getValue());
        }
        append(text, ": ", programming.getErrorCode());
        append(text, ": ", programming.getErrorText());
        append(text, "; attempts: ", programming.getAttempts());
        append(text, "; next at ", get(programming.getNextAttempt(), time -> time.getValue()));
        return text.toString();
    }

    private static void append(final StringBuilder text, final String before, final Object value) {
        if (value != null) {
            text.append(before).append(value);
        }
    }
}
