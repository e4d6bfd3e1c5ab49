# SPDX-License-Identifier: Apache-2.0
# Installs the driver's source for DKMS, with the kernels' sources that it patches.
PACKAGE := debian/cloudmac-vap-dkms
VERSION := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' vap-driver/dkms.conf)
PLACE := $(PACKAGE)/usr/src/cloudmac-hwsim-$(VERSION)

all:
	$(MAKE) -C vap-driver dkms DESTDIR=$(CURDIR)/$(PACKAGE)
	rm $(PLACE)/dkms.conf
	install -m755 packages/driver/prepare $(PLACE)/prepare
	cp -r kernel $(PLACE)/
	# dh_dkms installs it.
	sed 's/^PRE_BUILD="fetch-source /PRE_BUILD="prepare /' vap-driver/dkms.conf >dkms.conf
	grep -q '^PRE_BUILD="prepare ' dkms.conf
