# SPDX-License-Identifier: Apache-2.0
# A stand-in for OpenWrt's meson.mk. The source is the folder above
# MESON_BUILD_DIR, as there.
MESON_ARGS :=

define Build/Configure
	/usr/bin/python3 /usr/bin/meson setup --buildtype plain -Ddefault_library=both \
		$(MESON_ARGS) $(MESON_BUILD_DIR) $(MESON_BUILD_DIR)/..
endef

define Build/Compile
	ninja -C $(MESON_BUILD_DIR)
endef

define Build/Install
	DESTDIR=$(OUT)/install ninja -C $(MESON_BUILD_DIR) install
endef
