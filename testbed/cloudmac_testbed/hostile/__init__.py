# SPDX-License-Identifier: Apache-2.0
"""``lab run hostile``: a network among attackers on the air and on the wire. ``attacks.py`` lists the
attacks, ``account.py`` judges, ``run.py`` measures."""
