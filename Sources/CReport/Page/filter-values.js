// Values of filters: numbers, sizes, durations and moments as they are written, and how two values stand to each other.

const LARGEST_SIGNED = (1n << 63n) - 1n;
const SMALLEST_SIGNED = -(1n << 63n);
const LARGEST_UNSIGNED = (1n << 64n) - 1n;
const PER_SECOND = 1_000_000_000n;

const SIZES = [["KiB", 1n << 10n], ["MiB", 1n << 20n], ["GiB", 1n << 30n], ["kB", 1000n], ["KB", 1000n], ["MB", 1_000_000n],
  ["GB", PER_SECOND], ["B", 1n]];
/** In nanoseconds. */
const DURATIONS = [["ns", 1n], ["us", 1000n], ["µs", 1000n], ["ms", 1_000_000n], ["min", 60n * PER_SECOND], ["s", PER_SECOND],
  ["m", 60n * PER_SECOND], ["h", 3600n * PER_SECOND], ["d", 86400n * PER_SECOND]];

const isOf64Bits = (value) => value >= SMALLEST_SIGNED && value <= LARGEST_UNSIGNED;

/** A whole number of 64 bits as a BigInt, any other as a number; undefined where a text is none. */
function numberOf(text) {
  if (/^0x[0-9a-fA-F]+$/.test(text)) return BigInt(text) <= LARGEST_UNSIGNED ? BigInt(text) : undefined;
  if (/^-?\d+$/.test(text)) return isOf64Bits(BigInt(text)) ? BigInt(text) : Number(text);
  return /^-?\d+(\.\d*)?([eE][+-]?\d+)?$/.test(text) && !text.endsWith(".") ? Number(text) : undefined;
}

/** The number that a text of an event says as lines spell integers of 64 bits. */
function integerOf(text) {
  if (!/^(0|-?[1-9]\d{0,19})$/.test(text)) return undefined;
  return isOf64Bits(BigInt(text)) ? BigInt(text) : undefined;
}

/** The billionths of a decimal number, and the unit behind it. */
function scaled(text, units) {
  const unit = units.find(([name]) => text.endsWith(name));
  const parts = unit && /^(\d+)(?:\.(\d+))?$/.exec(text.slice(0, -unit[0].length));
  if (!parts) return undefined;
  const whole = BigInt(parts[1]);
  if (whole > LARGEST_SIGNED) return undefined;
  return { billionths: whole * PER_SECOND + BigInt((parts[2] ?? "").slice(0, 9).padEnd(9, "0")), unit: unit[1] };
}

/** A number from its billionths: exact where it is a whole one of 64 bits. */
function inBillionths(product) {
  const whole = product / PER_SECOND;
  return product % PER_SECOND === 0n && isOf64Bits(whole) ? whole : Number(product) / 1e9;
}

/** The number of bytes that a text says: `4KiB`, `1.5MB`. */
function sizeOf(text) {
  const { billionths, unit } = scaled(text, SIZES) ?? {};
  if (unit === undefined) return undefined;
  return inBillionths(billionths * unit);
}

/** The seconds that a text says: `500ms`, `1.5s`, `2m`. */
function secondsOf(text) {
  const { billionths, unit } = scaled(text, DURATIONS) ?? {};
  if (unit === undefined) return undefined;
  if (unit < PER_SECOND) return inBillionths(billionths / (PER_SECOND / unit));
  return inBillionths(billionths * (unit / PER_SECOND));
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
    const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
    if (hours > 23 || minutes > 59) return undefined;
    const ahead = hours * 3600 + minutes * 60;
    seconds -= BigInt(zone[0] === "-" ? -ahead : ahead);
  }
  const found = seconds * PER_SECOND + BigInt((fraction ?? "").slice(0, 9).padEnd(9, "0"));
  return found > LARGEST_SIGNED ? LARGEST_SIGNED : found < SMALLEST_SIGNED ? SMALLEST_SIGNED : found;
}

/** Whether a number has no fraction; what is too large for a double has none. */
const isWhole = (number) => typeof number === "bigint" || Math.trunc(number) === number;

const order = (one, other) => (one < other ? -1 : one > other ? 1 : one == other ? 0 : undefined);

/** Code points in order, which is the order of their UTF-8. */
function orderOfTexts(one, other) {
  if (one === other) return 0;
  const left = Array.from(one);
  const right = Array.from(other);
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    const found = left[place].codePointAt(0) - right[place].codePointAt(0);
    if (found !== 0) return found;
  }
  return left.length - right.length;
}

/** How a value of an event stands to one of a filter; undefined where they cannot be compared. */
function orderOfValue(value, wanted) {
  switch (typeof value) {
    case "string": {
      if (wanted.number !== undefined) {
        const own = integerOf(value);
        // Numbers beyond 64 bits that are spelt alike.
        return own === undefined ? (value === wanted.text ? 0 : undefined) : order(own, wanted.number);
      }
      if (wanted.moment !== undefined) {
        const own = nanoseconds(value);
        return own === undefined ? undefined : order(own, wanted.moment);
      }
      return wanted.isText ? orderOfTexts(value, wanted.text) : undefined;
    }
    case "number": return wanted.number === undefined ? undefined : order(value, wanted.number);
    // Beyond 64 bits numbers are compared as the nearest doubles.
    case "bigint": return wanted.number === undefined ? undefined : order(isOf64Bits(value) ? value : Number(value), wanted.number);
    case "boolean": return wanted.truth === value ? 0 : undefined;
    default: return undefined;
  }
}

/** A value as it is written in a filter. */
class FilterLiteral {
  constructor(text, raw, isQuoted, position, length) {
    Object.assign(this, { text, raw, isQuoted, position, length });
    this.spelling = isQuoted ? `"${raw}"` : raw;
  }

  wrong(reason, suggestion) {
    return new FilterError(this.position, Math.max(1, this.length), reason, suggestion);
  }

  get number() {
    return this.isQuoted ? undefined : numberOf(this.text);
  }

  get size() {
    return this.isQuoted ? undefined : sizeOf(this.text);
  }

  get seconds() {
    return this.isQuoted ? undefined : secondsOf(this.text);
  }
}
