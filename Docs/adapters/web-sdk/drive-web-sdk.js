'use strict';
// An adapter for `imwire conform run` that drives a build of RongCloud's web SDK 2.5 (RongIMLib-2.5.x.js). The SDK is
// yours; so is the build of its protobuf part, which it otherwise loads from the network: name both files.
//
// usage: node drive-web-sdk.js RongIMLib-2.5.x.js [protobuf-2.3.x.js]

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const vm = require('vm');
const json = require('../javascript/json');
const { Refusal, refuse, unhex } = require('../javascript/common');
const { openPage } = require('./browser');
const { UpStream, downStream, publish } = require('./frames-around');

const USER = 'driver';
const WAIT = 500; // milliseconds for the SDK to do something
const UNSUPPORTED = Symbol('unsupported');
const unsupported = () => { throw UNSUPPORTED; };

const files = process.argv.slice(2);
if (!files.length) {
  console.error('usage: node drive-web-sdk.js RongIMLib-2.5.x.js [protobuf-2.3.x.js]');
  process.exit(64);
}
// The protobuf part comes second: it looks for the SDK's namespace and adds itself to it.
const scripts = files.map((name) => ({ name: path.basename(name), source: fs.readFileSync(name, 'utf8') }));

process.on('uncaughtException', (error) => console.error('the SDK threw:', error?.message ?? error));

/** Settles with the first defined result of `look`, tried whenever something happened; with undefined after WAIT. */
class Happenings {
  constructor() { this.looks = new Set(); }
  happened() { for (const look of [...this.looks]) look(); }
  until(look) {
    return new Promise((resolve) => {
      const done = (result) => { clearTimeout(timer); this.looks.delete(attempt); resolve(result); };
      const attempt = () => { const result = look(); if (result !== undefined) done(result); };
      const timer = setTimeout(done, WAIT);
      this.looks.add(attempt);
      attempt();
    });
  }
}

// ---- One connected SDK ----

class Session {
  static async connected() {
    const session = new Session();
    await session.connect();
    return session;
  }

  constructor() {
    this.events = new Happenings();
    this.sent = []; // frames that the SDK sent
    this.received = []; // messages that it gave to its listener
    this.expansions = []; // changes of expansions that it gave to its listeners
    this.pushes = 0;
    this.page = openPage(scripts, { userId: USER, onSocket: (socket) => this.serve(socket) });
    this.sdk = this.page.RongIMLib;
    this.client = this.sdk?.RongIMClient;
    if (typeof this.client?.init !== 'function') throw new Error('the build has no RongIMLib.RongIMClient.init');
  }

  async connect() {
    const { client } = this;
    client.init('driver-app-key', null, { navi: 'http://navi.invalid', protobuf: 'given.js' });
    client.setConnectionStatusListener({ onChanged() {} });
    client.setOnReceiveMessageListener({ onReceived: (message) => this.happened(this.received, message) });
    // A change of a message's expansion goes to listeners of its own, in other words than the wire's.
    client.setMessageExpansionListener?.({
      onUpdated: ({ messageUId, expansion }) => this.happened(this.expansions, { mid: messageUId, put: expansion }),
      onDeleted: ({ messageUId, deletedKeys }) => this.happened(this.expansions, { mid: messageUId, del: deletedKeys }),
    });
    let outcome;
    const settle = (text) => { outcome = text; this.events.happened(); };
    client.connect('driver-token', { onSuccess: () => settle('connected'), onTokenIncorrect: () => settle('token'),
      onError: (code) => settle(`error ${code}`) });
    for (let tries = 0; tries < 8 && !outcome; tries++) await this.events.until(() => outcome);
    if (outcome !== 'connected') throw new Error(`the SDK did not connect: ${outcome ?? 'nothing happened'}`);
    await this.events.until(() => this.sent.find((frame) => frame[0] >> 4 === 7)); // its first pull is over
  }

  happened(list, item) {
    list.push(item);
    this.events.happened();
  }

  /** The server's part: what keeps the SDK going, no more. */
  serve(socket) {
    this.socket = socket;
    socket.onsend = (frame) => {
      this.happened(this.sent, frame);
      const kind = frame[0] >> 4;
      if (kind === 12) this.deliver(Buffer.of(0xd0));
      if (kind === 5) this.answerQuery(frame);
    };
    const userId = Buffer.from(USER);
    this.deliver(Buffer.concat([Buffer.of(0x20, 0, 0, 0, userId.length), userId, unhex('00017300000187a0000000')]));
  }

  answerQuery(frame) {
    const topicEnd = 3 + frame.readUInt16BE(1);
    const idAt = topicEnd + 2 + frame.readUInt16BE(topicEnd);
    if (frame.toString('latin1', 3, topicEnd) !== 'pullMsg') return;
    const head = Buffer.from([0x62, frame[idAt], frame[idAt + 1], 0, 0, 0, 0, 0, 0]);
    head.writeInt32BE(Math.floor(Date.now() / 1000), 3);
    this.deliver(Buffer.concat([head, unhex('10001801')])); // DownStreamMessages: syncTime 0, finished
  }

  /** A message of another user; gives its unique id. */
  push(messageId, objectName, content) {
    this.pushes += 1;
    const uid = `PUSH-${String(this.pushes).padStart(8, '0')}`;
    this.deliver(publish(messageId, downStream(objectName, content, uid, Date.now() + this.pushes)));
    return uid;
  }

  deliver(frame) { setImmediate(() => this.socket.deliver(frame)); }

  /** Sends by the public interface; gives the frame that went out. */
  async send(conversationType, targetId, content) {
    const from = this.sent.length;
    this.client.getInstance().sendMessage(conversationType, targetId, content, { onSuccess() {}, onError() {} });
    const frame = await this.events.until(() => this.sent.slice(from).find((one) => one[0] >> 4 === 3));
    if (!frame) throw new Error('the SDK sent nothing');
    return new UpStream(frame);
  }

  /** The class of an object name, by the SDK's own table. */
  contentClass(objectName) {
    const entry = Object.entries(this.client.MessageParams ?? {}).find(([, one]) => one.objectName === objectName);
    return entry && this.client.RegisterMessage?.[entry[0]] || entry && this.sdk[entry[0]];
  }
}

let current;
const session = () => (current ??= Session.connected());

// ---- Operations ----

const TOPICS = { ppMsgP: 1, pdMsgP: 2, pgMsgP: 3, chatMsg: 4, pcMsgP: 5 };

const operations = {
  /** A message with the content comes in; the value is what the SDK's listener is given. */
  async 'message.decode'({ objectName, hex }) {
    const sdk = await session();
    if (!sdk.contentClass(objectName)) unsupported();
    sdk.expansions.length = 0;
    const uid = sdk.push(sdk.pushes & 0xffff, objectName, unhex(hex));
    const message = await sdk.events.until(() => sdk.received.find((one) => one.messageUId === uid)
      ?? (sdk.expansions.length ? 'expansion' : undefined));
    if (!message && objectName === 'RC:MsgExMsg') unsupported(); // it tells its listeners of changes only
    if (!message) refuse('', 'the SDK gave its listener no message');
    if (message === 'expansion') return Object.assign({}, ...JSON.parse(JSON.stringify(sdk.expansions)));
    sdk.received.length = 0;
    return unwrapped(plain(message.content));
  },

  /** A message of the SDK's own class is sent; the value is the content in the frame. */
  async 'message.encode'({ objectName, content }) {
    const sdk = await session();
    const Content = sdk.contentClass(objectName) ?? unsupported();
    const upStream = await sdk.send(1, 'peer', new Content(content));
    return { hex: upStream.content.toString('hex') };
  },

  /** The SDK's table of registered messages. */
  async 'names.list'() {
    const { client } = await session();
    return Object.entries(client.MessageParams ?? {}).filter(([, { objectName }]) => objectName)
      .map(([name, { objectName, msgTag }]) => ({ objectName, class: name, persisted: Boolean(msgTag?.isPersited),
        counted: Boolean(msgTag?.isCounted) }));
  },

  /** What a client sends by itself or through sendMessage; the rest cannot be had from outside. */
  async 'frame.encode'({ form, sender, frame }) {
    if (form !== 'websocket' || sender !== 'client' || frame.raw || frame.trailing) unsupported();
    const sdk = await session();
    const bytes = await encoders[frame.type]?.(sdk, frame);
    return { hex: (bytes ?? unsupported()).toString('hex') };
  },

  /** What the SDK's reader, which 2.x builds export, makes of a frame from the server. */
  async 'frame.decode'({ form, sender, hex, topic, protocolVersion }) {
    const { sdk, page } = await session();
    if (form !== 'websocket' || sender !== 'server' || typeof sdk.MessageInputStream !== 'function') unsupported();
    // The reader gives no view of the payload, and the SDK never asks for protocol version 4.
    if (topic !== undefined || protocolVersion > 3) unsupported();
    const bytes = unhex(hex);
    if (![2, 3, 4, 6, 13, 14].includes(bytes[0] >> 4)) unsupported();
    let stream, message;
    try {
      stream = new sdk.MessageInputStream(new (vm.runInContext('Uint8Array', page))(bytes));
      message = stream.readMessage();
    } catch (error) {
      refuse('', String(error?.message ?? error)); // the SDK has no classes of errors
    }
    return frameObject(stream.header, message);
  },
};

const encoders = {
  async PINGREQ(sdk) { return sdk.sent.find((frame) => frame[0] >> 4 === 12); },

  async PUBACK(sdk, { messageId }) {
    if (messageId === undefined) return undefined; // an answer to nothing
    const from = sdk.sent.length;
    sdk.push(messageId, 'RC:TxtMsg', Buffer.from('{"content":""}'));
    return sdk.events.until(() => sdk.sent.slice(from).find((one) => one[0] >> 4 === 4));
  },

  /** Only a payload that is just what the SDK would send; then header, topic, target and message id are its own. */
  async PUBLISH(sdk, frame) {
    if (!Object.hasOwn(TOPICS, frame.topic) || frame.qos !== 1 || frame.dup || frame.retain) return undefined;
    let upStream;
    try {
      upStream = new UpStream(unhex(frame.data ?? ''), true);
    } catch { return undefined; }
    const Content = sdk.contentClass(upStream.objectName);
    if (!Content || frame.messageId > 2000) return undefined;
    const content = new Content(JSON.parse(upStream.content));
    let sent = await sdk.send(TOPICS[frame.topic], frame.targetId, content);
    if (sent.messageId > frame.messageId) { // ids only grow: begin anew
      current = undefined;
      sdk = await session();
      sent = await sdk.send(TOPICS[frame.topic], frame.targetId, content);
    }
    while (sent.messageId < frame.messageId) sent = await sdk.send(TOPICS[frame.topic], frame.targetId, content);
    if (sent.messageId !== frame.messageId || !sent.data.equals(unhex(frame.data))) return undefined;
    return sent.frame;
  },
};

const TYPES = { 2: 'CONNACK', 3: 'PUBLISH', 4: 'PUBACK', 6: 'QUERYACK', 13: 'PINGRESP', 14: 'DISCONNECT' };
const FIELDS = ['userId', 'timestamp', 'date', 'topic', 'targetId', 'messageId', 'status', 'millisecond', 'messageUId'];

function frameObject(header, message) {
  const frame = { type: TYPES[header.getType()], qos: header.qos, dup: header.dup, retain: header.retain };
  for (const name of FIELDS) {
    const getter = `get${name[0].toUpperCase()}${name.slice(1)}`;
    const value = typeof message[getter] === 'function' ? message[getter]() : message[name];
    if (['string', 'number'].includes(typeof value)) frame[name] = value;
  }
  if (frame.type !== 'CONNACK') delete frame.timestamp; // made of date and millisecond
  // disconnectStatus = { 1: 6 }: the state that the SDK reports for the wire's 1. It throws at 6 and above.
  if (frame.type === 'DISCONNECT' && frame.status === 6) frame.status = 1;
  const data = message.getData?.();
  if (data) frame.data = Buffer.from(Array.from(data, (byte) => byte & 0xff)).toString('hex');
  return frame;
}

/** The wire's members of a content object: not its methods, nor the name that the SDK gives it. */
function plain(content) {
  const { messageName, ...members } = JSON.parse(JSON.stringify(content));
  return members;
}

/** The body of a content that the SDK hands over one level down: one that it does not parse, or an article's. */
function unwrapped(content) {
  const keys = Object.keys(content);
  if (keys.length !== 1) return content;
  const inner = content.message;
  if (keys[0] === 'message' && typeof inner?.objectName === 'string' && 'content' in inner) return inner.content;
  if (keys[0] === 'message' && typeof inner === 'object' && inner !== null) return inner; // a red packet
  if (['richContentMessage', 'richContentMessages'].includes(keys[0])) return content[keys[0]] ?? content;
  return content;
}

// ---- The adapter protocol ----

async function answer(line) {
  const { id, operation, input } = JSON.parse(line);
  try {
    if (operation === 'hello') {
      const { client } = await session();
      const sdk = path.basename(files[0], '.js');
      const value = {
        sdk, version: String(client.sdkver ?? ''), operations: Object.keys(operations), systems: ['rongcloud'],
        frames: [
          { form: 'websocket', sender: 'server', operations: ['frame.decode'] },
          { form: 'websocket', sender: 'client', operations: ['frame.encode'] },
        ],
        messages: [
          { sender: 'server', operations: ['message.decode'] }, { sender: 'client', operations: ['message.encode'] },
        ],
      };
      return { id, ok: true, value };
    }
    if (!Object.hasOwn(operations, operation)) return { id, unsupported: true };
    return { id, ok: true, value: await operations[operation](input) };
  } catch (error) {
    if (error === UNSUPPORTED) return { id, unsupported: true };
    const text = String(error?.message ?? error);
    // What the driver itself cannot read has a class; what the SDK throws has none.
    const known = error instanceof Refusal && error.class ? { class: error.class } : {};
    return { id, ok: false, error: { ...known, text } };
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    process.stdout.write(`${json.write(await answer(line))}\n`);
  }
  process.exit(0);
})();
