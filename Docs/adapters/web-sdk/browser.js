'use strict';
// As much of a browser as a web SDK asks for: no network, no page. Whatever the SDK requests is answered here at once,
// and its WebSocket ends in the driver's hands.

const vm = require('vm');

class Storage {
  constructor() { this.items = new Map(); }
  get length() { return this.items.size; }
  key(at) { return [...this.items.keys()][at] ?? null; }
  getItem(key) { return this.items.get(key) ?? null; }
  setItem(key, value) { this.items.set(key, String(value)); }
  removeItem(key) { this.items.delete(key); }
  clear() { this.items.clear(); }
}

/** A page with the given scripts. `onSocket` is told of each WebSocket that the SDK opens. */
function openPage(scripts, { userId, onSocket }) {
  const navigation = { code: 200, userId, server: 'sdk.invalid:80', backupServer: '', type: 1, openMp: 0, openUS: 0,
    kvStorage: 0, historyMsg: true, chatroomMsg: true, joinMChrm: true, voipCallInfo: '{}', location: '{}' };
  const respond = (url) => {
    if (!/navi\w*\.js/.test(url)) return '{}';
    const callback = /callBack=(\w+)/.exec(url)?.[1] ?? 'null'; // some builds ask for bare JSON by this name
    return callback === 'null' ? JSON.stringify(navigation) : `${callback}(${JSON.stringify(navigation)});`;
  };

  class XMLHttpRequest {
    constructor() { this.withCredentials = false; this.readyState = 0; }
    open(method, url) { this.url = url; this.readyState = 1; }
    setRequestHeader() {}
    getResponseHeader() { return null; }
    abort() { this.aborted = true; }
    send() {
      setImmediate(() => {
        if (this.aborted) return;
        Object.assign(this, { readyState: 4, status: 200, responseText: respond(this.url) });
        this.response = this.responseText;
        this.onreadystatechange?.({ target: this });
        this.onload?.({ target: this });
      });
    }
  }

  class WebSocket {
    constructor(url) {
      this.url = url;
      this.readyState = 0;
      setImmediate(() => {
        this.readyState = 1;
        this.onopen?.({ target: this });
        onSocket(this);
      });
    }
    send(data) { this.onsend?.(Buffer.from(ArrayBuffer.isView(data) ? data.buffer : data)); }
    close() { this.readyState = 3; }
    /** What the server says: bytes of one frame. */
    deliver(bytes) { this.onmessage?.({ data: new Uint8Array(bytes).buffer, target: this }); }
  }
  const states = ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'];
  states.forEach((name, value) => { WebSocket[name] = WebSocket.prototype[name] = value; });

  class Element {
    constructor() { Object.assign(this, { style: {}, children: [], onload: null, onerror: null }); }
    setAttribute() {}
    getElementsByTagName() { return [this]; }
    removeChild() {}
    addEventListener() {}
    appendChild(child) {
      setImmediate(() => {
        if (/navi\w*\.js/.test(child.src ?? '')) vm.runInContext(respond(child.src), page);
        // A script-tag probe of a host asks for no script and takes the error for a sign of life; builds up to 2.3.4
        // take only what loads for one.
        const { onload, onreadystatechange, onerror } = child;
        const outcome = /\.js/.test(child.src ?? '') ? onload ?? onreadystatechange : onerror ?? onload;
        outcome?.call(child, {});
      });
      return child;
    }
  }
  const root = new Element();
  const document = { documentElement: root, head: root, body: root, cookie: '', readyState: 'complete',
    createElement: () => new Element(), getElementsByTagName: () => [root], getElementById: () => root,
    addEventListener() {}, removeEventListener() {} };
  const quiet = (start) => (call, delay, ...values) => {
    const timer = start(() => call(...values), delay);
    timer.unref(); // an SDK's heartbeat must not keep the driver alive
    return Number(timer);
  };
  const stop = (timer) => clearTimeout(timer);
  const log = (...values) => console.error(...values); // stdout belongs to the adapter protocol

  const page = vm.createContext({
    document, WebSocket, XMLHttpRequest, localStorage: new Storage(), sessionStorage: new Storage(),
    location: { protocol: 'http:', host: 'page.invalid', hostname: 'page.invalid', href: 'http://page.invalid/',
      search: '' },
    navigator: { userAgent: 'Mozilla/5.0', onLine: true, platform: 'driver', appName: 'Netscape' },
    screen: { width: 1, height: 1 }, addEventListener() {}, removeEventListener() {}, escape, unescape,
    setTimeout: quiet(setTimeout), setInterval: quiet(setInterval), clearTimeout: stop, clearInterval: stop,
    console: { log, info: log, warn: log, error: log, debug: log }, TextDecoder, TextEncoder, btoa, atob,
  });
  Object.assign(page, { window: page, self: page, top: page, parent: page });
  for (const { name, source } of scripts) vm.runInContext(source, page, { filename: name });
  return page;
}

module.exports = { openPage };
