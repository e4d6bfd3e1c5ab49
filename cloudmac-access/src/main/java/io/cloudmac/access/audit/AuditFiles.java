// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * The files of one share: the newest without a number, older ones with 1, 2 and so on. Only their owner may read them,
 * because people type passwords where names belong.
 *
 * <p>The file is opened for each batch, so that logging goes on after a file was moved or a disk was full.
 *
 * @param folder where they are
 * @param share the share that the files belong to
 * @param size greatest size of a file, octets
 * @param count greatest number of files
 */
record AuditFiles(Path folder, AuditShare share, long size, int count) {
    private static final Set<StandardOpenOption> OPTIONS =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rw-------");

    /** Returns the path of a file, 0 for the newest. */
    Path path(final int age) {
        return folder.resolve("cloudmac-audit-" + share.label() + ".log" + (age == 0 ? "" : "." + age));
    }

    /** Appends lines, each of which ends with a line feed. Begins a new file before a line that does not fit. */
    void append(final List<byte[]> lines) throws IOException {
        // The folder may be a symbolic link, which createDirectories refuses in some releases of Java 17.
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        int next = 0;
        while (next < lines.size()) {
            next = appendToNewest(lines, next);
            if (next < lines.size()) {
                rotate();
            }
        }
    }

    // Returns the number of the first line that did not fit.
    private int appendToNewest(final List<byte[]> lines, final int first) throws IOException {
        try (FileChannel file = FileChannel.open(path(0), OPTIONS, ownerOnly())) {
            final long before = file.size();
            final ByteArrayOutputStream fitting = new ByteArrayOutputStream();
            if (before > 0 && !endsWithLine(file, before)) {
                fitting.write('\n');
            }
            int next = first;
            while (next < lines.size() && (before + fitting.size() == 0
                    || before + fitting.size() + lines.get(next).length <= size)) {
                fitting.writeBytes(lines.get(next));
                next++;
            }
            final ByteBuffer octets = ByteBuffer.wrap(fitting.toByteArray());
            file.position(before);
            while (octets.hasRemaining()) {
                file.write(octets);
            }
            // A crash of the machine must not take lines that were written.
            file.force(false);
            return next;
        }
    }

    // A controller that was killed, or a full disk, leaves a part of a line.
    private static boolean endsWithLine(final FileChannel file, final long length) throws IOException {
        final ByteBuffer last = ByteBuffer.allocate(1);
        return file.read(last, length - 1) == 1 && last.get(0) == '\n';
    }

    private void rotate() throws IOException {
        Files.deleteIfExists(path(count - 1));
        for (int age = count - 2; age >= 0; age--) {
            if (Files.exists(path(age))) {
                Files.move(path(age), path(age + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private FileAttribute<?>[] ownerOnly() {
        final boolean isPosix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isPosix ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)} : new FileAttribute<?>[0];
    }
}
