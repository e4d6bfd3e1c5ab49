// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * The text of a place in a list, for a client. It is bound to the query, and has checksums against mistakes. It is not
 * secret and not signed: a made-up one names another place in a list that the client may read anyway.
 */
public final class PageCursor {
    private static final int VERSION = 1;
    private static final int CHECKSUM = 4;

    private PageCursor() {
    }

    /**
     * Returns the text of a place.
     *
     * @param query everything that determines the list and its order
     * @param id returns the text of an id
     */
    public static <I> String text(final String query, final Position<I> position, final Function<I, String> id) {
        final ByteArrayOutputStream octets = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(octets);
        try {
            out.writeByte(VERSION);
            out.writeInt(checksum(query.getBytes(StandardCharsets.UTF_8)));
            out.writeBoolean(position.key().isPresent());
            out.writeLong(position.key().number());
            out.writeUTF(position.key().text());
            out.writeUTF(id.apply(position.id()));
            out.writeInt(checksum(octets.toByteArray()));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets.toByteArray());
    }

    /**
     * Returns the place that a text means.
     *
     * @param query everything that determines the list and its order
     * @param id returns the id of a text; throws {@link IllegalArgumentException} if it is none
     * @throws IllegalArgumentException if the text is damaged or of another query, with a message for the operator
     */
    public static <I> Position<I> parse(final String query, final String text, final Function<String, I> id) {
        final int ofQuery;
        final Position<I> position;
        try {
            final byte[] octets = Base64.getUrlDecoder().decode(text);
            final DataInputStream in = new DataInputStream(new ByteArrayInputStream(octets));
            if (in.readByte() != VERSION) {
                throw damaged(text, null);
            }
            ofQuery = in.readInt();
            position = new Position<>(new SortKey(in.readBoolean(), in.readLong(), in.readUTF()),
                id.apply(in.readUTF()));
            final int length = octets.length - CHECKSUM;
            if (in.available() != CHECKSUM || in.readInt() != checksum(octets, length)) {
                throw damaged(text, null);
            }
        } catch (final IOException | IllegalArgumentException e) {
            throw damaged(text, e);
        }
        if (ofQuery != checksum(query.getBytes(StandardCharsets.UTF_8))) {
            throw new IllegalArgumentException("cursor '" + brief(text) + "' is of another query: leave cursor out, or"
                + " repeat the operation, sort, descending and filter of the page that it comes from");
        }
        return position;
    }

    private static IllegalArgumentException damaged(final String text, final Exception cause) {
        return new IllegalArgumentException("cursor '" + brief(text) + "' is no cursor, or is damaged: send the one of"
            + " the page before as it is, or leave cursor out for the first page", cause);
    }

    private static String brief(final String text) {
        final String printable = text.replaceAll("[^\\x21-\\x7e]", "?");
        return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
    }

    private static int checksum(final byte[] octets) {
        return checksum(octets, octets.length);
    }

    private static int checksum(final byte[] octets, final int length) {
        final CRC32 sum = new CRC32();
        sum.update(octets, 0, length);
        return (int) sum.getValue();
    }
}
