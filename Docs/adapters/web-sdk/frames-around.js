'use strict';
// The few frames between the driver's server and the SDK, taken apart and put together by hand.

function varint(number) {
  const bytes = [];
  for (let rest = BigInt(number); ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}

const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
function bytes(field, value) {
  const data = Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
}
function utf(text) {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.of(data.length >> 8, data.length & 0xff), data]);
}

/** DownStreamMessage: a private message of another user. */
function downStream(objectName, content, uid, time) {
  return Buffer.concat([bytes(1, 'peer'), number(2, 1), bytes(4, objectName), bytes(5, content), number(6, time),
    number(7, 0), bytes(9, uid)]);
}

/** PUBLISH from the server, QoS 1, topic s_msg. */
function publish(messageId, data) {
  const date = Buffer.alloc(4);
  date.writeInt32BE(Math.floor(Date.now() / 1000));
  return Buffer.concat([Buffer.of(0x32), date, utf('s_msg'), utf('driver'),
    Buffer.of(messageId >> 8, messageId & 0xff), data]);
}

/** PUBLISH from the client with an UpStreamMessage, or that payload alone. */
class UpStream {
  constructor(frame, isPayload = false) {
    this.frame = frame;
    let at = 1;
    if (!isPayload) {
      for (let field = 0; field < 2; field++) at += 2 + frame.readUInt16BE(at); // topic, target
      this.messageId = frame.readUInt16BE(at);
    }
    this.data = isPayload ? frame : frame.subarray(at + 2);
    for (at = 0; at < this.data.length;) {
      let value;
      const read = () => {
        let [result, shift] = [0, 1];
        for (;; shift *= 128) {
          const byte = this.data[at++];
          result += (byte & 0x7f) * shift;
          if (!(byte & 0x80)) return result;
        }
      };
      const tag = read();
      if ((tag & 7) === 0) value = read();
      else if ((tag & 7) === 2) {
        const size = read();
        value = this.data.subarray(at, at += size);
      } else throw new Error('no UpStreamMessage');
      if (tag >> 3 === 2) this.objectName = value.toString();
      if (tag >> 3 === 3) this.content = value;
    }
    if (!this.content) throw new Error('no UpStreamMessage');
  }
}

module.exports = { UpStream, downStream, publish };
