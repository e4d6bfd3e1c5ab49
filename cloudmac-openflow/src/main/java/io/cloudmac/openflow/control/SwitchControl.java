// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.openflow.control;

/** An OSGi service that exists while this controller controls the switches. Without it, their connections wait. */
public interface SwitchControl {
}
