'use strict';
// Which protobuf message a topic carries, and how a payload is shown: the message, and apart the chat messages in it.

const fs = require('fs');
const json = require('./json');
const { Refusal } = require('./common');

class Topics {
  constructor(path) {
    const [head, ...lines] = fs.readFileSync(path, 'utf8').trim().split(/\r?\n/);
    const columns = head.split(',');
    this.queries = new Map();
    this.publishes = new Map();
    for (const line of lines) { // what is looked at comes before any column with quotes in it
      const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/^"|"?,?$/g, ''));
      const row = Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
      const table = row.kind === 'query' ? this.queries : this.publishes;
      if (table.has(row.topic)) continue;
      table.set(row.topic, { request: likeliest(row.request), response: likeliest(row.response) });
    }
  }

  isQuery(topic) { return this.queries.has(topic) && !this.publishes.has(topic); }

  messageOf({ type, topic }, asked) {
    if (type === 'PUBLISH') return this.publishes.get(topic)?.request;
    if (type === 'QUERY') return this.queries.get(topic)?.request;
    return type === 'QUERYACK' ? this.queries.get(asked)?.response : undefined;
  }

  /** Adds payload and messages; data that does not fit its topic stays data. */
  show(frame, asked, payloads, isPolling) {
    let message = this.messageOf(frame, asked);
    if (!message || frame.data === undefined || !payloads.messages.has(message)) return frame;
    const bytes = Buffer.from(frame.data, 'hex');
    try {
      const value = isPolling ? payloads.fromPolling(message, json.parse(bytes.toString('utf8')))
        : payloads.decode(message, bytes);
      // An early SDK's deletion has the layout of the later one, without the status.
      if (frame.topic === 'delKV' && value.entry?.status === undefined) message = 'DeleteChrmKV';
      const messages = [];
      takeContents(payloads, message, value, messages);
      frame.payload = { message, value };
      if (messages.length) frame.messages = messages;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    return frame;
  }
}

const likeliest = (names) => names.split(';')[0].split(':').at(-1);

function takeContents(payloads, message, value, messages) {
  if (/^(Up|Down)StreamMessage$/.test(message) && value.content !== undefined) {
    const { content } = value;
    delete value.content;
    const entry = { objectName: value.classname ?? null };
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(content, 'base64'));
      entry.content = json.parse(text);
    } catch {
      entry.contentBytes = content;
    }
    messages.push(entry);
  }
  for (const { type, name } of payloads.fields(message)) {
    if (!payloads.messages.has(type) || value[name] === undefined) continue;
    for (const inner of [value[name]].flat()) takeContents(payloads, type, inner, messages);
  }
}

module.exports = Topics;
