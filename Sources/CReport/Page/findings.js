// What the check found, and what decoding had to say, by severity.

/** Findings and diagnostics of one severity that are listed. */
const LISTED = 500;
/** What was not looked at, as far as it is listed. */
const NOTICES_LISTED = 200;

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
    const shown = store.shownFindings;
    const hidden = check.findings.length - shown.length;
    const parts = [element("h2", {}, `${grouped(shown.length)} finding${shown.length === 1 ? "" : "s"} of the check`,
      hidden > 0 ? element("small", {}, ` and ${grouped(hidden)} of events that are not shown`) : null,
      check.omitted > 0 ? element("small", {}, ` and ${grouped(check.omitted)} more that were left out`) : null)];
    if (check.findings.length === 0) parts.push(element("p", { class: "good" }, "✓ Both ends kept to every rule that could be judged."));
    for (const severity of severities) {
      const found = shown.filter((finding) => finding.severity === severity);
      parts.push(...this.list(severity, "of the check", found.slice(0, LISTED).map((finding) => this.finding(finding, severity)),
        found.length));
    }
    if (check.notices.length > 0) {
      const isSeveral = store.about.files.length > 1;
      parts.push(element("h2", {}, "Not looked at"), element("ul", { class: "remarks" }, check.notices.slice(0, NOTICES_LISTED).map((notice) =>
        element("li", { class: "note" }, isSeveral && notice.file ? `${safe(notice.file)}: ` : "",
          notice.flow ? `f${notice.flow}: ` : "", safe(notice.text)))));
      const more = Math.max(0, check.notices.length - NOTICES_LISTED) + check.noticesOmitted;
      if (more > 0) parts.push(element("p", { class: "hint" }, `and ${grouped(more)} more that were not looked at`));
    }
    parts.push(element("h2", {}, "Diagnostics"));
    const lists = { error: [], warning: [], note: [] };
    const counts = { error: 0, warning: 0, note: 0 };
    for (let index = 0; index < store.indexed; index += 1) {
      if (!store.isShown(index)) continue;
      // Each severity has room of its own: many notes hide no error, and an event is unpacked only for what is listed.
      let isListed = false;
      for (const severity of severities) {
        const count = store.diagnostics[SEVERITIES.indexOf(severity)][index];
        counts[severity] += count;
        if (count > 0 && lists[severity].length < LISTED) isListed = true;
      }
      if (!isListed) continue;
      const record = store.peek(index) ?? (await store.record(index));
      if (turn !== this.turn) return;
      for (const each of record.event.diagnostics ?? []) {
        if (lists[each.severity].length < LISTED) lists[each.severity].push(this.diagnostic(each, record.event));
      }
    }
    for (const severity of severities) parts.push(...this.list(severity, "of decoding", lists[severity], counts[severity]));
    if (severities.every((severity) => counts[severity] === 0)) {
      parts.push(element("p", { class: "good" }, "✓ Nothing odd in the events that are shown."));
    }
    this.host.replaceChildren(...parts);
  }

  /** What is said of one severity, and how much more there is. */
  list(severity, source, items, count) {
    if (count === 0) return [];
    const made = [element("ul", { class: "remarks", "aria-label": `${severity}s ${source}` }, items)];
    if (count > items.length) {
      const more = count - items.length;
      made.push(element("p", { class: "hint" }, `and ${grouped(more)} more ${severity}${more === 1 ? "" : "s"}`));
    }
    return made;
  }

  diagnostic(each, event) {
    return element("li", { class: each.severity }, element("b", {}, each.severity), " ", safe(each.text), " ",
      element("code", {}, safe(each.code)), " ", this.app.link(event.n));
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
