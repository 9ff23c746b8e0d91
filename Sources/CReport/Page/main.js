// Puts the views together: tabs, filter, theme, keyboard.

class App {
  constructor() {
    this.store = new Store();
    this.chosen = null;
    this.tab = "events";
  }

  async start() {
    const { store } = this;
    await store.open();
    this.title();
    this.events = new EventList(this);
    this.detail = new Detail(this);
    this.views = {
      events: { show: () => this.events.refresh(), print: () => this.events.print() },
      chat: new ChatView(this),
      ladder: new LadderView(this),
      plots: new PlotsView(this),
      statistics: new StatisticsView(this),
      findings: new FindingsView(this),
    };
    this.tabs();
    this.theme();
    this.filterBox();
    this.keyboard();
    this.printing();
    addEventListener("hashchange", () => this.openAddress());
    if (store.count > 0) {
      await store.load(store.blocks[0]);
      this.events.refresh();
      await this.choose(this.addressed() ?? 0);
    } else {
      this.events.refresh();
    }
    // Marks for those who measure the page.
    document.documentElement.dataset.painted = Math.round(performance.mark("painted").startTime);
    await this.index();
    document.documentElement.dataset.ready = Math.round(performance.mark("ready").startTime);
  }

  /** The event whose number stands behind the # of the address. */
  addressed() {
    const number = Number(/^#(\d+)$/.exec(location.hash)?.[1]);
    return number >= 1 && number <= this.store.count ? number - 1 : undefined;
  }

  openAddress() {
    const index = this.addressed();
    if (index !== undefined) this.open(index);
  }

  /** Paper is light, and does not scroll. */
  printing() {
    const root = document.documentElement;
    let theme;
    addEventListener("beforeprint", () => {
      theme = root.dataset.theme;
      root.dataset.theme = "light";
      this.views[this.tab].print?.();
    });
    addEventListener("afterprint", () => {
      if (theme === undefined) delete root.dataset.theme;
      else root.dataset.theme = theme;
      this.refresh();
    });
  }

  /** Goes through all events once, for the views that need all of them. */
  async index() {
    const { store } = this;
    let drawn = performance.now();
    await store.each((record, index) => {
      attempt(() => store.note(record.event, index), () => {});
      store.indexed = index + 1;
      if (performance.now() - drawn > 400) {
        drawn = performance.now();
        this.subtitle();
      }
    });
    this.subtitle();
    this.severities();
    this.refresh();
  }

  title() {
    const { files } = this.store.about;
    const names = files.map((file) => file.name.split("/").pop());
    const title = names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(", ");
    byId("title").textContent = safe(title);
    document.title = `${safe(title)} · IMWire report`;
    this.subtitle();
  }

  subtitle() {
    const { store } = this;
    const { about } = store;
    const parts = [];
    if (store.indexed < store.count) parts.push(`reading ${Math.floor((100 * store.indexed) / store.count)} %`);
    parts.push(about.events > about.shown
      ? `the first ${grouped(about.shown)} of ${grouped(about.events)} events (the page's limit left out the rest)`
      : counted(about.events, "event"));
    if (store.indexed > 0) {
      parts.push(counted(store.flows.size, "connection"));
      if (store.earliest <= store.latest) {
        parts.push(`${secondOf(store.earliest)} UTC`, duration(store.latest - store.earliest));
      }
    }
    if (about.showsSecrets) parts.push("holds tokens in full");
    byId("subtitle").textContent = parts.join(" · ");
  }

  severities() {
    const { store } = this;
    const counts = { error: store.counts[3], warning: store.counts[2], note: store.counts[1] };
    for (const finding of store.about.check.findings) counts[finding.severity] += 1;
    byId("severities").replaceChildren(...Object.entries(counts).filter(([, count]) => count > 0).map(([severity, count]) =>
      element("button", { type: "button", class: `pill ${severity}`, onclick: () => this.switchTo("findings") },
        `${grouped(count)} ${severity}${count === 1 ? "" : "s"}`)));
  }

  /** A button that opens an event by its number. */
  link(number) {
    return element("button", { type: "button", class: "link", onclick: () => this.open(number - 1) }, `#${number}`);
  }

  /** Shows an event in the list. */
  open(index) {
    this.switchTo("events");
    this.choose(index, true);
    byId("list").focus();
  }

  async choose(index, isCentred = false) {
    if (index < 0 || index >= this.store.count) return;
    this.chosen = index;
    await this.store.load(this.store.blockOf(index));
    this.events.list.reveal(this.store.rowOf(index), isCentred);
    this.events.refresh();
    await this.detail.show(index);
  }

  tabs() {
    const buttons = [...document.querySelectorAll('[role="tab"]')];
    for (const button of buttons) {
      button.addEventListener("click", () => this.switchTo(button.id.slice(4)));
      button.addEventListener("keydown", (event) => {
        const at = buttons.indexOf(button);
        const wanted = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
        if (wanted === undefined) return;
        event.preventDefault();
        const next = buttons[(wanted + buttons.length) % buttons.length];
        next.focus();
        this.switchTo(next.id.slice(4));
      });
    }
  }

  switchTo(name) {
    this.tab = name;
    for (const button of document.querySelectorAll('[role="tab"]')) {
      const isChosen = button.id === `tab-${name}`;
      button.setAttribute("aria-selected", isChosen ? "true" : "false");
      button.tabIndex = isChosen ? 0 : -1;
      if (isChosen) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    for (const panel of document.querySelectorAll('[role="tabpanel"]')) panel.hidden = panel.id !== `panel-${name}`;
    this.views[name].show();
  }

  refresh() {
    this.views[this.tab].show();
    if (this.tab !== "events") this.events.refresh();
  }

  theme() {
    const root = document.documentElement;
    byId("theme").addEventListener("click", () => {
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
    });
  }

  filterBox() {
    const box = byId("filter");
    const clear = byId("filter-clear");
    let timer = 0;
    const later = () => {
      clear.hidden = box.value === "";
      clearTimeout(timer);
      timer = setTimeout(() => this.filter(box.value), 250);
    };
    box.addEventListener("input", later);
    byId("filter-form").addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      this.filter(box.value);
    });
    clear.addEventListener("click", () => {
      box.value = "";
      later();
      box.focus();
    });
  }

  /** Shows the events that pass. */
  async filter(source) {
    const { store } = this;
    const message = byId("filter-message");
    const box = byId("filter");
    const turn = (this.filterTurn = (this.filterTurn ?? 0) + 1);
    box.removeAttribute("aria-invalid");
    message.className = "";
    if (source.trim() === "") {
      store.passing = store.passes = null;
      message.textContent = "";
      this.shown();
      return;
    }
    let filter;
    try {
      filter = new Filter(source, (this.fields ??= new FieldTable(store.about.fields)));
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      box.setAttribute("aria-invalid", "true");
      message.className = "wrong";
      message.replaceChildren(safe(error.description) + " ", this.marked(source, error));
      return;
    }
    const passing = [];
    const passes = new Uint8Array(store.count);
    message.textContent = "…";
    const isDone = await store.each((record, index) => {
      if (filter.matches(record.event)) {
        passing.push(index);
        passes[index] = 1;
      }
    }, () => turn !== this.filterTurn);
    if (!isDone) return;
    store.passing = passing;
    store.passes = passes;
    message.textContent = `${grouped(passing.length)} of ${counted(store.count, "event")}`;
    this.shown();
  }

  /** The filter with the place of an error in it marked. */
  marked(source, { position, length }) {
    const characters = Array.from(source);
    const part = (from, to) => safe(characters.slice(from, to).join(""));
    return element("code", {},
      part(0, position), element("mark", {}, part(position, position + length) || " "), part(position + length));
  }

  shown() {
    const { store } = this;
    document.documentElement.dataset.shown = store.length;
    if (store.length > 0 && (this.chosen === null || !store.isShown(this.chosen))) this.choose(store.at(0));
    if (this.chosen !== null && store.isShown(this.chosen)) this.events.list.reveal(store.rowOf(this.chosen), true);
    else byId("list").scrollTop = 0;
    this.refresh();
  }

  keyboard() {
    document.addEventListener("keydown", (event) => {
      const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
      if (event.key === "Escape") {
        // Out of the filter, and from an event's fields and bytes back to the list.
        if (document.activeElement?.closest("#detail")) byId("list").focus();
        else if (isTyping) document.activeElement.blur();
      }
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "/") {
        event.preventDefault();
        byId("filter").focus();
      }
      const place = "123456".indexOf(event.key);
      if (place >= 0 && event.key.length === 1) this.switchTo(["events", "chat", "ladder", "plots", "statistics", "findings"][place]);
    });
  }
}

const app = new App();
app.start().catch((error) => {
  byId("subtitle").textContent = `This page could not be unpacked: ${error.message}`;
  throw error;
});
