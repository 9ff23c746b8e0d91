// The chosen event: what is to be said of it, its fields beside its bytes.

/** Bytes of a line of hex. */
const LINE = 16;
/** Bytes that are drawn at once; more on demand. */
const BYTES_AT_ONCE = 4096;
/** Fields that are drawn at once. */
const FIELDS_AT_ONCE = 1500;

class Detail {
  constructor(app) {
    this.app = app;
    this.host = byId("detail");
    this.clear();
  }

  clear() {
    this.host.replaceChildren(element("p", { class: "hint" }, "An event's fields and bytes stand here."));
  }

  /** Goes to the fields; Escape leads back to the list. */
  focus() {
    if (!this.record || this.record.unit.length === 0) return;
    this.treeHost.focus();
    if (this.lit === null) this.step(this.treeRows()[0]);
  }

  async show(index) {
    const { store } = this.app;
    const record = await store.record(index);
    if (this.app.chosen !== index) return;
    const event = record.event;
    const isServer = event.sender === "server";
    const { hidden, nodes } = record.tree(store);
    this.record = record;
    this.nodes = nodes;
    this.hidden = hidden;
    const heading = element("h2", {},
      element("span", { class: "number" }, `${event.n}`), " ",
      element("span", { class: isServer ? "server" : "client" }, safe(typeOf(event))), " ",
      element("span", { class: "topic" }, safe(topicOf(event))));
    const facts = element("p", { class: "facts" },
      `${event.time.replace("T", " ")} · flow ${event.flow} · ${event.client} ${isServer ? "←" : "→"} ${event.server} · `,
      `${event.transport}${event.tls ? " in TLS" : ""} · ${event.system} · ${counted(event.bytes, "byte")} · packet `,
      event.packets.join(", "), event.file ? ` · ${safe(event.file)}` : "");
    const replies = element("p", { class: "facts" });
    if (event.inReplyTo) {
      replies.append("answers ", this.app.link(event.inReplyTo.n), ` after ${duration(event.inReplyTo.latency)}`);
    }
    const parts = [heading, facts];
    if (event.inReplyTo) parts.push(replies);
    parts.push(...this.remarks(event));
    this.lit = null;
    this.cursor = null;
    this.treeHost = element("div", {
      class: "tree", role: "tree", "aria-label": "Fields", tabindex: "0", onkeydown: (each) => this.treeKey(each),
    });
    this.hexHost = element("div", {
      class: "bytes", role: "grid", "aria-label": "Bytes", "aria-readonly": "true", tabindex: "0",
      onkeydown: (each) => this.byteKey(each),
    });
    this.hexBox = element("div", { class: "hex" }, this.hexHost);
    if (record.unit.length > 0) {
      this.drawTree();
      this.drawHex(BYTES_AT_ONCE);
      parts.push(element("div", { class: "fields" }, this.treeHost, this.hexBox));
    }
    parts.push(this.json(event));
    this.host.replaceChildren(...parts);
  }

  /** Diagnostics of the event, and findings of the check that name it. */
  remarks(event) {
    const remarks = [];
    for (const each of event.diagnostics ?? []) {
      const button = each.path || each.offset
        ? element("button", { type: "button", class: "quiet", onclick: () => this.lightByte(each.offset) }, `at byte ${each.offset}`)
        : null;
      remarks.push(element("li", { class: each.severity }, element("b", {}, each.severity), " ",
        safe(each.text), " ", element("code", {}, safe(each.code)), " ", button));
    }
    for (const each of this.app.store.findings.get(event.n) ?? []) {
      remarks.push(element("li", { class: each.severity }, element("b", {}, each.severity), " ",
        safe(each.text), " ", element("code", {}, safe(each.code)),
        each.basis ? element("small", {}, safe(each.basis)) : null));
    }
    return remarks.length > 0 ? [element("ul", { class: "remarks", "aria-label": "Remarks" }, remarks)] : [];
  }

  /** For each field that is a length or a tag and one value: where that value is. Both stand on one line. */
  onlyValues() {
    const inside = new Map();
    const open = [];
    this.nodes.forEach((node, place) => {
      while (open.length > node.depth) open.pop();
      const parent = open[node.depth - 1];
      if (parent !== undefined && node.kind !== "token") {
        if (!inside.has(parent)) inside.set(parent, []);
        inside.get(parent).push(place);
      }
      open[node.depth] = place;
    });
    const only = new Map();
    for (const [parent, places] of inside) {
      const { name, kind } = this.nodes[places[0]];
      if (places.length === 1 && kind !== "structure" && (name === "text" || name === "value")) only.set(parent, places[0]);
    }
    return only;
  }

  drawTree() {
    const rows = [];
    this.rowOf = new Map();
    const only = this.onlyValues();
    this.nodes.forEach((node, place) => {
      if (place >= FIELDS_AT_ONCE || node.kind === "token" || this.rowOf.has(place)) return;
      const value = this.nodes[only.get(place) ?? place];
      const label = value.value === "" || value.kind === "structure"
        ? safe(node.name)
        : [element("span", { class: "name" }, safe(node.name)), " ",
          element("span", { class: `value ${value.isHidden ? "hidden-value" : value.kind}` }, safe(shortened(value.value, 600)))];
      const row = element("div", {
        class: `node${value.kind === "structure" ? " structure" : ""}`,
        role: "treeitem",
        id: `field-${place}`,
        "aria-level": node.depth + 1,
        "aria-selected": "false",
        "data-node": only.get(place) ?? place,
        title: node.end > node.start ? `bytes ${node.start}–${node.end - 1}` : `at byte ${node.start}`,
      }, label);
      this.rowOf.set(place, row);
      if (only.has(place)) this.rowOf.set(only.get(place), row);
      row.style.paddingInlineStart = `${node.depth * 0.9 + 0.4}rem`;
      rows.push(row);
    });
    if (rows.length === 0) rows.push(element("p", { class: "hint" }, "Nothing of these bytes could be decoded."));
    if (this.nodes.length > FIELDS_AT_ONCE) {
      rows.push(element("p", { class: "hint" }, `and ${counted(this.nodes.length - FIELDS_AT_ONCE, "more field")}`));
    }
    this.treeHost.replaceChildren(...rows);
    this.treeHost.onclick = (event) => {
      const row = event.target.closest("[data-node]");
      if (row) this.lightNode(Number(row.dataset.node));
    };
  }

  treeRows() {
    return [...this.treeHost.querySelectorAll("[data-node]")];
  }

  step(row) {
    if (row) this.lightNode(Number(row.dataset.node));
  }

  /** Up and down go from field to field, left to the field around it, right into it. */
  treeKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = this.treeRows();
    const at = rows.findIndex((row) => row.classList.contains("lit"));
    const level = (row) => Number(row.getAttribute("aria-level"));
    const around = (from) => {
      for (let row = from - 1; row >= 0; row -= 1) if (level(rows[row]) < level(rows[from])) return row;
      return from;
    };
    const wanted = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 12, PageUp: at - 12, Home: 0, End: rows.length - 1,
      ArrowLeft: at < 0 ? 0 : around(at),
      ArrowRight: at >= 0 && at + 1 < rows.length && level(rows[at + 1]) > level(rows[at]) ? at + 1 : Math.max(at, 0),
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    this.step(rows[Math.max(0, Math.min(rows.length - 1, wanted))]);
  }

  /** The arrow keys go from byte to byte and from line to line. */
  byteKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.cursor;
    const wanted = at === null && event.key.startsWith("Arrow") ? 0 : {
      ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + LINE, ArrowUp: at - LINE,
      PageDown: at + 16 * LINE, PageUp: at - 16 * LINE, Home: 0, End: this.record.unit.length - 1,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    if (wanted >= 0 && wanted < this.record.unit.length) this.lightByte(wanted);
  }

  drawHex(limit) {
    const unit = this.record.unit;
    const shown = Math.min(unit.length, limit);
    const masked = new Uint8Array(shown);
    for (const [from, to] of this.hidden) masked.fill(1, Math.min(from, shown), Math.min(to, shown));
    const lines = [];
    for (let start = 0; start < shown; start += LINE) {
      const bytes = [];
      const characters = [];
      for (let index = start; index < Math.min(start + LINE, shown); index += 1) {
        const byte = unit[index];
        const isMasked = masked[index] === 1;
        const digits = isMasked ? "••" : byte.toString(16).padStart(2, "0");
        const character = isMasked ? "•" : byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
        bytes.push(element("span", { class: "byte", role: "gridcell", id: `byte-${index}`, "data-byte": index }, digits));
        characters.push(element("span", { class: "byte", "data-byte": index }, character));
      }
      lines.push(element("div", { class: "line", role: "row" },
        element("span", { class: "offset", role: "rowheader" }, start.toString(16).padStart(4, "0")),
        element("span", { class: "digits", role: "presentation" }, bytes),
        element("span", { class: "characters", "aria-hidden": "true" }, characters)));
    }
    this.hexHost.replaceChildren(...lines);
    this.hexBox.replaceChildren(this.hexHost);
    if (shown < unit.length) {
      this.hexBox.append(element("button", { type: "button", onclick: () => this.drawHex(limit * 4) },
        counted(unit.length - shown, "more byte")));
    }
    this.byteElements = new Map();
    for (const each of this.hexHost.querySelectorAll("[data-byte]")) {
      const index = Number(each.dataset.byte);
      if (!this.byteElements.has(index)) this.byteElements.set(index, []);
      this.byteElements.get(index).push(each);
    }
    this.hexHost.onclick = (event) => {
      const byte = event.target.closest("[data-byte]");
      if (byte) this.lightByte(Number(byte.dataset.byte));
    };
  }

  /** Lights the field that a byte belongs to: the innermost one, or for punctuation the one around it. */
  lightByte(index) {
    let found = -1;
    this.nodes.forEach((node, place) => {
      if (node.kind !== "token" && node.start <= index && index < node.end) found = place;
    });
    if (found >= 0) this.lightNode(found, index);
    else this.moveTo(index);
  }

  /** Puts the cursor of the bytes on one of them. */
  moveTo(index) {
    this.hexHost.querySelector(".cursor")?.classList.remove("cursor");
    const [digits] = this.byteElements.get(index) ?? [];
    if (!digits) return;
    this.cursor = index;
    digits.classList.add("cursor");
    digits.scrollIntoView({ block: "nearest" });
    this.hexHost.setAttribute("aria-activedescendant", digits.id);
  }

  lightNode(place, byte) {
    const node = this.nodes[place];
    this.lit = place;
    for (const each of this.host.querySelectorAll(".lit")) {
      each.classList.remove("lit");
      if (each.role === "treeitem") each.setAttribute("aria-selected", "false");
    }
    const row = this.rowOf.get(place);
    if (row) {
      row.classList.add("lit");
      row.setAttribute("aria-selected", "true");
      row.scrollIntoView({ block: "nearest" });
      this.treeHost.setAttribute("aria-activedescendant", row.id);
    }
    const wanted = Math.min(byte ?? node.start, this.record.unit.length - 1);
    if (!this.byteElements.has(wanted)) this.drawHex(Math.max(node.end, wanted) + BYTES_AT_ONCE);
    for (let index = node.start; index < node.end; index += 1) {
      for (const each of this.byteElements.get(index) ?? []) each.classList.add("lit");
    }
    this.moveTo(wanted);
  }

  /** The event as JSON, on demand. */
  json(event) {
    const details = element("details", {}, element("summary", {}, "JSON"));
    details.addEventListener("toggle", () => {
      if (details.open && !details.querySelector("pre")) {
        details.append(element("pre", { tabindex: "0" }, safe(inJSON(event, 2), true)));
      }
    });
    return details;
  }
}
