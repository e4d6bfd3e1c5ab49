// SPDX-License-Identifier: Apache-2.0
/**
 * The binding of a station to a WTP at its first frame, and the unbinding of silent stations and of stations whose WTP
 * cannot serve them.
 */
package io.cloudmac.impl.firstcontact;
