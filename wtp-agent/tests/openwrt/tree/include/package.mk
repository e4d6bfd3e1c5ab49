# SPDX-License-Identifier: Apache-2.0
# A stand-in for OpenWrt's package.mk. It does what OpenWrt documents of a
# package: download the source and check its hash, unpack, configure, compile,
# install into a folder, and write the control files beside it.
PKG_BUILD_DIR := $(BUILD_DIR)/$(PKG_NAME)-$(PKG_VERSION)
SOURCE := $(DL_DIR)/$(PKG_SOURCE)
ROOT := $(OUT)/root/$(PKG_NAME)
CONTROL := $(OUT)/control/$(PKG_NAME)

define download
	mkdir -p $(DL_DIR)
	curl --fail --silent --show-error --output $(SOURCE).new $(PKG_SOURCE_URL)/$(PKG_SOURCE)
	echo "$(PKG_HASH)  $(SOURCE).new" | sha256sum --check --quiet
	mv $(SOURCE).new $(SOURCE)
endef

define unpack
	rm -rf $(PKG_BUILD_DIR)
	mkdir -p $(BUILD_DIR)
	tar -C $(BUILD_DIR) -xf $(SOURCE)
	test -d $(PKG_BUILD_DIR)
	$(foreach file,$(PKG_LICENSE_FILES),test -s $(PKG_BUILD_DIR)/$(file) &&) true
endef

# $(1): the package. A field that OpenWrt requires and that is missing is an error.
define BuildPackage
$(eval $(Package/$(1)))
$(foreach field,SECTION CATEGORY TITLE DEPENDS,\
	$(if $($(field)),,$(error Package/$(1) lacks the field $(field))))
compile: installed
	$$(file >$(CONTROL)/depends,$(patsubst +%,%,$(DEPENDS)))
	$$(file >$(CONTROL)/conffiles,$$(Package/$(1)/conffiles))
	$$(file >$(CONTROL)/description,$$(Package/$(1)/description))
	@true
installed:
	$$(download)
	$$(unpack)
	$$(Build/Configure)
	$$(Build/Compile)
	$$(Build/Install)
	rm -rf $(ROOT) $(CONTROL)
	mkdir -p $(ROOT) $(CONTROL)
	$(call Package/$(1)/install,$(ROOT))
endef

.DEFAULT_GOAL := compile
.PHONY: compile installed
