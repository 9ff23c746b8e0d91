// Elements of the page. Text always becomes text nodes and attributes of known names, never markup.

/** Makes an element: `element("p", {class: "note"}, "text", another)`. Keys that begin with "on" are listeners. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  return fill(made, attributes, children);
}

/** The same for a part of a drawing. */
function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  return fill(made, attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === undefined || child === null || child === false) continue;
    made.append(child instanceof Node ? child : document.createTextNode(said(child)));
  }
  return made;
}

/**
 * A value of the wire as text: objects and lists as JSON, nothing for what is not there.
 *
 * JavaScript cannot make a text of an object by itself when a member of it is called `toString`.
 */
function said(value) {
  if (value === undefined) return "";
  return value !== null && typeof value === "object" ? inJSON(value) : String(value);
}

/** A value of the wire as JSON. Where a browser cannot write a BigInt as a number, it becomes a text of the same digits. */
const inJSON = (value, indent) =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? JSON.rawJSON?.(String(each)) ?? String(each) : each), indent);

/** A value of the wire as a number; not a number where it is neither one nor the text of one. */
const amountOf = (value) => (["number", "bigint", "string"].includes(typeof value) ? Number(value) : NaN);

/** What `make` makes; where it fails, what `otherwise` makes, so that one event that cannot be drawn hides no other. */
function attempt(make, otherwise) {
  try {
    return make();
  } catch (error) {
    console.error(error);
    return otherwise(error);
  }
}

const byId = (id) => document.getElementById(id);

/** Characters that cannot be seen, or that change what is around them: those that the command line spells out. */
const hiddenCharacters = new RegExp(
  "(?![\\ufdd0-\\ufdef])[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb" +
    "\\u{e0000}-\\u{e0fff}\\p{Noncharacter_Code_Point}]",
  "gu",
);

/** A text with hidden characters spelt out, as on the command line. */
function safe(text, keepsLines = false) {
  return said(text).replace(hiddenCharacters, (character) => {
    if (character === "\n") return keepsLines ? "\n" : "\\n";
    if (character === "\t") return keepsLines ? "\t" : "\\t";
    if (character === "\r") return "\\r";
    // Emoji are joined with it.
    if (character === "\u200d") return character;
    return "\\u{" + character.codePointAt(0).toString(16) + "}";
  });
}

/** A text that is at most so long. */
function shortened(text, length) {
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

/** Numbers as people read them. */
const grouped = (number) => Number(number).toLocaleString("en-US");

/** A number with its noun, of which the plural adds an s: `1 byte`, `2 bytes`. */
const counted = (number, noun) => `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;

/** Bytes as people read them. */
function size(bytes) {
  if (!(bytes >= 0)) return "";
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let value = bytes;
  let unit = -1;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A duration in seconds as people read it. What rounds to the next unit is said in that unit. */
function duration(seconds) {
  if (seconds < 0.0009995) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 0.9995) return `${(seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
  // Rounded before it is divided: 119.7 s are 2 min 0 s.
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Lets the browser paint and answer its user before more is done. */
const breath = () => new Promise((resume) => setTimeout(resume, 0));
