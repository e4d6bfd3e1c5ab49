// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps the audit files: who has changed something, and who was refused.
 *
 * <p>{@link io.cloudmac.access.audit.AuditQueue}, {@link io.cloudmac.access.audit.AuditLine} and
 * {@link io.cloudmac.access.audit.ChangesQuery} do no I/O. {@link io.cloudmac.access.audit.AuditLog} writes with a
 * thread of its own, and {@link io.cloudmac.access.audit.ChangesReader} reads.
 */
package io.cloudmac.access.audit;
