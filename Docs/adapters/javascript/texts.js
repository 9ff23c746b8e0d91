'use strict';
// The texts of frame fields. A writer of this protocol turns each UTF-16 unit into one to three bytes by itself;
// readers meet that, plain UTF-8, and Java's two bytes for NUL.

const { wellFormed } = require('./common');

function toBytes(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 63));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63));
  }
  return Buffer.from(bytes);
}

function fromBytes(bytes) {
  const units = [];
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at];
    // How many bytes follow, and what the first of them may be.
    let [more, low, high] = [0, 0x80, 0xbf];
    let code = lead;
    if (lead >= 0xc2 && lead < 0xe0) [more, code] = [1, lead & 31];
    else if (lead === 0xc0) [more, code, high] = [1, 0, 0x80];
    else if (lead >= 0xe0 && lead < 0xf0) [more, code, low] = [2, lead & 15, lead === 0xe0 ? 0xa0 : 0x80];
    else if (lead >= 0xf0 && lead < 0xf5) {
      [more, code, low, high] = [3, lead & 7, lead === 0xf0 ? 0x90 : 0x80, lead === 0xf4 ? 0x8f : 0xbf];
    } else if (lead >= 0x80) code = 0xfffd;
    at += 1;
    for (; more > 0; more--, low = 0x80, high = 0xbf) {
      if (!(bytes[at] >= low && bytes[at] <= high)) {
        code = 0xfffd;
        break;
      }
      code = (code << 6) | (bytes[at] & 63);
      at += 1;
    }
    units.push(String.fromCodePoint(code));
  }
  return wellFormed(units.join(''));
}

module.exports = { toBytes, fromBytes };
