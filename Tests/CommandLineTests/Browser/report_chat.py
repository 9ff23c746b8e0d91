"""What the conversations of a report show: report_chat.py CHROMIUM PAGE

Prints one JSON object: each bubble by the number of its event, the addresses that a click leads to, what was asked for
from outside, and errors.
"""
import json, os, sys

from chromium import Browser

# All bubbles of the open conversation; pictures are decoded, and sound is read as far as its length.
BUBBLES = """(async () => {
  const found = [];
  for (const bubble of document.querySelectorAll(".bubble")) {
    const sound = bubble.querySelector("audio");
    if (sound && sound.readyState === 0) {
      await new Promise((done, fail) => {
        sound.addEventListener("loadedmetadata", done);
        sound.addEventListener("error", () => fail(new Error("no sound")));
        sound.preload = "metadata";
        sound.load();
      });
    }
    const image = bubble.querySelector("img");
    if (image) await image.decode();
    const link = bubble.querySelector("a");
    found.push({
      event: Number(bubble.querySelector("footer .link").textContent.slice(1)),
      isOwn: bubble.classList.contains("own"),
      isQuiet: bubble.classList.contains("quiet-message"),
      words: [...bubble.children].filter((each) => each.tagName !== "FOOTER").map((each) => each.innerText.trim()).join("\\n"),
      quote: bubble.querySelector("blockquote")?.innerText ?? "",
      picture: image ? [image.naturalWidth, image.naturalHeight] : null,
      pictureName: image?.alt ?? "",
      seconds: sound ? sound.duration : null,
      link: link?.href ?? "",
      linkOpens: link ? `${link.target} ${link.rel}` : "",
    });
  }
  return found;
})()"""


def main():
    program, page = sys.argv[1], os.path.abspath(sys.argv[2])
    seen = {"bubbles": [], "followed": []}
    browser = Browser(program)
    try:
        browser.see(1200, 900, "light")
        browser.call("Page.navigate", url="file://" + page)
        browser.wait("document.documentElement?.dataset.ready !== undefined")
        # What a click leads to is written down and not followed.
        browser.run("""window.followed = []; addEventListener("click", (event) => {
          const link = event.target.closest("a");
          if (link) { event.preventDefault(); window.followed.push(link.href); }
        }); document.getElementById("tab-chat").click()""")
        browser.wait("document.querySelector('.bubbles .bubble') !== null")
        for place in range(browser.run("app.views.chat.keys.length")):
            browser.run(f"app.views.chat.open(app.views.chat.keys[{place}])")
            seen["bubbles"] += browser.run(BUBBLES)
            for link in range(browser.run("document.querySelectorAll('.bubble a').length")):
                before = browser.run("window.followed.length")
                spot = browser.run(f"""(() => {{
                  const link = document.querySelectorAll(".bubble a")[{link}];
                  link.scrollIntoView({{ block: "center" }});
                  const box = link.getBoundingClientRect();
                  return {{ x: box.left + box.width / 2, y: box.top + box.height / 2 }};
                }})()""")
                for kind in ["mousePressed", "mouseReleased"]:
                    browser.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **spot)
                browser.wait(f"window.followed.length > {before}", 60)
        seen["followed"] = browser.run("window.followed")
        seen["requests"], seen["errors"] = browser.complaints(page)
    finally:
        browser.close()
    print(json.dumps(seen, ensure_ascii=False))


main()
