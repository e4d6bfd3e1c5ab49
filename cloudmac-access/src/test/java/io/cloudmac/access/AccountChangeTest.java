// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AccountChangeTest {
    @ParameterizedTest
    @CsvSource({
        "PUT,    /auth/v1/users/alice@sdn,                            200, alice@sdn",
        "DELETE, /auth/v1/users/alice@sdn,                            204, alice@sdn",
        "POST,   /auth/v1/domains/sdn/users/alice@sdn/roles,          201, alice@sdn",
        "DELETE, /auth/v1/domains/sdn/users/alice@sdn/roles/user@sdn, 204, alice@sdn",
        "POST,   /auth/v1/users/alice@sdn,                            200, alice@sdn",
        "GET,    /auth/v1/users/alice@sdn,                            200, nobody",
        "PUT,    /auth/v1/users/alice@sdn,                            404, nobody",
        "PUT,    /auth/v1/users/alice@sdn,                            500, nobody",
        "POST,   /auth/v1/users,                                      201, nobody",
        "POST,   /auth/v1/roles,                                      201, nobody",
        "POST,   /auth/v1/domains,                                    201, nobody",
        "POST,   /auth/log-out,                                       204, nobody",
        "DELETE, /auth/v1/roles/operator@sdn,                         204, everybody",
        "PUT,    /auth/v1/domains/sdn,                                200, everybody",
        "DELETE, /auth/v1/users/alice%40sdn,                          204, everybody",
        "DELETE, /auth/v1//users/alice@sdn,                           204, everybody",
        "DELETE, /auth/v1/users/alice@sdn;a=b,                        204, everybody",
        "DELETE, /auth/v1/users/../users/alice@sdn,                   204, everybody",
        "DELETE, /%61uth/v1/users/alice@sdn,                          204, everybody",
        "put,    /auth/v1/users,                                      200, everybody",
        "DELETE, /auth/v2/users/alice@sdn,                            204, everybody",
    })
    void aChangeIsOfAnAccountOrOfAnybodys(final String method, final String path, final int status,
            final String whose) {
        assertEquals(whose, AccountChange.of(method, path, status)
            .map(change -> change.account().orElse("everybody")).orElse("nobody"));
    }
}
