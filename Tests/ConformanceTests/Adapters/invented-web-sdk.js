'use strict';
// Not a vendor's file: an SDK made up for the tests, with the public interface that the driver of web SDKs uses, and just
// enough of the protocol behind it. It doubles the extra of texts, so that a test can tell its answers from an echo.
var RongIMLib = (function () {
  var handlers = {}, id = 0, socket;

  function TextMessage(content) {
    for (var key in content) this[key] = content[key];
    this.messageName = 'TextMessage';
  }

  function utf(text) {
    var bytes = Array.from(new TextEncoder().encode(text));
    return [bytes.length >> 8, bytes.length & 255].concat(bytes);
  }

  function block(number, bytes) { return [number << 3 | 2, bytes.length].concat(bytes); }

  function text(bytes) { return new TextDecoder().decode(new Uint8Array(bytes)); }

  function send(bytes) { socket.send(new Uint8Array(bytes).buffer); }

  function next() { id += 1; return [id >> 8, id & 255]; }

  function fields(bytes) { // of lengths and numbers below 128, but for the time, which is passed over
    var found = {};
    for (var at = 0; at < bytes.length;) {
      var tag = bytes[at++], size = 0, shift = 0;
      do { size |= (bytes[at] & 127) << shift; shift += 7; } while (bytes[at++] > 127);
      if ((tag & 7) === 2) { found[tag >> 3] = bytes.slice(at, at + size); at += size; }
    }
    return found;
  }

  function receive(bytes) {
    var kind = bytes[0] >> 4;
    if (kind === 2) {
      send([0xc0]);
      send([0x52].concat(utf('pullMsg'), utf('driver'), next(), [8, 0]));
      handlers.connected('driver');
    } else if (kind === 6) send([0x70, bytes[1], bytes[2]]);
    else if (kind === 3) {
      var at = 5;
      at += 2 + (bytes[at] << 8 | bytes[at + 1]);
      at += 2 + (bytes[at] << 8 | bytes[at + 1]);
      send([0x40, bytes[at], bytes[at + 1]]);
      var found = fields(bytes.slice(at + 2)), content = JSON.parse(text(found[5]));
      if (content.extra) content.extra += content.extra;
      handlers.received({ objectName: text(found[4]), messageUId: text(found[9]),
        content: new TextMessage(content) });
    }
  }

  function RongIMClient() {}
  RongIMClient.sdkver = '2.0.0';
  RongIMClient.MessageParams = { TextMessage: { objectName: 'RC:TxtMsg', msgTag: { isCounted: true, isPersited: true } } };
  RongIMClient.init = function () {};
  RongIMClient.setConnectionStatusListener = function () {};
  RongIMClient.setOnReceiveMessageListener = function (listener) { handlers.received = listener.onReceived; };
  RongIMClient.getInstance = function () { return new RongIMClient(); };
  RongIMClient.connect = function (token, callbacks) {
    handlers.connected = callbacks.onSuccess;
    var request = new XMLHttpRequest();
    request.onreadystatechange = function () {
      if (request.readyState !== 4) return;
      var server = JSON.parse(/\((.*)\)/.exec(request.responseText)[1]).server;
      var probe = document.createElement('script'); // as builds up to 2.3.4 do: a host that loads is alive
      probe.src = 'http://' + server + '/ping';
      document.body.appendChild(probe);
      probe.onload = function () {
        socket = new WebSocket('ws://' + server + '/websocket?token=' + token);
        socket.onmessage = function (event) { receive(Array.from(new Uint8Array(event.data))); };
      };
    };
    request.open('GET', 'http://navi.invalid/navi.js?callBack=getServerEndpoint');
    request.send();
  };
  RongIMClient.prototype.sendMessage = function (type, target, message) {
    var content = JSON.stringify(message, function (key, value) { return key === 'messageName' ? undefined : value; });
    var bytes = Array.from(new TextEncoder().encode(content));
    var data = [8, 3].concat(block(2, Array.from(new TextEncoder().encode('RC:TxtMsg'))), block(3, bytes));
    send([0x32].concat(utf({ 1: 'ppMsgP', 3: 'pgMsgP' }[type]), utf(target), next(), data));
  };
  return { RongIMClient: RongIMClient, TextMessage: TextMessage };
}());
