// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access.caller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestUserTest {
    @Test
    void isKnownDuringTheRequestOnItsThread() throws Exception {
        assertEquals(Optional.empty(), RequestUser.current());
        final CompletableFuture<Optional<String>> child = new CompletableFuture<>();
        RequestUser.serve("eve", () -> {
            assertEquals(Optional.of("eve"), RequestUser.current());
            new Thread(() -> child.complete(RequestUser.current())).start();
        });
        assertEquals(Optional.empty(), child.get(), "a thread that a request creates serves others later");
        assertEquals(Optional.empty(), RequestUser.current());
    }

    @Test
    void isForgottenAfterAFailure() {
        assertThrows(IOException.class, () -> RequestUser.serve("eve", () -> {
            throw new IOException("reset by peer");
        }));
        assertEquals(Optional.empty(), RequestUser.current());
    }
}
