// SPDX-License-Identifier: Apache-2.0
/** The operator's configuration, and the checks that apply at commit. */
package io.cloudmac.impl.config;
