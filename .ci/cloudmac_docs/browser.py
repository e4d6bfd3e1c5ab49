# SPDX-License-Identifier: Apache-2.0
"""Looks at each page of the built site in Chromium: takes a screenshot at the width of a desk and
of a telephone, and finds text that is wider than its column."""
import base64
import shutil
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from .problems import Problem

WIDTHS = (1300, 390)
MAX_HEIGHT = 4000
"""Of a screenshot, in pixels; longer pages are cut."""
NOT_FOUND = "404.html"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
MEASURE = r"""
const faults = [], page = document.documentElement;
const about = element => `<${element.localName}> "${element.textContent.trim().slice(0, 50)}"`;
if (page.scrollWidth > page.clientWidth)
    faults.push(`the page is ${page.scrollWidth} pixels wide`);
const scrolls = element => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
const within = element => {
    for (let each = element; each && each !== document.body; each = each.parentElement)
        if (scrolls(each)) return true;
    return false;
};
for (const element of document.querySelectorAll("article *"))
    // The padding of code at the end of a line may stick out, by less than 6 pixels.
    if (element.clientWidth && element.scrollWidth > element.clientWidth + 5 && !within(element))
        faults.push(`${about(element)} is wider than its column`);
for (const cell of document.querySelectorAll("article td, article th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let broken = false; !broken && texts.nextNode(); )
        for (const word of texts.currentNode.data.matchAll(/\w{2,20}/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(each => Math.round(each.top)));
            if ((broken = lines.size > 1)) {
                faults.push(`a cell breaks the word "${word[0]}": ${about(cell)}`);
                break;
            }
        }
}
return faults;
"""


def check(site, pictures):
    """Returns a problem for each text that is wider than its column. site: folder of the built
    site; pictures: folder that gets PAGE-WIDTH.png of each page, and loses older ones."""
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    found = []
    with tempfile.TemporaryDirectory(prefix="cloudmac-chromium-") as profile:
        browser = start(profile)
        try:
            for path in sorted(site.glob("**/*.html")):
                if path.name != NOT_FOUND:
                    found += look(browser, site, path, pictures)
        finally:
            browser.quit()
    return found


def start(profile):
    """Starts Chromium. profile: an empty folder."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def look(browser, site, path, pictures):
    """Opens a page, takes its screenshots, and returns what is too wide."""
    name, found = str(path.relative_to(site).with_suffix("")), []
    browser.get(path.resolve().as_uri())
    for width in WIDTHS:
        screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        found += [
            Problem(f"docs/{name}.md", 0, f"at {width} pixels, {fault}")
            for fault in browser.execute_script(MEASURE)
        ]
        height = browser.execute_script("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, MAX_HEIGHT), "scale": 1}
        shot = browser.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
        )
        picture = pictures / f"{name.replace('/', '-')}-{width}.png"
        picture.write_bytes(base64.b64decode(shot["data"]))
    return found
