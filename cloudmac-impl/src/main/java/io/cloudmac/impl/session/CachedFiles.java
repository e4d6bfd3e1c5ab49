// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/**
 * A value that files contain. It is read again only after one of the files has changed.
 *
 * @param <T> its type
 */
final class CachedFiles<T> {
    /** Reads the value from the files. */
    @FunctionalInterface
    interface FileReader<T> {
        T read() throws IOException, GeneralSecurityException;
    }

    /** What tells one version of a file from the next; {@code key} is its inode. */
    private record FileVersion(FileTime modified, long size, Object key) {
        static FileVersion of(final Path file) throws IOException {
            final BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileVersion(found.lastModifiedTime(), found.size(), found.fileKey());
        }
    }

    private final List<Path> files;
    private final FileReader<T> reader;
    private List<FileVersion> versions = List.of();
    private T value;

    CachedFiles(final List<Path> files, final FileReader<T> reader) {
        this.files = files;
        this.reader = reader;
    }

    /** Returns the value. A failure is not remembered, so the next call reads the files again. */
    T get() throws IOException, GeneralSecurityException {
        final List<FileVersion> present = new ArrayList<>();
        for (final Path file : files) {
            present.add(FileVersion.of(file));
        }
        if (!present.equals(versions)) {
            versions = List.of();
            value = reader.read();
            versions = present;
        }
        return value;
    }
}
