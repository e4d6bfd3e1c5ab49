// SPDX-License-Identifier: Apache-2.0
/**
 * QoS and Queue rows in topology {@code ovsdb:1}, the interface to the OVSDB southbound, and what a switch can apply.
 * {@link io.cloudmac.impl.qos.rows.OvsdbView} reads rows, {@link io.cloudmac.impl.qos.rows.RowWriter} writes them, and
 * {@link io.cloudmac.impl.qos.rows.RowCodec} converts them. The southbound's {@code Planner} makes transactions of the
 * configured rows.
 */
package io.cloudmac.impl.qos.rows;
