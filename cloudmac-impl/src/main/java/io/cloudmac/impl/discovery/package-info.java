// SPDX-License-Identifier: Apache-2.0
/** The discovery of WTPs and VAPs from the packets that the switches send to the controller. */
package io.cloudmac.impl.discovery;
