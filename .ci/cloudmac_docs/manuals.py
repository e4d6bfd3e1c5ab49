# SPDX-License-Identifier: Apache-2.0
"""Manual pages, as mandoc renders them.

As HTML, because mandoc's Markdown writes definitions as indented code."""
import re
import subprocess

import bs4

from .tree import TOP

LEFT_OUT = ("NAME", "SEE ALSO")


def manual(path, level=3):
    """Returns a manual page: its headings as Markdown, from their level on, the rest as HTML.
    Anchors begin with the page's name: "cloudmac-wtp-phy"."""
    done = subprocess.run(
        ["mandoc", "-T", "html", "-O", "fragment", TOP / path],
        capture_output=True,
        text=True,
        check=True,
    )
    text = bs4.BeautifulSoup(done.stdout, "html.parser").select_one(".manual-text")
    page = path.rpartition("/")[2].rpartition(".")[0]
    for each in text.select("[id]"):
        each["id"] = f"{page}-{_slug(each['id'])}"
    for link in text.select("a[href]"):
        link["href"] = f"#{page}-{_slug(link['href'])}"
    parts = []
    for section in text.select("section.Sh"):
        if " ".join(section.h1.text.split()) not in LEFT_OUT:
            for part in section.select("section.Ss"):
                part.unwrap()
            parts += [_part(each, level) for each in section.contents]
    return "".join(parts)


def _slug(anchor):
    return re.sub(r"[^a-z0-9~]+", "-", anchor.lower()).strip("-")


def _part(node, level):
    if node.name not in ("h1", "h2"):
        return str(node)
    title = " ".join(node.text.split())
    words = title.capitalize() if title.isupper() else title
    return f"\n\n{'#' * (level + (node.name == 'h2'))} {words} {{: #{node['id']} }}\n\n"


MACROS = {"manual": manual}
