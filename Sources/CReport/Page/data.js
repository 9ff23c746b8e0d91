// The events: packed blocks in the page, unpacked when they are needed, and an index of all of them.

/** Begins a mark in a line: what it stands for lies in the unit's bytes. */
const MARK = "\u2066";
const BLOCKS_KEPT = 12;
const text = new TextDecoder();

/** How many bytes base64 holds: its padding stands for none. */
const bytesIn = (base64) => (base64.replace(/=+$/, "").length * 3) >> 2;

/** The bytes of base64. */
function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  // Not Uint8Array.from, which takes several times as long for a text.
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  return bytes;
}

async function unpacked(base64) {
  const bytes = bytesOf(base64);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads numbers and texts of packed bytes. */
class Reader {
  constructor(bytes, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  varint() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.position++];
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  byte() {
    return this.bytes[this.position++];
  }

  part(count) {
    this.position += count;
    return this.bytes.subarray(this.position - count, this.position);
  }

  counted() {
    return text.decode(this.part(this.varint()));
  }
}

const hexOf = (bytes) => {
  let hex = "";
  for (const byte of bytes) hex += byte < 16 ? "0" + byte.toString(16) : byte.toString(16);
  return hex;
};

const base64Of = (bytes) => {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
};

/** Texts with the colon of a key behind them, and whole numbers of 16 to 300 digits with the sign before them. */
const TEXTS_AND_LONG_NUMBERS = /("[^"\\]*(?:\\.[^"\\]*)*")(?=(:?))|([:,[])(-?\d{16,300})(?=[,}\]])/g;

/**
 * The object of a line. Whole numbers that JavaScript would round are BigInts.
 *
 * Not all browsers show a reviver how a number is spelt. So such a number becomes a text that begins with a mark, which a
 * line has only as an escape; where a text begins with the escape, the mark is doubled.
 */
function eventOf(json) {
  if (!/[:,[]-?\d{16,}[,}\]]/.test(json)) return JSON.parse(json);
  const marked = json.replace(TEXTS_AND_LONG_NUMBERS, (whole, words, colon, sign, digits) => {
    if (digits !== undefined) return `${sign}"${MARK}${digits}"`;
    return !colon && words.startsWith('"\\u2066') ? `"${MARK}${words.slice(1)}` : words;
  });
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== "string" || value[0] !== MARK) return value;
    return value[1] === MARK ? value.slice(1) : BigInt(value.slice(1));
  });
}

/** One event: its line of JSON as an object, and behind it the packed rest. */
class Record {
  constructor(bytes, position) {
    const reader = new Reader(bytes, position);
    const line = reader.part(reader.varint());
    this.unit = reader.part(reader.varint());
    this.flags = reader.byte();
    this.rest = reader;
    this.start = reader.position;
    let json = text.decode(line);
    const mark = json.indexOf(MARK);
    // Most lines have one mark only, for the hex, which few ask for.
    if (mark >= 0 && json.indexOf(MARK, mark + 1) >= 0) {
      json = json.replace(new RegExp(MARK + "([bx])(\\d+),(\\d+);", "g"), (_, kind, from, count) => {
        const part = this.unit.subarray(Number(from), Number(from) + Number(count));
        return kind === "b" ? base64Of(part) : hexOf(part);
      });
    }
    this.event = eventOf(json);
    if (this.event.hex !== undefined) {
      Object.defineProperty(this.event, "hex", { get: () => this.hex, enumerable: true });
    }
  }

  get hex() {
    return hexOf(this.wire);
  }

  /** The bytes on the wire. */
  get wire() {
    if (!(this.flags & 1)) return this.unit;
    const difference = this.rest.bytes.subarray(this.start, this.start + this.unit.length);
    return this.unit.map((byte, index) => byte ^ difference[index]);
  }

  /** Ranges of bytes that are not shown, and the fields of the unit with theirs. */
  tree(store) {
    const reader = new Reader(this.rest.bytes, this.start);
    if (this.flags & 1) reader.part(this.unit.length);
    const hidden = [];
    if (this.flags & 2) {
      let end = 0;
      for (let left = reader.varint(); left > 0; left -= 1) {
        const from = end + reader.varint();
        end = from + reader.varint();
        hidden.push([from, end]);
      }
    }
    return { hidden, nodes: this.flags & 4 ? readTree(reader, store, this.unit) : [] };
  }
}

const KINDS = ["structure", "value", "text", "bytes", "token", "word"];

function readShape(reader) {
  const nodes = [];
  for (let left = reader.varint(); left > 0; left -= 1) {
    const depth = reader.varint();
    const kind = reader.byte();
    nodes.push({
      depth,
      kind: KINDS[kind & 0x0f],
      isGiven: (kind & 0x10) !== 0,
      isHidden: (kind & 0x20) !== 0,
      name: reader.counted(),
    });
  }
  return nodes;
}

function readTree(reader, store, unit) {
  const number = reader.varint();
  let shape = store.shapes[number - 1];
  if (number === 0) {
    const count = reader.varint();
    const end = reader.position + count;
    shape = readShape(reader);
    reader.position = end;
  }
  if (!shape) return [];
  const nodes = shape.map((node) => ({ ...node, start: 0, end: 0 }));
  const isPlain = reader.byte() === 0;
  let position = 0;
  const open = [];
  for (const node of nodes) {
    if (!isPlain) {
      node.start = reader.varint();
      node.end = node.start + reader.varint();
      continue;
    }
    while (open.length > node.depth) open.pop().end = position;
    node.start = position;
    if (node.kind === "structure") open.push(node);
    else node.end = position += reader.varint();
  }
  while (open.length > 0) open.pop().end = position;
  for (const node of nodes) {
    if (node.isHidden) node.value = "hidden";
    else if (node.isGiven) node.value = reader.counted();
    else if (node.kind === "text") node.value = text.decode(unit.subarray(node.start, node.end));
    else if (node.kind === "bytes") node.value = counted(node.end - node.start, "byte");
    else node.value = "";
  }
  return nodes;
}

/** Names by number and back, for columns of the index. */
class Names {
  constructor() {
    this.list = [""];
    this.numbers = new Map([["", 0]]);
  }

  number(name) {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.list.length;
      this.list.push(name);
      this.numbers.set(name, number);
    }
    return number;
  }
}

const SEVERITIES = ["", "note", "warning", "error"];

class Store {
  constructor() {
    this.blocks = [...document.querySelectorAll('script[type="imwire-events"]')].map((source) => ({
      source,
      first: Number(source.dataset.first) - 1,
      count: Number(source.dataset.count),
      records: null,
      loading: null,
    }));
    this.recent = [];
    this.count = this.blocks.reduce((sum, block) => sum + block.count, 0);
    this.indexed = 0;
    const count = this.count;
    this.time = new Float64Array(count);
    /** The earliest and the latest time of the events so far: the clock may be set back, and captures come in any order. */
    this.earliest = Infinity;
    this.latest = -Infinity;
    this.flow = new Uint32Array(count);
    this.isServer = new Uint8Array(count);
    this.severity = new Uint8Array(count);
    this.type = new Uint32Array(count);
    this.topic = new Uint32Array(count);
    this.latency = new Float32Array(count).fill(NaN);
    this.bytes = new Uint32Array(count);
    this.request = new Uint32Array(count);
    this.names = new Names();
    /** Connections have numbers here, since those of the events begin anew with each capture. */
    this.connections = new Names();
    this.flows = new Map();
    this.messages = [];
    /** The statuses that events say, as names. */
    this.status = new Uint32Array(count);
    /** How many diagnostics of each severity there are, of all events and of each. */
    this.counts = [0, 0, 0, 0];
    this.diagnostics = SEVERITIES.map(() => new Uint16Array(count));
    this.shapes = [];
    this.findings = new Map();
    /** The events that pass the filter; null for all. */
    this.passing = null;
    this.passes = null;
  }

  /** Reads what is said of the whole. */
  async open() {
    const [about] = document.querySelectorAll('script[type="imwire-about"]');
    const [shapes] = document.querySelectorAll('script[type="imwire-shapes"]');
    this.about = JSON.parse(text.decode(await unpacked(about.textContent)));
    const packed = new Reader(await unpacked(shapes.textContent));
    while (packed.position < packed.bytes.length) this.shapes.push(readShape(packed));
    for (const finding of this.about.check.findings) {
      for (const number of finding.events ?? []) {
        if (!this.findings.has(number)) this.findings.set(number, []);
        this.findings.get(number).push(finding);
      }
    }
  }

  /** How many events the views show. */
  get length() {
    return this.passing ? this.passing.length : this.count;
  }

  /** The event at a row of the views. */
  at(row) {
    return this.passing ? this.passing[row] : row;
  }

  /** The row of an event; the nearest one before it where it does not pass. */
  rowOf(index) {
    if (!this.passing) return index;
    let low = 0;
    let high = this.passing.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.passing[middle] < index) low = middle + 1;
      else high = middle;
    }
    return this.passing[low] === index ? low : Math.max(0, low - 1);
  }

  isShown(index) {
    return this.passes === null || this.passes[index] === 1;
  }

  /** The findings of the check that name an event which is shown, or none at all. */
  get shownFindings() {
    const { findings } = this.about.check;
    if (this.passes === null) return findings;
    return findings.filter(({ events }) => !events?.length || events.some((number) => this.isShown(number - 1)));
  }

  /** The place of the capture that holds an event; two captures may have one name. */
  captureOf(number) {
    const { files } = this.about;
    let low = 0;
    let high = files.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (files[middle].first <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  blockOf(index) {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].first <= index) low = middle;
      else high = middle - 1;
    }
    return this.blocks[low];
  }

  /** The bytes of a block, and where in them each record begins. */
  async unpack(block) {
    const bytes = await unpacked(block.source.textContent);
    const reader = new Reader(bytes);
    const places = new Uint32Array(block.count);
    for (let index = 0; index < block.count; index += 1) {
      const length = reader.varint();
      places[index] = reader.position;
      reader.position += length;
    }
    return { bytes, places };
  }

  /** The records of a block; a few blocks are kept. */
  load(block) {
    if (block.records) {
      const place = this.recent.indexOf(block);
      if (place >= 0) this.recent.splice(place, 1);
      this.recent.push(block);
      return Promise.resolve(block);
    }
    block.loading ??= this.unpack(block).then(({ bytes, places }) => {
      Object.assign(block, { bytes, places, records: new Array(block.count), loading: null });
      this.recent.push(block);
      while (this.recent.length > BLOCKS_KEPT) {
        const oldest = this.recent.shift();
        oldest.records = null;
        oldest.bytes = null;
      }
      return block;
    });
    return block.loading;
  }

  /** The record of an event when its block is there, else undefined. */
  peek(index) {
    const block = this.blockOf(index);
    if (!block || !block.records) return undefined;
    const place = index - block.first;
    return (block.records[place] ??= new Record(block.bytes, block.places[place]));
  }

  async record(index) {
    await this.load(this.blockOf(index));
    return this.peek(index);
  }

  /**
   * Goes through all blocks and calls `visit` with each event, a little at a time.
   *
   * What it unpacks is not kept, so that the blocks of the rows that are seen stay.
   */
  async each(visit, isCancelled = () => false) {
    let began = performance.now();
    for (const block of this.blocks) {
      const { bytes, places, records } = block.records ? block : await this.unpack(block);
      for (let place = 0; place < block.count; place += 1) {
        visit(records?.[place] ?? new Record(bytes, places[place]), block.first + place);
        if ((place & 31) === 31 && performance.now() - began > 12) {
          await breath();
          if (isCancelled()) return false;
          began = performance.now();
        }
      }
    }
    return !isCancelled();
  }

  /** Notes in the index what the views need of every event. */
  note(event, index) {
    const time = this.seconds(event.time);
    this.time[index] = time;
    if (time < this.earliest) this.earliest = time;
    if (time > this.latest) this.latest = time;
    const capture = this.captureOf(event.n);
    const connection = this.connections.number(`${event.flow} ${capture}`);
    this.flow[index] = connection;
    this.isServer[index] = event.sender === "server" ? 1 : 0;
    this.bytes[index] = event.bytes;
    this.type[index] = this.names.number(typeOf(event));
    this.topic[index] = this.names.number(topicOf(event));
    if (event.inReplyTo) {
      this.latency[index] = event.inReplyTo.latency;
      this.request[index] = event.inReplyTo.n;
    }
    let worst = 0;
    for (const diagnostic of event.diagnostics ?? []) {
      const severity = SEVERITIES.indexOf(diagnostic.severity);
      this.counts[severity] += 1;
      this.diagnostics[severity][index] += 1;
      worst = Math.max(worst, severity);
    }
    for (const finding of this.findings.get(event.n) ?? []) {
      worst = Math.max(worst, SEVERITIES.indexOf(finding.severity));
    }
    this.severity[index] = worst;
    let flow = this.flows.get(connection);
    if (!flow) {
      flow = { connection, capture, number: event.flow, file: event.file ?? "", client: event.client,
        server: event.server, system: event.system, transport: event.transport, events: 0, user: "", own: new Set() };
      this.flows.set(connection, flow);
    }
    flow.events += 1;
    if (event.transport !== "http") flow.transport = event.transport;
    const user = event.frame.userId ?? event.frame.peerId ?? event.frame.clientId;
    if (user && !flow.user) flow.own.add((flow.user = said(user)));
    if (event.frame.status !== undefined) this.status[index] = this.names.number(said(event.frame.status));
    (event.messages ?? []).forEach((message, place) => {
      // Whoever a client sends as is its user, also where a server repeats or keeps the message.
      if (event.sender === "client" && message.sender) flow.own.add(message.sender);
      const objectName = this.names.number(said(message.objectName ?? "(text)"));
      this.messages.push({ index, place, conversation: conversationOf(message), time, objectName });
    });
  }

  /** Seconds since 1970 with their fraction. */
  seconds(moment) {
    const second = moment.slice(0, 19);
    if (second !== this.lastSecond) {
      this.lastSecond = second;
      this.lastValue = Date.parse(second + "Z") / 1000;
    }
    return this.lastValue + Number("0" + moment.slice(19, -1));
  }
}
