// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.setup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.opendaylight.aaa.api.IDMStoreException;
import org.opendaylight.aaa.api.StoreBuilder;
import org.opendaylight.aaa.api.model.Grant;
import org.opendaylight.aaa.api.model.Role;
import org.opendaylight.aaa.api.model.User;
import org.opendaylight.aaa.api.password.service.PasswordHashService;
import org.opendaylight.aaa.datastore.h2.H2Store;
import org.opendaylight.aaa.impl.password.service.DefaultPasswordHashService;

/**
 * Sets RESTCONF's accounts in OpenDaylight's account database, while the controller is stopped.
 *
 * <p>At its first start OpenDaylight creates an administrator with a well-known password. This tool creates it before,
 * with OpenDaylight's own classes, so that the well-known password never works.
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
     * {@code set} reads the administrator's password from standard input, UTF-8, without end of line. {@code add NAME
     * ROLE} reads the password of a new account likewise, and replaces an account of this name. {@code remove NAME}
     * removes one. {@code list} prints the name and the roles of each account in a line.
     */
    public static void main(final String[] args) throws IOException, IDMStoreException {
        switch (args.length == 0 ? "" : args[0] + args.length) {
            case "status1" -> System.out.println(
                Files.exists(DATABASE) ? new RestconfAccount().status() : "absent");
            case "set1" -> new RestconfAccount().set(password());
            case "add3" -> new RestconfAccount().add(args[1], args[2], password());
            case "remove2" -> new RestconfAccount().remove(args[1]);
            case "list1" -> new RestconfAccount().list();
            default -> {
                System.err.println("usage: RestconfAccount status | set | add NAME ROLE | remove NAME | list");
                System.exit(2);
            }
        }
    }

    private static String password() throws IOException {
        return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
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

    private void add(final String name, final String role, final String password) throws IDMStoreException {
        final StoreBuilder accounts = new StoreBuilder(store);
        accounts.initDomainAndRolesWithoutUsers(DOMAIN);
        if (store.getRoles().getRoles().stream().noneMatch(known -> known.getName().equals(role))) {
            final Role added = new Role();
            added.setName(role);
            added.setDomainid(DOMAIN);
            added.setDescription("a role of CloudMAC");
            store.writeRole(added);
        }
        accounts.deleteUser(DOMAIN, name);
        accounts.createUser(DOMAIN, name, password, accounts.getRoleIDs(DOMAIN, List.of(role)));
    }

    private void remove(final String name) throws IDMStoreException {
        if (!new StoreBuilder(store).deleteUser(DOMAIN, name)) {
            throw new IllegalArgumentException("no account " + name);
        }
    }

    private void list() throws IDMStoreException {
        for (final User user : store.getUsers().getUsers()) {
            final TreeSet<String> roles = new TreeSet<>();
            for (final Grant grant : store.getGrants(user.getUserid()).getGrants()) {
                roles.add(store.readRole(grant.getRoleid()).getName());
            }
            System.out.println(user.getName() + " " + String.join(" ", roles));
        }
    }
}
