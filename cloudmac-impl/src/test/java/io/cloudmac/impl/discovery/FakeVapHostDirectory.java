// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.discovery;

import io.cloudmac.impl.wire.Mac;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.opendaylight.yangtools.concepts.Registration;

/** Hosts of VAPs that a test sets. */
public final class FakeVapHostDirectory implements VapHostDirectory {
    private final Map<Mac, String> hosts = new HashMap<>();
    private final Map<Mac, Integer> frequencies = new HashMap<>();
    private final Set<Mac> ended = new HashSet<>();
    private final Map<Mac, Set<String>> rivals = new HashMap<>();
    private final Map<String, Integer> surplus = new HashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();

    /** Sets the host of a VAP. */
    public void name(final String host, final Mac bssid) {
        nameAll(host, Set.of(bssid));
    }

    /** Sets the host of a VAP and its channel, MHz. */
    public void name(final String host, final Mac bssid, final int frequency) {
        frequencies.put(bssid, frequency);
        name(host, bssid);
    }

    /** Sets the host of several VAPs at once. */
    void nameAll(final String host, final Set<Mac> bssids) {
        bssids.forEach(bssid -> hosts.put(bssid, host));
        ended.removeAll(bssids);
        listeners.forEach(Runnable::run);
    }

    /** Removes the host of a VAP. */
    public void close(final Mac bssid) {
        hosts.remove(bssid);
        frequencies.remove(bssid);
        listeners.forEach(Runnable::run);
    }

    /** Has the session of a VAP's host say that the VAP has ended. */
    public void end(final Mac bssid) {
        hosts.remove(bssid);
        ended.add(bssid);
        listeners.forEach(Runnable::run);
    }

    /** Adds a second host of a VAP. */
    public void addRival(final String host, final Mac bssid) {
        rivals.put(bssid, Set.of(host));
        listeners.forEach(Runnable::run);
    }

    /** Sets how many VAPs a host names too many. */
    public void setSurplus(final String host, final int number) {
        surplus.put(host, number);
    }

    @Override
    public Optional<String> host(final Mac bssid) {
        return Optional.ofNullable(hosts.get(bssid));
    }

    @Override
    public int frequency(final Mac bssid) {
        return frequencies.getOrDefault(bssid, 0);
    }

    @Override
    public Set<Mac> ended() {
        return Set.copyOf(ended);
    }

    @Override
    public Map<Mac, Set<String>> rivals() {
        return rivals;
    }

    @Override
    public Map<String, Integer> surplus() {
        return surplus;
    }

    @Override
    public Registration listen(final Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    @Override
    public Registration listenToRivals(final Consumer<RivalClaim> listener) {
        return () -> { };
    }
}
