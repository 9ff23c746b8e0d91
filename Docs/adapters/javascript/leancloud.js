'use strict';
// LeanCloud: commands in protobuf, base64 and JSON, and the chat messages in them.

const fs = require('fs');
const json = require('./json');
const Payloads = require('./payloads');
const { Refusal, refuse, unhex } = require('./common');

const ENVELOPE = ['cmd', 'op', 'appId', 'peerId', 'i', 'installationId', 'priority', 'service', 'serverTs', 'clientTs',
  'notificationType'];
const KINDS = [undefined, 'normal', 'transient', 'system', 'temporary'];

/** The schema by the table of fields. */
function schemaOf(path) {
  const [messages, enums] = [new Map(), new Map()];
  for (const line of fs.readFileSync(path, 'utf8').trim().split(/\r?\n/).slice(1)) {
    const [message, name, number, type, label] = line.split(','); // only columns after these have quotes
    const table = type === 'enum-value' ? enums : messages;
    const key = message.split('.').at(-1);
    if (table === enums) enums.set(key, (enums.get(key) ?? new Map()).set(name, Number(number)));
    else messages.set(key, [...(messages.get(key) ?? []), { label, type, name, number: Number(number) }]);
  }
  return new Payloads(messages, enums);
}

/** Before May 2017 field 100 meant something else. */
function olderThan({ messages, enums }) {
  const values = ['unknown', 'loggedin', 'logout', 'loggedout'].map((name, number) => [name, number]);
  const login = [{ label: 'optional', type: 'ExtendLoginCommandType', name: 'extendCmd', number: 1 }];
  return new Payloads(new Map([...messages, ['LoginCommand', login]]),
    new Map([...enums, ['ExtendLoginCommandType', new Map(values)]]));
}

class LeanCloud {
  constructor(path) {
    this.current = schemaOf(path);
    this.older = olderThan(this.current);
  }

  /** What a sub-protocol means; without one it is the JSON of 2.x. */
  form({ subprotocol }) {
    const encoding = (subprotocol ?? 'lc.json.3').split('.')[1];
    const isOlder = encoding === 'protobuf' || encoding === 'protobase64';
    return { encoding, isBase64: encoding.endsWith('base64'), schema: isOlder ? this.older : this.current };
  }

  decodeFrame(bytes, input) {
    const { encoding, isBase64, schema } = this.form(input);
    if (encoding === 'msgpack') return { data: bytes.toString('hex') }; // nobody has published what is in it
    if (encoding === 'json') return this.decodeJSON(bytes, input.sender);
    const data = isBase64 ? fromBase64(bytes.toString('latin1')) : bytes;
    const value = schema.decode('GenericCommand', data);
    const frame = pick(value);
    for (const name of ['serverTs', 'clientTs']) if (name in frame) frame[name] = BigInt(frame[name]);
    frame.data = data.toString('hex');
    frame.payload = { message: 'GenericCommand', value };
    return withMessages(frame, value, input.sender);
  }

  decodeJSON(bytes, sender) {
    const text = utf8(bytes);
    const value = json.parse(text);
    if (!isObject(value)) refuse('value', 'a command is an object');
    const frame = pick(value);
    const op = typeof frame.op === 'string' ? frame.op.replaceAll('-', '_') : undefined; // as the enum spells it
    if (this.current.enums.get('OpType').has(op)) frame.op = op;
    if (typeof frame.i === 'number' && frame.i !== (frame.i | 0)) delete frame.i;
    frame.text = text;
    // The body's members stand beside the envelope's.
    return withMessages(frame, { [`${value.cmd}Message`]: value }, sender);
  }

  encodeFrame(frame, input) {
    const { encoding, isBase64, schema } = this.form(input);
    if (encoding === 'json') return Buffer.from(frame.text ?? refuse('unsupported', 'JSON is written from its text'));
    const data = commandOf(frame, schema);
    return isBase64 ? Buffer.from(data.toString('base64')) : data;
  }

  decodeMessage(objectName, bytes) { return checked(objectName, json.parse(utf8(bytes))); }

  encodeMessage(objectName, content) { return Buffer.from(json.write(checked(objectName, content), true)); }
}

function commandOf(frame, schema) {
  if ((frame.data ?? null) !== null) return unhex(frame.data);
  const value = { ...frame.payload?.value };
  for (const name of ENVELOPE) value[name] ??= frame[name];
  for (const name of ENVELOPE) if (value[name] === undefined) delete value[name];
  return schema.encode('GenericCommand', value);
}

function pick(value) {
  return Object.fromEntries(ENVELOPE.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));
}

/** Standard base64 with its padding; Node's own reader takes anything. */
function fromBase64(text) {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : refuse('value', 'no base64');
}

function utf8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('json', 'not UTF-8');
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
  && !(value instanceof json.Spelt);
const isInteger = (value) => Number.isSafeInteger(value) || typeof value === 'bigint';

// ---- Messages ----

function withMessages(frame, value, sender) {
  const messages = [...messagesIn(value)].map((message) => shown(message, frame, sender));
  if (messages.length) frame.messages = messages;
  return frame;
}

/** What the command says of each chat message in it: its text or bytes, and the members that say from whom, where, when. */
function* messagesIn({ directMessage: direct, logsMessage: logs, unreadMessage: unread, patchMessage: patch }) {
  if (direct && (direct.msg !== undefined || direct.binaryMsg !== undefined)) {
    const said = { cid: direct.cid ?? direct.roomId, from: direct.fromPeerId, uid: direct.id, isDirect: true };
    yield { ...direct, ...said, data: direct.msg };
  }
  for (const item of objects(logs?.logs)) {
    const content = item.bin === true ? { data: undefined, binaryMsg: item.data } : {};
    yield { ...item, cid: logs.cid, uid: item.msgId, ...content };
  }
  for (const item of [...objects(unread?.convs), ...objects(patch?.patches)]) {
    if (item.data !== undefined || item.binaryMsg !== undefined) yield { ...item, uid: item.mid };
  }
}

/** The objects in a list, which in JSON may be anything. */
const objects = (list) => (Array.isArray(list) ? list.filter(isObject) : []);

function shown(message, frame, sender) {
  const content = message.binaryMsg !== undefined ? { contentBytes: message.binaryMsg } : contentOf(message.data);
  const own = message.isDirect && sender === 'client' ? frame.peerId : undefined;
  const time = new Date(Number(message.timestamp)); // no date for what JavaScript has no year for
  return {
    ...content,
    conversation: KINDS[message.convType] ?? (String(message.cid).startsWith('_tmp:') ? 'temporary' : undefined),
    target: message.cid,
    sender: message.from ?? own,
    uid: message.uid,
    sentTime: Number.isNaN(time.valueOf()) ? undefined : time.toISOString(),
  };
}

/** Typed when it is an object with an integer `_lctype`; any text that is no object or list is plain. */
function contentOf(text) {
  if (typeof text !== 'string') return {};
  let content;
  try {
    content = json.parse(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text };
  }
  if (!isObject(content) && !Array.isArray(content)) return { text };
  return isInteger(content._lctype) ? { content, objectName: String(content._lctype) } : { content };
}

function checked(objectName, content) {
  const isTyped = isObject(content) && isInteger(content._lctype) && String(content._lctype) === objectName;
  return isTyped ? content : refuse('value', `no content of type ${objectName}`);
}

module.exports = LeanCloud;
