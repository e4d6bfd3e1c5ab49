// SPDX-License-Identifier: Apache-2.0
/** The codec of the wire format (wire/SPECIFICATION.md). */
package io.cloudmac.impl.wire;
