// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.setup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.opendaylight.aaa.api.IDMStoreException;
import org.opendaylight.aaa.api.StoreBuilder;
import org.opendaylight.aaa.api.model.User;
import org.opendaylight.aaa.api.password.service.PasswordHashService;
import org.opendaylight.aaa.datastore.h2.H2Store;
import org.opendaylight.aaa.impl.password.service.DefaultPasswordHashService;

/**
 * Sets RESTCONF's administrator in OpenDaylight's account database, while the controller is stopped.
 *
 * <p>At its first start OpenDaylight creates that account with a well-known password. This tool creates it before, with
 * OpenDaylight's own classes, so that the well-known password never works.
 *
 * <p>Run it in the controller's folder: the path of the database is relative.
 */
public final class RestconfAccount {
    private static final Path DATABASE = Path.of("data", "idmlight.db.mv.db");
    private static final String DOMAIN = "sdn";
    private static final String NAME = "admin";
    private static final String KNOWN = "admin";

    // OpenDaylight's own credentials for this file. They are no secret; the file's permissions protect it.
    private static final String DATABASE_USER = "foo";
    private static final String DATABASE_PASSWORD = "bar";

    private final PasswordHashService hashes = new DefaultPasswordHashService();
    private final H2Store store = new H2Store(DATABASE_USER, DATABASE_PASSWORD, hashes);

    private RestconfAccount() {
    }

    /**
     * Runs a command. {@code status} prints {@code absent}, {@code known} (the well-known password) or {@code set};
     * {@code set} reads the password from standard input, UTF-8, without end of line.
     */
    public static void main(final String[] args) throws IOException, IDMStoreException {
        switch (args.length == 1 ? args[0] : "") {
            case "status" -> System.out.println(
                Files.exists(DATABASE) ? new RestconfAccount().status() : "absent");
            case "set" -> new RestconfAccount().set(
                new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
            default -> {
                System.err.println("usage: RestconfAccount status|set");
                System.exit(2);
            }
        }
    }

    private String status() throws IDMStoreException {
        final List<User> users = store.getUsers(NAME, DOMAIN).getUsers();
        if (users.isEmpty()) {
            return "absent";
        }
        final User user = users.get(0);
        return hashes.passwordsMatch(KNOWN, user.getPassword(), user.getSalt()) ? "known" : "set";
    }

    // Deletes and creates the user with its grants, since an update keeps the old salt.
    private void set(final String password) throws IDMStoreException {
        final StoreBuilder accounts = new StoreBuilder(store);
        accounts.initDomainAndRolesWithoutUsers(DOMAIN);
        accounts.deleteUser(DOMAIN, NAME);
        accounts.createUser(DOMAIN, NAME, password, true);
    }
}
