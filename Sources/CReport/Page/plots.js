// When things happened, how long answers took, and what there was of everything.

const PLOT = { height: 220, left: 56, right: 12, top: 14, bottom: 30 };
/** Answers that are named in the list of the slowest. */
const SLOWEST = 10;

/** Round steps that go up to a number: 1, 2 or 5 with zeros. */
function roundStep(range, steps, isWhole) {
  const rough = Math.max(range / steps, isWhole ? 1 : 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.999);
}

/** The value at a percentage of sorted values: that of the nearest rank, as `imwire stats` has it. */
const percentile = (sorted, percentage) => sorted[Math.max(0, Math.ceil((sorted.length * percentage) / 100) - 1)];

/** Steps of time from a second on, which people count in. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

/** Round steps that go up to a time: parts of minutes and hours where it is so long. */
function timeStep(span, steps) {
  const rough = span / steps;
  return rough <= 1 ? roundStep(span, steps, false) : TIMES.find((each) => each >= rough * 0.999) ?? roundStep(span / 86400, steps, true) * 86400;
}

/** A time at a mark of an axis: short, since it is a round one. */
function markOf(seconds) {
  if (seconds >= 60 && seconds < 600 && seconds % 60 !== 0) return `${seconds} s`;
  return duration(seconds).replace(/(?<= min) 0 s$/, "").replace(/(?<= h) 0 min$/, "").replace(/\.0+(?= )/, "").replace(/(\.\d*?)0+(?= )/, "$1");
}

const GROUPS = ["from the client", "from the server", "warnings and errors"];

class PlotsView {
  constructor(app) {
    this.app = app;
    this.host = byId("panel-plots");
    // A plot has a point for each of its pixels, so that its text stays readable on a phone.
    new ResizeObserver(() => {
      if (!this.host.hidden && this.width !== this.plotWidth) this.show();
    }).observe(this.host);
  }

  get plotWidth() {
    const style = getComputedStyle(this.host);
    const inner = this.host.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.max(280, Math.min(inner, 1536) - 34);
  }

  show() {
    const { store } = this.app;
    this.width = this.plotWidth;
    const shown = [];
    for (let index = 0; index < store.indexed; index += 1) if (store.isShown(index)) shown.push(index);
    if (shown.length === 0) {
      this.host.replaceChildren(element("p", { class: "hint" }, "No events to draw."));
      return;
    }
    let from = Infinity;
    let to = -Infinity;
    for (const index of shown) {
      from = Math.min(from, store.time[index]);
      to = Math.max(to, store.time[index]);
    }
    const span = Math.max(to - from, 1e-6);
    this.host.replaceChildren(
      this.figure("Events over time", this.timeline(shown, from, span)),
      this.figure("Latency of answers", ...this.latency(shown, from, span)),
      this.figure("How many answers took how long", ...this.histogram(shown)),
      ...this.slowest(shown));
  }

  figure(title, ...content) {
    return element("figure", {}, element("figcaption", {}, title), ...content);
  }

  /** Axes, and the functions that place a point. */
  frame(label, bottom, top, isLog, from, span, unit) {
    const { height, left, right, left: edge } = PLOT;
    const { width } = this;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "plot" });
    const x = (time) => left + ((time - from) / span) * (width - left - right);
    const scaled = (value) => (isLog ? Math.log10(value) : value);
    const low = scaled(bottom);
    const range = Math.max(scaled(top) - low, 1e-9);
    const y = (value) => height - PLOT.bottom - ((scaled(value) - low) / range) * (height - PLOT.top - PLOT.bottom);
    const marks = [];
    if (isLog) for (let power = Math.ceil(low - 1e-9); power <= scaled(top) + 1e-9; power += 1) marks.push(10 ** power);
    else for (let mark = 0, step = roundStep(top, 4, true); mark <= top; mark += step) marks.push(mark);
    for (const value of marks) {
      svg.append(drawn("line", { x1: edge, x2: width - right, y1: y(value), y2: y(value), class: "grid" }),
        drawn("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, unit(value)));
    }
    // Each mark has room for its words.
    const step = timeStep(span, Math.max(3, Math.min(8, Math.floor((width - left - right) / 100))));
    for (let mark = 0; mark <= span; mark += step) {
      const place = x(from + mark);
      svg.append(drawn("line", { x1: place, x2: place, y1: y(bottom), y2: y(bottom) + 5, class: "grid" }));
      if (mark > 0 && place < left + 96) continue;
      svg.append(drawn("text", {
        x: place, y: height - 8,
        "text-anchor": mark === 0 ? "start" : place > width - 40 ? "end" : "middle",
      }, mark === 0 ? momentOf(from).slice(11, 19) : `+${markOf(mark)}`));
    }
    return { svg, x, y };
  }

  timeline(shown, from, span) {
    const { store } = this.app;
    const bins = Math.max(40, Math.min(120, Math.round(this.width / 8)));
    const counts = Array.from({ length: bins }, () => [0, 0, 0]);
    for (const index of shown) {
      const bin = Math.min(bins - 1, Math.floor(((store.time[index] - from) / span) * bins));
      counts[bin][store.isServer[index]] += 1;
      if (store.severity[index] > 1) counts[bin][2] += 1;
    }
    const top = Math.max(...counts.map((bin) => bin[0] + bin[1]), 1);
    const { svg, x, y } = this.frame(`Timeline of ${counted(shown.length, "event")}`, 0, top, false, from, span,
      (value) => grouped(Math.round(value)));
    const wide = (x(from + span) - x(from)) / bins;
    counts.forEach((bin, place) => {
      let base = 0;
      [0, 1].forEach((group) => {
        if (bin[group] === 0) return;
        const bar = drawn("rect", {
          x: x(from + (span * place) / bins) + 0.5, width: Math.max(wide - 1, 0.8),
          y: y(base + bin[group]), height: y(base) - y(base + bin[group]), class: group === 0 ? "client" : "server",
        }, drawn("title", {}, `${bin[group]} ${GROUPS[group]}`));
        base += bin[group];
        svg.append(bar);
      });
      if (bin[2] > 0) {
        svg.append(drawn("circle", { cx: x(from + (span * (place + 0.5)) / bins), cy: 8, r: 4, class: "error" },
          drawn("title", {}, `${bin[2]} ${GROUPS[2]}`)));
      }
    });
    const legend = element("p", { class: "legend" }, ...GROUPS.map((name, group) =>
      element("span", {}, element("i", { class: ["client", "server", "error"][group] }), name)));
    return element("div", {}, svg, legend);
  }

  answers(shown) {
    const { store } = this.app;
    return shown.filter((index) => store.latency[index] >= 0);
  }

  latency(shown, from, span) {
    const { store } = this.app;
    const answers = this.answers(shown);
    if (answers.length === 0) return [element("p", { class: "hint" }, "No answers whose requests were seen.")];
    let low = Infinity;
    let high = 0;
    for (const index of answers) {
      low = Math.min(low, store.latency[index]);
      high = Math.max(high, store.latency[index]);
    }
    const bottom = 10 ** Math.floor(Math.log10(Math.max(low, 1e-6)));
    const top = 10 ** Math.ceil(Math.log10(Math.max(high, bottom * 10)));
    const { svg, x, y } = this.frame(`Latency of ${counted(answers.length, "answer")}`, bottom, top, true, from, span, markOf);
    // More points than can be told apart are thinned.
    const step = Math.max(1, Math.ceil(answers.length / 4000));
    for (let place = 0; place < answers.length; place += step) {
      const index = answers[place];
      svg.append(drawn("circle", {
        cx: x(store.time[index]).toFixed(1), cy: y(Math.max(store.latency[index], bottom)).toFixed(1), r: 3.2,
        class: `point ${store.isServer[index] ? "server" : "client"}`,
        onclick: () => this.app.open(index),
      }, drawn("title", {}, `event ${index + 1}: ${store.names.list[store.type[index]]} after ${duration(store.latency[index])}`)));
    }
    const sorted = answers.map((index) => store.latency[index]).sort((one, other) => one - other);
    const at = (percentage) => duration(percentile(sorted, percentage));
    return [svg, element("p", { class: "legend" },
      `${counted(sorted.length, "answer")} · median ${at(50)} · 95 % within ${at(95)} · slowest ${at(100)}`)];
  }

  /** The slowest answers by name: the points of the plot for those who do not use a mouse. */
  slowest(shown) {
    const { store } = this.app;
    const answers = this.answers(shown);
    if (answers.length === 0) return [];
    const slowest = answers.sort((one, other) => store.latency[other] - store.latency[one]).slice(0, SLOWEST);
    return [this.figure("The slowest answers", element("ol", { class: "slowest" }, slowest.map((index) =>
      element("li", {}, element("b", {}, duration(store.latency[index])), " ",
        safe(`${store.names.list[store.type[index]]} ${store.names.list[store.topic[index]]}`), " ",
        this.app.link(index + 1)))))];
  }

  histogram(shown) {
    const { store } = this.app;
    const answers = this.answers(shown);
    if (answers.length === 0) return [element("p", { class: "hint" }, "No answers whose requests were seen.")];
    const bins = new Map();
    for (const index of answers) {
      const bin = Math.floor(Math.log10(Math.max(store.latency[index], 1e-6)) * 3);
      bins.set(bin, (bins.get(bin) ?? 0) + 1);
    }
    const most = Math.max(...bins.values());
    const first = Math.min(...bins.keys());
    const last = Math.max(...bins.keys());
    const rows = [];
    for (let bin = first; bin <= last; bin += 1) {
      const count = bins.get(bin) ?? 0;
      const meter = element("i", { class: "meter" });
      meter.style.width = `${(count / most) * 100}%`;
      rows.push(element("tr", {}, element("th", { scope: "row" }, `${duration(10 ** (bin / 3))} – ${duration(10 ** ((bin + 1) / 3))}`),
        element("td", { class: "meter-cell" }, meter), element("td", { class: "right" }, grouped(count))));
    }
    return [element("table", { class: "bars" }, element("tbody", {}, rows))];
  }
}

/** What columns say that have short names. */
const TITLES = { median: "median latency of the answers" };

class StatisticsView {
  constructor(app) {
    this.app = app;
    this.host = byId("panel-statistics");
  }

  show() {
    const { store } = this.app;
    const { about } = store;
    const types = new Map();
    const topics = new Map();
    const statuses = new Map();
    const flows = new Map();
    const objectNames = new Map();
    const tally = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
    let bytes = 0;
    let count = 0;
    for (let index = 0; index < store.indexed; index += 1) {
      if (!store.isShown(index)) continue;
      count += 1;
      bytes += store.bytes[index];
      this.add(types, `${store.names.list[store.type[index]]} ${store.isServer[index] ? "←" : "→"}`, store.bytes[index], store.latency[index]);
      const topic = store.names.list[store.topic[index]];
      if (topic) this.add(topics, topic, store.bytes[index], store.latency[index]);
      tally(flows, store.flow[index]);
      // Type and status as one number: few of either are known.
      if (store.status[index] > 0) tally(statuses, store.type[index] * 2 ** 26 + store.status[index]);
    }
    let messages = 0;
    for (const message of store.messages) {
      if (!store.isShown(message.index)) continue;
      messages += 1;
      tally(objectNames, message.objectName);
    }
    const isSeveral = about.files.length > 1;
    const packets = about.files.reduce((sum, file) => sum + file.packets, 0);
    const cards = [["events", count], ["connections", flows.size], ["packets in all", packets], ["bytes of units", bytes, size],
      ["messages", messages], ["findings", store.shownFindings.length]];
    this.host.replaceChildren(
      element("div", { class: "cards" }, cards.map(([name, value, show]) =>
        element("div", { class: "card" }, element("b", {}, (show ?? grouped)(value)), element("span", {}, name)))),
      element("div", { class: "tables" },
        this.table("Types", ["type", "events", "bytes", "median"], this.ranked(types)),
        this.table("Topics", ["topic", "events", "bytes", "median"], this.ranked(topics)),
        this.table("Object names", ["object name", "messages"],
          this.most(objectNames).map(([name, number]) => [store.names.list[name], grouped(number)])),
        this.table("Status codes", ["of", "status", "events"], this.most(statuses).map(([key, number]) =>
          [store.names.list[Math.floor(key / 2 ** 26)], store.names.list[key % 2 ** 26], grouped(number)])),
        this.wideTable("Connections",
          ["flow", ...(isSeveral ? ["file"] : []), "client", "server", "transport", "system", "user", "events"],
          [...store.flows.values()].filter((flow) => flows.has(flow.connection)).map((flow) =>
            [`f${flow.number}`, ...(isSeveral ? [flow.file] : []), flow.client, flow.server, flow.transport, flow.system, flow.user,
              grouped(flows.get(flow.connection))])),
        this.wideTable("Captures", ["file", "packets", "flows", "events", "not decoded", "other protocols"],
          about.files.map((file) => [file.name + (file.damage ? ` (${file.damage})` : ""), grouped(file.packets), grouped(file.flows),
            grouped(file.events), size(file.undecodedBytes), size(file.otherBytes)]))));
  }

  add(map, name, bytes, latency) {
    let row = map.get(name);
    if (!row) map.set(name, (row = { count: 0, bytes: 0, latencies: [] }));
    row.count += 1;
    row.bytes += bytes;
    if (latency >= 0) row.latencies.push(latency);
  }

  /** What was counted, the most first. */
  most(counts) {
    return [...counts].sort((one, other) => other[1] - one[1]);
  }

  ranked(map) {
    return [...map].sort((one, other) => other[1].count - one[1].count).map(([name, row]) => {
      row.latencies.sort((one, other) => one - other);
      const median = percentile(row.latencies, 50);
      return [name, grouped(row.count), size(row.bytes), median === undefined ? "" : duration(median)];
    });
  }

  /** A table that takes the whole width. */
  wideTable(title, columns, rows) {
    const made = this.table(title, columns, rows);
    made?.classList.add("wide");
    return made;
  }

  table(title, columns, rows) {
    if (rows.length === 0) return null;
    // Columns of numbers are set to the right, under the ends of their names.
    const isNumber = columns.map((_, place) =>
      place > 0 && rows.every((row) => row[place] === "" || /^[\d.,]+( (B|[KMGT]iB|µs|ms|s))?$/.test(row[place])));
    const side = (place) => (isNumber[place] ? "right" : undefined);
    return element("section", { class: "table" }, element("h2", {}, title),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, element("table", {},
        element("thead", {}, element("tr", {}, columns.map((column, place) => element("th", { scope: "col", class: side(place), title: TITLES[column] }, column)))),
        element("tbody", {}, rows.slice(0, 500).map((row) => element("tr", {}, row.map((cell, place) =>
          place === 0 ? element("th", { scope: "row", title: safe(cell) }, safe(cell)) : element("td", { class: side(place) }, safe(cell)))))))),
      rows.length > 500 ? element("p", { class: "hint" }, `and ${grouped(rows.length - 500)} more`) : null);
  }
}
