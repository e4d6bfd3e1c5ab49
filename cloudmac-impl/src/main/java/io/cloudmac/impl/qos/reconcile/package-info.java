// SPDX-License-Identifier: Apache-2.0
/**
 * Reconciles the QoS rows of the switches with the policies. The actual rows are read back;
 * {@link io.cloudmac.impl.qos.reconcile.PortDecision} chooses the next step of a port, and
 * {@link io.cloudmac.impl.qos.reconcile.QosReconciler} writes the difference and publishes the state of each port. The
 * RPCs of QoS wait for it.
 */
package io.cloudmac.impl.qos.reconcile;
