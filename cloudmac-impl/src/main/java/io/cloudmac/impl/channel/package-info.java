// SPDX-License-Identifier: Apache-2.0
/** Channel switches of VAPs, requested from their hosts. */
package io.cloudmac.impl.channel;
