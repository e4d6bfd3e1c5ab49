# SPDX-License-Identifier: Apache-2.0
# A stand-in for LuCI's luci.mk: installs the folders that it documents.
PKG_NAME := $(notdir $(CURDIR))
ROOT := $(OUT)/root/$(PKG_NAME)
CONTROL := $(OUT)/control/$(PKG_NAME)
$(foreach field,LUCI_TITLE LUCI_DEPENDS LUCI_PKGARCH,$(if $($(field)),,$(error no $(field))))

.PHONY: compile
compile:
	rm -rf $(ROOT) $(CONTROL)
	mkdir -p $(ROOT)/www $(CONTROL)
	cp -r htdocs/. $(ROOT)/www/
	cp -r root/. $(ROOT)/
	echo '$(patsubst +%,%,$(LUCI_DEPENDS))' >$(CONTROL)/depends
.DEFAULT_GOAL := compile
