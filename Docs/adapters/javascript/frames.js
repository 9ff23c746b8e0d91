'use strict';
// Frames of the WebSocket and TCP forms, from tables of their fields.

const { Refusal, refuse, unhex, whole } = require('./common');
const texts = require('./texts');

const NAMES = ('SYMMETRIC CONNECT CONNACK PUBLISH PUBACK QUERY QUERYACK QUERYCON SUBSCRIBE SUBACK UNSUBSCRIBE ' +
  'UNSUBACK PINGREQ PINGRESP DISCONNECT RESERVED').split(' ');
const TCP_NAMES = { 8: 'RECONNECT', 9: 'RECONNECTACK' };

// ---- Kinds of fields: how many bytes, how to read and to write them ----

const integer = (size, signed) => {
  const low = signed ? -(1n << BigInt(size * 8 - 1)) : 0n;
  const high = (1n << BigInt(signed ? size * 8 - 1 : size * 8)) - 1n;
  return {
    read(cursor, name) {
      let value = 0n;
      for (const byte of cursor.take(size, name)) value = (value << 8n) | BigInt(byte);
      value = signed ? BigInt.asIntN(size * 8, value) : value;
      return size < 8 || BigInt(Number(value)) === value && Number.isSafeInteger(Number(value)) ? Number(value) : value;
    },
    write(value, name) {
      const bits = BigInt.asUintN(size * 8, whole(value, low, high, name));
      return Buffer.from(bits.toString(16).padStart(size * 2, '0'), 'hex');
    },
  };
};
const u8 = integer(1);
const u16 = integer(2);
const i32 = integer(4, true);
const i64 = integer(8, true);
const utf = {
  read(cursor, name, frame) {
    const bytes = cursor.take(cursor.take(2, name).readUInt16BE(), name);
    const text = texts.fromBytes(bytes);
    if (!texts.toBytes(text).equals(bytes)) (frame.raw ??= {})[name] = bytes.toString('hex');
    return text;
  },
  write(value, name, frame) {
    const raw = frame.raw?.[name];
    if (raw === undefined && typeof value !== 'string') refuse('value', name);
    const bytes = raw === undefined ? texts.toBytes(value) : unhex(raw);
    if (bytes.length > 0xffff) refuse('length', `${name} has more than 65535 bytes`);
    return Buffer.concat([u16.write(bytes.length), bytes]);
  },
};
const opaque8 = {
  read: (cursor, name) => cursor.take(8, name).toString('hex'),
  write: (value, name) => (unhex(value).length === 8 ? unhex(value) : refuse('value', name)),
};

class Cursor {
  constructor(bytes, version) { Object.assign(this, { bytes, at: 0, version }); }
  get left() { return this.bytes.length - this.at; }
  take(count, name) {
    if (count > this.left) refuse('truncated', `${name} needs ${count} bytes, ${this.left} are left`);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}

// ---- The fields of each type: rows of [name, kind]; a function looks at what is there and says which rows follow ----

// A source tells which optional parts a frame has: from its bytes, or from the members of the object to be written.
const optional = (names, rows) => (source) => (source.has(...names) ? rows : []);
const flagged = (rows) => (source) => rows.filter(([name, , bit]) => source.announced(bit, name));

const CONNACK = [['flag', u8], ['status', u8], (source) => {
  if (!source.has('flags', 'userId', 'sessionId', 'timestamp')) return [];
  if (source.isVersion4()) {
    return [['flags', u8],
      flagged([['userId', utf, 1], ['sessionId', utf, 2], ['timestamp', i64, 4], ['messageId', u16, 8]])];
  }
  return [['userId', utf], optional(['sessionId', 'timestamp'], [['sessionId', utf], ['timestamp', i64]])];
}];
const ACK_BODY = [['messageId', u16], ['date', i32], ['status', u16]];
const ADDRESS = [['topic', utf], ['targetId', utf], ['messageId', u16], 'data'];
const connect = (withIp) => [['protocolId', utf], ['protocolVersion', u8], ['flags', u8], ['keepAlive', u16],
  ['clientId', utf], ...(withIp ? [['clientIp', utf]] : []),
  flagged([['willTopic', utf, 4], ['will', utf, 4], ['appId', utf, 0x80], ['token', utf, 0x40]])];

function rowsOf(type, isTCP, fromServer, withIp) {
  const signature = isTCP ? [['signature', opaque8]] : [];
  switch (type) {
    case 'CONNECT': return connect(withIp);
    case 'CONNACK': return CONNACK;
    case 'PUBLISH': return [...signature, ...(fromServer ? [['date', i32]] : []), ...ADDRESS];
    case 'QUERY': return [...signature, ...ADDRESS];
    case 'PUBACK':
      return fromServer ? [...ACK_BODY, optional(['millisecond', 'messageUId'],
        [['millisecond', u16], optional(['messageUId'], [['messageUId', utf]])])] : [['messageId', u16]];
    case 'QUERYACK': return [...ACK_BODY, 'data'];
    case 'QUERYCON': return [['messageId', u16]];
    case 'DISCONNECT': return [['flag', u8], ['status', u8]];
    case 'PINGREQ': case 'PINGRESP': return [];
    default: return ['data'];
  }
}

function readRows(rows, cursor, frame) {
  const source = {
    has: () => cursor.left > 0,
    isVersion4: () => cursor.version >= 4,
    announced: (bit) => (frame.flags & bit) !== 0,
  };
  for (const row of rows) {
    if (typeof row === 'function') readRows(row(source), cursor, frame);
    else if (row === 'data') frame.data = cursor.take(cursor.left).toString('hex');
    else frame[row[0]] = row[1].read(cursor, row[0], frame);
  }
  return frame;
}

const given = (frame, name) => frame[name] !== undefined && frame[name] !== null;

function writeRows(rows, frame) {
  const source = {
    has: (...names) => names.some((name) => given(frame, name)),
    isVersion4: () => given(frame, 'flags'),
    announced: (bit, name) => {
      if (!(Number(frame.flags) & bit) && given(frame, name)) refuse('value', `the flags do not announce ${name}`);
      return Number(frame.flags) & bit;
    },
  };
  const parts = rows.map((row) => {
    if (typeof row === 'function') return writeRows(row(source), frame);
    if (row === 'data') return unhex(frame.data ?? '');
    if (row[0] === 'signature' && !given(frame, 'signature')) return Buffer.alloc(8);
    if (!given(frame, row[0])) refuse('required', row[0]);
    return row[1].write(frame[row[0]], row[0], frame);
  });
  return Buffer.concat(parts);
}

// ---- Header and body ----

function nameOf(number, isTCP) {
  return (isTCP && TCP_NAMES[number]) || NAMES[number];
}

/** `version`: what the client asked for, by which a CONNACK is laid out. */
function readFrame(header, body, isTCP, fromServer, version) {
  const type = nameOf(header >> 4, isTCP);
  const attempt = (withIp) => {
    const cursor = new Cursor(body, version ?? 3);
    const start = { type, qos: (header >> 1) & 3, dup: (header & 8) !== 0, retain: (header & 1) !== 0 };
    const frame = readRows(rowsOf(type, isTCP, fromServer, withIp), cursor, start);
    if (cursor.left) frame.trailing = cursor.take(cursor.left).toString('hex');
    return frame;
  };
  const evenly = (withIp) => {
    try {
      const frame = attempt(withIp);
      return frame.trailing ? undefined : frame;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
  // Only some writers give the client's address: take the reading that comes out even.
  if (type === 'CONNECT' && isTCP) return evenly(true) ?? attempt(false);
  return attempt(false);
}

function writeFrame(frame, isTCP, fromServer) {
  if (!given(frame, 'type')) refuse('required', 'type');
  let number = NAMES.indexOf(frame.type);
  for (const [key, name] of Object.entries(TCP_NAMES)) if (isTCP && frame.type === name) number = Number(key);
  if (number < 0) refuse('value', `type ${frame.type}`);
  const { qos = 0, dup = false, retain = false } = frame;
  whole(qos, 0n, 3n, 'qos');
  if (typeof dup !== 'boolean' || typeof retain !== 'boolean') refuse('value', 'dup and retain are true or false');
  const type = nameOf(number, isTCP);
  if (type === 'PUBLISH' && !fromServer && given(frame, 'date')) refuse('value', 'a client sends no date');
  const rows = rowsOf(type, isTCP, fromServer, given(frame, 'clientIp'));
  const header = (number << 4) | (dup ? 8 : 0) | (Number(qos) << 1) | (retain ? 1 : 0);
  return [header, Buffer.concat([writeRows(rows, frame), unhex(frame.trailing ?? '')])];
}

const websocket = {
  decode(bytes, { sender, protocolVersion }) {
    if (!bytes.length) refuse('truncated', 'no header');
    return readFrame(bytes[0], bytes.subarray(1), false, sender === 'server', protocolVersion);
  },
  encode(frame, { sender }) {
    const [header, body] = writeFrame(frame, false, sender === 'server');
    return Buffer.concat([Buffer.of(header), body]);
  },
};

// ---- The TCP form's envelope ----

function xor(body, keyText) {
  const key = unhex(keyText ?? '0000000000000000');
  if (key.length !== 8) refuse('value', 'the key has eight bytes');
  return body.map((byte, at) => byte ^ key[at & 7]);
}

const tcp = {
  decode(bytes, { sender, obfuscationKey, protocolVersion }) {
    if (bytes.length < 3) refuse('truncated', 'shorter than any frame');
    const lengthBytes = [];
    do {
      if (lengthBytes.length === 3) refuse('length', 'more than three length bytes');
      if (2 + lengthBytes.length >= bytes.length) refuse('truncated', 'length');
      lengthBytes.push(bytes[2 + lengthBytes.length]);
    } while (lengthBytes.at(-1) >= 0x80);
    if (lengthBytes.reduce((sum, byte) => sum ^ byte, bytes[0]) !== bytes[1]) refuse('checksum');
    const length = lengthBytes.reduceRight((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const body = bytes.subarray(2 + lengthBytes.length);
    if (body.length !== length) refuse(body.length < length ? 'truncated' : 'trailing', `a body of ${length} bytes`);
    return readFrame(bytes[0], xor(body, obfuscationKey), true, sender === 'server', protocolVersion);
  },
  encode(frame, { sender, obfuscationKey }) {
    const [header, body] = writeFrame(frame, true, sender === 'server');
    if (body.length >= 1 << 21) refuse('length', 'three length bytes do not suffice');
    const lengthBytes = [body.length & 0x7f];
    for (let rest = body.length >> 7; rest; rest >>= 7) {
      lengthBytes[lengthBytes.length - 1] |= 0x80;
      lengthBytes.push(rest & 0x7f);
    }
    const checksum = lengthBytes.reduce((sum, byte) => sum ^ byte, header);
    return Buffer.concat([Buffer.of(header, checksum, ...lengthBytes), xor(body, obfuscationKey)]);
  },
};

module.exports = { websocket, tcp, NAMES };
