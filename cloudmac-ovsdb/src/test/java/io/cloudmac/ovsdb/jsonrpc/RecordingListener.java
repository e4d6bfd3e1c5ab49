// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import io.cloudmac.ovsdb.db.Row;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Keeps the connections of each event for a test. */
final class RecordingListener implements SwitchListener {
    final BlockingQueue<OvsdbConnection> connected = new LinkedBlockingQueue<>();
    final BlockingQueue<OvsdbConnection> changed = new LinkedBlockingQueue<>();
    final BlockingQueue<OvsdbConnection> disconnected = new LinkedBlockingQueue<>();
    /** Where the next connection resumes, null for the start. */
    volatile ResumePoint resume;

    @Override
    public ResumePoint resume(final Row root) {
        return resume;
    }

    @Override
    public void connected(final OvsdbConnection connection) {
        connected.add(connection);
    }

    @Override
    public void changed(final OvsdbConnection connection) {
        changed.add(connection);
    }

    @Override
    public void disconnected(final OvsdbConnection connection) {
        disconnected.add(connection);
    }
}
