// What the check found, and what decoding had to say, by severity.

class FindingsView {
  constructor(app) {
    this.app = app;
    this.host = byId("panel-findings");
  }

  async show() {
    const { store } = this.app;
    const { check } = store.about;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const severities = ["error", "warning", "note"];
    const parts = [element("h2", {}, `${grouped(check.findings.length)} finding${check.findings.length === 1 ? "" : "s"} of the check`,
      check.omitted > 0 ? element("small", {}, ` and ${grouped(check.omitted)} more that were left out`) : null)];
    if (check.findings.length === 0) parts.push(element("p", { class: "good" }, "✓ Both ends kept to every rule that could be judged."));
    for (const severity of severities) {
      const found = check.findings.filter((finding) => finding.severity === severity);
      if (found.length === 0) continue;
      parts.push(element("ul", { class: "remarks", "aria-label": `${severity}s of the check` },
        found.slice(0, 500).map((finding) => this.finding(finding, severity))));
      if (found.length > 500) parts.push(element("p", { class: "hint" }, `and ${grouped(found.length - 500)} more of this severity`));
    }
    if (check.notices.length > 0) {
      parts.push(element("h2", {}, "Not looked at"), element("ul", { class: "remarks" }, check.notices.slice(0, 200).map((notice) =>
        element("li", { class: "note" }, notice.flow ? `f${notice.flow}: ` : "", safe(notice.text)))));
    }
    parts.push(element("h2", {}, "Diagnostics"));
    const lists = { error: [], warning: [], note: [] };
    for (let index = 0; index < store.indexed; index += 1) {
      if (store.severity[index] === 0 || !store.isShown(index)) continue;
      if (lists.error.length + lists.warning.length + lists.note.length > 2000) break;
      const record = store.peek(index) ?? (await store.record(index));
      if (turn !== this.turn) return;
      for (const each of record.event.diagnostics ?? []) lists[each.severity].push([record.event, each, index]);
    }
    let count = 0;
    for (const severity of severities) {
      if (lists[severity].length === 0) continue;
      count += lists[severity].length;
      parts.push(element("ul", { class: "remarks", "aria-label": `${severity}s of decoding` }, lists[severity].slice(0, 500).map(([event, each]) =>
        element("li", { class: severity }, element("b", {}, severity), " ", safe(each.text), " ", element("code", {}, safe(each.code)), " ",
          this.app.link(event.n)))));
      if (lists[severity].length > 500) parts.push(element("p", { class: "hint" }, "and more"));
    }
    if (count === 0) parts.push(element("p", { class: "good" }, "✓ Nothing odd in the events that are shown."));
    this.host.replaceChildren(...parts);
  }

  finding(finding, severity) {
    const shown = this.app.store.about.shown;
    const links = (finding.events ?? []).map((number) =>
      number <= shown ? this.app.link(number) : element("span", {}, `${number} (not in this page)`));
    return element("li", { class: severity }, element("b", {}, severity), " ", safe(finding.text), " ",
      element("code", {}, safe(finding.code)), " ", links.flatMap((link, place) => (place ? [", ", link] : [link])),
      finding.basis ? element("small", {}, safe(finding.basis)) : null);
  }
}
