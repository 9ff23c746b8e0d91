extension TablePage {
    /// The style of the page in light and dark mode, on a screen and on paper.
    static let style = """
        :root { --line: #c8c8c8; --head: #f0f0f0; --good: #0a6b2d; --bad: #b00020; --mild: #7a5500; --none: #767676; }
        @media (prefers-color-scheme: dark) {
          :root { --line: #444; --head: #222; --good: #6fcf8f; --bad: #ff8a8a; --mild: #e0b050; --none: #999; }
        }
        body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; }
        table { border-collapse: collapse; margin: 1em 0; }
        th, td { border: 1px solid var(--line); padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
        thead th { background: var(--head); position: sticky; top: 0; }
        .summary thead th { position: static; }
        th button { all: unset; cursor: pointer; font-weight: bold; }
        th button:focus-visible { outline: 2px solid; }
        th[aria-sort=ascending] button::after { content: " ▲"; }
        th[aria-sort=descending] button::after { content: " ▼"; }
        td { overflow-wrap: anywhere; max-width: 40em; }
        pre { white-space: pre-wrap; margin: 0.3em 0; }
        form { display: flex; flex-wrap: wrap; gap: 0.5em 1em; align-items: baseline; }
        .good { color: var(--good); } .bad { color: var(--bad); font-weight: bold; }
        .mild { color: var(--mild); } .none { color: var(--none); }
        tr[hidden] { display: none; }
        @media print { form { display: none; } }
        """

    /// The script that sorts by a click on a column's title, and filters; without it the page still shows everything.
    static let script = #"""
        "use strict";
        (() => {
          const table = document.getElementById("cases");
          const body = table.tBodies[0];
          const heads = Array.from(table.tHead.rows[0].cells);
          const words = document.getElementById("words");
          const choices = Array.from(document.querySelectorAll("#filters select"));
          const rows = Array.from(body.rows, (element, index) => ({
            element, index,
            keys: Array.from(element.cells, cell => cell.dataset.key ?? cell.textContent),
            text: element.textContent.toLowerCase(),
          }));
          const number = /^-?\d+(\.\d+)?$/;
          const compare = (one, other) => {
            if (number.test(one) && number.test(other)) return Number(one) - Number(other);
            return one < other ? -1 : one > other ? 1 : 0;
          };
          heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => {
            const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
            heads.forEach(other => other.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
            const sorted = rows.slice().sort(
              (one, other) => sign * compare(one.keys[column], other.keys[column]) || one.index - other.index);
            body.append(...sorted.map(row => row.element));
          }));
          const filter = () => {
            const wanted = words.value.toLowerCase().split(/\s+/).filter(word => word !== "");
            let shown = 0;
            for (const row of rows) {
              const fits = wanted.every(word => row.text.includes(word)) && choices.every(
                choice => choice.value === "" || "=" + row.keys[Number(choice.dataset.column)] === choice.value);
              row.element.hidden = !fits;
              if (fits) shown += 1;
            }
            document.getElementById("shown").textContent = `${shown} of ${rows.length}`;
          };
          words.addEventListener("input", filter);
          choices.forEach(choice => choice.addEventListener("change", filter));
          document.getElementById("filters").addEventListener("submit", event => event.preventDefault());
          filter();
        })();
        """#
}
