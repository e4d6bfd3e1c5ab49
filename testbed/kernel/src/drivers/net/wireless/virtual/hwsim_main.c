// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module mac80211_hwsim has two parts: this one and hwsim_txqs.c. Kbuild
 * needs another name for the file of a part than for the module.
 */
#include "mac80211_hwsim.c"
