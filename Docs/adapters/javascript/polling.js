'use strict';
// Long polling: a unit is the target of a request, the JSON body of one, or one JSON object of an answer.

const json = require('./json');
const { Refusal, refuse, unhex, wellFormed, whole } = require('./common');
const { NAMES } = require('./frames');

const TO_WIRE = { messageId: 'messageid', sessionId: 'sessionid', targetId: 'targetid' };
const FROM_WIRE = Object.fromEntries(Object.entries(TO_WIRE).map(([name, wire]) => [wire, name]));
const plainName = (wire) => FROM_WIRE[wire] ?? wire;
/** The members of a frame object that no parameter of a target may give under this name. */
const OWN = ['type', 'qos', 'dup', 'retain', 'data', 'raw', ...Object.keys(TO_WIRE)];
const isNumber = (value) => typeof value === 'bigint' || Number.isSafeInteger(value);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const headerFields = (byte) => (
  { type: NAMES[byte >> 4], qos: (byte >> 1) & 3, dup: (byte & 8) !== 0, retain: (byte & 1) !== 0 });

function headerByte({ type, qos = 0, dup = false, retain = false }) {
  if (type === undefined || type === null) refuse('required', 'type');
  if (!NAMES.includes(type)) refuse('value', `type ${type}`);
  return (NAMES.indexOf(type) << 4) | (dup ? 8 : 0) | (Number(whole(qos, 0n, 3n, 'qos')) << 1) | (retain ? 1 : 0);
}

// ---- Requests ----

/** Percent signs that are no escape stay; escapes that are no text become U+FFFD. */
function unescaped(text) {
  return text.replace(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

function readTarget(target) {
  const [, path, query = ''] = /^([^?]*)\??(.*)$/s.exec(target);
  const parameters = {};
  for (const pair of query.split('&')) {
    const [, name, value] = /^([^=]*)=?(.*)$/s.exec(pair);
    if (!OWN.includes(name)) parameters[plainName(name)] = unescaped(value);
  }
  if (path === '/pullmsg.js') return { type: 'POLL', ...parameters };
  const { header, messageId, ...others } = parameters;
  if (header === undefined) return { ...headerFields(0x10), ...parameters };
  if (!/^\d+$/.test(header) || Number(header) > 255) refuse('value', `header ${header}`);
  const id = /^\d{1,9}$/.test(messageId ?? '') ? { messageId: Number(messageId) } : {};
  return { ...headerFields(Number(header)), ...id, ...others };
}

function writeTarget(frame) {
  const { type, qos, dup, retain, raw, ...parameters } = frame;
  if ((parameters.messageId ?? null) !== null) whole(parameters.messageId, 0n, 0xffffn, 'messageId');
  let [path, order] = ['/websocket', ['messageId', 'header', 'sessionId', 'topic', 'targetId']];
  if (type === 'POLL') [path, order] = ['/pullmsg.js', ['sessionId', 'timestrap']];
  else if (type === 'CONNECT') order = ['appId', 'token', 'sdkVer', 'apiVer'];
  else parameters.header = headerByte(frame);
  const rank = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  const query = Object.keys(parameters).filter((name) => parameters[name] !== undefined)
    .sort((a, b) => rank(a) - rank(b)) // stable: what has no rank keeps its place at the end
    .map((name) => `${TO_WIRE[name] ?? name}=${encodeURIComponent(wellFormed(String(parameters[name])))}`);
  return Buffer.from(`${path}?${query.join('&')}`);
}

// ---- Answers ----

const COUNTS = ['messageId', 'date', 'status', 'millisecond', 'timestamp'];

function readAnswer(text) {
  const members = json.parse(text);
  if (!members || typeof members !== 'object' || Array.isArray(members)) refuse('json', 'an answer is an object');
  const code = members.headerCode ?? refuse('required', 'headerCode');
  const frame = headerFields(Number(whole(code, -128n, 255n, 'headerCode')) & 0xff);
  for (const [wire, value] of Object.entries(members)) {
    const name = plainName(wire);
    if (name === 'headerCode' || name === 'raw' || value === null || Object.hasOwn(frame, name)) continue;
    if (COUNTS.includes(name) && !isNumber(value)) continue;
    frame[name] = name === 'data' ? dataBytes(value).toString('hex') : value;
  }
  return frame;
}

const dataBytes = (value) => Buffer.from(typeof value === 'string' ? value : json.write(value, true));

function textOf(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuse('string', 'data is not UTF-8');
  }
}

function writeAnswer(frame) {
  const byte = headerByte(frame);
  const data = frame.data === undefined || frame.data === null ? undefined : textOf(unhex(frame.data));
  const given = { ...frame, data, headerCode: byte > 127 ? byte - 256 : byte };
  const order = {
    CONNACK: 'status userId headerCode messageId sessionId timestamp',
    PUBACK: 'headerCode messageId date status millisecond timestamp messageUId',
    QUERYACK: 'headerCode messageId date status data',
  }[frame.type] ?? 'headerCode topic targetId status messageId date data';
  const members = {};
  for (const name of order.split(' ')) {
    if ((given[name] ?? null) !== null) members[name === 'sessionId' ? 'sessionid' : name] = given[name];
  }
  return Buffer.from(json.write(members, true));
}

// ---- Units ----

function decode(bytes, { sender, topic }, topics) {
  let frame;
  if (sender === 'client' && bytes[0] === 0x2f) frame = readTarget(bytes.toString('utf8'));
  else {
    let text;
    try {
      text = utf8.decode(bytes);
    } catch {
      refuse('json', 'not UTF-8');
    }
    frame = sender === 'server' ? readAnswer(text) : readBody(text, topic, topics);
  }
  if (!writes(frame, sender, bytes)) frame.raw = { unit: bytes.toString('hex') };
  return frame;
}

function writes(frame, sender, bytes) {
  try {
    return encode(frame, { sender }).equals(bytes);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function readBody(text, topic, topics) {
  json.parse(text);
  if (topic === undefined || topic === null) refuse('required', "the topic of a request's body");
  const type = topics.isQuery(topic) ? 'QUERY' : 'PUBLISH';
  return { ...headerFields((NAMES.indexOf(type) << 4) | 2), topic, data: Buffer.from(text).toString('hex') };
}

function encode(frame, { sender }) {
  if (frame.raw?.unit !== undefined) return unhex(frame.raw.unit);
  if (sender === 'server') return writeAnswer(frame);
  return frame.data !== undefined && frame.data !== null ? unhex(frame.data) : writeTarget(frame);
}

module.exports = { decode, encode };
