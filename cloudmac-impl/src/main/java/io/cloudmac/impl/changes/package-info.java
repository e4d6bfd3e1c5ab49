// SPDX-License-Identifier: Apache-2.0
/** Changes of the configuration by RPCs: preview, record and undo (model {@code cloudmac-changes}). */
package io.cloudmac.impl.changes;
