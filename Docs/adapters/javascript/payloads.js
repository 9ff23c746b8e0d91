'use strict';
// Protobuf payloads by the text of a .proto file, in protobuf's JSON mapping.

const fs = require('fs');
const { refuse, wellFormed, whole } = require('./common');

const VARINT = new Set(['int32', 'int64', 'uint32', 'uint64', 'bool']);
const DEPTH = 100;

class Payloads {
  /** Messages and enums by name: lists of fields, and maps of values to numbers. */
  constructor(messages = new Map(), enums = new Map()) {
    this.messages = messages;
    this.enums = enums;
  }

  static ofProto(path) {
    const schema = new Payloads();
    const words = fs.readFileSync(path, 'utf8').replace(/\/\/.*/g, '').match(/[\w.]+|[{}=;[\]]/g);
    const open = []; // the blocks that the word is in
    for (let at = 0; at < words.length; at++) {
      if (words[at] === '}') open.pop();
      else if (words[at + 2] === '{') {
        const block = words[at] === 'enum' ? new Map() : [];
        (words[at] === 'enum' ? schema.enums : schema.messages).set(words[at + 1], block);
        open.push(block);
        at += 2;
      } else if (['required', 'optional', 'repeated'].includes(words[at])) {
        const type = words[at + 1].split('.').at(-1);
        open.at(-1).push({ label: words[at], type, name: words[at + 2], number: Number(words[at + 4]) });
        at = words.indexOf(';', at);
      } else if (open.at(-1) instanceof Map && words[at + 1] === '=') {
        open.at(-1).set(words[at], Number(words[at + 2]));
        at += 3;
      }
    }
    return schema;
  }

  fields(message) {
    return this.messages.get(message) ?? refuse('unsupported', `no message ${message}`);
  }

  isVarint({ type }) { return VARINT.has(type) || this.enums.has(type); }

  decode(message, bytes) {
    const value = this.read(message, bytes, 0, {});
    this.demandRequired(message, value);
    return value;
  }

  /** Not before all is read: a message may come in pieces. */
  demandRequired(message, value) {
    for (const { label, name, type } of this.fields(message)) {
      if (!Object.hasOwn(value, name)) label === 'required' && refuse('required', `${message}.${name}`);
      else if (this.messages.has(type)) [value[name]].flat().forEach((inner) => this.demandRequired(type, inner));
    }
  }

  read(message, bytes, depth, value) {
    if (depth > DEPTH) refuse('limit', 'nested too deeply');
    const wire = new Wire(bytes);
    while (!wire.atEnd) {
      const { number, type, item } = wire.field();
      if (type === 4) refuse('wireType', 'a group ends that never began');
      const field = this.fields(message).find((one) => one.number === number);
      if (!field) continue;
      const repeated = field.label === 'repeated';
      let found;
      if (this.isVarint(field) && type === 0) found = [this.fromVarint(field, item)];
      else if (this.isVarint(field) && type === 2 && repeated) {
        found = [];
        for (const inner = new Wire(item); !inner.atEnd;) found.push(this.fromVarint(field, inner.varint()));
      } else if (!this.isVarint(field) && type === 2) {
        const earlier = repeated ? undefined : value[field.name];
        found = [this.fromBytes(field, item, depth, earlier)];
      } else continue; // of another schema, hence unknown
      value[field.name] = repeated ? [...(value[field.name] ?? []), ...found] : found[0];
    }
    return value;
  }

  fromVarint({ type }, bits) {
    switch (type) {
      case 'bool': return bits !== 0n;
      case 'int64': return String(BigInt.asIntN(64, bits));
      case 'uint64': return String(bits);
      case 'uint32': return Number(BigInt.asUintN(32, bits));
      default: {
        const number = Number(BigInt.asIntN(32, bits));
        for (const [name, value] of this.enums.get(type) ?? []) if (value === number) return name;
        return number;
      }
    }
  }

  fromBytes(field, bytes, depth, earlier) {
    if (field.type === 'bytes') return bytes.toString('base64');
    if (field.type !== 'string') return this.read(field.type, bytes, depth + 1, earlier ?? {});
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return refuse('string', field.name);
    }
  }

  /** Of the JSON of long polling: numbers for enums and 64 bits, bytes as text or as a list of signed bytes. */
  fromPolling(message, source) {
    if (!source || typeof source !== 'object' || Array.isArray(source)) refuse('value', message);
    const value = {};
    for (const field of this.fields(message)) {
      const found = source[field.name] ?? [];
      const items = (Array.isArray(found) && field.label === 'repeated' ? found : [found])
        .filter((item) => field.type === 'bytes' || !Array.isArray(item)).map((item) => this.pollingItem(field, item));
      if (Array.isArray(found) && !found.length) continue;
      value[field.name] = field.label === 'repeated' ? items : items[0];
    }
    return value;
  }

  pollingItem(field, item) {
    if (this.messages.has(field.type)) return this.fromPolling(field.type, item);
    if (field.type === 'bytes') return Buffer.from(item).toString('base64');
    if (!this.isVarint(field) || typeof item === 'boolean') return item;
    return this.fromVarint(field, this.toVarint(field, item));
  }

  encode(message, value) {
    if (!value || typeof value !== 'object' || Array.isArray(value)) refuse('value', message);
    const fields = [...this.fields(message)].sort((a, b) => a.number - b.number);
    for (const key of Object.keys(value)) {
      if (!fields.some((field) => field.name === key)) refuse('value', `${message} has no field ${key}`);
    }
    const parts = [];
    for (const field of fields) {
      let found = value[field.name] ?? null;
      if (found === null) {
        if (field.label === 'required') refuse('required', `${message}.${field.name}`);
        continue;
      }
      if (field.label !== 'repeated') found = [found];
      if (!Array.isArray(found)) refuse('value', field.name);
      for (const item of found) {
        if (this.isVarint(field)) parts.push(varint(BigInt(field.number) << 3n), varint(this.toVarint(field, item)));
        else {
          const bytes = this.toBytes(field, item);
          parts.push(varint((BigInt(field.number) << 3n) | 2n), varint(BigInt(bytes.length)), bytes);
        }
      }
    }
    return Buffer.concat(parts);
  }

  toVarint({ type, name }, item) {
    if (type === 'bool') return typeof item === 'boolean' ? BigInt(item) : refuse('value', name);
    let number = this.enums.get(type)?.get(item) ?? item;
    if (typeof number === 'string' && /^-?\d+$/.test(number)) number = BigInt(number);
    const size = type.endsWith('64') ? 64n : 32n;
    const bits = type.startsWith('u') ? [0n, (1n << size) - 1n] : [-(1n << (size - 1n)), (1n << (size - 1n)) - 1n];
    return BigInt.asUintN(64, whole(number, ...bits, name));
  }

  toBytes({ type, name }, item) {
    if (this.messages.has(type)) return this.encode(type, item);
    if (typeof item !== 'string') refuse('value', name);
    if (type === 'string') return wellFormed(item) === item ? Buffer.from(item) : refuse('value', name);
    const bare = item.replace(/=+$/, ''); // both alphabets, padded or not
    const bytes = Buffer.from(bare, 'base64');
    const isBase64 = bytes.toString('base64url') === bare.replaceAll('+', '-').replaceAll('/', '_');
    return isBase64 ? bytes : refuse('value', `${name} is not base64`);
  }
}

class Wire {
  constructor(bytes) { [this.bytes, this.at] = [bytes, 0]; }
  get atEnd() { return this.at === this.bytes.length; }

  varint() {
    let bits = 0n;
    for (let count = 0n; count < 10n; count++) {
      if (this.atEnd) refuse('truncated', 'varint');
      const byte = this.bytes[this.at++];
      bits |= BigInt(byte & 0x7f) << (7n * count);
      if (byte < 0x80) return BigInt.asUintN(64, bits);
    }
    return refuse('varint', 'more than ten bytes');
  }

  field(depth = 0) {
    const start = this.at;
    const tag = this.varint();
    if (this.at - start > 5) refuse('varint', 'a tag has five bytes at most');
    const [number, type] = [Number(tag >> 3n), Number(tag & 7n)];
    if (number < 1 || number > 0x1fffffff) refuse('value', 'field number');
    if (type === 4) return { number, type };
    return { number, type, item: this.item(number, type, depth) };
  }

  item(number, type, depth) {
    if (type === 0) return this.varint();
    if (type === 3) return this.group(number, depth);
    if (type === 4 || type > 5) refuse('wireType', `wire type ${type}`);
    const size = type === 2 ? this.varint() : type === 1 ? 8n : 4n;
    if (size > BigInt(this.bytes.length - this.at)) refuse('truncated', `field ${number}`);
    this.at += Number(size);
    return this.bytes.subarray(this.at - Number(size), this.at);
  }

  group(number, depth) {
    if (depth > DEPTH) refuse('limit', 'nested too deeply');
    for (;;) {
      const inner = this.field(depth + 1);
      if (inner.type === 4) return inner.number === number ? null : refuse('wireType', 'another group ends');
    }
  }
}

function varint(bits) {
  const bytes = [];
  for (; bits > 0x7fn; bits >>= 7n) bytes.push(Number(bits & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(bits)]);
}

module.exports = Payloads;
