// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import java.util.List;
import java.util.regex.Pattern;

/** Replaces what RESTCONF says of its own parts by an operator's words. Works on errors in JSON and in XML. */
final class PlainWords {
    /** What a read of nothing answers. */
    static final String NOTHING = "there is nothing at this path now: the path is right, but nothing is configured or"
        + " known there; an empty list counts as nothing";

    private static final String MISSING =
        "Request could not be completed because the relevant data model content does not exist";
    /** The name of a node, with its namespace. */
    private static final String NAME = "(?:\\([^()]*\\))?([A-Za-z0-9_.-]+)";
    /** As it is, as a Unicode escape of JSON, or in XML. */
    private static final String APOSTROPHE = "(?:'|\\\\.0027|&apos;|&#39;)";
    private static final String QUOTED_NAME = APOSTROPHE + NAME + APOSTROPHE;

    private record Words(Pattern said, String instead) {
        Words(final String said, final String instead) {
            this(Pattern.compile(said), instead);
        }
    }

    private static final List<Words> WORDS = List.of(
        new Words("Schema for " + QUOTED_NAME + " not found",
            "the path is wrong: nothing is named $1 at that place"),
        new Words("Failed to lookup for module with name " + QUOTED_NAME + "\\.",
            "the path is wrong: there is no module $1"),
        new Words("First member must use namespace-qualified form, " + QUOTED_NAME + " does not",
            "the path is wrong: $1 needs its module before it, as in module:$1"),
        new Words("Entry " + QUOTED_NAME + " requires key or value predicate to be present\\.",
            "$1 is a list: name the entry by its key, as in $1=KEY"),
        new Words("(?:Error parsing input: )?Schema node with name ([^\"<\\s]+) was not found under " + NAME + "\\.",
            "$2 has no member $1: its description (OpenAPI) lists what is allowed"));

    private PlainWords() {
    }

    /** Returns the text of an error with other words; the same text if it has none of RESTCONF's. */
    static String of(final String text) {
        String words = text.replace(MISSING, NOTHING);
        for (final Words one : WORDS) {
            words = one.said().matcher(words).replaceAll(one.instead());
        }
        return words;
    }

    /** Returns true if an error says that there is no data. */
    static boolean isMissing(final String text) {
        return text.contains("data-missing");
    }
}
