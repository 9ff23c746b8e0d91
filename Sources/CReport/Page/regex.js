// Regular expressions in linear time: the part of RE2's syntax that filters have, as an automaton.

const LARGEST_AUTOMATON = 10_000;
const LARGEST_REPETITION = 1000;
const DEEPEST_GROUP = 100;
const LAST_CHARACTER = 0x10ffff;

const inverted = (ranges) => {
  const found = [];
  let next = 0;
  for (const [low, high] of merged(ranges)) {
    if (low > next) found.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST_CHARACTER) found.push([next, LAST_CHARACTER]);
  return found;
};

const merged = (ranges) => {
  const found = [];
  for (const [low, high] of ranges.map((range) => [...range]).sort((one, other) => one[0] - other[0])) {
    const last = found[found.length - 1];
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else found.push([low, high]);
  }
  return found;
};

const DIGITS = [[0x30, 0x39]];
const WORD = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const SPACE = [[0x09, 0x0a], [0x0c, 0x0d], [0x20, 0x20]];
const isWordCharacter = (code) => WORD.some(([low, high]) => code >= low && code <= high);

/** The same letters in the other case; only those of ASCII have one here. */
function ignoringCase(ranges) {
  const more = [];
  for (const [low, high] of ranges) {
    for (const [first, last, other] of [[0x41, 0x5a, 0x20], [0x61, 0x7a, -0x20]]) {
      const from = Math.max(low, first);
      const to = Math.min(high, last);
      if (from <= to) more.push([from + other, to + other]);
    }
  }
  return merged([...ranges.map((range) => [...range]), ...more]);
}

class PatternParser {
  constructor(pattern) {
    this.characters = Array.from(pattern);
    this.position = 0;
    this.depth = 0;
    this.ignoresCase = false;
    this.dotTakesNewline = false;
  }

  get next() {
    return this.characters[this.position];
  }

  wrong(reason, start = this.position) {
    return new FilterError(start, Math.max(1, this.position - start), reason);
  }

  take(wanted) {
    const letters = Array.from(wanted);
    if (!letters.every((letter, place) => this.characters[this.position + place] === letter)) return false;
    this.position += letters.length;
    return true;
  }

  parse() {
    const node = this.choice();
    if (this.next !== undefined) throw this.wrong("a closing parenthesis without an opening one");
    return node;
  }

  choice() {
    const outer = [this.ignoresCase, this.dotTakesNewline];
    const branches = [this.sequence()];
    while (this.take("|")) branches.push(this.sequence());
    [this.ignoresCase, this.dotTakesNewline] = outer;
    return branches.length === 1 ? branches[0] : { kind: "choice", branches };
  }

  sequence() {
    const parts = [];
    while (this.next !== undefined && this.next !== "|" && this.next !== ")") {
      const part = this.piece();
      if (part) parts.push(part);
    }
    return parts.length === 1 ? parts[0] : { kind: "sequence", parts };
  }

  piece() {
    const start = this.position;
    let node = this.atom();
    if (!node) return null;
    let repetitions = 0;
    for (let counts = this.repetition(); counts; counts = this.repetition()) {
      repetitions += 1;
      if (repetitions > 1) throw this.wrong("a repetition of a repetition: put the inner one in ( )", start);
      this.take("?");
      node = { kind: "repetition", part: node, minimum: counts[0], maximum: counts[1] };
    }
    return node;
  }

  repetition() {
    if (this.take("*")) return [0, null];
    if (this.take("+")) return [1, null];
    if (this.take("?")) return [0, 1];
    return this.next === "{" ? this.counts() : null;
  }

  counts() {
    const start = this.position;
    this.position += 1;
    const minimum = this.number();
    let maximum = minimum;
    if (minimum !== null && this.take(",")) maximum = this.next === "}" ? null : this.number() ?? -1;
    if (minimum === null || !this.take("}") || maximum === -1) {
      this.position = start;
      return null;
    }
    if (minimum > LARGEST_REPETITION || (maximum ?? 0) > LARGEST_REPETITION) {
      throw this.wrong(`repeated more than ${LARGEST_REPETITION} times`, start);
    }
    if (maximum !== null && maximum < minimum) throw this.wrong("the numbers are the wrong way round", start);
    return [minimum, maximum];
  }

  number() {
    let value = null;
    while (this.next !== undefined && this.next >= "0" && this.next <= "9") {
      value = Math.min((value ?? 0) * 10 + Number(this.next), LARGEST_REPETITION + 1);
      this.position += 1;
    }
    return value;
  }

  atom() {
    const character = this.next;
    if (character === "(") return this.group();
    if (character === "[") return { kind: "set", ranges: this.bracketed() };
    if (character === "\\") return this.escape();
    if (character === "*" || character === "+" || character === "?") throw this.wrong("nothing to repeat");
    if (character === "{") {
      const start = this.position;
      if (this.counts()) throw this.wrong("nothing to repeat", start);
    }
    this.position += 1;
    if (character === ".") return { kind: "set", ranges: this.dotTakesNewline ? [[0, LAST_CHARACTER]] : inverted([[10, 10]]) };
    if (character === "^") return { kind: "assertion", what: "begin" };
    if (character === "$") return { kind: "assertion", what: "end" };
    return this.literal(character.codePointAt(0));
  }

  literal(code) {
    return { kind: "set", ranges: this.ignoresCase ? ignoringCase([[code, code]]) : [[code, code]] };
  }

  group() {
    const start = this.position;
    this.position += 1;
    this.depth += 1;
    if (this.depth > DEEPEST_GROUP) throw this.wrong("nested too deeply", start);
    const outer = [this.ignoresCase, this.dotTakesNewline];
    if (this.take("?")) {
      if (this.next !== ":") {
        this.flags(start);
        if (this.take(")")) {
          this.depth -= 1;
          return null;
        }
      }
      if (!this.take(":")) throw this.wrong("after (? stand i, s or :", start);
    }
    const node = this.choice();
    [this.ignoresCase, this.dotTakesNewline] = outer;
    if (!this.take(")")) throw this.wrong("a group without its closing parenthesis", start);
    this.depth -= 1;
    return node;
  }

  flags(start) {
    let isOn = true;
    let isFlagMissing = false;
    while (this.next !== undefined && this.next !== ")" && this.next !== ":") {
      const flag = this.next;
      isFlagMissing = flag === "-";
      if (flag === "-" && isOn) isOn = false;
      else if (flag === "i") this.ignoresCase = isOn;
      else if (flag === "s") this.dotTakesNewline = isOn;
      else if (flag === "m") throw this.wrong("the flag m is not supported: ^ and $ are the ends of the text");
      else if (flag === "=" || flag === "!" || flag === "<") throw this.wrong("looking ahead or behind is not supported", start);
      else if (flag === "P") throw this.wrong("groups have no names here: write (", start);
      else throw this.wrong("after (? stand i, s or :", start);
      this.position += 1;
    }
    if (isFlagMissing) throw this.wrong("a flag has to follow the -", this.position - 1);
  }

  escape() {
    const what = { b: "word", B: "noWord", A: "begin", z: "end" }[this.characters[this.position + 1]];
    if (what) {
      this.position += 2;
      return { kind: "assertion", what };
    }
    const found = this.escaped();
    return found.ranges ? { kind: "set", ranges: found.ranges } : this.literal(found.code);
  }

  escaped() {
    const start = this.position;
    this.position += 1;
    const character = this.next;
    if (character === undefined) throw this.wrong("nothing follows the backslash", start);
    this.position += 1;
    switch (character) {
      case "d": return { ranges: DIGITS };
      case "D": return { ranges: inverted(DIGITS) };
      case "w": return { ranges: WORD };
      case "W": return { ranges: inverted(WORD) };
      case "s": return { ranges: SPACE };
      case "S": return { ranges: inverted(SPACE) };
      case "n": return { code: 10 };
      case "t": return { code: 9 };
      case "r": return { code: 13 };
      case "f": return { code: 12 };
      case "v": return { code: 11 };
      case "a": return { code: 7 };
      case "x": return { code: this.hexadecimal(start) };
      case "p": case "P":
        throw this.wrong("classes of Unicode are not supported: name the characters, as in [а-я]", start);
    }
    if (/[0-9]/.test(character)) throw this.wrong("references to groups are not supported", start);
    if (/[a-zA-Z]/.test(character)) throw this.wrong(`\\${character} means nothing here`, start);
    return { code: character.codePointAt(0) };
  }

  hexadecimal(start) {
    const isBraced = this.take("{");
    let digits = "";
    while (digits.length < (isBraced ? 8 : 2) && /^[0-9a-fA-F]$/.test(this.next ?? "")) {
      digits += this.next;
      this.position += 1;
    }
    const code = parseInt(digits, 16);
    const isWhole = isBraced ? digits.length > 0 && this.take("}") : digits.length === 2;
    if (!isWhole || code > LAST_CHARACTER || (code >= 0xd800 && code <= 0xdfff)) {
      throw this.wrong("\\x needs two hex digits, or \\x{…} the number of a character", start);
    }
    return code;
  }

  bracketed() {
    const start = this.position;
    this.position += 1;
    const isInverted = this.take("^");
    const ranges = [];
    for (let isFirst = true; ; isFirst = false) {
      if (this.next === undefined) throw this.wrong("brackets without their end", start);
      if (this.next === "]" && !isFirst) break;
      if (this.next === "[" && this.characters[this.position + 1] === ":") {
        throw this.wrong("named classes are not supported: write the characters");
      }
      const rangeStart = this.position;
      const low = this.bound();
      if (low.ranges) {
        ranges.push(...low.ranges);
        continue;
      }
      let high = low;
      if (this.next === "-" && this.characters[this.position + 1] !== undefined && this.characters[this.position + 1] !== "]") {
        this.position += 1;
        high = this.bound();
        if (high.ranges) throw this.wrong("a range ends with a character", rangeStart);
      }
      if (low.code > high.code) throw this.wrong("the range is the wrong way round", rangeStart);
      ranges.push([low.code, high.code]);
    }
    this.position += 1;
    const set = this.ignoresCase ? ignoringCase(merged(ranges)) : merged(ranges);
    return isInverted ? inverted(set) : set;
  }

  bound() {
    if (this.next === "\\") return this.escaped();
    const code = this.next.codePointAt(0);
    this.position += 1;
    return { code };
  }
}

/** Characters by the length of their UTF-8; surrogates have none. */
const BY_LENGTH = [[1, 0, 0x7f], [2, 0x80, 0x7ff], [3, 0x800, 0xd7ff], [3, 0xe000, 0xffff], [4, 0x10000, LAST_CHARACTER]];

/** The UTF-8 of a range of characters: sequences of ranges of bytes. */
function byteSequences([low, high]) {
  const found = [];
  for (const [length, first, last] of BY_LENGTH) {
    if (low <= last && high >= first) divide(Math.max(low, first), Math.min(high, last), length, found);
  }
  return found;
}

/** Divides a range of characters of one length until each part is one sequence of ranges of bytes. */
function divide(low, high, length, found) {
  for (let place = 1; place < length; place += 1) {
    const mask = 2 ** (6 * place) - 1;
    if ((low & ~mask) === (high & ~mask)) continue;
    const end = (low & mask) !== 0 ? low | mask : (high & mask) !== mask ? (high & ~mask) - 1 : undefined;
    if (end === undefined) continue;
    divide(low, end, length, found);
    divide(end + 1, high, length, found);
    return;
  }
  const bytes = (code) => Array.from(new TextEncoder().encode(String.fromCodePoint(code)));
  const last = bytes(high);
  found.push(bytes(low).map((byte, place) => [byte, last[place]]));
}

/**
 * An expression, and whether it matches somewhere in a text. All states are followed at once.
 *
 * The states take bytes of UTF-8, as those of the command line, so that both call the same expressions too large.
 */
class Pattern {
  constructor(source) {
    this.states = [{ kind: "match" }];
    this.work = 0;
    const node = new PatternParser(source).parse();
    try {
      this.start = this.compile(node, 0);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new FilterError(0, Math.max(1, Array.from(source).length), "the expression is too large");
    }
  }

  add(state) {
    if (this.states.length >= LARGEST_AUTOMATON) throw new RangeError();
    return this.states.push(state) - 1;
  }

  compile(node, next) {
    this.work += 1;
    if (this.work > LARGEST_AUTOMATON * 10) throw new RangeError();
    switch (node.kind) {
      case "set": return this.characters(node.ranges, next);
      case "assertion": return this.add({ kind: "assertion", what: node.what, next });
      case "sequence": return node.parts.reduceRight((first, part) => this.compile(part, first), next);
      case "choice":
        return node.branches.map((branch) => this.compile(branch, next)).reduceRight((other, first) => this.add({ kind: "fork", next: first, other }));
      default: return this.repeat(node, next);
    }
  }

  /** Adds the states for one character of a set. Many ranges end in the same bytes; these states are shared. */
  characters(ranges, next) {
    const known = new Map();
    const entries = new Set();
    for (const sequence of ranges.flatMap(byteSequences)) {
      entries.add(sequence.reduceRight((first, [low, high]) => {
        const link = `${low} ${high} ${first}`;
        if (!known.has(link)) known.set(link, this.add({ kind: "bytes", low, high, next: first }));
        return known.get(link);
      }, next));
    }
    // An empty set matches nothing.
    if (entries.size === 0) return this.add({ kind: "bytes", low: 1, high: 0, next });
    return [...entries].reduceRight((other, first) => this.add({ kind: "fork", next: first, other }));
  }

  repeat({ part, minimum, maximum }, next) {
    let first = next;
    if (maximum === null) {
      const loop = this.add({ kind: "fork", next: 0, other: next });
      this.states[loop].next = this.compile(part, loop);
      first = loop;
    } else {
      for (let left = maximum - minimum; left > 0; left -= 1) {
        first = this.add({ kind: "fork", next: this.compile(part, first), other: next });
      }
    }
    for (let left = minimum; left > 0; left -= 1) first = this.compile(part, first);
    return first;
  }

  matches(text) {
    const bytes = new TextEncoder().encode(text);
    let current = new Set();
    for (let place = 0; place <= bytes.length; place += 1) {
      const before = place > 0 && isWordCharacter(bytes[place - 1]);
      const after = place < bytes.length && isWordCharacter(bytes[place]);
      const reached = new Set();
      const waiting = [...current, this.start];
      while (waiting.length > 0) {
        const number = waiting.pop();
        if (reached.has(number)) continue;
        reached.add(number);
        const state = this.states[number];
        if (state.kind === "match") return true;
        if (state.kind === "fork") waiting.push(state.next, state.other);
        if (state.kind === "assertion") {
          // Between the bytes of one character there is no place.
          const isInside = (bytes[place] & 0xc0) === 0x80;
          const holds = {
            begin: place === 0, end: place === bytes.length, word: before !== after, noWord: before === after && !isInside,
          }[state.what];
          if (holds) waiting.push(state.next);
        }
      }
      current = new Set();
      if (place === bytes.length) break;
      for (const number of reached) {
        const state = this.states[number];
        if (state.kind === "bytes" && bytes[place] >= state.low && bytes[place] <= state.high) current.add(state.next);
      }
    }
    return false;
  }
}
