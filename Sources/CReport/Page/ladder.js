// The events as arrows between client and server.

const RUNG = 40;
/** Rungs that a bracket spans at most; what is longer is told by the answer's number alone. */
const SPAN = 12;

class LadderView {
  constructor(app) {
    this.app = app;
    this.host = byId("panel-ladder");
    this.choice = element("select", { id: "ladder-flow", "aria-label": "Connection", onchange: () => this.show() });
    this.lanes = element("div", { class: "lanes" });
    this.scroller = element("div", { class: "rungs", tabindex: "0", role: "listbox", "aria-label": "Ladder" });
    this.host.append(
      element("div", { class: "bar" }, element("label", { for: "ladder-flow" }, "Connection "), this.choice),
      this.lanes, this.scroller);
    this.rows = [];
    this.list = new VirtualList(this.scroller, {
      rowHeight: RUNG,
      beyond: SPAN,
      count: () => this.rows.length,
      draw: (row) => this.draw(row),
      blockOf: (row) => app.store.blockOf(this.rows[row]),
      load: (block) => app.store.load(block),
    });
    this.scroller.addEventListener("click", (event) => {
      const rung = event.target.closest("[data-index]");
      if (rung) app.open(Number(rung.dataset.index));
    });
    this.scroller.addEventListener("keydown", (event) => this.key(event));
  }

  show() {
    const { store } = this.app;
    // As their first packets come, one capture after the other.
    const flows = [...store.flows.values()].sort((one, other) =>
      one.capture - other.capture || one.number - other.number);
    if (this.choice.options.length !== flows.length + 1) {
      const before = this.choice.value;
      this.choice.replaceChildren(element("option", { value: "" }, "all connections"),
        ...flows.slice(0, 5000).map((flow) => element("option", { value: flow.connection },
          `f${flow.number}  ${flow.client} → ${flow.server}  ${flow.transport}${flow.user ? "  " + safe(shortened(flow.user, 30)) : ""}`
            + `${flow.file ? "  " + safe(flow.file) : ""}  (${grouped(flow.events)})`)));
      const busiest = flows.reduce((best, flow) => (flow.events > (best?.events ?? 0) ? flow : best), null);
      this.choice.value = before || (flows.length > 8 && busiest ? String(busiest.connection) : "");
    }
    const wanted = Number(this.choice.value);
    this.rows = [];
    for (let row = 0; row < store.length; row += 1) {
      const index = store.at(row);
      if (index >= store.indexed) break;
      if (!wanted || store.flow[index] === wanted) this.rows.push(index);
    }
    // One lane for each client, and the server's at the right; where there are many, clients share the first.
    const clients = wanted ? [wanted] : flows.map((flow) => flow.connection);
    this.laneOf = new Map();
    const several = clients.length > 1 && clients.length <= 5 && this.host.clientWidth > 700;
    clients.forEach((connection, place) => this.laneOf.set(connection, several ? place : 0));
    this.laneCount = (several ? clients.length : 1) + 1;
    const titles = several
      ? flows.map((flow) => `f${flow.number} ${flow.client}`)
      : [wanted && store.flows.has(wanted) ? store.flows.get(wanted).client : "clients"];
    titles.push(wanted && store.flows.has(wanted) ? store.flows.get(wanted).server : "server");
    this.lanes.replaceChildren(...titles.map((title, lane) => {
      const made = element("span", { class: "lane" }, safe(title));
      made.style.left = `${this.x(lane)}%`;
      return made;
    }));
    this.list.paint();
  }

  /** The arrow keys go from arrow to arrow; Enter opens the event. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.rows.length === 0) return;
    const { chosen } = this.app;
    if (event.key === "Enter" && this.rowOf(chosen) !== undefined) return this.app.open(chosen);
    const near = this.rows.findIndex((index) => index >= (chosen ?? 0));
    const at = near < 0 ? this.rows.length - 1 : near;
    const page = Math.max(1, this.list.visibleRows - 1);
    const wanted = {
      ArrowDown: this.rows[at] === chosen ? at + 1 : at, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page,
      Home: 0, End: this.rows.length - 1,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(this.rows.length - 1, wanted));
    this.app.choose(this.rows[row]).then(() => this.list.paint());
    this.list.reveal(row);
  }

  /** The rung of an event. */
  rowOf(index) {
    let low = 0;
    let high = this.rows.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] === index) return middle;
      if (this.rows[middle] < index) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  print() {
    this.list.print();
  }

  /** Where a lane is, in per cent of the width. */
  x(lane) {
    if (this.laneCount === 2) return this.host.clientWidth > 600 ? (lane === 0 ? 14 : 86) : lane === 0 ? 20 : 80;
    return lane === this.laneCount - 1 ? 92 : 8 + (lane * 50) / (this.laneCount - 1);
  }

  draw(row) {
    const { store } = this.app;
    const index = this.rows[row];
    const record = store.peek(index);
    if (!record) return null;
    const event = record.event;
    const client = this.x(this.laneOf.get(store.flow[index]) ?? 0);
    const server = this.x(this.laneCount - 1);
    const isServer = event.sender === "server";
    const severity = SEVERITIES[store.severity[index]];
    const delta = row > 0 ? store.time[index] - store.time[this.rows[row - 1]] : 0;
    const lines = [];
    for (let lane = 0; lane < this.laneCount; lane += 1) {
      const line = element("i", { class: "lifeline" });
      line.style.left = `${this.x(lane)}%`;
      lines.push(line);
    }
    const arrow = element("i", { class: `arrow-line ${isServer ? "server" : "client"}${event.frame.type === "GAP" ? " gap" : ""}` });
    arrow.style.left = `${client}%`;
    arrow.style.width = `${server - client}%`;
    const topic = topicOf(event);
    const label = element("span", { class: "label" }, element("span", { class: "words" },
      element("span", { class: "number" }, `${event.n}`), " ",
      element("b", {}, safe(typeOf(event))), topic ? " " + safe(topic) : "",
      event.messages?.[0]?.objectName ? element("code", {}, safe(event.messages[0].objectName)) : null,
      " ", element("span", { class: "digest" }, safe(shortened(digestOf(event), 90)))));
    label.style.left = `${client}%`;
    label.style.width = `${server - client}%`;
    const note = element("span", { class: "delta" }, row > 0 ? `${delta < 0 ? "−" : "+"}${duration(Math.abs(delta))}` : clock(event.time));
    const answer = event.inReplyTo
      ? element("span", { class: "answer", title: `answers event ${event.inReplyTo.n}` }, `↳ ${event.inReplyTo.n} ${duration(event.inReplyTo.latency)}`)
      : null;
    const request = event.inReplyTo ? this.rowOf(event.inReplyTo.n - 1) : undefined;
    const bracket = request !== undefined && row > request && row - request <= SPAN ? element("i", { class: "bracket" }) : null;
    if (bracket) {
      bracket.style.left = `calc(${server}% + ${4 + 4 * ((row - request) % 3)}px)`;
      bracket.style.height = `${(row - request) * RUNG}px`;
    }
    return element("div", {
      id: `rung-${event.n}`,
      "aria-selected": index === this.app.chosen ? "true" : "false",
      "aria-posinset": row + 1,
      "aria-setsize": this.rows.length,
      class: `rung${severity ? " " + severity : ""}${index === this.app.chosen ? " chosen" : ""}`,
      role: "option", "data-index": index,
    }, lines, bracket, arrow, label, note, answer, severity ? element("span", { class: `mark ${severity}`, role: "img", "aria-label": severity }, "!") : null);
  }
}
