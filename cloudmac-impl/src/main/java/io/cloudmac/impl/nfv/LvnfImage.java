// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.nfv;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** An image of a tenant. Its name at a node tells its content, so two of one name are equal. */
final class LvnfImage {
    /** Octets in one request: a line has at most 65,536. */
    static final int PART = 48_000;

    private static final Pattern AT_NODE =
        Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,15}_[A-Za-z0-9][A-Za-z0-9-]{0,21}_[0-9a-f]{8}");

    private final String atNode;
    private final int ports;
    private final byte[] object;

    /**
     * Creates an image.
     *
     * @param ports ports that an LVNF has by default and at most
     * @param object the object file, not copied
     */
    LvnfImage(final String tenant, final String image, final int ports, final byte[] object) {
        atNode = tenant + "_" + image + "_" + digest(ports, object);
        this.ports = ports;
        this.object = object;
    }

    private static String digest(final int ports, final byte[] object) {
        try {
            final MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update((byte) ports);
            return HexFormat.of().formatHex(sha.digest(object), 0, 4);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns true if a name at a node is of a configured image's kind. */
    static boolean isOurs(final String atNode) {
        return AT_NODE.matcher(atNode).matches();
    }

    /** Returns true if an image has this content; that takes less time than its hash. */
    boolean hasContent(final int otherPorts, final byte[] otherObject) {
        return ports == otherPorts && Arrays.equals(object, otherObject);
    }

    /** Returns the name at a node. */
    String atNode() {
        return atNode;
    }

    int ports() {
        return ports;
    }

    int size() {
        return object.length;
    }

    /** Returns the part of the object that begins at an offset, in base64. */
    String part(final int offset) {
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(object, offset, partEnd(offset)));
    }

    /** Returns the offset of the part after the one at {@code offset}; the size if that is the last one. */
    int partEnd(final int offset) {
        return Math.min(object.length, offset + PART);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof LvnfImage image && image.atNode.equals(atNode);
    }

    @Override
    public int hashCode() {
        return atNode.hashCode();
    }

    @Override
    public String toString() {
        return atNode;
    }
}
