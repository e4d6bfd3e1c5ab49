# SPDX-License-Identifier: Apache-2.0
# Installs the controller. Its tools look for everything in the folder of their distribution, so
# that folder has links to settings and state.
PACKAGE := debian/cloudmac-controller
HOME := $(PACKAGE)/usr/share/cloudmac-controller
STATE := cache configuration data deploy instances karaf.pid lock segmented-journal snapshots

all:
	[ -x "$(CLOUDMAC_KARAF)/bin/karaf" ] || { echo "no controller in CLOUDMAC_KARAF" >&2; exit 1; }
	mkdir -p $(HOME)/package $(PACKAGE)/usr/sbin
	cp -r $(addprefix $(CLOUDMAC_KARAF)/,LICENSE bin lib system) $(HOME)/
	cp -r $(CLOUDMAC_KARAF)/configuration packages/controller/take-settings packages/controller/start $(HOME)/package/
	dpkg-parsechangelog -S Version >$(HOME)/package/version
	find $(HOME) -type f -name '*.jar' -exec chmod 644 {} +
	# Karaf would install it.
	cd $(HOME)/bin && ln -s ../$$(cd .. && find system -name 'aaa-shiro-*-idmtool.py') idmtool
	test -e $(HOME)/bin/idmtool
	ln -s /etc/cloudmac-controller $(HOME)/etc
	for name in $(STATE); do ln -s /var/lib/cloudmac/$$name $(HOME)/$$name || exit 1; done
	for name in cloudmac-setup cloudmac-cluster; do \
		install -m755 packages/controller/as-controller $(PACKAGE)/usr/sbin/$$name || exit 1; \
	done
	install -m755 packages/controller/console $(PACKAGE)/usr/sbin/cloudmac-console
	sed -i "s/@VERSION@/$$(dpkg-parsechangelog -S Version)/" $(PACKAGE).postinst
