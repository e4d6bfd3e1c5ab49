// SPDX-License-Identifier: Apache-2.0
/** The assignment of VAPs and stations to WTPs: a pure function of configuration, learned state and network. */
package io.cloudmac.impl.binding;
