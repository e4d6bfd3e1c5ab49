// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.audit;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The audit: who has changed something, and who was refused. Files are next to the log of the controller. */
@Component(service = AuditLog.class, immediate = true)
public final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final long FILE_SIZE = 4L << 20;
    private static final int FILES_OF_A_SHARE = 4;
    private static final long END_MS = 10_000;

    private final AuditQueue queue = new AuditQueue();
    private final ChangesReader reader;
    private final Thread writer;

    /** Starts the writer. */
    @Activate
    public AuditLog() {
        this(Path.of(System.getProperty("karaf.data", "data"), "log"));
    }

    /** Starts a writer of files in a folder. */
    public AuditLog(final Path folder) {
        final Map<AuditShare, AuditFiles> files = new EnumMap<>(AuditShare.class);
        for (final AuditShare share : AuditShare.values()) {
            files.put(share, new AuditFiles(folder, share, FILE_SIZE, FILES_OF_A_SHARE));
        }
        reader = new ChangesReader(files.values());
        writer = new Thread(new AuditWriter(queue, files, InstantSource.system()), "cloudmac-audit");
        writer.setDaemon(true);
        writer.start();
    }

    /** Takes a request to write. Returns at once, and never fails. */
    public void add(final AuditEntry entry) {
        queue.offer(entry);
    }

    /** Returns the newest lines that match. Lines of the last moment may be missing. */
    public ChangesPage read(final ChangesQuery query) {
        return reader.read(query);
    }

    /** Writes what waits, and ends. */
    @Deactivate
    public void close() {
        queue.close();
        try {
            writer.join(END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (writer.isAlive()) {
            LOG.warn("The audit's last requests are not written: the disk takes too long");
        }
    }
}
