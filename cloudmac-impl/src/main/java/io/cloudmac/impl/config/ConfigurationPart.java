// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.config;

import java.util.function.BiPredicate;
import java.util.function.Function;
import org.opendaylight.yang.gen.v1.urn.cloudmac.rev261121.Cloudmac;
import org.opendaylight.yangtools.yang.binding.DataObject;

/**
 * A part of the configuration in the form that a domain works with. The domain owns the part as a constant, and readers
 * pass the constant to {@link ConfigurationSource#get}.
 *
 * @param <T> the parsed form: immutable, because all readers share it
 */
public final class ConfigurationPart<T> {
    private final BiPredicate<Cloudmac, Cloudmac> unchanged;
    private final Function<Cloudmac, T> parse;

    private ConfigurationPart(final BiPredicate<Cloudmac, Cloudmac> unchanged, final Function<Cloudmac, T> parse) {
        this.unchanged = unchanged;
        this.parse = parse;
    }

    /**
     * Returns a part that is parsed again after each change of the configuration.
     *
     * @param parse a pure function
     */
    public static <T> ConfigurationPart<T> of(final Function<Cloudmac, T> parse) {
        return new ConfigurationPart<>((before, after) -> false, parse);
    }

    /**
     * Returns a part that is parsed again only after a change of one container. The containers are compared by value,
     * because the datastore makes new objects for all containers at each change.
     *
     * @param container returns the container, never null
     * @param parse a pure function
     */
    public static <C extends DataObject, T> ConfigurationPart<T> of(final Function<Cloudmac, C> container,
            final Function<C, T> parse) {
        return new ConfigurationPart<>((before, after) -> container.apply(before).equals(container.apply(after)),
            configuration -> parse.apply(container.apply(configuration)));
    }

    /** Returns true if a change of the configuration does not concern this part. */
    boolean isUnchanged(final Cloudmac before, final Cloudmac after) {
        return unchanged.test(before, after);
    }

    T parse(final Cloudmac configuration) {
        return parse.apply(configuration);
    }
}
