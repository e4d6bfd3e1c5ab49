// SPDX-License-Identifier: Apache-2.0
/** Serves the files of the page for operators. They are the same for everybody; all data need a log-in. */
package io.cloudmac.web;
