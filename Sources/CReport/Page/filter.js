// Filters of events, in the grammar of `-Y` and with its messages.

/** Why a filter cannot be used, and where: characters before the place, and how many are concerned. */
class FilterError extends Error {
  constructor(position, length, reason, suggestion) {
    super(reason + (suggestion ? ` (did you mean ${suggestion}?)` : ""));
    Object.assign(this, { position, length, reason, suggestion });
  }

  /** The reason, and the place. */
  get description() {
    return `${this.message} at character ${this.position + 1} of the filter`;
  }
}

const DEEPEST_FILTER = 100;
const isSpace = /\p{White_Space}/u;
const inWord = /[a-zA-Z0-9._\-+:#/@$]|[^\x00-\x7f\p{White_Space}]/u;

class FilterParser {
  constructor(source, table) {
    this.table = table;
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
    while (this.next !== undefined && isSpace.test(this.next)) this.position += 1;
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
    const plain = (found) => found.split(".").map((text) => ({ text, isQuoted: false }));
    const names = plain(word);
    while (this.next === "[" && (this.characters[this.position + 1] === '"' || this.characters[this.position + 1] === "'")) {
      this.position += 1;
      const { text, error } = this.quoted();
      if (error) throw error;
      names.push({ text, isQuoted: true });
      if (this.next !== "]") throw this.wrong("expected the closing bracket");
      this.position += 1;
      if (this.next !== ".") continue;
      this.position += 1;
      names.push(...plain(this.word()));
    }
    const spelling = this.text(start, this.position);
    if (!names.every(({ text, isQuoted }) => isQuoted || text !== "")) throw this.wrong(`an event has no field ${spelling}`, start);
    return new FieldPath(names, spelling, start, this.table);
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
    const end = this.position;
    const check = new FilterCheck(test.path, test.operation, test.quantifier === "none",
      (reason) => new FilterError(start, Math.max(1, end - start), reason));
    check.checkOperation();
    if (test.operation === "in") {
      test.members = this.members(check);
      return true;
    }
    const literal = this.literal(false, test.operation === "matches");
    if (test.operation === "contains") {
      test.search = literal.text;
      check.bytes(literal, false);
      check.someName(literal, (name) => name.includes(literal.text));
    } else if (test.operation === "matches") {
      test.pattern = this.pattern(literal);
      check.someName(literal, (name) => test.pattern.matches(name));
    } else {
      test.value = check.value(literal, test.operation === "==");
      check.reachable(literal, test.value);
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

  members(check) {
    if (!this.take("{")) throw this.wrong("expected { and the values of the set");
    const members = [];
    do {
      const low = this.literal(true);
      const high = this.take("..") ? this.literal(true) : null;
      members.push(check.member(low, high));
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
      return new FilterLiteral(isPattern ? raw : text, raw, true, start, this.position - start);
    }
    const word = this.word(inSet);
    if (word === "") throw this.wrong("expected a value");
    return new FilterLiteral(word, word, false, start, this.position - start);
  }
}

/** One condition on the values of a field. */
class FilterTest {
  constructor(path) {
    Object.assign(this, { path, operation: "exists", quantifier: "any", isInverted: false });
  }

  accepts(value) {
    switch (this.operation) {
      case "==": return orderOfValue(value, this.value) === 0;
      case "<": return orderOfValue(value, this.value) < 0;
      case "<=": return orderOfValue(value, this.value) <= 0;
      case ">": return orderOfValue(value, this.value) > 0;
      case ">=": return orderOfValue(value, this.value) >= 0;
      case "contains": return typeof value === "string" && value.includes(this.search);
      case "matches": return typeof value === "string" && this.pattern.matches(value);
      default:
        return this.members.some(({ low, high }) => {
          const from = orderOfValue(value, low);
          return from === 0 || (high !== undefined && from > 0 && orderOfValue(value, high) <= 0);
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
      path.walk(event, {
        found: () => {
          isThere = true;
        },
        value: (value) => {
          if (operation === "exists") return;
          if (this.accepts(value) !== isInverted) holds = true;
          else fails = true;
        },
      });
      if (operation === "exists") return isThere;
      if (quantifier === "all") return isThere && !fails;
      return quantifier === "none" ? isThere && !holds : holds;
    };
  }
}

/** A filter, ready to judge events. */
class Filter {
  /** @param table the fields that there are */
  constructor(source, table) {
    this.matches = new FilterParser(source, table).parse();
  }
}
