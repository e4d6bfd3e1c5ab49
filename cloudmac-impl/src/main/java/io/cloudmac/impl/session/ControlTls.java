// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import java.nio.file.Path;

/**
 * The files of the controller's TLS client.
 *
 * @param ca certificates of the CA, PEM
 * @param certificate the controller's certificate, PEM
 * @param key its private key, PEM in PKCS#8
 */
public record ControlTls(Path ca, Path certificate, Path key) {
}
