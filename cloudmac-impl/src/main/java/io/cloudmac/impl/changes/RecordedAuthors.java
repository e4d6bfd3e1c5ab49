// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.WatchedContainer;
import java.util.Comparator;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChanges;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChangesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The authors as the book of changes has them. */
@Component(service = ChangeAuthors.class)
public final class RecordedAuthors implements ChangeAuthors {
    private final WatchedContainer<CloudmacChanges> book;

    /** Follows the recorded changes. */
    @Activate
    public RecordedAuthors(@Reference final DataBroker broker, @Reference final EventLoop loop) {
        book = new WatchedContainer<>(broker, loop, ChangeWriter.BOOK, new CloudmacChangesBuilder().build(), () -> { });
    }

    @Deactivate
    public void close() {
        book.close();
    }

    @Override
    public Optional<String> author(final String part) {
        return author(book.current(), part);
    }

    static Optional<String> author(final CloudmacChanges book, final String part) {
        return book.nonnullChange().values().stream()
            .filter(change -> change.nonnullEdit().values().stream().anyMatch(edit ->
                edit.getTarget().regionMatches(true, 0, part, 0, part.length())))
            .max(Comparator.comparing(Change::requireNumber)).map(Change::getUser);
    }
}
