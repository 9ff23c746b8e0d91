'use strict';
// JSON without loss: JSON.parse turns every number into a double. Here whole numbers beyond 2^53 become BigInt, and
// what a double would respell (1.50, 1e3, thirty digits) stays text in a Spelt.

const { refuse } = require('./common');

class Spelt {
  constructor(text) { this.text = text; }
}

const LIMIT = 512;
const MARK = /([{}[\]:,])/.source;
const WORD = /(true|false|null)/.source;
const NUMBER = /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.source;
const STRING = /("[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*")/.source;
const TOKEN = new RegExp(`[ \\t\\n\\r]*(?:${MARK}|${WORD}|${NUMBER}|${STRING})`, 'y');

function parse(text) {
  let token;
  const next = () => {
    const match = TOKEN.exec(text);
    if (!match) refuse('json', 'not JSON');
    token = match;
  };
  const value = (depth) => {
    if (depth > LIMIT) refuse('limit', 'nested too deeply');
    if (token[2]) return JSON.parse(token[2]);
    if (token[3]) return number(token[3]);
    if (token[4]) return JSON.parse(token[4]);
    if (token[1] === '[') return list(depth);
    if (token[1] === '{') return object(depth);
    return refuse('json', `${token[1]} where a value belongs`);
  };
  const list = (depth) => {
    const items = [];
    next();
    while (token[1] !== ']') {
      items.push(value(depth + 1));
      next();
      if (token[1] === ']') break;
      if (token[1] !== ',') refuse('json', 'a comma is missing');
      next();
      if (token[1] === ']') refuse('json', 'a value is missing');
    }
    return items;
  };
  const object = (depth) => {
    const members = Object.create(null); // so that "__proto__" is a key like others
    next();
    while (token[1] !== '}') {
      if (!token[4]) refuse('json', 'a key is missing');
      const key = JSON.parse(token[4]);
      next();
      if (token[1] !== ':') refuse('json', 'a colon is missing');
      next();
      members[key] = value(depth + 1);
      next();
      if (token[1] === '}') break;
      if (token[1] !== ',') refuse('json', 'a comma is missing');
      next();
      if (token[1] === '}') refuse('json', 'a member is missing');
    }
    return members;
  };
  TOKEN.lastIndex = 0;
  next();
  const result = value(0);
  if (/[^ \t\n\r]/.test(text.slice(TOKEN.lastIndex))) refuse('json', 'more follows');
  return result;
}

function number(text) {
  const isWhole = /^-?\d+$/.test(text) && text !== '-0';
  if (String(Number(text)) === text && (!isWhole || Number.isSafeInteger(Number(text)))) return Number(text);
  return isWhole ? BigInt(text) : new Spelt(text);
}

/** In ASCII, so that half a surrogate pair survives, or `unescaped`: with characters as they are. */
function write(value, unescaped = false) {
  const string = unescaped ? JSON.stringify : ascii;
  if (value instanceof Spelt) return value.text;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, unescaped)).join()}]`;
  if (value && typeof value === 'object') {
    const members = Object.keys(value).filter((key) => value[key] !== undefined);
    return `{${members.map((key) => `${string(key)}:${write(value[key], unescaped)}`).join()}}`;
  }
  return typeof value === 'string' ? string(value) : JSON.stringify(value);
}

function ascii(text) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, escape);
}

module.exports = { parse, write, Spelt };
