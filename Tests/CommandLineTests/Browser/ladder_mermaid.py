"""Parses diagrams with Mermaid itself: ladder_mermaid.py CHROMIUM

Takes a JSON list of diagrams from standard input, and prints a list with what Mermaid says of each: null when it is one,
else the error. Mermaid is that of the package pymermaid of PyPI.
"""
import json, sys

from chromium import Browser
from pymermaid.mermaid_js import mermaid_js

PARSE = """((diagrams) => {
  mermaid.initialize({ startOnLoad: false, maxTextSize: 10000000 });
  return diagrams.map((diagram) => {
    try {
      mermaid.parse(diagram);
      return null;
    } catch (error) {
      return String(error.str ?? error.message ?? error);
    }
  });
})(DIAGRAMS)"""


def main():
    diagrams = json.load(sys.stdin)
    browser = Browser(sys.argv[1])
    try:
        browser.run(mermaid_js + "; undefined")
        found = browser.run(PARSE.replace("DIAGRAMS", json.dumps(diagrams)))
    finally:
        browser.close()
    print(json.dumps(found))


main()
