// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.changes;

import io.cloudmac.impl.core.EventLoop;
import io.cloudmac.impl.core.WatchedContainer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.opendaylight.mdsal.binding.api.DataBroker;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChanges;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.CloudmacChangesBuilder;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.cloudmac.changes.Change;
import org.opendaylight.yang.gen.v1.urn.cloudmac.changes.rev261201.edits.Edit;
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
    public Optional<String> author(final String part, final String value) {
        return author(book.current(), part, value);
    }

    static Optional<String> author(final CloudmacChanges book, final String part, final String value) {
        final String leaf = value.substring(0, value.indexOf(' '));
        return book.nonnullChange().values().stream()
            .filter(change -> change.nonnullEdit().values().stream().anyMatch(edit -> isOf(edit, part, leaf)))
            .max(Comparator.comparing(Change::requireNumber))
            .filter(change -> change.getUndoneBy() == null && change.nonnullEdit().values().stream()
                .anyMatch(edit -> isOf(edit, part, leaf) && hasSet(edit, leaf, value)))
            .map(Change::getUser);
    }

    private static boolean isOf(final Edit edit, final String part, final String leaf) {
        return edit.getTarget().equalsIgnoreCase(part) || edit.getTarget().equalsIgnoreCase(part + "/" + leaf);
    }

    private static boolean hasSet(final Edit edit, final String leaf, final String value) {
        return edit.getAfter() != null && (edit.getTarget().endsWith("/" + leaf)
            ? (leaf + " " + edit.getAfter()).equals(value) : List.of(edit.getAfter().split(", ")).contains(value));
    }
}
