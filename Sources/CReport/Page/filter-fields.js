// The fields that a filter may name, and what it may say of them: the table comes with the page.

/** How many letters must change, come, go or swap places to make one text of the other. */
function distance(one, other) {
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let edits = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        edits = Math.min(edits, before[column - 2] + 1);
      }
      current.push(edits);
    }
    [before, last] = [last, current];
  }
  return last[other.length];
}

/** The name that is most like a text, or else begins with it. One letter of four may be another. */
function nearestName(text, names) {
  const bytes = (name) => new TextEncoder().encode(name.toLowerCase());
  const wanted = bytes(text);
  if (wanted.length > 100) return undefined;
  const limit = Math.max(1, Math.floor(wanted.length / 4));
  let best;
  let least = limit + 1;
  for (const name of names) {
    const other = bytes(name);
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const edits = distance(wanted, other);
    if (edits < least) [best, least] = [name, edits];
  }
  return best ?? (Array.from(text).length < 3 ? undefined : names.find((name) => name.startsWith(text)));
}

/** The field as it is shortest in a filter. */
function shortPath(path) {
  if (path === "inReplyTo.latency") return "latency";
  if (path === "messages.content") return "content";
  return path.startsWith("messages.") ? "message." + path.slice("messages.".length) : path;
}

/** The least and the most that a number may be, where that is known: a whole number of 64 bits, a size not below 0. */
function boundsOf(kinds, least, most) {
  if (least === undefined && most === undefined && !kinds.every(({ type }) => type === "integer" || type === "size")) return undefined;
  return { least: least === undefined ? SMALLEST_SIGNED : BigInt(least), most: most === undefined ? LARGEST_SIGNED : BigInt(most) };
}

/** All fields of events: their paths, and what each may hold. */
class FieldTable {
  constructor(fields) {
    this.entries = new Map(fields.map(({ path, kinds, least, most }) => [path, {
      kinds, isOpen: kinds.some(({ type }) => type === "json"), bounds: boundsOf(kinds, least, most),
    }]));
    this.shortPaths = fields.map(({ path }) => shortPath(path));
    this.heads = [...this.shortPaths.filter((each) => !each.includes(".")), "message"];
  }

  /** The path that is most like a text. */
  nearest(path) {
    // The name alone, without what it is a field of.
    const inner = this.shortPaths.filter((each) => each.endsWith("." + path));
    if (inner.length > 0) return inner.reduce((shortest, each) => (each.length < shortest.length ? each : shortest));
    const dot = path.indexOf(".");
    if (dot < 0) return nearestName(path, this.shortPaths);
    const [head, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    if (this.heads.includes(head)) return this.nearestInside(head, rest);
    const whole = nearestName(path, this.shortPaths);
    if (whole) return whole;
    // Of contents and payloads only the beginning can be judged.
    const near = nearestName(head, this.heads);
    return near && this.isField(`${near}.${rest}`) ? `${near}.${rest}` : undefined;
  }

  /** The path with the field of an object that is most like a text. */
  nearestInside(head, rest) {
    const full = head === "message" ? "messages." : head + ".";
    const names = [...this.entries.keys()].filter((each) => each.startsWith(full)).map((each) => each.slice(full.length));
    // It has no fields.
    if (names.length === 0) return head;
    const around = names.filter((each) => rest.startsWith(each + ".")).sort((one, other) => other.length - one.length)[0];
    const near = around ?? nearestName(rest, names);
    return near && `${head}.${near}`;
  }

  /** Whether an event may have a field with this path, in which the short names do not stand. */
  isField(path) {
    const whole = path.startsWith("content.") ? "messages." + path : path;
    return this.entries.has(whole) || [...this.entries].some(([each, { isOpen }]) => isOpen && whole.startsWith(each + "."));
  }

  /** What the table says of a path: the kinds of its values, none for what is the application's or the server's. */
  entry(names) {
    let path = "";
    let last;
    for (const [index, { text, isQuoted }] of names.entries()) {
      path += index === 0 ? text : "." + text;
      // A dot in a quoted name is no step.
      const entry = isQuoted && text.includes(".") ? undefined : this.entries.get(path);
      if (entry) {
        last = entry;
        continue;
      }
      if (!last) return undefined;
      // What URLs and polls say besides is shown in the frame, too.
      if (path.startsWith("frame.") && index === 1 && isQuoted) return { kinds: [] };
      return last.isOpen ? { kinds: [] } : undefined;
    }
    return last;
  }

  /** A field of an object, as an example. */
  inside(path) {
    const full = path === "message" ? "messages" : path;
    const inner = [...this.entries.keys()].find((each) => each.startsWith(full + "."));
    return inner ? shortPath(inner) : path;
  }
}

/** A field as a filter names it. */
class FieldPath {
  constructor(written, spelling, position, table) {
    this.spelling = spelling;
    this.table = table;
    const names = written.map((name) => ({ ...name }));
    if (names[0].text === "message") names[0].text = "messages";
    else if (names[0].text === "content") names.unshift({ text: "messages" });
    else if (names[0].text === "latency" && names.length === 1) names.splice(0, 1, { text: "inReplyTo" }, { text: "latency" });
    this.names = names.map(({ text }) => text);
    const entry = table.entry(names);
    if (!entry) {
      throw new FilterError(position, Array.from(spelling).length, `an event has no field ${spelling}`,
        table.nearest(written.map(({ text }) => text).join(".")));
    }
    this.kinds = entry.kinds;
    this.bounds = entry.bounds;
    /** Whether nothing is known of its values. */
    this.isFree = this.kinds.length === 0 || this.kinds.some(({ type }) => type === "json");
    this.isObject = this.kinds.length === 1 && this.kinds[0].type === "object";
  }

  /** Hands each value that is there to a visitor; what lies in lists counts one by one. An empty list is there, too. */
  walk(value, visitor, place = 0) {
    if (Array.isArray(value)) {
      if (place === this.names.length) visitor.found();
      for (const each of value) this.walk(each, visitor, place);
    } else if (place === this.names.length) {
      visitor.found();
      visitor.value(value);
    } else if (value !== null && typeof value === "object" && Object.hasOwn(value, this.names[place])) {
      this.walk(value[this.names[place]], visitor, place + 1);
    }
  }
}

/** What a field holds, in words. */
const ARTICLES = {
  "text": "a text", "hex": "a text", "base64": "a text", "text or integer": "a text or a number", "name": "a name",
  "name or integer": "a name", "integer": "a number", "size": "a number of bytes", "seconds": "a number of seconds",
  "boolean": "true or false", "time": "a time", "object": "an object", "json": "an object",
};
const SHOWN_AS_TEXT = ["text", "text or integer", "name", "name or integer", "time", "hex", "base64"];

/** Holds a comparison against what is known of its field, before any event is judged. */
class FilterCheck {
  /** @param isNegated whether no value may be equal, which holds of each value that the field never has */
  constructor(path, operation, isNegated, wrong) {
    Object.assign(this, { path, operation, isNegated, wrong });
  }

  /** Refuses an operator that says nothing of such a field. */
  checkOperation() {
    const { path, operation } = this;
    if (path.isObject) {
      throw this.wrong(`${path.spelling} has fields and no value: name one, as in ${path.table.inside(path.spelling)}`);
    }
    if (path.isFree || operation === "==" || operation === "in") return;
    if (operation !== "contains" && operation !== "matches") {
      if (path.kinds.length === 1 && path.kinds[0].type === "boolean") {
        throw this.wrong(`${path.spelling} is true or false, which have no order`);
      }
    } else if (!path.kinds.some(({ type }) => SHOWN_AS_TEXT.includes(type))) {
      throw this.wrong(`${path.spelling} is ${ARTICLES[path.kinds[0].type]}: contains and matches look into texts`);
    }
  }

  /** Refuses what fits none of the names that a field may have. */
  someName(literal, fits) {
    const { path } = this;
    if (path.isFree || !path.kinds.every(({ values }) => values)) return;
    if (!path.kinds.some(({ values }) => values.some(fits))) throw literal.wrong(`no ${path.spelling} is like this`);
  }

  /** Refuses a value that the field never has, and an order in which none of its values stands. */
  reachable(literal, value) {
    const { path, operation } = this;
    if (this.isNegated || path.isFree) return;
    const word = { "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least " }[operation] ?? "";
    if (path.bounds && value.number !== undefined) {
      const { least, most } = path.bounds;
      const isBelow = value.number < least;
      const isAbove = value.number > most;
      const holds = { "<": least < value.number, "<=": !isBelow, ">": most > value.number, ">=": !isAbove };
      if (!(holds[operation] ?? (!isBelow && !isAbove))) throw literal.wrong(this.never(word + literal.spelling));
      return;
    }
    if (word === "" || !value.isText || !path.kinds.every(({ values }) => values)) return;
    const test = new FilterTest(path);
    Object.assign(test, { operation, value });
    if (!path.kinds.some(({ values }) => values.some((name) => test.accepts(name)))) {
      throw literal.wrong(`no ${path.spelling} is ${word}${literal.spelling}, as names are ordered by their letters`);
    }
  }

  /** What a number may be, and what it never is. */
  never(what) {
    const { least, most } = this.path.bounds;
    const [isOpenBelow, isOpenAbove] = [least === SMALLEST_SIGNED, most === LARGEST_SIGNED];
    const values = isOpenBelow && isOpenAbove ? "a whole number of 64 bits" : isOpenAbove ? `${least} or more, in 64 bits,`
      : isOpenBelow ? `${most} or less, in 64 bits,` : `${least} to ${most}`;
    return `${this.path.spelling} is ${values} and never ${what}`;
  }

  /** Refuses a number that is shown by its name, and one that is not whole. */
  unnamed(literal, number, named, isExact) {
    if (!isExact || this.isNegated) return;
    const { spelling } = this.path;
    if (!isWhole(number)) {
      throw literal.wrong(`${spelling} is a name or a whole number and never ${literal.spelling}`);
    }
    const name = named?.[String(number)];
    if (name) throw literal.wrong(`${spelling} ${literal.spelling} is shown by its name`, name);
  }

  /** Refuses what lines never write for bytes: a whole text, or a part of one. */
  bytes(literal, isWhole) {
    const { path } = this;
    if (path.kinds.length !== 1 || path.kinds[0].type !== "hex") return;
    if (isWhole && (this.isNegated || literal.number !== undefined)) return;
    const isHex = (text) => (isWhole ? /^([0-9a-f]{2})*$/ : /^[0-9a-f]*$/).test(text);
    if (isHex(literal.text)) return;
    const lower = literal.text.toLowerCase();
    throw literal.wrong(`${path.spelling} is bytes in lower-case hex and never ${literal.spelling}`, isHex(lower) ? lower : undefined);
  }

  /** What a literal stands for in a comparison with the field. */
  value(literal, isExact) {
    if (this.path.isFree) return FilterCheck.free(literal);
    let first;
    for (const kind of this.path.kinds) {
      try {
        return this.valueOf(literal, kind, isExact);
      } catch (error) {
        if (!(error instanceof FilterError)) throw error;
        first ??= error;
      }
    }
    throw first;
  }

  /** What a literal says by itself. */
  static free(literal) {
    const { text, isQuoted } = literal;
    if (isQuoted) return { text, isText: true };
    if (text === "true" || text === "false") return { text, truth: text === "true" };
    const number = literal.number ?? literal.size ?? literal.seconds;
    if (number !== undefined) return { text, number };
    const moment = nanoseconds(text);
    return moment === undefined ? { text, isText: true } : { text, moment };
  }

  valueOf(literal, { type, values, named }, isExact) {
    const { spelling } = this.path;
    const { text, number } = literal;
    const never = `${spelling} is ${ARTICLES[type]} and never ${literal.spelling}`;
    switch (type) {
      // Digits alone may be an id, which a line shows as text.
      case "text": case "text or integer": case "hex": case "base64":
        if (isExact) this.bytes(literal, true);
        return number === undefined ? { text, isText: true } : { text, number };
      case "name": case "name or integer":
        if (number !== undefined) {
          if (type === "name") throw literal.wrong(never);
          this.unnamed(literal, number, named, isExact);
          return { text, number };
        }
        if (isExact && !values.includes(text)) {
          throw literal.wrong(`no ${spelling} is ${literal.spelling}`, nearestName(text, values));
        }
        return { text, isText: true };
      case "integer": case "size": case "seconds": {
        const found = number ?? (type === "size" ? literal.size : type === "seconds" ? literal.seconds : undefined);
        if (found === undefined) throw literal.wrong(never + FilterCheck.hint(literal, type));
        if (isExact && type !== "seconds" && !isWhole(found)) {
          throw literal.wrong(`${spelling} is whole and never ${literal.spelling}`);
        }
        return { text, number: found };
      }
      case "boolean":
        if (literal.isQuoted || (text !== "true" && text !== "false")) throw literal.wrong(never);
        return { text, truth: text === "true" };
      case "time": {
        const moment = nanoseconds(text);
        if (moment === undefined) throw literal.wrong(`${never}: times are written as 2026-11-21T03:18:33Z`);
        return { text, moment };
      }
      default: return FilterCheck.free(literal);
    }
  }

  /** How the value would have to be written. */
  static hint(literal, type) {
    if (literal.isQuoted && numberOf(literal.text) !== undefined) return ": write it without quotes";
    if (type === "size" && secondsOf(literal.text) !== undefined) return ": sizes are written as 4KiB";
    if (type === "seconds" && sizeOf(literal.text) !== undefined) return ": durations are written as 500ms";
    return "";
  }

  /** A member of a set: a value, or all between two. */
  member(low, high) {
    if (!high) {
      const value = this.value(low, true);
      this.reachable(low, value);
      return { low: value };
    }
    const from = this.value(low, false);
    const to = this.value(high, false);
    const key = ["number", "moment"].find((each) => from[each] !== undefined && to[each] !== undefined);
    if (!key) throw low.wrong("a range goes from a number or a time to another");
    if (from[key] > to[key]) throw low.wrong(`no value lies between ${low.spelling} and ${high.spelling}`);
    const { bounds } = this.path;
    if (bounds && !this.isNegated && key === "number" && (to.number < bounds.least || from.number > bounds.most)) {
      throw low.wrong(this.never(`between ${low.spelling} and ${high.spelling}`));
    }
    return { low: from, high: to };
  }
}
