'use strict';
// An adapter for `imwire conform run`: an independent codec for RongCloud and LeanCloud in plain Node, one JSON
// request a line.
// usage: node imwire-adapter.js [--tables Docs/catalogue] [--schema rongcloud.proto]

const path = require('path');
const readline = require('readline');
const json = require('./json');
const { Refusal, refuse, unhex } = require('./common');
const frames = require('./frames');
const polling = require('./polling');
const Payloads = require('./payloads');
const Contents = require('./contents');
const Topics = require('./topics');
const LeanCloud = require('./leancloud');
const uids = require('./uids');

const project = path.resolve(__dirname, '../../..');
function option(name, standard) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? path.join(project, standard) : process.argv[at + 1];
}
const payloads = Payloads.ofProto(option('schema', 'Sources/RongCloud/Payloads/rongcloud.proto'));
const tables = option('tables', 'Docs/catalogue');
const contents = new Contents(path.join(tables, 'messages.json'));
const topics = new Topics(path.join(tables, 'topics.csv'));
const leanCloud = new LeanCloud(path.join(tables, 'leancloud-fields.csv'));
const forms = { websocket: frames.websocket, tcp: frames.tcp, polling };

function form(input) {
  return forms[input.form] ?? refuse('unsupported', `form ${input.form}`);
}

function decodeFrame(input) {
  const frame = form(input).decode(unhex(input.hex), input, topics);
  return topics.show(frame, input.topic, payloads, input.form === 'polling');
}

function encodeFrame(input) {
  let { frame } = input;
  if ((frame.data ?? null) === null && frame.payload) {
    frame = { ...frame, data: payloads.encode(frame.payload.message, frame.payload.value).toString('hex') };
  }
  return { hex: form(input).encode(frame, input).toString('hex') };
}

const operations = {
  'frame.decode': decodeFrame,
  'frame.encode': encodeFrame,
  'payload.decode': (input) => payloads.decode(input.message, unhex(input.hex)),
  'payload.encode': (input) => ({ hex: payloads.encode(input.message, input.value).toString('hex') }),
  'message.decode': (input) => contents.decode(input.objectName, unhex(input.hex)),
  'message.encode': (input) => ({ hex: contents.encode(input.objectName, input.content).toString('hex') }),
  'names.list': () => contents.names(),
  'uid.decode': (input) => uids.decode(input.uid),
  'uid.encode': (input) => ({ uid: uids.encode(input) }),
};

const systems = {
  rongcloud: operations,
  leancloud: {
    'frame.decode': (input) => leanCloud.decodeFrame(unhex(input.hex), input),
    'frame.encode': (input) => ({ hex: leanCloud.encodeFrame(input.frame, input).toString('hex') }),
    'payload.decode': (input) => leanCloud.current.decode(input.message, unhex(input.hex)),
    'payload.encode': (input) => ({ hex: leanCloud.current.encode(input.message, input.value).toString('hex') }),
    'message.decode': (input) => leanCloud.decodeMessage(input.objectName, unhex(input.hex)),
    'message.encode': (input) => ({ hex: leanCloud.encodeMessage(input.objectName, input.content).toString('hex') }),
  },
};

function answer(line) {
  const request = json.parse(line);
  if (request.operation === 'hello') {
    const value = { sdk: 'imwire-javascript-example', version: '1.0', systems: Object.keys(systems),
      operations: Object.keys(operations) };
    return { id: request.id, ok: true, value };
  }
  const system = request.input?.system ?? 'rongcloud';
  const own = Object.hasOwn(systems, system) ? systems[system] : {};
  if (!Object.hasOwn(own, request.operation)) return { id: request.id, unsupported: true };
  try {
    return { id: request.id, ok: true, value: own[request.operation](request.input) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id: request.id, ok: false, error: { class: error.class, text: error.message } };
  }
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity })
  .on('line', (line) => process.stdout.write(json.write(answer(line)) + '\n'));
