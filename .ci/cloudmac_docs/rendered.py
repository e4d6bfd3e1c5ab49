# SPDX-License-Identifier: Apache-2.0
"""The pages as a reader sees them: those of the built site, and READMEs by Python-Markdown."""
import bs4
import markdown as python_markdown
from pymdownx import slugs

EXTENSIONS = ("tables", "fenced_code", "toc")


def pages(tree, site):
    """Returns name -> content of all Markdown files, as BeautifulSoup. site: the built site."""
    return {
        name: _site_page(site, name) if is_docs(name) else _readme(tree, name)
        for name in tree.pages()
        if not is_docs(name) or html_of(site, name).exists()
    }


def is_docs(name):
    return name.startswith("docs/")


def html_of(site, name):
    """Returns the path of a page in the built site."""
    return site / name.removeprefix("docs/").replace("README.md", "index.md").replace(
        ".md", ".html"
    )


def _site_page(site, name):
    text = html_of(site, name).read_text(encoding="utf-8")
    return bs4.BeautifulSoup(text, "lxml").select_one("article") or bs4.BeautifulSoup("", "lxml")


def _readme(tree, name):
    toc = {"toc": {"slugify": slugs.slugify(case="lower")}}
    html = python_markdown.markdown(tree.read(name), extensions=EXTENSIONS, extension_configs=toc)
    return bs4.BeautifulSoup(html, "lxml")


def anchors(page):
    """Returns the anchors of a page."""
    return {each["id"] for each in page.select("[id]")}
