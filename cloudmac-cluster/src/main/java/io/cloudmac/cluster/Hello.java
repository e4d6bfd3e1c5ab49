// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.cluster;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a member tells the others about itself, twice a second.
 *
 * @param member number of the sender, from 1
 * @param vote number of the member that may form a cluster according to the sender; 0 for none
 * @param cluster the members that the sender reaches in its cluster, itself included: number, and the identity of the
 *     member's present run. Empty if the sender is in no cluster.
 */
record Hello(int member, int vote, SortedMap<Integer, Long> cluster) {
    private static final String VERSION = "1";

    /** Returns whether the sender is in a cluster. */
    boolean joined() {
        return !cluster.isEmpty();
    }

    /** Returns the message as text, which Akka sends without Java's serialization. */
    String text() {
        return cluster.entrySet().stream().map(entry -> entry.getKey() + ":" + entry.getValue())
            .collect(Collectors.joining(",", VERSION + " " + member + " " + vote + " ", ""));
    }

    /** Returns the message in a text, or nothing if another version has sent it. */
    static Optional<Hello> parse(final String text) {
        final String[] words = text.split(" ", -1);
        if (words.length != 4 || !words[0].equals(VERSION)) {
            return Optional.empty();
        }
        try {
            final SortedMap<Integer, Long> cluster = new TreeMap<>();
            for (String entry : words[3].isEmpty() ? new String[0] : words[3].split(",")) {
                final int colon = entry.indexOf(':');
                cluster.put(Integer.valueOf(entry.substring(0, colon)), Long.valueOf(entry.substring(colon + 1)));
            }
            return Optional.of(new Hello(Integer.parseInt(words[1]), Integer.parseInt(words[2]), cluster));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
