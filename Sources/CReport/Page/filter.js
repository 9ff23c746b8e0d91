// Filters of events, in the grammar of `-Y`.

/** Why a filter can not be used, and where: characters before the place, and how many are concerned. */
class FilterError extends Error {
  constructor(position, length, reason, suggestion) {
    super(reason + (suggestion ? ` (did you mean ${suggestion}?)` : ""));
    Object.assign(this, { position, length, reason, suggestion });
  }

  /** The reason, and the place marked under the expression. */
  describe(source) {
    const characters = Array.from(source);
    const part = characters.slice(this.position, this.position + this.length).join("");
    return `${this.message} at character ${this.position + 1}${part.trim() ? `: ${part}` : ""}`;
  }
}

/** The fields of every event, where no table comes with the page. */
const COMMON_FIELDS = [
  "n", "file", "time", "flow", "client", "server", "sender", "transport", "tls", "system", "frame", "inReplyTo", "payload",
  "messages", "diagnostics", "packets", "bytes", "hex", "undecoded", "undecodedBytes", "message", "content", "latency",
];
const CLOSED = {
  sender: ["client", "server"],
  transport: ["websocket", "polling", "tcp", "http"],
  system: ["rongcloud", "leancloud", "nim", "yc"],
  "diagnostics.severity": ["note", "warning", "error"],
};

/** How many letters must change to make one text of the other. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let place = 1; place <= one.length; place += 1) {
    const next = [place];
    for (let index = 1; index <= other.length; index += 1) {
      next.push(Math.min(row[index] + 1, next[index - 1] + 1, row[index - 1] + (one[place - 1] === other[index - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length];
}

function nearest(text, names) {
  const wanted = text.toLowerCase();
  let best;
  let least = Math.floor(Math.max(wanted.length, 3) / 3) + 1;
  for (const name of names) {
    const far = distance(wanted, name.toLowerCase());
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

const DEEPEST_FILTER = 100;
const inWord = /[a-zA-Z0-9._\-+:#/@$]|[^\x00-\x7f\s]/u;

class FilterParser {
  constructor(source) {
    this.characters = Array.from(source);
    this.position = 0;
    this.depth = 0;
  }

  get next() {
    return this.characters[this.position];
  }

  wrong(reason, start = this.position, suggestion = undefined) {
    return new FilterError(start, Math.max(1, this.position - start), reason, suggestion);
  }

  text(from, to) {
    return this.characters.slice(from, to).join("");
  }

  skipSpace() {
    while (this.next !== undefined && /\s/u.test(this.next)) this.position += 1;
  }

  take(signs) {
    this.skipSpace();
    if (this.text(this.position, this.position + signs.length) !== signs) return false;
    if (signs === "!" && this.characters[this.position + 1] === "=") return false;
    this.position += signs.length;
    return true;
  }

  takeWord(...wanted) {
    this.skipSpace();
    const start = this.position;
    if (wanted.includes(this.word())) return true;
    this.position = start;
    return false;
  }

  word(inSet = false) {
    const start = this.position;
    while (this.next !== undefined && inWord.test(this.next)) {
      if (inSet && this.next === "." && this.characters[this.position + 1] === ".") break;
      this.position += 1;
    }
    return this.text(start, this.position);
  }

  parse() {
    const expression = this.or();
    this.skipSpace();
    switch (this.next) {
      case undefined: return expression;
      case "=": throw this.wrong("one = compares nothing: write ==");
      case "&": throw this.wrong("and is written && or and");
      case "|": throw this.wrong("or is written || or or");
      case "[": throw this.wrong('lists are looked at as a whole: brackets hold a quoted name, as in content["a.b"]');
      default: throw this.wrong("unexpected text");
    }
  }

  or() {
    const parts = [this.and()];
    while (this.take("||") || this.takeWord("or")) parts.push(this.and());
    return parts.length === 1 ? parts[0] : (event) => parts.some((part) => part(event));
  }

  and() {
    const parts = [this.unary()];
    while (this.take("&&") || this.takeWord("and")) parts.push(this.unary());
    return parts.length === 1 ? parts[0] : (event) => parts.every((part) => part(event));
  }

  unary() {
    this.depth += 1;
    if (this.depth > DEEPEST_FILTER) throw this.wrong("nested too deeply");
    try {
      if (this.take("!") || this.takeWord("not")) {
        const inside = this.unary();
        return (event) => !inside(event);
      }
      if (this.take("(")) {
        const inside = this.or();
        if (!this.take(")")) throw this.wrong("expected a closing parenthesis");
        return inside;
      }
      return this.condition().judge();
    } finally {
      this.depth -= 1;
    }
  }

  condition() {
    this.skipSpace();
    const start = this.position;
    const word = this.word();
    if ((word === "any" || word === "all") && this.take("(")) {
      const test = new FilterTest(this.path());
      if (!this.take(")")) throw this.wrong("expected a closing parenthesis");
      const end = this.position;
      if (!this.comparison(test)) {
        this.position = end;
        throw this.wrong(`${word} needs a comparison`, start);
      }
      if (word === "all" && test.quantifier === "any") test.quantifier = "all";
      if (word === "any" && test.quantifier === "none") [test.quantifier, test.isInverted] = ["any", true];
      return test;
    }
    this.position = start;
    const test = new FilterTest(this.path());
    this.comparison(test);
    return test;
  }

  path() {
    this.skipSpace();
    const start = this.position;
    const word = this.word();
    if (word === "") throw this.wrong("expected a field");
    const names = word.split(".");
    let quoted = 0;
    while (this.next === "[" && (this.characters[this.position + 1] === '"' || this.characters[this.position + 1] === "'")) {
      this.position += 1;
      const { text, error } = this.quoted();
      if (error) throw error;
      names.push(text);
      quoted += 1;
      if (this.next !== "]") throw this.wrong("expected the closing bracket");
      this.position += 1;
      if (this.next === ".") {
        this.position += 1;
        names.push(...this.word().split("."));
      }
    }
    return new FieldPath(names, this.text(start, this.position), start, quoted > 0);
  }

  quoted() {
    const start = this.position;
    const quote = this.next;
    this.position += 1;
    while (this.next !== undefined && this.next !== quote) {
      this.position += this.next === "\\" && this.position + 1 < this.characters.length ? 2 : 1;
    }
    if (this.next === undefined) {
      this.position = start + 1;
      throw this.wrong("a text without its closing quote", start);
    }
    this.position += 1;
    const raw = this.text(start + 1, this.position - 1);
    return { raw, ...this.unescaped(start + 1, this.position - 1) };
  }

  unescaped(from, to) {
    let text = "";
    let error = null;
    for (let place = from; place < to; ) {
      const character = this.characters[place];
      if (character !== "\\") {
        text += character;
        place += 1;
        continue;
      }
      const letter = this.characters[place + 1];
      const plain = { '"': '"', "'": "'", "\\": "\\", "/": "/", n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }[letter];
      if (plain !== undefined) {
        text += plain;
        place += 2;
      } else if (letter === "u") {
        const unit = this.text(place + 2, Math.min(place + 6, to));
        const low = this.text(place + 6, Math.min(place + 12, to));
        const isHigh = /^[dD][89abAB]/.test(unit);
        const isWhole = /^[0-9a-fA-F]{4}$/.test(unit) && (isHigh ? /^\\u[dD][c-fC-F][0-9a-fA-F]{2}$/.test(low) : !/^[dD][c-fC-F]/.test(unit));
        if (!isWhole) {
          error ??= new FilterError(place, 2, "\\u needs the four hex digits of a character");
          place += 2;
          continue;
        }
        text += String.fromCharCode(parseInt(unit, 16));
        if (isHigh) text += String.fromCharCode(parseInt(low.slice(2), 16));
        place += isHigh ? 12 : 6;
      } else {
        error ??= new FilterError(place, 2, `\\${letter} means nothing in a text: a backslash itself is \\\\`);
        place += 2;
      }
    }
    return { text, error };
  }

  comparison(test) {
    this.skipSpace();
    const start = this.position;
    const is = (operation, quantifier = "any") => {
      test.operation = operation;
      test.quantifier = quantifier;
    };
    if (this.take("==") || this.takeWord("eq")) is("==");
    else if (this.take("!=") || this.takeWord("ne")) is("==", "none");
    else if (this.take("<=") || this.takeWord("le")) is("<=");
    else if (this.take(">=") || this.takeWord("ge")) is(">=");
    else if (this.take("<") || this.takeWord("lt")) is("<");
    else if (this.take(">") || this.takeWord("gt")) is(">");
    else if (this.takeWord("contains")) is("contains");
    else if (this.take("~") || this.takeWord("matches")) is("matches");
    else if (this.takeWord("in")) is("in");
    else if (this.takeWord("not") && this.takeWord("in")) is("in", "none");
    else {
      this.position = start;
      return false;
    }
    test.check(this, start);
    if (test.operation === "in") {
      test.members = this.members(test);
    } else {
      const literal = this.literal(false, test.operation === "matches");
      if (test.operation === "contains") test.search = literal.text;
      else if (test.operation === "matches") test.pattern = this.pattern(literal);
      else test.value = test.valueOf(literal, test.operation === "==");
    }
    return true;
  }

  pattern(literal) {
    try {
      return new Pattern(literal.raw);
    } catch (error) {
      if (error instanceof FilterError) error.position += literal.position + (literal.isQuoted ? 1 : 0);
      throw error;
    }
  }

  members(test) {
    if (!this.take("{")) throw this.wrong("expected { and the values of the set");
    const members = [];
    do {
      const low = this.literal(true);
      const high = this.take("..") ? this.literal(true) : null;
      members.push(test.member(low, high));
    } while (this.take(","));
    if (!this.take("}")) throw this.wrong("expected , or } behind a value of the set");
    return members;
  }

  literal(inSet = false, isPattern = false) {
    this.skipSpace();
    const start = this.position;
    if (this.next === '"' || this.next === "'") {
      const { raw, text, error } = this.quoted();
      if (error && !isPattern) throw error;
      return { text: isPattern ? raw : text, raw, isQuoted: true, position: start, length: this.position - start, spelling: `"${raw}"` };
    }
    const word = this.word(inSet);
    if (word === "") throw this.wrong("expected a value");
    return { text: word, raw: word, isQuoted: false, position: start, length: this.position - start, spelling: word };
  }
}

const wrongLiteral = (literal, reason, suggestion) => new FilterError(literal.position, Math.max(1, literal.length), reason, suggestion);

/** A field as a filter names it. */
class FieldPath {
  constructor(names, spelling, position, isQuoted) {
    this.spelling = spelling;
    const full = [...names];
    if (full[0] === "message") full[0] = "messages";
    else if (full[0] === "content") full.unshift("messages");
    else if (full[0] === "latency" && full.length === 1) full.splice(0, 1, "inReplyTo", "latency");
    this.names = full;
    const isKnown = COMMON_FIELDS.includes(full[0]) && (isQuoted || full.every((name) => name !== ""));
    if (!isKnown) {
      const near = names[0] === "" || full.includes("") ? undefined : nearest(names[0], COMMON_FIELDS);
      throw new FilterError(position, Array.from(spelling).length, `an event has no field ${spelling}`,
        near && [near, ...names.slice(1)].join("."));
    }
    this.closed = CLOSED[full.join(".")];
  }

  /** Calls `visit` with each value that is there; what lies in lists counts one by one. */
  walk(value, visit, place = 0) {
    if (Array.isArray(value)) {
      for (const each of value) this.walk(each, visit, place);
    } else if (place === this.names.length) {
      visit(value);
    } else if (value !== null && typeof value === "object" && Object.hasOwn(value, this.names[place])) {
      this.walk(value[this.names[place]], visit, place + 1);
    }
  }
}

const SIZES = [["KiB", 1024], ["MiB", 1024 ** 2], ["GiB", 1024 ** 3], ["kB", 1000], ["KB", 1000], ["MB", 1e6], ["GB", 1e9], ["B", 1]];
const DURATIONS = [["ns", 1e-9], ["us", 1e-6], ["µs", 1e-6], ["ms", 1e-3], ["min", 60], ["s", 1], ["m", 60], ["h", 3600], ["d", 86400]];

function scaled(text, units) {
  const unit = units.find(([name]) => text.endsWith(name));
  if (!unit) return undefined;
  const digits = text.slice(0, -unit[0].length);
  if (!/^\d+(\.\d+)?$/.test(digits)) return undefined;
  // Whole thousandths and the like come out as the nearest number, as a line's do.
  const value = unit[1] < 1 ? Number(`${digits}e${Math.round(Math.log10(unit[1]))}`) : Number(digits) * unit[1];
  return value;
}

/** A whole number in digits as a BigInt, any other as a number; undefined where a text is none. */
function numberOf(text) {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  if (/^0x[0-9a-fA-F]{1,16}$/.test(text)) return BigInt(text);
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  return undefined;
}

/** A moment in nanoseconds since 1970. */
function nanoseconds(text) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:\d\d))?$/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = parts;
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (moment.getUTCMonth() !== Number(month) - 1 || moment.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return undefined;
  moment.setUTCHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0));
  let seconds = BigInt(moment.getTime()) / 1000n;
  if (zone && !/[Zz]/.test(zone)) {
    const ahead = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60;
    seconds -= BigInt(zone[0] === "-" ? -ahead : ahead);
  }
  return seconds * 1_000_000_000n + BigInt((fraction ?? "").slice(0, 9).padEnd(9, "0"));
}

const order = (one, other) => (one < other ? -1 : one > other ? 1 : one == other ? 0 : undefined);

/** Code points in order, which is the order of their UTF-8. */
function orderOfTexts(one, other) {
  const left = Array.from(one);
  const right = Array.from(other);
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    const found = left[place].codePointAt(0) - right[place].codePointAt(0);
    if (found !== 0) return found;
  }
  return left.length - right.length;
}

const KIND_OF_FIELD = { n: "number", flow: "number", bytes: "size", undecodedBytes: "size", "inReplyTo.latency": "seconds", "inReplyTo.n": "number",
  packets: "number", time: "time", tls: "boolean" };

/** One condition on the values of a field. */
class FilterTest {
  constructor(path) {
    Object.assign(this, { path, operation: "exists", quantifier: "any", isInverted: false });
    this.kind = KIND_OF_FIELD[path.names.join(".")];
  }

  /** Refuses an operator that says nothing of such a field. */
  check(parser, start) {
    const { operation, path } = this;
    if (operation === "==" || operation === "in") return;
    const isText = operation === "contains" || operation === "matches";
    if (this.kind === "boolean" && !isText) throw parser.wrong(`${path.spelling} is true or false, which have no order`, start);
    if (isText && this.kind && this.kind !== "time") {
      const what = { number: "a number", size: "a number of bytes", seconds: "a number of seconds", boolean: "true or false" }[this.kind];
      throw parser.wrong(`${path.spelling} is ${what}: contains and matches look into texts`, start);
    }
  }

  /** What a literal stands for. */
  valueOf(literal, isExact) {
    const { path, kind } = this;
    const { text, isQuoted } = literal;
    const number = isQuoted ? undefined : numberOf(text) ?? scaled(text, SIZES) ?? scaled(text, DURATIONS);
    if (kind === "number" || kind === "size" || kind === "seconds") {
      if (number === undefined) {
        const what = { number: "a number", size: "a number of bytes", seconds: "a number of seconds" }[kind];
        throw wrongLiteral(literal, `${path.spelling} is ${what} and never ${literal.spelling}`);
      }
      return { number };
    }
    if (kind === "boolean") {
      if (isQuoted || (text !== "true" && text !== "false")) {
        throw wrongLiteral(literal, `${path.spelling} is true or false and never ${literal.spelling}`);
      }
      return { truth: text === "true" };
    }
    if (kind === "time") {
      const moment = nanoseconds(text);
      if (moment === undefined) {
        throw wrongLiteral(literal, `${path.spelling} is a time and never ${literal.spelling}: times are written as 2026-11-21T03:18:33Z`);
      }
      return { moment };
    }
    if (path.closed && isExact && !path.closed.includes(text)) {
      throw wrongLiteral(literal, `no ${path.spelling} is ${literal.spelling}`, nearest(text, path.closed));
    }
    if (isQuoted) return { text };
    if (text === "true" || text === "false") return { truth: text === "true" };
    if (number !== undefined) return { number, digits: text };
    const moment = nanoseconds(text);
    return moment !== undefined ? { moment } : { text };
  }

  member(low, high) {
    if (!high) return { low: this.valueOf(low, true) };
    const from = this.valueOf(low, false);
    const to = this.valueOf(high, false);
    const key = from.number !== undefined && to.number !== undefined ? "number" : from.moment !== undefined && to.moment !== undefined ? "moment" : null;
    if (!key) throw wrongLiteral(low, "a range goes from a number or a time to another");
    if (from[key] > to[key]) throw wrongLiteral(low, `no value lies between ${low.spelling} and ${high.spelling}`);
    return { low: from, high: to };
  }

  /** How a value of an event stands to one of the filter; undefined where they can not be compared. */
  order(value, wanted) {
    if (typeof value === "string") {
      if (wanted.number !== undefined) {
        const own = numberOf(value);
        return own === undefined ? (value === wanted.digits ? 0 : undefined) : order(own, wanted.number);
      }
      if (wanted.moment !== undefined) {
        const own = nanoseconds(value);
        return own === undefined ? undefined : order(own, wanted.moment);
      }
      return wanted.text === undefined ? undefined : orderOfTexts(value, wanted.text);
    }
    if (typeof value === "number" || typeof value === "bigint") return wanted.number === undefined ? undefined : order(value, wanted.number);
    if (typeof value === "boolean") return wanted.truth === value ? 0 : undefined;
    return undefined;
  }

  accepts(value) {
    switch (this.operation) {
      case "==": return this.order(value, this.value) === 0;
      case "<": return this.order(value, this.value) < 0;
      case "<=": return this.order(value, this.value) <= 0;
      case ">": return this.order(value, this.value) > 0;
      case ">=": return this.order(value, this.value) >= 0;
      case "contains": return typeof value === "string" && value.includes(this.search);
      case "matches": return typeof value === "string" && this.pattern.matches(value);
      default:
        return this.members.some(({ low, high }) => {
          const from = this.order(value, low);
          return from === 0 || (high !== undefined && from > 0 && this.order(value, high) <= 0);
        });
    }
  }

  /** A function that tells whether an event passes. */
  judge() {
    const { path, operation, quantifier, isInverted } = this;
    return (event) => {
      let isThere = false;
      let holds = false;
      let fails = false;
      path.walk(event, (value) => {
        isThere = true;
        if (operation === "exists") return;
        if (this.accepts(value) !== isInverted) holds = true;
        else fails = true;
      });
      if (operation === "exists") return isThere;
      if (quantifier === "all") return isThere && !fails;
      return quantifier === "none" ? isThere && !holds : holds;
    };
  }
}

/** A filter, ready to judge events. */
class Filter {
  constructor(source) {
    this.matches = new FilterParser(source).parse();
  }
}
