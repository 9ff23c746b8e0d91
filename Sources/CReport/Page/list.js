// The list of events: only the rows that can be seen are there.

const ROW = 26;
/** Browsers do not scroll further than some ten million pixels; a longer list scrolls in proportion. */
const TALLEST = 8_000_000;
/** Rows that go to the printer at once. */
const PRINTED = 2000;
/** Rows that are drawn at once, though the list be as tall as paper makes it: more than any screen shows. */
const TALLEST_SCREEN = 400;
/** Blocks that are unpacked for the printer when scrolling has come to rest: fewer than the store keeps. */
const PRINTED_BLOCKS = 8;

/** A list of many rows of the same height, of which a few are elements. */
class VirtualList {
  /**
   * @param host the element that scrolls
   * @param count how many rows there are
   * @param draw makes the element of a row, or null while its data is not there
   * @param blockOf the block that holds a row's data
   * @param load unpacks a block
   * @param beyond how many rows below those that are seen are there too
   */
  constructor(host, { rowHeight = ROW, count, draw, blockOf, load, header, beyond = 2 }) {
    Object.assign(this, { host, rowHeight, count, draw, blockOf, load, beyond });
    this.header = header;
    this.space = element("div", { class: "space", role: "presentation" });
    this.window = element("div", { class: "window", role: "presentation" });
    this.space.append(this.window);
    host.replaceChildren(...(header ? [header] : []), this.space);
    this.queued = false;
    this.first = 0;
    host.addEventListener("scroll", () => this.queue(), { passive: true });
    new ResizeObserver(() => this.queue()).observe(host);
    addEventListener("afterprint", () => {
      this.isPrinting = false;
    });
  }

  queue() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.paint();
    });
  }

  get headerHeight() {
    return this.header ? this.header.offsetHeight : 0;
  }

  get visibleRows() {
    const rows = Math.floor((this.host.clientHeight - this.headerHeight) / this.rowHeight);
    return Math.max(1, Math.min(TALLEST_SCREEN, rows));
  }

  /** Pixels of scrolling for a row. */
  get scale() {
    const rows = this.count() - this.visibleRows;
    const full = this.count() * this.rowHeight;
    if (full <= TALLEST || rows <= 0) return this.rowHeight;
    return (TALLEST - this.visibleRows * this.rowHeight) / rows;
  }

  paint() {
    // What goes to the printer stays until it is there.
    if (this.isPrinting) return;
    const count = this.count();
    const height = Math.min(count * this.rowHeight, TALLEST);
    this.space.style.height = `${height}px`;
    const shown = this.visibleRows + this.beyond;
    const first = Math.max(0, Math.min(count - 1, Math.floor(this.host.scrollTop / this.scale)));
    this.first = first;
    const offset = this.scale === this.rowHeight
      ? first * this.rowHeight
      : Math.min(this.host.scrollTop, height - Math.min(shown, count) * this.rowHeight);
    this.window.style.transform = `translateY(${Math.max(0, offset)}px)`;
    const rows = [];
    const missing = new Set();
    for (let row = first; row < Math.min(count, first + shown); row += 1) {
      const made = this.rowAt(row);
      if (made) rows.push(made);
      else {
        missing.add(this.blockOf(row));
        rows.push(this.plain("…"));
      }
    }
    this.window.replaceChildren(...rows);
    this.tell();
    if (missing.size > 0) {
      Promise.all([...missing].map((block) => this.load(block))).then(() => this.queue());
    }
    this.isRested = false;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.prepare(), 300);
  }

  /** The first row that goes to the printer. */
  get printedFirst() {
    return this.count() <= PRINTED ? 0 : this.first;
  }

  /** Unpacks what goes to the printer from here, since printing waits for nothing. */
  async prepare() {
    const { rest } = this;
    if (this.host.clientHeight > 0) {
      const first = this.printedFirst;
      const blocks = new Set();
      for (let row = first; row < Math.min(this.count(), first + PRINTED) && blocks.size < PRINTED_BLOCKS; row += 1) {
        blocks.add(this.blockOf(row));
      }
      for (const block of blocks) {
        await this.load(block);
        if (rest !== this.rest) return;
      }
    }
    this.isRested = true;
  }

  /** Says which row is the chosen one, where it is drawn. */
  tell() {
    const chosen = this.window.querySelector('[aria-selected="true"]');
    if (chosen) this.host.setAttribute("aria-activedescendant", chosen.id);
    else this.host.removeAttribute("aria-activedescendant");
  }

  /** The element of a row, or null while its data is not there. */
  rowAt(row) {
    return attempt(() => this.draw(row), () => this.plain("This event cannot be shown."));
  }

  /** A row of words alone. */
  plain(words) {
    const row = element("div", { class: "row waiting" }, words);
    row.style.height = `${this.rowHeight}px`;
    return row;
  }

  /** Draws what goes to the printer: all rows, or of a long list those from the one on that is seen. */
  print() {
    this.isPrinting = true;
    const count = this.count();
    const first = this.printedFirst;
    const rows = [];
    for (let row = first; row < Math.min(count, first + PRINTED); row += 1) {
      const made = this.rowAt(row);
      if (!made) break;
      rows.push(made);
    }
    if (rows.length < count) {
      rows.push(element("p", { class: "hint" },
        `rows ${grouped(first + 1)} to ${grouped(first + rows.length)} of ${grouped(count)}`));
    }
    this.space.style.height = "auto";
    this.window.style.transform = "none";
    this.window.replaceChildren(...rows);
  }

  /** Scrolls so that a row can be seen. */
  reveal(row, isCentred = false) {
    const top = Math.ceil(this.host.scrollTop / this.scale);
    const rows = this.visibleRows;
    if (row >= top && row < top + rows - 1 && !isCentred) return this.queue();
    const wanted = isCentred ? row - Math.floor(rows / 2) : row < top ? row : row - rows + 2;
    this.host.scrollTop = Math.max(0, wanted * this.scale);
    this.queue();
  }
}

/** The view of all events. */
class EventList {
  constructor(app) {
    this.app = app;
    const { store } = app;
    const header = element("div", { class: "row head", role: "row", "aria-rowindex": 1 },
      ...["n", "time", "", "type", "topic", "target", "object name", "what it says", "latency"].map((title, column) =>
        element("span", { role: "columnheader", class: `c${column}` }, title || element("span", { class: "unseen" }, "direction"))));
    this.list = new VirtualList(byId("list"), {
      count: () => store.length,
      draw: (row) => this.draw(row),
      blockOf: (row) => store.blockOf(store.at(row)),
      load: (block) => store.load(block),
      header,
    });
    const host = byId("list");
    // The numbers' column is as wide as the last of them.
    host.style.setProperty("--digits", String(store.count).length);
    host.addEventListener("click", (event) => {
      const row = event.target.closest("[data-index]");
      if (row) app.choose(Number(row.dataset.index));
    });
    host.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const { store } = this.app;
    if (store.length === 0) return;
    if (event.key === "Enter") this.app.detail.focus();
    const row = store.rowOf(this.app.chosen ?? 0);
    const page = Math.max(1, this.list.visibleRows - 2);
    const wanted = {
      ArrowDown: row + 1, ArrowUp: row - 1, PageDown: row + page, PageUp: row - page, Home: 0, End: store.length - 1,
      j: row + 1, k: row - 1,
    }[event.key];
    if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.app.choose(store.at(Math.max(0, Math.min(store.length - 1, wanted))));
  }

  draw(row) {
    const { store, chosen } = this.app;
    const index = store.at(row);
    const record = store.peek(index);
    if (!record) return null;
    const event = record.event;
    const severity = SEVERITIES[Math.max(store.severity[index], worstOf(event, store))];
    const cell = (column, content, title) =>
      element("span", { role: "gridcell", class: `c${column}`, title }, content);
    const isServer = event.sender === "server";
    const made = element("div", {
      class: `row ${isServer ? "server" : "client"}${severity ? " " + severity : ""}${index === chosen ? " chosen" : ""}`,
      role: "row",
      id: `event-${event.n}`,
      "data-index": index,
      "aria-rowindex": row + 2,
      "aria-selected": index === chosen ? "true" : "false",
    },
      cell(0, String(event.n)),
      cell(1, clock(event.time), event.time),
      cell(2, [element("span", { class: "flow" }, `f${event.flow}`),
        element("span", { class: "arrow", role: "img", "aria-label": isServer ? "from the server" : "from the client" }, isServer ? "←" : "→")]),
      cell(3, safe(typeOf(event))),
      cell(4, safe(topicOf(event))),
      cell(5, safe(targetOf(event))),
      cell(6, safe(event.messages?.[0]?.objectName ?? "")),
      cell(7, [severity ? element("span", { class: `mark ${severity}`, role: "img", "aria-label": severity }, "!") : null,
        safe(shortened(digestOf(event), 300))]),
      cell(8, event.inReplyTo ? duration(event.inReplyTo.latency) : ""));
    return made;
  }

  refresh() {
    const { store } = this.app;
    byId("list").setAttribute("aria-rowcount", store.length + 1);
    this.list.paint();
    byId("list-empty").hidden = store.length > 0;
    byId("list-empty").textContent = store.count > 0 ? "No event passes the filter." : "The captures hold no events.";
  }

  print() {
    this.list.print();
  }
}

/** The worst that is said of an event, before the index knows it. */
function worstOf(event, store) {
  let worst = 0;
  for (const each of event.diagnostics ?? []) worst = Math.max(worst, SEVERITIES.indexOf(each.severity));
  for (const each of store.findings.get(event.n) ?? []) worst = Math.max(worst, SEVERITIES.indexOf(each.severity));
  return worst;
}
