# SPDX-License-Identifier: Apache-2.0
# A stand-in for OpenWrt's rules.mk: the names that our package uses, for the
# compiler of this machine.
INCLUDE_DIR := $(TOPDIR)/include
BUILD_DIR := $(OUT)/build
DL_DIR := $(OUT)/dl
CP := cp -fpR
INSTALL_DIR := install -d -m0755
INSTALL_BIN := install -m0755
INSTALL_DATA := install -m0644
INSTALL_CONF := install -m0600
